// @ts-check
// A dice roll as a card: roller, reason, each die, total, target and result; and all rolls of a turn.
import { fill, h, svg } from "../dom.js";
import { S } from "../words/en.js";
import { capitalised, curly, signed } from "../text.js";

/** @typedef {import("../types.js").Roll} Roll @typedef {import("../types.js").Die} Die @typedef {{ id: string, name: string }} Hero */

/** Outlines in a box of 40 by 40, by number of sides. */
const SHAPES = /** @type {Record<number, string>} */ ({
  4: "20,4 37,34 3,34",
  6: "6,6 34,6 34,34 6,34",
  8: "20,2 37,20 20,38 3,20",
  10: "20,2 38,17 33,28 20,38 7,28 2,17",
  12: "20,2 37,14.5 30.5,35 9.5,35 3,14.5",
  20: "20,2 36,11 36,29 20,38 4,29 4,11",
});
const ROUND = "20,2 32.7,7.3 38,20 32.7,32.7 20,38 7.3,32.7 2,20 7.3,7.3";
/** More dice than this are summed up in words: nobody counts forty. */
const MOST_DRAWN = 12;

/** @param {Die} die */
function drawn(die) {
  const y = die.sides === 4 ? 30 : 26;
  const size = die.value > 99 ? 12 : 16;
  return svg(
    "svg",
    { viewBox: "0 0 40 40", class: `die${die.kept ? "" : " dropped"}${die.minus ? " minus" : ""}` },
    svg("polygon", { points: SHAPES[die.sides] ?? ROUND }),
    svg("text", { x: 20, y, "text-anchor": "middle", "font-size": size }, die.value),
    !die.kept && svg("line", { x1: 6, y1: 34, x2: 34, y2: 6 }),
  );
}

/**
 * The natural twenty or one that players cheer or groan at: of a single d20 that counts.
 * @param {Roll} roll
 */
export function fate(roll) {
  const [die, other] = roll.dice.filter((die) => die.kept);
  return other || die?.sides !== 20 ? "" : die.value === 20 ? "high" : die.value === 1 ? "low" : "";
}

/**
 * Whether something that went well for who rolled is good news. Of a hero's roll it is, of a foe's it is not; whose it was may not
 * be known.
 * @param {Roll} roll
 * @param {boolean} went well
 */
export const news = ({ characterId, foe }, went) => (characterId || foe ? (!foe === went ? "good" : "bad") : "");

/**
 * What a roll was for, and whose it was where the table knows; without a word on it, which dice.
 * @param {Roll} roll
 * @param {Hero[]} heroes
 */
export function heading({ purpose, reason: text, characterId, expression }, heroes) {
  // In the page's words once `rollwords.js` is there.
  const reason = /** @type {{ purpose?: (purpose?: import("../types.js").RollPurpose | null) => string | null | undefined }} */ (S.dice).purpose?.(purpose) ?? text;
  const who = characterId && heroes.find(({ id }) => id === characterId)?.name;
  return curly([!reason?.startsWith(who || "\0") && who, capitalised(reason || S.notation(expression ?? ""))].filter(Boolean).join(" · "));
}

/**
 * The number that was to be reached, what came of it, and by how much unless a natural one or twenty decided it.
 * @param {Roll} roll
 */
export function verdict({ goal, total }) {
  if (!goal) return null;
  const { number, outcome } = goal;
  const isAttack = /hit|miss/i.test(outcome);
  const said = S.dice.outcomes[outcome] ?? outcome;
  const went = !/miss|failure/.test(outcome);
  const by = outcome === "criticalHit" ? NaN : total - (number ?? NaN);
  return { against: number === undefined ? "" : ` ${S.dice.against(number, isAttack)}`, outcome: (went ? by >= 0 : by < 0) ? `${said}, ${S.dice.margin(by)}` : said, went };
}

/** The dice that counted, what was added, and those that did not count. @param {Roll} roll */
function working(roll) {
  const kept = roll.dice.filter((die) => die.kept).map((die) => (die.minus ? `−${die.value}` : `${die.value}`));
  const dropped = roll.dice.filter((die) => !die.kept).map((die) => `${die.value}`);
  const parts = [kept.join(" + ").replaceAll("+ −", "− ")];
  if (roll.modifier) parts.push(signed(roll.modifier).replace(/^(.)/, "$1 "));
  // One number says nothing that the total does not.
  const text = kept.length + parts.length > 2 || dropped.length ? parts.filter(Boolean).join(" ") : "";
  return [text, dropped.length ? S.dice.dropped(dropped.join(", ")) : ""].filter(Boolean).join(" · ");
}

/**
 * @param {Roll} roll
 * @param {Hero[]} [heroes] who sits at the table
 */
export function diceCard(roll, heroes = []) {
  const judged = verdict(roll);
  const luck = fate(roll);
  const tone = luck && news(roll, luck === "high");
  const dice = roll.dice.length <= MOST_DRAWN ? roll.dice.map(drawn) : [];
  return h(
    "figure",
    // By its number anyone who is shown the seed can roll it again.
    { class: `roll ${tone}`, title: roll.proof && S.dice.throw(roll.proof.index + 1) },
    h("div", { class: "dice", "aria-hidden": "true" }, dice),
    h(
      "figcaption",
      {},
      h("span", { class: "reason" }, heading(roll, heroes)),
      judged && h("span", { class: `verdict ${news(roll, judged.went)}` }, `${roll.total}${judged.against} · `, h("b", {}, judged.outcome)),
      h("span", { class: "working" }, working(roll)),
      roll.parts?.length ? h("span", { class: "working" }, roll.parts.map((p) => `${p.name} ${p.total}`).join(" · ")) : null,
      luck && h("span", { class: "fate" }, `${{ good: "✦ ", bad: "✗ ", "": "" }[tone || ""]}${capitalised(luck === "high" ? S.dice.natural20 : S.dice.natural1)}`),
    ),
    // No `output`: that is a live region, and would speak up beside the announcement of the whole turn.
    h("div", { class: "total" }, h("span", { class: "sr" }, `${S.dice.total} `), roll.total),
  );
}

/** The rolls of a turn, as they come. */
export class Rolls {
  /** @type {Roll[]} */
  all = [];
  /** @type {HTMLElement[]} */
  #cards = [];
  #summary = h("summary", {});
  #fold = h("details", { class: "rolls" }, this.#summary);

  /** So many stand by themselves; more fold up into one card, and those of a fight do so at once. */
  few = 3;

  /** @param {HTMLElement} telling @param {Hero[]} [heroes] */
  constructor(telling, heroes) {
    this.telling = telling;
    this.heroes = heroes;
  }

  /** @param {Roll} roll */
  add(roll) {
    const n = this.all.push(roll);
    const card = diceCard(roll, this.heroes);
    this.#cards.push(card);
    this.telling.append(card);
    if (n <= this.few) return;
    if (!this.#fold.parentNode) this.#cards[0].before(this.#fold);
    this.#fold.append(...this.#cards);
    fill(this.#summary, S.dice.many(n));
  }

  /** What shows the roll that comes after so many. @param {number} n */
  place(n) {
    return this.#fold.parentNode && n < this.#cards.length ? this.#fold : this.#cards[n];
  }

  clear() {
    for (const part of [...this.#cards, this.#fold]) part.remove();
    this.all = [];
    this.#cards = [];
  }
}
