// @ts-check
// What the rules throw dice for.

/** @typedef {(who: string, target: string, name: string, what: string) => string} Words */

/** @param {string} what @param {string} of */
const about = (what, of) => (of ? `${what}: ${of}` : what);

/** @type {Record<import("../../../types.js").RollPurpose["kind"], Words>} */
const kinds = {
  story: (_, __, name) => name,
  attack: (who, target, name) => (who ? `${who} attacks ${target}: ${name}` : `Attack on ${target}: ${name}`),
  damage: (_, __, name) => about("Damage", name),
  criticalDamage: (_, __, name) => about("Critical damage", name),
  healing: (_, __, name) => about("Healing", name),
  temporaryHitPoints: (_, __, name) => about("Temporary hit points", name),
  hitPointsReached: (_, __, name) => about("Hit points reached", name),
  howMany: (_, __, name) => about("How many", name),
  feature: (_, __, name) => name,
  recharge: (_, __, name) => about("Recharge", name),
  initiative: (who) => about("Initiative", who),
  check: (who, _, name, what) => about(what, who || name),
  improvised: (who, _, name) => about(name, who),
  counterspell: (_, __, name) => `Counterspell against ${name}`,
  grapple: (who) => about("Grapple", who),
  grappleResisted: (who) => `Grapple: ${who} resists`,
  shove: (who) => about("Shove", who),
  shoveResisted: (who) => `Shove: ${who} resists`,
  escape: (who) => about("Escape", who),
  escapeResisted: (who) => `Escape: ${who} holds on`,
  firstAid: (who, target) => `Medicine: ${who} for ${target}`,
  save: (_, __, name, what) => about(`${what} save`, name),
  saveAgainst: (_, __, name, what) => `${what} save against ${name}`,
  saveToEnd: (_, __, name, what) => `${what} save to end ${name}`,
  saveToKeep: (_, __, name, what) => `${what} save to keep ${name}`,
  deathSave: (who) => about("Death saving throw", who),
  hitDie: (who) => about("Hit die", who),
  hoursToWake: (who) => `Hours until ${who} wakes`,
  coins: () => "Coins of the fallen",
};

export const ROLLS = {
  kinds,
  /** @type {Record<NonNullable<import("../../../types.js").RollPurpose["houseRule"]>, string>} */
  houseRules: { criticalHits: "critical hits", flanking: "flanking", potions: "potions", deathSaves: "death saves" },
  byHouse: (/** @type {string} */ said, /** @type {string} */ rule) => `${said} (house rule: ${rule})`,
};
