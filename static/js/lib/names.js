// @ts-check
// Capitalises names in texts that are stored in lower case.
import { capitalised, properName } from "../text.js";

/**
 * Words everybody uses, which may be somebody's name as well: in small letters they are left as they are. Where one of them can be
 * nothing but a name the server has written it large.
 */
const COMMON = /^(?:will|may|hope|faith|grace|joy|mercy|rose|mark|bill|grant|chance|dawn|eve|art|drew|rob|pat|frank|guy|sky|star|storm|shadow|ash|reed|cliff|brook|wade|lance|hunter|fox|wolf|bear|raven|robin|martin|ruby|pearl|amber|iron|stone|young|old)$/;

/**
 * A text with the capitals of a sentence and of every name in it.
 * @param {string} text
 * @param {string[]} names with their capitals
 */
export function remembered(text, names) {
  const known = new Map(names.map((name) => name.replace(/^the /i, "")).map((name) => [name.toLowerCase(), name]));
  const longestFirst = [...known.keys()].filter((name) => name.length > 2 && !COMMON.test(name)).sort((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return sentences(text);
  const plain = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  // Within a sentence the article of a name is small.
  const anyName = new RegExp(`((?<=[\\p{L},] )the )?(?<![\\p{L}\\p{N}])(${plain.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  return sentences(text.replace(anyName, (_, article, found) => (article ? "the " : "") + (known.get(found.toLowerCase()) ?? found)));
}

/** A text that begins in the middle of what somebody says opens it. @param {string} text */
export const opened = (text) => (/^[^“„]*”/.test(text) ? `“… ${text}` : /^[^“„]*\S“(?![\p{L}\p{N}])/u.test(text) ? `„… ${text}` : text);

/** Every sentence with its capital, but for what goes on after an initial, or after what somebody calls out; what is said and the one who speaks have theirs, too. @param {string} text */
export const sentences = (text) =>
  capitalised(text)
    .replace(/([\p{L}\p{N}]{2}(?:[.!?]|\.["”’)]+)\s+["“‘(]*)(\p{Ll})/gu, (_, end, first) => end + first.toUpperCase())
    .replace(/“\p{Ll}/gu, (found) => found.toUpperCase())
    .replace(/(?<![\p{L}\p{N}’'])i(?=['’ ,])/gu, "I");

/**
 * Every name of a session, as its heroes know them. Heroes are known by their first names, too; creatures without a name of their own, such as a
 * goblin, have none.
 * @param {import("../types.js").Session} session
 */
export function namesOf({ story, characters, supportingNPCs, creatures = [] }) {
  const heroes = characters.flatMap(({ name }) => [name.split(" ")[0], name]);
  const named = [story.currentLocation, ...(story.knownPlaces ?? []), ...creatures.map(({ name }) => name), ...heroes].filter((name) => name !== name.toLowerCase());
  const met = (story.metNPCs ?? []).filter((name) => !/^an? /i.test(name));
  return [...named, ...met.map(properName), ...supportingNPCs.map(({ name, displayName }) => displayName ?? properName(name))];
}
