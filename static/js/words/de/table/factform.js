// @ts-check
// What `words/en/table/factform.js` says, in German.

/** @type {typeof import("../../en/table/factform.js").FORM} */
export const FORM = {
  hint: "Sie kommt ins Tagebuch, wo auch die Spielleitung sie lesen kann.",
  pinned: "Anheften: Sie bleibt oben, und die Spielleitung sieht sie in jedem Zug",
  write: "Notiz sichern",
  put: "Abbrechen",
  empty: "Schreib erst ein, zwei Wörter.",
  tooLong: (n, limit) => `Eine Notiz fasst ${limit} Zeichen; das sind ${n}.`,
  full: "Für weitere Notizen ist im Tagebuch kein Platz. Vergiss eine, die du nicht mehr brauchst, und lösche sie endgültig.",
  written: "Deine Notiz steht im Tagebuch.",
  line: "In deinen Worten",
  told: (text) => `Ursprünglich: ${text}`,
  keep: "Sichern",
  drop: "Abbrechen",
  keepAsNote: "Als Notiz sichern",
  lineGone: "Dieser Eintrag steht nicht mehr im Tagebuch. Du kannst deine Worte als Notiz sichern.",
  wasKept: "Gesichert, so wie du es geschrieben hast.",
};
