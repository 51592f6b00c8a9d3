// @ts-check
// Search and sort order of lists, and relative times. Pure.
import { S } from "../words/en.js";

/**
 * Whether a title is meant by some words: all of them are in it, in any order and case, accents or not.
 * @param {string} title
 * @param {string} words
 */
export function matches(title, words) {
  const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const all = plain(title);
  return plain(words).split(/\s+/).every((word) => all.includes(word));
}

/**
 * @param {string} time RFC 3339
 * @param {number} [now]
 */
export function ago(time, now = Date.now()) {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  if (Number.isNaN(seconds)) return "";
  const format = new Intl.RelativeTimeFormat(S.locale, { numeric: "auto" });
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [["day", 86_400], ["hour", 3_600], ["minute", 60]];
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  }
  return S.justNow;
}

/** @param {string} health as the heroes see it */
export const isDead = (health) => health === "dead";

/**
 * Those who lie there come behind those who stand.
 * @template {{ health: string }} T
 * @param {T[]} creatures
 */
export const livingFirst = (creatures) => [...creatures].sort((a, b) => Number(isDead(a.health)) - Number(isDead(b.health)));
