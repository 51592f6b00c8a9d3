// @ts-check
// What `words/en/seated.js` says, in German.

/** @type {typeof import("../en/seated.js").SEATED} */
export const SEATED = {
  friends: "Freunde",
  invite: "Freunde einladen",
  screen: "Tischbildschirm",
};
