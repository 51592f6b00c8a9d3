// @ts-check
// A new hero's scores: the methods, and the bonuses of race and class. Pure; the server decides.
import { hitPoints } from "./hitpoints.js";

/** @typedef {import("../types.js").Abilities} Abilities @typedef {keyof Abilities} Ability */
/**
 * @typedef {object} ClassFacts
 * @property {number} die sides of the hit die
 * @property {string} order abilities, the most needed first
 * @property {string} skills the usual choices first
 * @property {number} picks how many skills it is trained in
 * @property {string} kit
 * @property {string} [cantrips]
 * @property {string} [spells] of level 1
 * @property {number} [known] how many of them at first; -1 for as many as the modifier and one
 * @property {Ability} [casts] the ability it casts with
 * @property {number[]} [rises] the levels that improve abilities, where they are not the usual ones
 * @property {Ability} [bare] what counts for its armour class without armour
 * @property {boolean} [scales] whether dragon blood gives it thicker skin
 */

export const ABILITIES = /** @type {const} */ (["str", "dex", "con", "int", "wis", "cha"]);

/** The scores of the standard array. */
export const ARRAY = [15, 14, 13, 12, 10, 8];
/** What there is to spend on scores, and what each of 8 to 15 costs. */
export const POINTS = 27;
const COSTS = [0, 1, 2, 3, 4, 5, 7, 9];
export const [LEAST, MOST] = [8, 15];
export const HIGHEST = 20;
const RISES = [4, 8, 12, 16, 19];
const RISE = 2;

/** @type {Record<string, ClassFacts>} */
export const CLASS_FACTS = {
  // From crates/game, by UPDATE_PAGE=1:
  barbarian: { die: 12, order: "str con dex wis cha int", skills: "athletics, survival, perception, intimidation, nature, animal handling", picks: 2, kit: "Greataxe, 2 Handaxe, 4 Javelin", bare: "con" },
  bard: { die: 8, order: "cha dex con wis int str", skills: "performance, persuasion, deception, perception, insight, sleight of hand, stealth, history, acrobatics, investigation, intimidation, arcana, athletics, medicine, nature, religion, survival, animal handling", picks: 3, kit: "Rapier, Dagger, Lute, Leather Armor", cantrips: "Vicious Mockery, Minor Illusion", spells: "Healing Word, Thunderwave, Faerie Fire, Charm Person, Sleep, Heroism", known: 4, casts: "cha" },
  cleric: { die: 8, order: "wis con dex str cha int", skills: "medicine, religion, insight, persuasion, history", picks: 2, kit: "Mace, Light Crossbow, 20 Bolt, Scale Mail, Shield, Holy Symbol", cantrips: "Sacred Flame, Guidance, Light", spells: "Cure Wounds, Bless, Guiding Bolt, Shield of Faith, Healing Word, Sanctuary, Detect Magic", known: -1, casts: "wis" },
  druid: { die: 8, order: "wis con dex int cha str", skills: "nature, perception, survival, animal handling, medicine, insight, arcana, religion", picks: 2, kit: "Scimitar, Leather Armor, Shield, Druidic Focus, Herbalism Kit", cantrips: "Produce Flame, Shillelagh", spells: "Entangle, Cure Wounds, Faerie Fire, Goodberry, Thunderwave, Speak with Animals", known: -1, casts: "wis" },
  fighter: { die: 10, order: "str con dex wis cha int", skills: "athletics, perception, intimidation, survival, acrobatics, insight, history, animal handling", picks: 2, kit: "Longsword, Light Crossbow, 20 Bolt, Chain Mail, Shield", rises: [4, 6, 8, 12, 14, 16, 19] },
  monk: { die: 8, order: "dex wis con str int cha", skills: "acrobatics, stealth, insight, athletics, religion, history", picks: 2, kit: "Shortsword, 10 Dart", bare: "wis" },
  paladin: { die: 10, order: "str cha con wis dex int", skills: "athletics, persuasion, religion, insight, medicine, intimidation", picks: 2, kit: "Longsword, 5 Javelin, Chain Mail, Shield, Holy Symbol" },
  ranger: { die: 10, order: "dex wis con str int cha", skills: "survival, perception, stealth, nature, athletics, investigation, animal handling, insight", picks: 3, kit: "Longbow, 20 Arrow, Quiver, 2 Shortsword, Scale Mail" },
  rogue: { die: 8, order: "dex con int wis cha str", skills: "stealth, sleight of hand, perception, investigation, acrobatics, deception, persuasion, insight, intimidation, athletics, performance", picks: 4, kit: "Rapier, Shortbow, 20 Arrow, Quiver, 2 Dagger, Leather Armor, Thieves' Tools", rises: [4, 8, 10, 12, 16, 19] },
  sorcerer: { die: 6, order: "cha con dex wis int str", skills: "arcana, persuasion, deception, insight, intimidation, religion", picks: 2, kit: "Light Crossbow, 20 Bolt, 2 Dagger, Arcane Focus", cantrips: "Fire Bolt, Ray of Frost, Light, Mage Hand", spells: "Magic Missile, Shield, Burning Hands, Charm Person", known: 2, casts: "cha", scales: true },
  warlock: { die: 8, order: "cha con dex wis int str", skills: "arcana, deception, intimidation, investigation, religion, history, nature", picks: 2, kit: "Light Crossbow, 20 Bolt, Quarterstaff, 2 Dagger, Leather Armor, Component Pouch", cantrips: "Eldritch Blast, Minor Illusion", spells: "Hellish Rebuke, Charm Person, Protection from Evil and Good", known: 2, casts: "cha" },
  wizard: { die: 6, order: "int con dex wis cha str", skills: "arcana, investigation, history, insight, medicine, religion", picks: 2, kit: "Quarterstaff, Dagger, Component Pouch, Spellbook", cantrips: "Fire Bolt, Mage Hand, Light", spells: "Magic Missile, Shield, Sleep, Mage Armor, Detect Magic, Burning Hands, Find Familiar", known: 6, casts: "int" },
  // End.
};

/**
 * From `crates/game/src/race.rs`: what each people adds to abilities; `free` points go where the class needs them.
 * @type {Record<string, { adds: Partial<Abilities>, free?: number, tough?: boolean, skills?: string, picks?: number }>}
 */
export const RACES = {
  dragonborn: { adds: { str: 2, cha: 1 } },
  dwarf: { adds: { con: 2 } },
  "hill dwarf": { adds: { con: 2, wis: 1 }, tough: true },
  elf: { adds: { dex: 2 }, skills: "perception" },
  "high elf": { adds: { dex: 2, int: 1 }, skills: "perception" },
  gnome: { adds: { int: 2 } },
  "rock gnome": { adds: { int: 2, con: 1 } },
  "half-elf": { adds: { cha: 2 }, free: 2, picks: 2 },
  "half-orc": { adds: { str: 2, con: 1 }, skills: "intimidation" },
  halfling: { adds: { dex: 2 } },
  "lightfoot halfling": { adds: { dex: 2, cha: 1 } },
  human: { adds: { str: 1, dex: 1, con: 1, int: 1, wis: 1, cha: 1 } },
  tiefling: { adds: { int: 1, cha: 2 } },
};

const ARMOUR = [
  { name: "Chain Mail", base: 16, most: 0 },
  { name: "Scale Mail", base: 14, most: 2 },
  { name: "Leather Armor", base: 11, most: 9 },
];

const modifier = (/** @type {number} */ score) => Math.floor((score - 10) / 2);
const names = (/** @type {string | undefined} */ list) => (list ? list.split(", ") : []);
const order = (/** @type {string} */ profession) => /** @type {Ability[]} */ (CLASS_FACTS[profession].order.split(" "));

/** Scores where the class needs them, the highest first. @param {string} profession @param {number[]} pool @returns {Abilities} */
export function placed(profession, pool) {
  const sorted = [...pool].sort((a, b) => b - a);
  return /** @type {Abilities} */ (Object.fromEntries(order(profession).map((ability, i) => [ability, sorted[i]])));
}

/**
 * What the people and the levels behind add to scores.
 * @param {Abilities} base @param {string} profession @param {string} race @param {number} level
 * @returns {Abilities}
 */
export function added(base, profession, race, level) {
  const { adds, free = 0 } = RACES[race];
  const sum = { ...base };
  const raise = (/** @type {Ability} */ ability, /** @type {number} */ by) => (sum[ability] = Math.min(sum[ability] + by, HIGHEST));
  for (const ability of ABILITIES) raise(ability, adds[ability] ?? 0);
  for (const ability of order(profession).filter((ability) => !adds[ability]).slice(0, free)) raise(ability, 1);
  const rises = (CLASS_FACTS[profession].rises ?? RISES).filter((at) => at <= level).length;
  for (let point = 0; point < rises * RISE; point++) {
    const ability = order(profession).find((ability) => sum[ability] < HIGHEST);
    if (ability) raise(ability, 1);
  }
  return sum;
}

/** What scores from 8 to 15 cost together. @param {number[]} scores */
export const cost = (scores) => scores.reduce((sum, score) => sum + (COSTS[score - LEAST] ?? 0), 0);

/** Four dice of which the lowest does not count. @param {() => number} die @returns {{ dice: number[], score: number }} the highest first */
export function rollScore(die) {
  const dice = [die(), die(), die(), die()].sort((a, b) => b - a);
  return { dice, score: dice[0] + dice[1] + dice[2] };
}

/**
 * What a hero begins with.
 * @param {{ class: string, race: string, level?: number, abilities: Abilities, background?: string }} hero
 */
export function outset({ class: profession, race, level = 1, abilities, background }) {
  const { die, skills, picks, kit, cantrips, spells, known = 0, casts, bare, scales = false } = CLASS_FACTS[profession];
  const people = RACES[race];
  const [con, dex] = [modifier(abilities.con), modifier(abilities.dex)];
  const tough = Number(people.tough ?? false) + Number(scales);
  const worn = ARMOUR.find(({ name }) => kit.includes(name));
  const shield = kit.includes("Shield") ? 2 : 0;
  const own = names(people.skills);
  return {
    hp: hitPoints(die, con, tough, level),
    ac: (worn ? worn.base + Math.min(dex, worn.most) : (scales ? 13 : 10) + dex + (bare ? modifier(abilities[bare]) : 0)) + shield,
    skills: [...own, ...names(skills).filter((skill) => !own.includes(skill)).slice(0, picks + (people.picks ?? 0) + (background ? 2 : 0))],
    kit: names(kit),
    cantrips: names(cantrips),
    spells: names(spells).slice(0, known < 0 && casts ? Math.max(1 + modifier(abilities[casts]), 1) : known),
  };
}
