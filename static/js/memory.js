// @ts-check
// What this browser remembers by itself: drafts, the turn under way, small preferences. A browser that remembers
// nothing (a private window, a full disk) only forgets; it never breaks the page.

/** @typedef {{ key: string, message: string, characterId: string, url: string, again?: string }} Underway
 *   a turn that was sent and whose end was not seen yet; without a `url` the server has not answered; `again` is the
 *   turn that is told again */

const PREFIX = "embertale.";

/** @param {string} name */
export function recall(name) {
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
  } catch {
    // See above.
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

/** @param {string} sessionId everything about a session that is no more */
export function forgetSession(sessionId) {
  for (const kind of ["draft", "underway", "hero"]) remember(`${kind}.${sessionId}`, "");
}
