// @ts-check
// Friends at a table: how they are called, who comes and goes, and whose turn it is.

export const F = {
  /** Where nobody signs in, the server calls the host so. */
  host: "Your host",
  /** Stands beside the name of who hosts: names are anybody’s to choose. */
  mark: "host",
  unnamed: "Somebody",
  came: (/** @type {string} */ name) => `${name} sits down at the table.`,
  wentAway: (/** @type {string} */ name) => `${name} is away for a while.`,
  cameBack: (/** @type {string} */ name) => `${name} is back.`,
  wentGone: (/** @type {string} */ name) => `${name} has left the table.`,
  heard: (/** @type {string} */ name, /** @type {string} */ text) => `${name}: ${text}`,
  heardWhisper: (/** @type {string} */ name, /** @type {string} */ text) => `${name} whispers: ${text}`,

  together: "Everyone acts at once.",
  acts: (/** @type {string} */ name) => `${name} acts.`,
  waits: (/** @type {string} */ name) => `${name} is next`,
  waitsSilent: "A turn is waiting.",
  stoppedForSafety: "The scene was stopped. It didn’t happen, and the story goes another way.",

  /** What the server says to guests alone. */
  problems: { seat_cap_reached: "Your share of the costs is used up, so your words can’t be told for now. In a fight the buttons still play; you can roll dice, talk and play the X card. Your words are kept: send them again once your host gives you more." },
};
