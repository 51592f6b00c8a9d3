// @ts-check
// A throw of dice as a card: whose it was and what for, every die in its shape, what it comes to, against what, and what
// came of that.
import { h, svg } from "./dom.js";
import { S } from "./strings.js";
import { capitalised, signed } from "./text.js";

/** @typedef {import("./types.js").Roll} Roll @typedef {import("./types.js").Die} Die @typedef {{ id: string, name: string }} Hero */

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
  const counting = roll.dice.filter((die) => die.kept);
  if (counting.length !== 1 || counting[0].sides !== 20) return "";
  return counting[0].value === 20 ? "high" : counting[0].value === 1 ? "low" : "";
}

/**
 * What a throw was for, and whose it was where the table knows.
 * @param {Roll} roll
 * @param {Hero[]} heroes
 */
export function heading({ purpose, reason: text, characterId }, heroes) {
  // In the page's words once `rollwords.js` is there.
  const reason = (purpose && /** @type {{ purpose?: (purpose: import("./types.js").RollPurpose) => string }} */ (S.dice).purpose?.(purpose)) || text;
  const who = characterId && heroes.find(({ id }) => id === characterId)?.name;
  return [!reason?.startsWith(who || "\0") && who, reason && capitalised(reason)].filter(Boolean).join(" · ");
}

/**
 * The number that was to be reached, and what came of it.
 * @param {Roll} roll
 */
export function verdict({ goal }) {
  return goal ? { against: S.dice.against(goal.number, /hit|miss/i.test(goal.outcome)), outcome: S.dice.outcomes[goal.outcome] ?? goal.outcome } : null;
}

/** @param {Roll} roll */
function working(roll) {
  const kept = roll.dice.filter((die) => die.kept).map((die) => (die.minus ? `−${die.value}` : `${die.value}`));
  const dropped = roll.dice.filter((die) => !die.kept).map((die) => `${die.value}`);
  const parts = [kept.join(" + ").replaceAll("+ −", "− ")];
  if (roll.modifier) parts.push(signed(roll.modifier).replace(/^(.)/, "$1 "));
  const text = parts.filter(Boolean).join(" ");
  // By its number anyone who is shown the seed can throw it again.
  const number = roll.proof ? S.dice.throw(roll.proof.index + 1) : "";
  return [text, dropped.length ? S.dice.dropped(dropped.join(", ")) : "", number].filter(Boolean).join(" · ");
}

/**
 * @param {Roll} roll
 * @param {Hero[]} [heroes] who sits at the table
 */
export function diceCard(roll, heroes = []) {
  const judged = verdict(roll);
  const luck = fate(roll);
  const dice = roll.dice.length <= MOST_DRAWN ? roll.dice.map(drawn) : [];
  return h(
    "figure",
    { class: `roll${luck ? ` ${luck}` : ""}` },
    h("div", { class: "dice", "aria-hidden": "true" }, dice),
    h(
      "figcaption",
      {},
      h("span", { class: "reason" }, heading(roll, heroes) || S.dice.aRoll),
      // Good or bad it is for a hero alone; whose throw this was may not be known.
      judged && h("span", { class: `verdict ${!roll.characterId ? "" : /miss|failure/.test(roll.goal?.outcome ?? "") ? "bad" : "good"}` }, `${roll.total} ${judged.against} · `, h("b", {}, judged.outcome)),
      h("span", { class: "working" }, h("span", { class: "expression" }, roll.expression), " ", working(roll)),
      roll.parts?.length ? h("span", { class: "working" }, roll.parts.map((p) => `${p.name} ${p.total}`).join(" · ")) : null,
      luck && h("span", { class: "fate" }, luck === "high" ? `✦ ${capitalised(S.dice.natural20)}` : `✗ ${capitalised(S.dice.natural1)}`),
    ),
    // No `output`: that is a live region, and would speak up beside the announcement of the whole turn.
    h("div", { class: "total" }, h("span", { class: "sr" }, `${S.dice.total} `), roll.total),
  );
}
