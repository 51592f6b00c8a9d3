// @ts-check
// What `words/en/table/approach.js` says, in German.

/** @type {typeof import("../../en/table/approach.js").APPROACH} */
export const APPROACH = {
  moveTo: (name) => `Heran an: ${name}`,
  toStrike: (weapon) => `dann Angriff: ${weapon}`,
  tooFar: (name, feet) => `${name} ist außer Reichweite, ${feet} Fuß entfernt`,
};
