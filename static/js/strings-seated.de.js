// @ts-check
// What `strings-seated.js` says, in German.

/** @type {typeof import("./strings-seated.js").SEATED} */
export const SEATED = {
  friends: "Freunde",
  invite: "Mit Freunden spielen",
  screen: "Tischbildschirm",
};
