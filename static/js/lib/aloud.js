// @ts-check
// What happened, as one would read it aloud. Pure.
import { tongue } from "../prose.js";
import { remembered } from "./names.js";

/** So many deeds go into one sentence. */
const MOST = 3;
/** What stands before the last of them, by the story's language. @type {Record<string, string>} */
const AND = { en: "and", de: "und" };

/**
 * Sentences that have the same hero for a subject, one behind the other, become one, which names the hero once. Each is given back with what
 * joins it to the next.
 * @param {string[]} sentences
 * @param {string[]} heroes
 */
export function flowing(sentences, heroes) {
  const and = AND[tongue || "en"];
  // One that is more than a plain sentence stays by itself.
  const subjects = sentences.map((text) => (and && /^[^.!?:;“„]+\.$/.test(text) && heroes.find((name) => text.startsWith(`${name} `))) || "");
  /** How many of its subject came before it. */
  const at = subjects.reduce((/** @type {number[]} */ all, who, i) => [...all, who && who === subjects[i - 1] ? all[i - 1] + 1 : 0], []);
  const opens = (/** @type {number} */ i) => at[i] % MOST === 0;
  return sentences.map((text, i) => {
    const who = subjects[i];
    const first = who.replace(/ .*/, "");
    // Who was just named needs no second name.
    const isKnown = who !== "" && subjects.indexOf(who) < i && !/^the$/i.test(first);
    const said = !opens(i) ? text.slice(who.length + 1) : isKnown ? text.replace(who, first) : text;
    if (!at[i + 1] || opens(i + 1)) return `${said} `;
    return said.slice(0, -1) + (!at[i + 2] || opens(i + 2) ? ` ${and} ` : ", ");
  });
}

/**
 * What happened, as one would read it aloud: in whole sentences, and of two that tell the same only the fuller.
 * @param {string[]} texts the oldest first
 * @param {string[]} names with their capitals
 * @param {string[]} [heroes] of whom it tells
 */
export function paragraph(texts, names, heroes = []) {
  const low = texts.map((text) => text.toLowerCase().replace(/\.$/, ""));
  const once = texts.filter((_, i) => !low.some((other, j) => j !== i && other.includes(low[i]) && (other.length > low[i].length || j < i)));
  return flowing(once.map((text) => remembered(text, names).replace(/[\p{L}\p{N}]$/u, "$&.")), heroes).join("").trimEnd();
}
