// @ts-check
// The words of a reaction that a hero is asked for. Like `words/en.js`, and fetched with the first question.

const hp = (/** @type {string} */ who, /** @type {number} */ n) => `${who} has ${n} hit ${n === 1 ? "point" : "points"} left.`;

export const Q = {
  /** What happened, by the kind of trigger. */
  hit: (/** @type {string} */ attacker, /** @type {string} */ target, /** @type {string} */ weapon, /** @type {number} */ total, /** @type {number} */ armour, /** @type {number} */ left) =>
    `${attacker} would hit ${target} with ${weapon}: ${total} against armour ${armour}. ${hp(target, left)}`,
  leaves: (/** @type {string} */ mover, /** @type {string} */ who) => `${mover} moves out of ${who}’s reach.`,
  attacked: (/** @type {string} */ attacker, /** @type {string} */ target, /** @type {string} */ weapon) => `${attacker} attacks ${target} with ${weapon}.`,
  damage: (/** @type {string} */ attacker, /** @type {string} */ who, /** @type {string} */ weapon, /** @type {number} */ damage, /** @type {number} */ left) =>
    `${attacker} hits ${who} with ${weapon}: ${damage} damage. ${hp(who, left)}`,
  failedSave: (/** @type {string} */ who, /** @type {string} */ ability, /** @type {"against" | "end" | "keep" | "story"} */ purpose, /** @type {string} */ name, /** @type {number} */ total, /** @type {number} */ dc) =>
    `${who} fails a ${ability} saving throw${{ against: ` against ${name}`, end: ` to end ${name}`, keep: ` to keep ${name}`, story: "" }[purpose]}: ${total} against ${dc}.`,
  cast: (/** @type {string} */ caster, /** @type {string} */ spell, /** @type {number} */ level) => `${caster} casts ${spell} (level ${level}).`,

  opportunityAttack: "Opportunity attack",
  /** What a reaction does. */
  shield: (/** @type {number} */ armour) => `armour ${armour}: the attack misses`,
  strikes: (/** @type {string} */ weapon, /** @type {string} */ toHit, /** @type {string} */ damage) => `${weapon}: ${toHit} to hit, ${damage} damage`,
  protects: "disadvantage on the attack",
  dodges: (/** @type {number} */ damage) => `only ${damage} damage`,
  deflects: (/** @type {string} */ dice) => `${dice} less damage`,
  again: "roll the saving throw again",
  counters: "the spell fails",
  mayCounter: (/** @type {number} */ dc) => `a check against ${dc}, then the spell fails`,
  pass: "Let it happen",

  /** What an answer costs. */
  costs: (/** @type {string} */ what) => `Costs ${what}`,
  reaction: "your reaction",
  reactionAndSlot: (/** @type {number} */ level) => `your reaction and a level ${level} slot`,
  use: (/** @type {number} */ left) => `one use of ${left}`,
  nothing: "nothing",

  /** What a table is asked for, by its kind. */
  askedFor: /** @type {Record<string, string>} */ ({ action: "what do you do?", initiative: "roll for initiative.", saving_throw: "make a saving throw.", reaction: "do you react?" }),
};
