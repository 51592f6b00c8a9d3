// @ts-check
// The key bindings of the table. Pure; `keys.js` acts on them.

/** @typedef {{ key: string, code: string, altKey: boolean, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean }} Press */

/**
 * What a key asks for, if anything.
 * @param {Press} press
 * @param {{ typing: boolean, letters: boolean }} where `typing`: the focus is where text goes; `letters`: keys without a modifier count
 */
export function deedOf({ key, code, altKey, ctrlKey, metaKey, shiftKey }, { typing, letters }) {
  if (ctrlKey || metaKey) return key === "Enter" && !altKey ? "send" : "";
  if (key === "Escape") return "away";
  if (key === "F6") return shiftKey ? "regionBefore" : "regionAfter";
  if (altKey) {
    // By its place, not its sign: with Alt, some keyboards write other signs.
    if (/^Digit[1-6]$/.test(code)) return `panel${code.at(-1)}`;
    if (code === "KeyR") return "retell";
    if (code === "KeyZ") return "undo";
    // In a text these keys have a meaning of their own on some machines.
    if (key === "ArrowUp" && !typing) return "turnBefore";
    if (key === "ArrowDown" && !typing) return "turnAfter";
    return "";
  }
  if (typing || !letters) return "";
  return { "/": "box", "?": "help", k: "turnBefore", j: "turnAfter" }[key] ?? "";
}
