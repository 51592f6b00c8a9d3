// @ts-check
// Requests of a turn: a message, a button or a retelling; and their failures.
import { freshKey, sessionPath } from "../api.js";
import { giveBack } from "../table/composer.js";

/**
 * @typedef {import("../memory.js").Underway} Underway
 * @typedef {{ act: import("../types.js").Act, refused: (why: string) => void }} Deed what a button does, and who is told why it may not be
 */

/**
 * Words and deeds the server never answered keep their key: had they arrived after all, they are not played twice.
 * @param {Underway | null} before
 * @param {string} message
 * @param {string} characterId
 * @param {Deed["act"]} [act]
 * @returns {Underway}
 */
export function errand(before, message, characterId, act) {
  const same = before && !before.again && before.message === message && before.characterId === characterId && JSON.stringify(before.act) === JSON.stringify(act);
  return same ? before : { key: freshKey(), message, characterId, url: "", act };
}

/** @param {string} sessionId @param {Underway} underway */
export function postOf(sessionId, { key, message, characterId, again, act }) {
  const body = again ? {} : { ...(act ?? { message }), ...(characterId && { characterId }) };
  return { path: sessionPath(sessionId, again ? "/retry" : act ? "/actions" : "/chat"), key, body };
}

/** Words that came to nothing are the player's again; a button can be pressed again. @param {Underway} underway */
export function backInTheBox({ act, message }) {
  if (!act) giveBack(message);
}

/**
 * What the rules forbid is said where it was asked for. An earned level stands in the way of words and deeds alike.
 * @param {import("../api.js").ApiError} error
 */
export const isAgainstTheRules = ({ status, code }) => (status === 409 || status === 422) && code !== "level_up_pending";
