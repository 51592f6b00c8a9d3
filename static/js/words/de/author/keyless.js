// @ts-check
// What `words/en/author/keyless.js` says, in German.

/** @type {typeof import("../../en/author/keyless.js").KEYLESS} */
export const KEYLESS = {
  why: "Der eingebaute Erzähler kann keine Kampagnen schreiben. Starte den Server mit gesetztem ANTHROPIC_API_KEY, dann schreibt Claude eine mit dir; Anthropic berechnet es dir.",
};
