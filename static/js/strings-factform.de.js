// @ts-check
// What `strings-factform.js` says, in German.

/** @type {typeof import("./strings-factform.js").FORM} */
export const FORM = {
  hint: "Sie steht im Tagebuch, und dort kann die Spielleitung sie lesen.",
  pinned: "Anheften: Sie steht oben, und die Spielleitung wird in jedem Zug an sie erinnert",
  write: "Aufschreiben",
  put: "Weglegen",
  empty: "Schreib erst ein, zwei Wörter.",
  tooLong: (n, limit) => `Eine Zeile fasst ${limit} Zeichen; das sind ${n}.`,
  full: "Für weitere Notizen ist im Tagebuch kein Platz. Vergiss eine, die du nicht mehr brauchst, und lösche sie endgültig.",
  written: "Deine Notiz steht im Tagebuch.",
  line: "Die Zeile in deinen Worten",
  told: (text) => `Wie erzählt: ${text}`,
  keep: "Behalten",
  drop: "Lassen, wie es war",
  keepAsNote: "Als Notiz behalten",
  lineGone: "Diese Zeile steht nicht mehr im Tagebuch. Deine Worte können dort als Notiz stehen.",
  wasKept: "So behalten, wie du es schriebst.",
};
