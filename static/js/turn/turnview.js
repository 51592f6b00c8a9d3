// @ts-check
// One turn on the page: message, story, dice and changes.
import { Arrival } from "../table/arrival.js";
import { markOf, metIn } from "./changes.js";
import { Rolls } from "./dice.js";
import { fill, h } from "../dom.js";
import { StreamedProse, prose } from "../prose.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";

/**
 * @typedef {import("../types.js").Turn} Turn @typedef {import("../types.js").Telling} Telling @typedef {import("../types.js").Session} Session
 * @typedef {import("../types.js").Roll} Roll @typedef {import("../types.js").Change} Change
 * @typedef {import("../types.js").ToolEvent} ToolEvent
 * @typedef {{ seat?: string | null, characterId: string, message: string }} Deed what one hero does, and whose hero it is
 */

/** The words for what tools do, which come with the first call. @type {typeof import("./toolwords.js") | null} */
let words = null;

/** A telling that was whole so soon was not told word by word. */
const AT_ONCE_MS = 600;
export class TurnView {
  id = "";
  seq = 0;
  /** Whose turn it is, where friends play. @type {string | null | undefined} */
  seat;
  narrative = "";
  /** The telling this one takes the place of, while it is being told. @type {TurnView | null} */
  before = null;
  #since = -Infinity;
  deed = h("div", { class: "deed" });
  /** What heroes do: several in a round. @type {Deed[]} */
  deeds = [];
  #telling = h("div", { class: "telling" });
  /** Where another telling is looked at, and the switch between them. */
  #others = h("div", {});
  #marks = h("ul", { class: "marks", "aria-label": S.turn.changes, hidden: true });
  /** Where the turn has led: known at the end, and set before what is told. */
  #arrival = new Arrival();
  #notes = h("ul", {});
  #works = h("ul", {});
  #summary = h("summary", {}, S.turn.behind);
  #workLine = h("details", { class: "works", hidden: true }, this.#summary, this.#notes, this.#works);
  #deeds = h("div", { class: "deeds-line" });
  #foot = h("div", {});
  /** @type {Map<string, { line: HTMLElement, name: string, status: string }>} */
  #calls = new Map();
  /** Who was met in it, or written into the journal: one mark is enough. @type {Set<string>} */
  #met = new Set();
  #minutes = 0;
  #rolls;
  /** How many rolls came before the changes read so far. */
  #fallen = 0;
  /** @type {StreamedProse | null} */
  #open = null;
  /** @type {Telling[]} */
  #tellings = [];

  /**
   * @param {string} message
   * @param {string} characterId
   * @param {Session | null} session
   */
  constructor(message, characterId, session) {
    this.message = message;
    this.characterId = characterId;
    this.session = session;
    this.#rolls = new Rolls(this.#telling, session?.characters);
    if (session?.encounter) this.#rolls.few = 0;
    this.say();
    const last = h("div", { class: "last" }, this.#workLine, this.#deeds);
    this.root = h("article", { class: "turn", tabindex: -1 }, this.deed, this.#telling, this.#others, this.#marks, last, this.#foot);
  }

  /**
   * A turn from the record. It does not say where in the telling the dice fell: they come before it.
   * @param {Turn} turn
   * @param {Session | null} session
   */
  static of(turn, session) {
    const view = new TurnView(turn.message, turn.characterId, session);
    if (turn.combatEvents?.length) view.#rolls.few = 0;
    for (const roll of turn.rolls ?? []) view.roll(roll);
    view.#telling.append(prose(turn.narrative));
    view.narrative = turn.narrative;
    view.#record(turn);
    return view;
  }

  /** @param {Deed[]} [deeds] */
  say(deeds = [this]) {
    this.deeds = deeds;
    fill(this.deed, deeds.map(({ characterId, message }) => [h("span", { class: "who" }, this.session?.characters.find(({ id }) => id === characterId)?.name ?? S.you), h("p", {}, message)]));
  }

  begin() {
    this.#since = performance.now();
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
    this.#rolls.clear();
    this.#calls.clear();
    this.#works.replaceChildren();
    this.#clearChanges();
    this.#summarise();
  }

  /** @param {Roll} roll */
  roll(roll) {
    this.#open?.end();
    this.#open = null;
    this.#rolls.add(roll);
  }

  get rolls() {
    return this.#rolls.all;
  }

  /** @param {Pick<ToolEvent, "callId" | "name" | "status">} call */
  tool({ callId, name, status }) {
    const line = this.#calls.get(callId)?.line ?? h("li", {});
    if (!line.parentElement) this.#works.append(line);
    this.#calls.set(callId, { line, name, status });
    this.#summarise();
  }

  /** @param {Change} change */
  change(change) {
    const now = app.get().session;
    const whom = metIn(change);
    if (whom && this.#met.has(whom)) return;
    if (whom) this.#met.add(whom);
    const mark = markOf(change, this.session?.characters ?? [], [...(now?.creatures ?? []), ...(now?.supportingNPCs ?? [])]);
    if (change.kind === "diceRolled") this.#fallen++;
    if (change.kind === "timePassed") this.#minutes += change.minutes;
    if (mark) {
      const item = h("li", { class: mark.tone });
      const draw = (text = mark.text) => fill(item, mark.sign && h("span", { "aria-hidden": "true" }, mark.sign, " "), text);
      draw();
      (mark.tone === "note" ? this.#notes : this.#marks).append(item);
      this.#marks.hidden = !this.#marks.childElementCount;
      // Remembered in lower case; without the capitals of its names it can still be read.
      if (now && change.kind === "importantEventRecorded") import("../lib/names.js").then(({ namesOf, remembered }) => draw(remembered(mark.text, namesOf(now))), () => {});
    }
    // Before what was rolled there, and behind what was rolled on the way.
    if (this.#arrival.follow(change)) this.#telling.insertBefore(this.#arrival.root, this.#rolls.place(this.#fallen) ?? this.#telling.querySelector(":scope > .prose"));
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
    if ((turn.rolls ?? []).length !== this.rolls.length) {
      this.#rolls.clear();
      for (const roll of turn.rolls ?? []) this.roll(roll);
      this.#telling.prepend(...this.#telling.querySelectorAll(":scope > :is(.roll, .rolls)"));
    }
    this.#record(turn);
    if (performance.now() - this.#since < AT_ONCE_MS) this.#unfold();
  }

  /** What came all at once appears at the pace of somebody who tells it; the style sheet does that. */
  #unfold() {
    this.root.style.setProperty("--parts", `${this.#telling.querySelectorAll(":scope > :is(.roll, .rolls), .prose > *").length}`);
    this.root.classList.add("fresh");
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

  /** @param {boolean} last whether the story ends with this turn so far */
  setLast(last) {
    if (this.root.classList.contains("newest") === last && this.#deeds.childElementCount) return;
    this.root.classList.toggle("newest", last);
    const button = (/** @type {string} */ deed, /** @type {string} */ sign, /** @type {string} */ label) =>
      h("button", { type: "button", class: "quiet", "data-deed": deed }, h("span", { "aria-hidden": "true" }, sign), label);
    // Of older turns only the one that is walked to (Alt+↑) has its button in the order of Tab.
    const menu = h("button", { type: "button", class: "quiet", "data-deed": "menu", "aria-haspopup": "dialog", "aria-label": S.turn.options(this.seq), tabindex: last ? null : -1 }, "⋯");
    fill(this.#deeds, last && [button("retell", "↻", S.turn.retell), button("undo", "↶", S.turn.undo)], menu);
    this.#drawTellings();
  }

  /** @param {Turn} turn */
  setTellings(turn) {
    const before = this.#tellings.length;
    this.#tellings = turn.alternatives?.length ? [...turn.alternatives, { turnId: turn.id, narrative: turn.narrative, model: turn.model, endedAt: turn.endedAt }] : [];
    if (before !== this.#tellings.length) this.#drawTellings();
  }

  /**
   * Looks at another telling, or back at the one that stands.
   * @param {string | null} narrative
   */
  lookAt(narrative) {
    this.root.classList.remove("fresh"); // it appeared once
    this.root.classList.toggle("elsewhere", narrative !== null);
    this.#telling.hidden = narrative !== null;
    return narrative === null ? null : prose(narrative);
  }

  get hasText() {
    return this.narrative.trim() !== "";
  }

  #drawTellings() {
    if (!this.#tellings.length) return this.#others.replaceChildren();
    void later(() => bring("turn/tellings"), ({ drawTellings }) => drawTellings(this, this.#others, this.#tellings));
  }

  #settle() {
    this.#open?.end();
    this.#open = null;
    this.root.removeAttribute("aria-busy");
    this.root.classList.remove("open");
  }

  #clearChanges() {
    this.#marks.replaceChildren();
    this.#arrival.clear();
    this.#marks.hidden = true;
    this.#notes.replaceChildren();
    this.#minutes = this.#fallen = 0;
    this.#met.clear();
  }

  /** @param {Turn} turn */
  #record(turn) {
    this.id = turn.id;
    this.seq = turn.seq;
    this.seat = turn.seat;
    this.say(turn.deeds);
    this.root.dataset.turn = turn.id;
    this.root.setAttribute("aria-label", S.turn.label(turn.seq));
    this.#clearChanges();
    for (const change of turn.changes ?? []) this.change(change);
    this.#summarise();
    for (const { callId, name, isError } of turn.toolCalls ?? []) {
      if (callId !== "action" && !this.#calls.has(callId)) this.tool({ callId, name, status: isError ? "refused" : "done" });
    }
    const { speakers = [], combatEvents } = turn;
    if (combatEvents?.length) import("../fight/fightrolls.js").then(({ tellFight }) => tellFight(this.#telling, turn, app.get().session), () => {});
    if (speakers.length) bring("turn/speakers").then(({ showSpeakers }) => showSpeakers(this.#telling, speakers), () => {});
    this.setTellings(turn);
  }

  /** One quiet line for all that changed no sheet; it unfolds. */
  #summarise() {
    const calls = [...this.#calls.values()];
    if (calls.length && !words) bring("turn/toolwords").then((part) => ((words = part), this.#summarise()), () => {});
    else for (const call of calls) fill(call.line, words?.toolLine(call));
    const n = this.#notes.childElementCount;
    const shown = [this.#minutes >= 1 && S.change.time(this.#minutes), n > 0 && S.turn.noted(n)].filter(Boolean);
    this.#workLine.hidden = !calls.length && !shown.length;
    fill(this.#summary, shown.join(" · ") || S.turn.behind);
  }
}
