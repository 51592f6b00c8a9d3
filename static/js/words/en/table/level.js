// @ts-check
// What is said where a level is taken. Like `words/en.js`.
import { plural } from "../../en.js";

export const LEVEL = {
  title: (/** @type {string} */ name, /** @type {number} */ level) => `${name} reaches level ${level}`,
  brings: "What it brings",
  hp: (/** @type {number} */ before, /** @type {number} */ after) => `${before} → ${after} hit points`,
  hpNote: (/** @type {number} */ die, /** @type {number} */ average, /** @type {string} */ con) => `The average of a d${die}, ${average}, and ${con} for Constitution.`,
  hpBefore: "Each earlier level gains 1 hit point, too.",
  proficiency: (/** @type {string} */ bonus) => `Proficiency ${bonus}`,
  proficiencyNote: "Added to every roll you are trained in.",
  choose: "What you choose",
  points: (/** @type {number} */ n) => `Spread ${plural(n, "point", "points")} over your abilities`,
  leftOpen: "Leave them all at 0, and they go where your class needs them most.",
  left: (/** @type {number} */ n) => (n > 0 ? `${plural(n, "point", "points")} left.` : n < 0 ? `${plural(-n, "point", "points")} too many.` : "All points spent."),
  unspent: (/** @type {number} */ n) => `Spend all ${n}, or none.`,
  uses: {
    str: "melee blows, climbing, lifting",
    dex: "bows and blades, armour, stealth",
    con: "hit points, holding out",
    int: "knowledge, searching",
    wis: "noticing things, reading people",
    cha: "talking, bluffing, leading",
  },
  subclass: "Subclass",
  go: (/** @type {number} */ level) => `Advance to level ${level}`,
  gained: (/** @type {string} */ name, /** @type {number} */ level, /** @type {string} */ gains) => `${name} is level ${level} now: ${gains}.`,
};
