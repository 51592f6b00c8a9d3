// @ts-check
// Texts for a fight's rolls: attacker and result; and a fight's turn as a line.
import { diceCard } from "../turn/dice.js";
import { fill, h } from "../dom.js";
import { S } from "../words/en.js";
import { capitalised, signed } from "../text.js";

/** @typedef {import("../types.js").Roll} Roll @typedef {import("../types.js").Turn} Turn @typedef {import("../types.js").Combatant} Combatant */

/** @param {Record<string, any>} event */
const outcomeOf = ({ kind, outcome, made }) => (kind === "savingThrow" ? (made ? "success" : "failure") : outcome === "miss" ? "miss" : outcome.hit.critical ? "criticalHit" : "hit");

/**
 * The rolls of a turn, with what came of those that an event tells of. Events and rolls come in one order, and those that nothing is
 * told of, such as for initiative, come before them: so the last are compared first.
 * @param {Turn} turn
 * @param {Combatant[]} [order] who fights, where that is still known
 * @returns {Roll[]}
 */
export function judged({ rolls = [], combatEvents = [] }, order = []) {
  const left = /** @type {Record<string, any>[]} */ (combatEvents ?? []).filter(({ kind }) => kind === "attack" || kind === "savingThrow");
  const backwards = [...rolls].reverse().map((roll) => {
    const event = left.at(-1);
    if (!event || roll.goal || roll.dice[0]?.sides !== 20 || roll.total !== event.total) return roll;
    left.pop();
    const { hero, creature } = event.who.id;
    const foe = Boolean(creature) && order.find(({ id }) => id === creature)?.kind !== "ally";
    return { ...roll, characterId: hero, foe, goal: { number: event.dc, outcome: outcomeOf(event) } };
  });
  return backwards.reverse();
}

/** Who attacked whom, and what came of it, attack by attack. @param {Turn} turn */
export function fightLines({ combatEvents = [] }) {
  const attacks = /** @type {Record<string, any>[]} */ (combatEvents ?? []).filter(({ kind }) => kind === "attack");
  return attacks.map((event) => {
    const damage = event.outcome.hit?.damage;
    return `${capitalised(event.who.name)} → ${event.target.name}: ${[S.dice.outcomes[outcomeOf(event)], damage && S.change.hp(signed(-damage))].filter(Boolean).join(", ")}`;
  });
}

/**
 * Draws the rolls of a turn again, with what came of them.
 * @param {HTMLElement} telling
 * @param {Turn} turn
 * @param {import("../types.js").Session | null} session
 */
export function tellFight(telling, turn, session) {
  const cards = [...telling.querySelectorAll(".roll")];
  judged(turn, session?.encounter?.order).forEach((roll, i) => cards[i]?.replaceWith(diceCard(roll, session?.characters)));
  const summary = telling.querySelector(".rolls > summary");
  const lines = fightLines(turn);
  if (summary && lines.length) fill(summary, h("span", {}, lines.map((line, i) => [i > 0 && h("br", {}), line])));
}
