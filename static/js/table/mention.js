// @ts-check
// Addressing somebody: an @ and the name before the message.
import { exchange } from "./composer.js";
import { closeSheet } from "./panels.js";
import { properName } from "../text.js";

/** @param {string} name as the session has it */
export function speakTo(name) {
  closeSheet();
  const call = `@${properName(name)} `;
  const before = exchange(call).trimStart();
  // What was begun already is for them.
  if (before && !before.startsWith("@")) exchange(call + before);
}
