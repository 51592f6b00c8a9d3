// @ts-check
// Server-sent events from a byte stream, as the HTML standard reads them. `EventSource` itself can't POST.

/** @typedef {{ id: string, event: string, data: string }} Frame */

/** Takes text in any pieces; gives each event once its blank line has come. */
export class SseParser {
  #rest = "";
  #begun = false;
  /** A carriage return ended the last piece: a newline at the start of the next one belongs to it. */
  #afterReturn = false;
  #id = "";
  #event = "";
  /** @type {string[]} */
  #data = [];

  /**
   * @param {string} piece
   * @returns {Frame[]}
   */
  push(piece) {
    if (!piece) return [];
    if (!this.#begun) {
      this.#begun = true;
      if (piece.startsWith("\ufeff")) piece = piece.slice(1);
    }
    if (this.#afterReturn && piece.startsWith("\n")) piece = piece.slice(1);
    this.#afterReturn = piece.endsWith("\r");
    const lines = (this.#rest + piece).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? "";
    /** @type {Frame[]} */
    const frames = [];
    for (const line of lines) {
      const frame = this.#line(line);
      if (frame) frames.push(frame);
    }
    return frames;
  }

  /** @param {string} line */
  #line(line) {
    if (line === "") return this.#dispatch();
    const colon = line.indexOf(":");
    // A comment: the server's heartbeat.
    if (colon === 0) return null;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") this.#data.push(value);
    else if (field === "event") this.#event = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    return null;
  }

  /** @returns {Frame | null} */
  #dispatch() {
    const frame = { id: this.#id, event: this.#event || "message", data: this.#data.join("\n") };
    const told = this.#data.length > 0;
    this.#event = "";
    this.#data = [];
    return told ? frame : null;
  }
}
