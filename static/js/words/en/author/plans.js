// @ts-check
// The words of the page on which the drafts of campaigns stand. Like `words/en.js`, and fetched with it.

export const L = {
  title: "Write a campaign",
  lead: "Say what you would love to play. Claude writes it with you, scene by scene, and a check makes sure that every ending can be reached.",
  begin: "Begin",
  beginning: "Laying out paper…",
  language: "Written in",
  from: "Begin with",
  blank: "An empty page",
  safety: "What to keep out of it",
  own: (/** @type {string} */ title) => `“${title}”, to continue`,
  copy: (/** @type {string} */ title) => `A copy of “${title}”`,
  drafts: "Your drafts",
  none: "No drafts yet.",
  deleteOf: (/** @type {string} */ title) => `Delete the draft “${title}”`,
  deleteTitle: "Delete this draft?",
  deleteText: (/** @type {string} */ title) => `“${title}” and all that was said about it will be gone. A finished campaign made of it stays.`,
  deleteGo: "Delete for good",
  keep: "Keep it",
  deleted: (/** @type {string} */ title) => `The draft “${title}” is gone.`,
};
