// @ts-check
// The words for a mistake of ours. Like `strings.js`, and hardly ever fetched.

export const C = {
  title: "Something on this page broke",
  text: "That is a mistake of ours, not yours. The story is safe with the server, and what you have written is kept in this browser. Load the page again to go on, or close this and try without.",
  report: "What we would like to know",
  copy: "Copy the report",
  copied: "Copied.",
  copyByHand: "Copy the marked text, please: this browser does not let us.",
  reload: "Load the page again",
};
