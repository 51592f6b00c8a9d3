// @ts-check
// Dice as text, for screen readers and lists.
import { fate, heading, verdict } from "../turn/dice.js";
import { S } from "../words/en.js";

/** @typedef {import("../types.js").Roll} Roll @typedef {import("../turn/dice.js").Hero} Hero @typedef {import("../turn/turnview.js").TurnView} TurnView */

/**
 * The whole throw in a line.
 * @param {Roll} roll
 * @param {Hero[]} [heroes]
 */
export function rollInWords(roll, heroes = []) {
  const of = heading(roll, heroes);
  const judged = verdict(roll);
  const luck = fate(roll);
  const special = luck === "high" ? `, ${S.dice.natural20}` : luck === "low" ? `, ${S.dice.natural1}` : "";
  return `${of}: ${roll.total}${judged ? `${judged.against}, ${judged.outcome}` : ""}${special}.`;
}

/**
 * What a listener hears of a turn once it is over.
 * @param {TurnView} view
 */
export const spoken = ({ rolls, narrative, session }) => [...rolls.map((roll) => rollInWords(roll, session?.characters)), narrative].join(" ");
