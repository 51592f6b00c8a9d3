// @ts-check
// The most recent rolls of a fight.
import { fate, heading, news, verdict } from "../turn/dice.js";
import { h } from "../dom.js";
import { F } from "../words/en/table/fight.js";

/** @typedef {import("../types.js").Encounter} Encounter @typedef {import("../types.js").Roll} Roll */

/**
 * The throws of the turn that was played last: who, what and why, in a line each.
 * @param {Roll[]} rolls
 * @param {Encounter} encounter
 */
export function lines(rolls, { order }) {
  if (!rolls.length) return null;
  const fell = rolls.map((roll) => {
    const judged = verdict(roll);
    const luck = fate(roll);
    return h(
      "li",
      { class: luck && news(roll, luck === "high") },
      h("b", {}, roll.total),
      h("span", {}, heading(roll, order), judged && h("small", {}, `${judged.against}: ${judged.outcome}`.trim())),
    );
  });
  return h("section", {}, h("h3", {}, F.throws), h("ul", { class: "fell" }, fell));
}
