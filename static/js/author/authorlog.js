// @ts-check
// The conversation: the player's messages, and the author's with its tool calls.
import { deed, doing } from "./authordeeds.js";
import { add, fill, h } from "../dom.js";
import { StreamedProse, prose } from "../prose.js";
import { SAID } from "../words/en/author/said.js";
import { clean } from "../text.js";

/** @typedef {import("../types.js").Draft} Draft @typedef {import("../types.js").Said} Said @typedef {import("../types.js").ToolEvent} ToolEvent */

/** So many deeds are read at a glance. */
const FEW = 3;

/**
 * Words of one's own.
 * @param {string} text
 * @param {number} nPictures
 */
export function mine(text, nPictures) {
  return h("article", { class: "mine" }, h("p", {}, text), nPictures > 0 && h("small", {}, SAID.pictures.sent(nPictures)));
}

/** An answer: as it comes, or as it was. */
export class AnswerView {
  root = h("article", { class: "answer", tabindex: -1 });
  #list = h("ul", {});
  #count = h("summary", {});
  #works = h("details", { class: "did", open: true, hidden: true }, this.#count, this.#list);
  #telling = h("div", { class: "telling" });
  /** @type {StreamedProse | null} */
  #open = null;
  /** Deeds by their calls: the line, what is noted of it, and how far it is. @type {Map<string, { line: HTMLElement, name: string, status: string, noted: string }>} */
  #deeds = new Map();
  /** Whether words have come. */
  hasWords = false;

  constructor() {
    this.root.append(this.#works, this.#telling);
  }

  /**
   * One that was given before.
   * @param {Said} said
   * @param {Draft} draft
   */
  static of(said, draft) {
    const view = new AnswerView();
    (said.did ?? []).forEach((noted, i) => view.tool({ callId: `${i}`, name: "", status: "done", summary: noted }, draft));
    if (said.text) view.#telling.append(prose(said.text));
    view.end(said.brokeOff ? SAID.brokeOff : "");
    return view;
  }

  begin() {
    this.root.classList.add("open");
    this.root.setAttribute("aria-busy", "true");
  }

  /** @param {string} delta */
  text(delta) {
    this.hasWords = true;
    if (!this.#open) this.#telling.append((this.#open = new StreamedProse()).root);
    this.#open.push(delta);
  }

  /** What was said so far is taken back. */
  reset() {
    this.#open = null;
    this.hasWords = false;
    fill(this.#telling);
  }

  /** All of it comes again. */
  clear() {
    this.reset();
    this.#deeds.clear();
    fill(this.#list);
    this.#works.hidden = true;
  }

  /**
   * @param {Omit<ToolEvent, "event">} event
   * @param {Draft} draft
   */
  tool({ callId, name, status, summary }, draft) {
    const known = this.#deeds.get(callId);
    const line = known?.line ?? h("li", {});
    this.#deeds.set(callId, { line, name: name || known?.name || "", status, noted: summary });
    this.#word(callId, draft);
    if (known) return;
    this.#list.append(line);
    this.#works.hidden = false;
  }

  /** The draft has grown: what was done to a part may be said with its name now. @param {Draft} draft */
  reword(draft) {
    for (const call of this.#deeds.keys()) this.#word(call, draft);
  }

  /** @param {string} call @param {Draft} draft */
  #word(call, draft) {
    const known = this.#deeds.get(call);
    if (!known) return;
    const { line, name, status, noted } = known;
    const words = clean(status === "started" ? `${doing(name)}…` : status === "refused" ? SAID.refused(doing(name)) : deed(noted, draft));
    line.className = status;
    if (line.textContent !== words) line.textContent = words;
    this.#sum();
  }

  #sum() {
    const all = [...this.#deeds.values()];
    const sum = all.some(({ status }) => status === "started") ? SAID.atWork : SAID.did(all.length);
    if (this.#count.textContent !== sum) this.#count.textContent = sum;
  }

  /**
   * @param {string} text something one should know
   * @param {import("../dom.js").Kid} [more]
   */
  notice(text, more) {
    add(this.root, [h("p", { class: "notice" }, text, more && " ", more)]);
  }

  /** @param {string} mark what became of one that came to no end */
  end(mark) {
    this.#open?.end();
    this.#open = null;
    this.root.classList.remove("open");
    this.root.removeAttribute("aria-busy");
    // What was begun and never came back was not done.
    for (const [call, { line, status }] of this.#deeds) {
      if (status !== "started") continue;
      line.remove();
      this.#deeds.delete(call);
    }
    const n = this.#deeds.size;
    this.#works.hidden = n === 0;
    this.#sum();
    this.#works.open = n <= FEW;
    if (mark) this.notice(mark);
  }
}
