// @ts-check
// Renders a story, complete or streaming. Everything goes through `h`: elements and text nodes, no markup.
import { h } from "./dom.js";
import { parseBlocks, parseInline, settled } from "./markdown.js";
import { S } from "./words/en.js";
import { clean, curly } from "./text.js";

/** @typedef {import("./markdown.js").Inline} Inline @typedef {import("./markdown.js").Block} Block */

/**
 * @param {Inline[]} parts
 * @returns {(Node | string)[]}
 */
function inline(parts) {
  return parts.map((part) => {
    if (!("kids" in part)) return part.kind === "code" ? h("code", {}, part.text) : part.text;
    if (part.kind === "said") {
      const said = h("span", {}, inline(part.kids));
      // A word that is only named, such as one the hero used, is nobody's speech.
      if (!/^.\p{Ll}[^.,!?…—]*.$/u.test(said.textContent ?? "")) said.className = "said";
      return said;
    }
    return h(part.kind, {}, inline(part.kids));
  });
}

/**
 * @param {Block} block
 * @param {boolean} unfinished
 * @param {string} [language]
 */
function element(block, unfinished, language = tongue) {
  const words = (/** @type {string} */ text) => inline(parseInline(curly(text, language), unfinished));
  switch (block.kind) {
    case "heading":
      return h("p", { class: "heading" }, words(block.text));
    case "rule":
      return h("hr");
    case "quote":
      return h("blockquote", {}, h("p", {}, words(block.text)));
    case "bullets":
      return h("ul", {}, block.items.map((item) => h("li", {}, words(item))));
    case "steps":
      return h("ol", { start: block.first }, block.items.map((item) => h("li", {}, words(item))));
    default:
      return h("p", {}, words(block.text));
  }
}

/** The language of the story, where it is another than the page's: voices that read aloud go by it, and quotation marks. @type {string | undefined} */
export let tongue;
/** @param {string} language empty where nobody knows */
export const tellIn = (language) => (tongue = language && language !== S.locale ? language : undefined);

/**
 * A finished text.
 * @param {string} text
 * @param {string} [language] where it is another than the story's
 */
export function prose(text, language = tongue) {
  return h("div", { class: "prose", lang: language }, parseBlocks(clean(text)).map((block) => element(block, false, language)));
}

/** As often as eyes that read can use; every frame would cost twice as much. */
const FLUSH_MS = 30;

/**
 * A text that comes in pieces. What a blank line has ended is never touched again; only the open end is made
 * anew, some thirty times a second, so a long answer costs as little at its end as at its beginning.
 */
export class StreamedProse {
  root = h("div", { class: "prose", lang: tongue });
  #source = "";
  #held = "";
  #frozen = 0;
  #frame = 0;
  #flushedAt = -Infinity;
  /** @type {HTMLElement[]} */
  #open = [];

  /** @param {string} delta */
  push(delta) {
    // A line end of two characters may come in two pieces.
    const text = this.#held + delta;
    this.#held = text.endsWith("\r") ? "\r" : "";
    this.#source += clean(this.#held ? text.slice(0, -1) : text);
    this.#frame ||= requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {number} now */
  #tick(now) {
    if (now - this.#flushedAt < FLUSH_MS) {
      this.#frame = requestAnimationFrame((now) => this.#tick(now));
      return;
    }
    this.#flushedAt = now;
    this.#flush(false);
  }

  /** The text is whole. */
  end() {
    this.#flush(true);
  }

  get isEmpty() {
    return !this.#source.trim();
  }

  /** @param {boolean} whole */
  #flush(whole) {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const end = whole ? this.#source.length : settled(this.#source, this.#frozen);
    if (end > this.#frozen) {
      this.#show(this.#source.slice(this.#frozen, end), false);
      this.#open = [];
      this.#frozen = end;
    }
    if (!whole) this.#show(this.#source.slice(this.#frozen), true);
  }

  /**
   * @param {string} source
   * @param {boolean} unfinished
   */
  #show(source, unfinished) {
    const fresh = parseBlocks(source).map((block) => element(block, unfinished));
    for (const old of this.#open) old.remove();
    this.root.append(...fresh);
    this.#open = fresh;
  }
}
