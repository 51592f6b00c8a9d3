// @ts-check
// Texts of a reaction question: trigger, effect of each answer, and cost. Pure.
import { S } from "../words/en.js";
import { Q } from "../words/en/table/asked.js";
import { capitalised, properName, signed, term } from "../text.js";

/**
 * @typedef {import("./fightwords.js").Asked} Asked
 * @typedef {NonNullable<Asked["options"]>[number]} Option
 */

/** @param {{ name: string }} actor */
export const named = ({ name }) => capitalised(name);
/** @param {string} name */
const called = (name) => properName(term(name));

/** What happened; the server's own sentence where the trigger is one this page doesn't know. @param {Asked} asked @param {string} who */
export function happened({ trigger, currentHP, prompt }, who) {
  const left = currentHP ?? 0;
  switch (trigger?.kind) {
    case "hit":
      return Q.hit(named(trigger.attacker), named(trigger.target), called(trigger.with), trigger.total, trigger.armorClass, left);
    case "leaves":
      return Q.leaves(named(trigger.mover), who);
    case "attacked":
      return Q.attacked(named(trigger.attacker), named(trigger.target), called(trigger.with));
    case "damage":
      return Q.damage(named(trigger.attacker), who, called(trigger.with), trigger.damage, left);
    case "failedSave":
      return Q.failedSave(who, S.abilities[trigger.ability], trigger.reason.purpose, called(trigger.reason.name), trigger.total, trigger.dc);
    case "cast":
      return Q.cast(named(trigger.caster), called(trigger.spell), trigger.level);
    default:
      return prompt;
  }
}

/** What a reaction does, and what it costs. @param {Option} option @returns {[does: string, costs: string]} */
function ofReaction({ reaction, effect }) {
  switch (reaction.kind) {
    case "shield":
      return [Q.shield(reaction.armorClass), Q.reactionAndSlot(reaction.slot)];
    case "opportunityAttack":
      return [Q.strikes(called(reaction.with), signed(reaction.toHit), S.notation(reaction.damage)), Q.reaction];
    case "protection":
      return [Q.protects, Q.reaction];
    case "uncannyDodge":
      return [Q.dodges(reaction.damage), Q.reaction];
    case "deflectMissiles":
      return [Q.deflects(S.notation(reaction.dice)), Q.reaction];
    case "indomitable":
      return [Q.again, Q.use(reaction.left)];
    case "counterspell":
      return [typeof reaction.dc === "number" ? Q.mayCounter(reaction.dc) : Q.counters, Q.reactionAndSlot(reaction.slot)];
    default:
      return [effect, Q.reaction];
  }
}

/** An answer as its button says it. @param {Option} option */
export function answerWords(option) {
  const [does, costs] = ofReaction(option);
  return { name: option.reaction.kind === "opportunityAttack" ? Q.opportunityAttack : called(option.name), does, costs: Q.costs(costs) };
}
