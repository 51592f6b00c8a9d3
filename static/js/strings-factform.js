// @ts-check
// The words of writing in the journal. Like `strings.js`, and fetched with the first line that is written.

export const FORM = {
  hint: "It stands in the journal, and the Dungeon Master can read it there.",
  pinned: "Pin it: it stands at the top, and the Dungeon Master is reminded of it in every turn",
  write: "Write it down",
  put: "Put it away",
  empty: "Write a word or two first.",
  tooLong: (/** @type {number} */ n, /** @type {number} */ limit) => `A line has room for ${limit} characters; this has ${n}.`,
  full: "The journal has no room for more notes. Forget one you no longer need, and delete it for good.",
  written: "Your note is in the journal.",
  line: "The line in your words",
  told: (/** @type {string} */ text) => `As it was told: ${text}`,
  keep: "Keep it",
  drop: "Leave it as it was",
  keepAsNote: "Keep it as a note",
  lineGone: "This line is no longer in the journal. Your words can stand there as a note.",
  wasKept: "Kept as you wrote it.",
};
