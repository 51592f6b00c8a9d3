// @ts-check
// The words of boons and curses. Like `words/en.js`, and fetched with the first of them.
import { plural } from "../../en.js";

export const BOONS = {
  of: {
    "attack-dice": "Attacks",
    "save-dice": "Saving throws",
    "check-dice": "Ability checks",
    "damage-dice": "Damage",
    "attack-advantage": "advantage on attacks",
    "attack-disadvantage": "disadvantage on attacks",
    "easy-to-hit": "attacks against you have advantage",
    "hard-to-hit": "attacks against you have disadvantage",
  },
  ofAbility: (/** @type {string} */ ability) => `${ability} checks and saving throws`,
  unarmored: (/** @type {number} */ base) => `without armour: ${base} + Dexterity`,
  least: (/** @type {number} */ ac) => `Armour at least ${ac}`,
  most: "Maximum hit points",
  feet: (/** @type {string} */ n) => `${n} ft`,
  resistance: (/** @type {string} */ type) => `half ${type} damage`,
  rounds: (/** @type {number} */ n) => plural(n, "round", "rounds"),
  minutes: (/** @type {number} */ n) => plural(n, "minute", "minutes"),
  hours: (/** @type {number} */ n) => plural(n, "hour", "hours"),
  about: (/** @type {string} */ time) => `about ${time}`,
  concentration: "concentration",
  untilRest: "until the next rest",
  untilEnded: "until it is ended",
};
