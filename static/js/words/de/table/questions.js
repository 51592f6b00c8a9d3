// @ts-check
// What `words/en/table/questions.js` says, in German.

/** @type {typeof import("../../en/table/questions.js").QUESTIONS} */
export const QUESTIONS = {
  title: "Die Spielleitung fragen",
  question: "Deine Frage",
  hint: "Zu den Regeln, zum bisherigen Geschehen oder zu dem, was du siehst. Nur du liest die Antwort, und die Geschichte bleibt stehen.",
  go: "Fragen",
  thinking: "Einen Moment …",
};
