// @ts-check
// Word between the tabs of one browser: who plays in one sees it in the others.

const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("embertale") : null;

/** @typedef {{ sessionId: string, gone?: boolean }} Word */

/** @param {Word} word */
export const tellTabs = (word) => channel?.postMessage(word);

/** @param {(word: Word) => void} listener */
export function hearTabs(listener) {
  channel?.addEventListener("message", ({ data }) => listener(data));
}
