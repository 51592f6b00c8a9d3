// @ts-check
// Messages between tabs of one browser: a turn in one appears in the others.

const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("embertale") : null;

/** @typedef {{ sessionId: string, gone?: boolean }} Word */

/** @param {Word} word */
export const tellTabs = (word) => channel?.postMessage(word);

/** @param {(word: Word) => void} listener */
export function hearTabs(listener) {
  channel?.addEventListener("message", ({ data }) => listener(data));
}
