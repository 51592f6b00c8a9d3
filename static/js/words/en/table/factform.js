// @ts-check
// The words of writing in the journal. Like `words/en.js`, and fetched with the first line that is written.

export const FORM = {
  hint: "It goes into the journal, where the Dungeon Master can read it, too.",
  pinned: "Pin it: it stays at the top, and the Dungeon Master sees it every turn",
  write: "Save the note",
  put: "Cancel",
  empty: "Write a word or two first.",
  tooLong: (/** @type {number} */ n, /** @type {number} */ limit) => `A note can have ${limit} characters; this has ${n}.`,
  full: "The journal has no room for more notes. Forget one you no longer need, and delete it for good.",
  written: "Your note is in the journal.",
  line: "In your words",
  told: (/** @type {string} */ text) => `Originally: ${text}`,
  keep: "Save",
  drop: "Cancel",
  keepAsNote: "Save as a note",
  lineGone: "This entry is no longer in the journal. You can save your words as a note.",
  wasKept: "Saved as you wrote it.",
};
