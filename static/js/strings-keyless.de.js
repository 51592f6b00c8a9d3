// @ts-check
// What `strings-keyless.js` says, in German.

/** @type {typeof import("./strings-keyless.js").KEYLESS} */
export const KEYLESS = {
  why: "Der Erzähler dieses Hauses schreibt keine Kampagnen. Starte den Server mit gesetztem ANTHROPIC_API_KEY, und Claude schreibt eine mit dir.",
};
