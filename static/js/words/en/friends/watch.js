// @ts-check
// The table screen, for the television in the middle.

export const W = {
  story: "The story as it is told",
  party: "Who is here",
  watching: (/** @type {string} */ names) => `Looking on: ${names}`,
  played: (/** @type {string} */ name) => `played by ${name}`,
  hosted: "played by the",
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
  wentBack: "The story has gone back a step: what was told last never happened.",
  cut: "The line to the table is down. As soon as it is back, so is the story…",

  code: "Show the join code",
};
