// @ts-check
// One turn on the page: the player's words, the telling, the dice, what changed, and where it led.
import { markOf } from "./changes.js";
import { diceCard, rollInWords } from "./dice.js";
import { fill, h } from "./dom.js";
import { StreamedProse, prose } from "./prose.js";
import { S } from "./strings.js";
import { listedAs, properName, words } from "./text.js";

/**
 * @typedef {import("./types.js").Turn} Turn
 * @typedef {import("./types.js").Session} Session
 * @typedef {import("./types.js").Roll} Roll
 * @typedef {import("./types.js").Change} Change
 * @typedef {import("./types.js").ToolEvent} ToolEvent
 */

/** @param {string} tool */
export function toolDoing(tool) {
  return listedAs(S.tools, tool)?.doing ?? S.toolDoing(words(tool));
}

/** @param {string} tool */
const toolDone = (tool) => listedAs(S.tools, tool)?.done ?? S.toolDone(words(tool));

/**
 * @param {string} characterId
 * @param {Session | null} session
 */
function heroName(characterId, session) {
  return session?.characters.find(({ id }) => id === characterId)?.name ?? S.you;
}

export class TurnView {
  id = "";
  seq = 0;
  /** The telling so far, as the events gave it. */
  narrative = "";
  #telling = h("div", { class: "telling" });
  #marks = h("ul", { class: "marks", "aria-label": S.turn.changes });
  #place = h("div", {});
  #works = h("ul", {});
  #workLine = h("details", { class: "works", hidden: true }, h("summary", {}), this.#works);
  #foot = h("div", {});
  /** @type {Map<string, HTMLElement>} */
  #calls = new Map();
  /** @type {StreamedProse | null} */
  #open = null;
  /** @type {Roll[]} */
  #rolls = [];

  /**
   * @param {string} message
   * @param {string} characterId
   * @param {Session | null} session
   */
  constructor(message, characterId, session) {
    this.message = message;
    this.session = session;
    this.deed = h("div", { class: "deed" }, h("span", { class: "who" }, heroName(characterId, session)), h("p", {}, message));
    this.root = h("article", { class: "turn" }, this.deed, this.#telling, this.#marks, this.#workLine, this.#place, this.#foot);
    this.#marks.hidden = true;
  }

  /**
   * A turn from the record. It does not say where in the telling the dice fell: they come before it.
   * @param {Turn} turn
   * @param {Session | null} session
   */
  static of(turn, session) {
    const view = new TurnView(turn.message, turn.characterId, session);
    for (const roll of turn.rolls ?? []) view.roll(roll);
    view.#telling.append(prose(turn.narrative));
    view.narrative = turn.narrative;
    view.#record(turn);
    return view;
  }

  /** Nothing has been told yet. */
  begin() {
    this.root.setAttribute("aria-busy", "true");
    this.root.classList.add("open");
  }

  /** @param {string} delta */
  text(delta) {
    if (!this.#open) {
      this.#open = new StreamedProse();
      this.#telling.append(this.#open.root);
    }
    this.narrative += delta;
    this.#open.push(delta);
  }

  /** All text so far is taken back; what fell and what changed stays. */
  reset() {
    this.narrative = "";
    this.#open?.end();
    this.#open = null;
    for (const part of this.#telling.querySelectorAll(":scope > .prose")) part.remove();
  }

  /** Everything comes again, from the first event. */
  restart() {
    this.reset();
    this.#telling.replaceChildren();
    this.#rolls = [];
    this.#calls.clear();
    fill(this.#works);
    fill(this.#marks);
    fill(this.#place);
    this.#marks.hidden = this.#workLine.hidden = true;
  }

  /** @param {Roll} roll */
  roll(roll) {
    this.#open?.end();
    this.#open = null;
    this.#rolls.push(roll);
    this.#telling.append(diceCard(roll));
  }

  /** @param {ToolEvent} call */
  tool({ callId, name, status, summary }) {
    let line = this.#calls.get(callId);
    if (!line) {
      line = h("li", {});
      this.#calls.set(callId, line);
      this.#works.append(line);
    }
    const said = status === "started" ? toolDoing(name) : status === "refused" ? S.toolRefused(toolDone(name)) : toolDone(name);
    fill(line, said, summary && status !== "started" ? h("span", { class: "summary" }, ` · ${summary}`) : null);
    this.#summarise();
  }

  /** @param {Change} change */
  change(change) {
    const mark = markOf(change, this.session?.characters ?? []);
    if (mark) {
      this.#marks.append(h("li", { class: mark.tone }, h("span", { "aria-hidden": "true" }, mark.sign), " ", mark.text));
      this.#marks.hidden = false;
    }
    if (change.kind === "locationChanged" && change.to) {
      fill(this.#place, h("p", { class: "place" }, h("span", {}, S.turn.arrived), h("strong", {}, properName(change.to))));
    }
  }

  /** @param {string} message */
  notice(message) {
    this.#foot.append(h("p", { class: "notice" }, message));
  }

  /**
   * The turn is over and stands.
   * @param {Turn} turn
   */
  finish(turn) {
    this.#settle();
    if (turn.narrative !== this.narrative) {
      this.reset();
      this.#telling.append(prose(turn.narrative));
      this.narrative = turn.narrative;
    }
    if ((turn.rolls ?? []).length !== this.#rolls.length) {
      for (const card of this.#telling.querySelectorAll(".roll")) card.remove();
      this.#rolls = turn.rolls ?? [];
      this.#telling.prepend(...this.#rolls.map(diceCard));
    }
    this.#record(turn);
  }

  /**
   * The turn came to nothing: what was told stays readable, and is marked as no part of the story.
   * @param {string} why
   */
  undone(why) {
    this.#settle();
    this.root.classList.add("undone");
    fill(this.#foot, h("p", { class: "notice" }, why));
  }

  /** What a listener hears once it is over. */
  spoken() {
    return [...this.#rolls.map(rollInWords), this.#telling.querySelector(".prose") ? this.narrative : ""].join(" ");
  }

  get hasText() {
    return this.narrative.trim() !== "";
  }

  #settle() {
    this.#open?.end();
    this.#open = null;
    this.root.removeAttribute("aria-busy");
    this.root.classList.remove("open");
  }

  /** @param {Turn} turn */
  #record(turn) {
    this.id = turn.id;
    this.seq = turn.seq;
    this.root.dataset.turn = turn.id;
    this.root.setAttribute("aria-label", S.turn.label(turn.seq));
    fill(this.#marks);
    fill(this.#place);
    this.#marks.hidden = true;
    for (const change of turn.changes ?? []) this.change(change);
    for (const { callId, name, isError } of turn.toolCalls ?? []) {
      if (!this.#calls.has(callId)) this.tool({ callId, name, status: isError ? "refused" : "done" });
    }
  }

  #summarise() {
    this.#workLine.hidden = false;
    const done = new Set([...this.#works.children].map((line) => line.firstChild?.textContent ?? ""));
    const shown = [...done].slice(0, 3);
    fill(/** @type {Element} */ (this.#workLine.firstElementChild), S.turn.works(shown, done.size - shown.length));
  }
}
