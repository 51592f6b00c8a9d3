// @ts-check
// Texts for the purposes of rolls, for pages and stories in other languages than English.
import { S } from "../words/en.js";
import { ROLLS } from "../words/en/table/rolls.js";
import { capitalised, listedAs, term } from "../text.js";

/** @typedef {import("../types.js").RollPurpose} RollPurpose */

/** Kinds whose name is the story's own words. */
const OF_THE_STORY = ["story", "check", "improvised", "save"];

/** @param {RollPurpose} purpose */
export function purposeInWords({ kind, who = "", target = "", name = "", skill, ability, houseRule }) {
  const what = skill ? capitalised(term(skill)) : ability ? S.abilities[ability] : "";
  const say = listedAs(ROLLS.kinds, kind) ?? ROLLS.kinds.story;
  const said = say(who, target, OF_THE_STORY.includes(kind) ? name : capitalised(term(name)), what);
  return houseRule ? ROLLS.byHouse(said, ROLLS.houseRules[houseRule]) : said;
}

Object.assign(S.dice, { purpose: (/** @type {RollPurpose | null | undefined} */ purpose) => purpose && purposeInWords(purpose) });
