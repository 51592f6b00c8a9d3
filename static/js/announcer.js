// @ts-check
// Speaks to screen readers. The streaming story is silent to them, since single words are unbearable: a turn is announced when it
// begins, and read once when it is complete.
import { byId } from "./dom.js";
import { recall } from "./memory.js";
import { S } from "./words/en.js";
import { clean, opening } from "./text.js";

/** Longer than this, a reader is better off in the story, at their own pace. */
const SPOKEN = 600;

/** @param {string} text */
export function announce(text) {
  const spoken = clean(text);
  byId("status", HTMLElement).textContent = spoken.length > SPOKEN && recall("whole") !== "on" ? `${opening(spoken, SPOKEN)} ${S.readOn}` : spoken;
}
