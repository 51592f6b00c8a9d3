// @ts-check
// What is said where somebody asks the Dungeon Master something. Like `words/en.js`, and fetched with the first question.

export const QUESTIONS = {
  title: "Ask the Dungeon Master",
  question: "Your question",
  hint: "About the rules, what happened or what you see. Only you read the answer, and the story doesn’t move.",
  go: "Ask",
  thinking: "One moment …",
};
