// @ts-check
// The words for a mistake of ours. Like `words/en.js`, and hardly ever fetched.

export const C = {
  title: "Something on this page broke",
  text: "That is our mistake, not yours. The story is safe on the server, and what you have written is kept in this browser. Reload the page to go on, or close this and carry on.",
  report: "Details for a bug report",
  copy: "Copy the report",
  copied: "Copied.",
  copyByHand: "Please copy the marked text: this browser doesn’t let us.",
  reload: "Reload the page",
};
