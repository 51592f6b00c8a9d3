// @ts-check
// What is said to an author where nobody answers: no key, no model. Like `words/en.js`, and fetched with the drafts and the desk.

export const KEYLESS = {
  why: "The built-in storyteller can’t write campaigns. Start the server with ANTHROPIC_API_KEY set, and Claude writes one with you; Anthropic bills you for it.",
};
