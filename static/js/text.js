// @ts-check
// Words and numbers as people read them. Pure: no document, no network.
import { S } from "./words/en.js";

/** @typedef {import("./types.js").Clock} Clock */

// Control characters but tab and newline; marks that turn the direction of what follows; zero-width tags.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * What a model, a campaign or a player wrote, without what could disguise it. Text from outside can
 * otherwise reverse the words around it or hide some.
 * @param {string} text
 */
export function clean(text) {
  return text.replace(/\r\n?/g, "\n").replace(UNSEEN, "").toWellFormed();
}

/** Letters are left out at the beginning of these. */
const ELISION = /(?<![\p{L}\p{N}])'(?=(?:tis|twas|em|til|cause|\d\ds?|s|ne?[mnr]?)\b)/giu;

/**
 * Quotation marks and apostrophes as books of a language have them: straight ones, and in German those of English, too. One at the
 * beginning of a word opens, unless letters are left out there.
 * @param {string} text
 * @param {string} [language]
 */
export function curly(text, language = S.locale) {
  if (!/["'“”‘’]/.test(text)) return text;
  const [open, close, inner, end] = language.startsWith("de") ? "„“‚‘" : "“”‘’";
  return text
    .replace(ELISION, "’")
    .replace(/(?<![^\s([{“‘„‚—–*_])["'“‘]+(?=\.\.|[^\s"',.;:!?)])/g, (marks) => marks.replace(/["“]/g, open).replace(/['‘]/g, inner))
    .replace(/["”]/g, close)
    .replace(/‚((?:[^‚‘'’]|['’](?=\p{L}))+)['’]/gu, `‚$1${end}`)
    .replace(/'/g, "’");
}

/**
 * What the server writes for programmers too puts code in backquotes; readers know quotation marks. It may quote a player or a file.
 * @param {string} text
 */
export function quoted(text) {
  return clean(text).replace(/`([^`]+)`/g, "“$1”");
}

/** @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Names are remembered in lower case; on the page they get their capitals back.
 * @param {string} name
 */
export function properName(name) {
  // A ship's name may stand slanted where it is told of; here it is a name.
  name = name.replaceAll("*", "");
  if (name !== name.toLowerCase()) return name;
  const small = new Set(["of", "the", "and", "in", "at", "on", "von", "de", "to"]);
  return name
    .split(" ")
    .map((word, i) => (i > 0 && small.has(word) ? word : capitalised(word)))
    .join(" ");
}

/**
 * A name of the program, such as `spellSlotsUsed` or `half_elf`, as words.
 * @param {string} name
 */
export function words(name) {
  return term(name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ").trim().toLowerCase());
}

/** A word of the rules, in the page's language. @param {string} word */
export const term = (word) => listedAs(S.terms, word.toLowerCase()) ?? word;

/**
 * Looks a name from outside up in a list of ours. It may be `constructor`.
 * @template T
 * @param {Record<string, T>} list
 * @param {string} name
 * @returns {T | undefined}
 */
export function listedAs(list, name) {
  return Object.hasOwn(list, name) ? list[name] : undefined;
}

/** What an attack does. @param {{ damage: string, damageType?: string | null }} attack */
export const damage = ({ damage: dice, damageType }) => `${S.notation(dice.replace("-", "−"))} ${damageType ? term(damageType) : ""}`.trim();

/** @param {{ race: string, class: string, subclass?: string | null, level: number }} hero */
export function calling({ race, class: profession, subclass, level }) {
  return S.calling(term(properName(race)), term(properName(profession)), subclass ? properName(term(subclass)) : "", level);
}

/** @param {number} n */
export function signed(n) {
  return n < 0 ? `−${-n}` : `+${n}`;
}

/** @param {number} score */
export function modifier(score) {
  return Math.floor((score - 10) / 2);
}

/** @param {Clock} clock */
export function timeOfDay(clock) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return S.clock(clock.day, `${two(clock.hour)}:${two(clock.minute)}`);
}

/**
 * Null or absent is a cost nobody knows, which is not the same as nothing.
 * @param {number | null | undefined} usd
 */
export function money(usd) {
  if (usd === null || usd === undefined || !Number.isFinite(usd)) return S.costUnknown;
  if (usd === 0) return S.usd("0");
  if (usd < 0.0001) return `< ${S.usd("0.0001")}`;
  return S.usd(usd.toFixed(usd < 0.01 ? 4 : usd < 1 ? 3 : 2));
}

/** @param {number} n */
export function count(n) {
  return new Intl.NumberFormat(S.locale).format(n);
}

/**
 * The beginning of a long text, cut where a sentence ends if one does.
 * @param {string} text
 * @param {number} limit
 */
export function opening(text, limit) {
  const flat = text.replace(/\s+/g, " ").trim();
  if (flat.length <= limit) return flat;
  const head = flat.slice(0, limit);
  const stop = Math.max(head.lastIndexOf(". "), head.lastIndexOf("! "), head.lastIndexOf("? "), head.lastIndexOf("” "));
  return stop > limit / 3 ? head.slice(0, stop + 1) : `${head.slice(0, head.lastIndexOf(" ")).trimEnd()}…`;
}

/**
 * Characters as the server counts them: code points, not UTF-16 units.
 * @param {string} text
 */
export function length(text) {
  let n = 0;
  for (const _ of text) n++;
  return n;
}
