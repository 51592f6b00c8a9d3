// @ts-check
// What a fight says where no weapon reaches anybody. Like `words/en.js`.

export const APPROACH = {
  moveTo: (/** @type {string} */ name) => `Move up to ${name}`,
  toStrike: (/** @type {string} */ weapon) => `then strike with ${weapon}`,
  tooFar: (/** @type {string} */ name, /** @type {number} */ feet) => `${name} is out of reach, ${feet} ft away`,
};
