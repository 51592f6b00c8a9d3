// @ts-check
// What this browser remembers by itself: drafts, the turn under way, small preferences. In a browser that remembers
// nothing (it is full, or not allowed to), this page does, for as long as it is open.

/** @typedef {{ key: string, message: string, characterId: string, url: string, again?: string, act?: import("./types.js").Act }} Underway
 *   a turn that was sent and whose end was not seen yet; without a `url` the server has not answered; `again` is the
 *   turn that is told again, `act` what a button does */

export const PREFIX = "embertale.";

/** What the browser would not take. @type {Map<string, string>} */
const held = new Map();
/** @type {() => void} */
let onForgetful = () => {};

/** @param {() => void} tell called once, when the browser first refuses to keep something */
export function watchMemory(tell) {
  onForgetful = tell;
  if (held.size) hold();
}

function hold() {
  onForgetful();
  onForgetful = () => {};
}

/** Whether words of the player's are kept by nothing but this page. */
export const holdsDraft = () => [...held].some(([name, value]) => name.startsWith("draft.") && value.trim() !== "");

/** @param {string} name */
export function recall(name) {
  const here = held.get(name);
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value nothing is the same as forgetting
 */
export function remember(name, value) {
  try {
    if (value) localStorage.setItem(PREFIX + name, value);
    else localStorage.removeItem(PREFIX + name);
    held.delete(name);
  } catch {
    held.set(name, value);
    // To forget is all that was asked.
    if (value) hold();
  }
}

/** @param {string} sessionId */
export const draftOf = (sessionId) => recall(`draft.${sessionId}`) ?? "";
/** @param {string} sessionId @param {string} text */
export const keepDraft = (sessionId, text) => remember(`draft.${sessionId}`, text);

/**
 * Kept beyond the tab, so that a turn still comes to its end on the page when the tab was closed while it played.
 * @param {string} sessionId
 * @returns {Underway | null}
 */
export function underwayOf(sessionId) {
  try {
    const kept = JSON.parse(recall(`underway.${sessionId}`) ?? "null");
    return typeof kept?.key === "string" && typeof kept.message === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** @param {string} sessionId @param {Underway | null} underway */
export const keepUnderway = (sessionId, underway) =>
  remember(`underway.${sessionId}`, underway ? JSON.stringify(underway) : "");

/** Where the story that was read last is kept for when the server is away. */
export const STORY = "story";
export const forgetStory = () => void globalThis.caches?.delete(STORY).catch(() => {});

/** @param {string} sessionId everything about a session that is no more */
export function forgetSession(sessionId) {
  for (const kind of ["draft", "draft.journal", "underway", "hero", "title"]) remember(`${kind}.${sessionId}`, "");
  forgetStory();
}
