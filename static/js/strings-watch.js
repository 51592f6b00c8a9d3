// @ts-check
// The table screen, for the television in the middle.

export const W = {
  story: "The story as it is told",
  party: "Who is here",
  watching: (/** @type {string} */ names) => `Looking on: ${names}`,
  played: (/** @type {string} */ name) => `played by ${name}`,
  away: (/** @type {string} */ name) => `${name} is away`,
  hp: (/** @type {number} */ hp, /** @type {number} */ max) => `${hp} of ${max} hit points`,
  dice: "The dice",
  moreDice: (/** @type {number} */ n) => `and ${n} more`,
  round: (/** @type {number} */ n) => `Round ${n}`,
  large: "Full screen",
  small: "Leave full screen",
  toTable: "To the table",
  controls: "Screen",
  begins: "All eyes up here. The story begins with your first words.",
  cut: "The line to the table is down. As soon as it is back, so is the story…",

  code: "Show the way in",
  codeAway: "Hide the code",
  codeMaking: "One moment…",
  codeTitle: "Pull up a chair",
  codeText: "Point your phone’s camera here, pick a hero, and play.",
  codeUntil: (/** @type {string} */ when) => `Good until ${when}, or until you hide it.`,
  codeOpen: (/** @type {string} */ when) => `The way in could not be closed: whoever has the code still gets in, until ${when}.`,
  codeAlt: "QR code that leads to a seat at this table",
};
