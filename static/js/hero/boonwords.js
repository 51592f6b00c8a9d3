// @ts-check
// Texts for a temporary effect: modifiers and duration.
import { HERO } from "../words/en/hero.js";
import { BOONS } from "../words/en/table/boons.js";
import { S } from "../words/en.js";
import { signed, term } from "../text.js";

/** @typedef {import("../types.js").Effect} Effect */

/** In rounds. */
const MINUTE = 10;
const HOUR = 60 * MINUTE;

/** Dice with their sign, such as `+1d4`. @param {string} dice */
const dice = (dice) => S.notation(/^[+-]/.test(dice) ? dice.replace("-", "−") : `+${dice}`);

/** @param {Effect["modifiers"][number]} modifier */
function change(modifier) {
  switch (modifier.of) {
    case "attack-dice":
    case "save-dice":
    case "check-dice":
      return `${BOONS.of[modifier.of]} ${dice(modifier.dice)}`;
    case "ability-dice":
      return `${BOONS.ofAbility(S.abilities[modifier.ability])} ${dice(modifier.dice)}`;
    case "damage-dice":
      return `${BOONS.of["damage-dice"]} ${dice(modifier.harm.dice)} ${modifier.harm.damageType ? term(modifier.harm.damageType) : ""}`.trim();
    case "armor-class":
      return `${HERO.ac} ${signed(modifier.by)}`;
    case "unarmored-base":
      return BOONS.unarmored(modifier.base);
    case "least-armor-class":
      return BOONS.least(modifier.least);
    case "maximum-hit-points":
      return `${BOONS.most} ${signed(modifier.by)}`;
    case "speed":
      return `${HERO.speed} ${BOONS.feet(signed(modifier.feet))}`;
    case "resistance":
      return BOONS.resistance(term(modifier.damageType));
    default:
      return BOONS.of[modifier.of];
  }
}

/** By its largest unit, roughly where that is enough. @param {number} rounds */
function time(rounds) {
  const isOf = (/** @type {number} */ unit, /** @type {number} */ least) => rounds % unit === 0 || rounds > least;
  const [unit, say] = isOf(HOUR, 2 * HOUR) ? [HOUR, BOONS.hours] : isOf(MINUTE, MINUTE) ? [MINUTE, BOONS.minutes] : [1, BOONS.rounds];
  const said = say(Math.round(rounds / unit));
  return rounds % unit ? BOONS.about(said) : said;
}

/** @param {Effect["timing"]} timing */
function lasts({ roundsLeft, concentration, untilRest }) {
  if (roundsLeft) return [concentration && BOONS.concentration, time(roundsLeft)].filter(Boolean).join(", ");
  return concentration ? BOONS.concentration : untilRest ? BOONS.untilRest : BOONS.untilEnded;
}

/** @param {Effect} effect */
export const boonWords = ({ modifiers, timing }) => [...modifiers.map(change), lasts(timing)];

Object.assign(HERO, { boonWords });
