// @ts-check
// What `words/en/table/debug.js` says, in German.

/** @param {number} n */
const count = (n) => n.toLocaleString("de");

/** @type {typeof import("../../en/table/debug.js").D} */
export const D = {
  open: "Wie er erzählt wurde",
  openHint: "Was jeder Agent sah und tat. Es kann die Geschichte verraten.",
  title: (seq) => `Wie Zug ${seq} erzählt wurde`,
  warning: "Hier steht alles, was die Spielleitung für diesen Zug gelesen hat: was Leute verbergen, was ein Ort birgt, Gegner in Zahlen. Es kann die Geschichte verraten.",
  show: "Trotzdem zeigen",
  json: "Als JSON",

  agents: "Wer gefragt wurde",
  nobody: "Niemand wurde gefragt: Die Regeln haben entschieden, oder es ist nichts davon erhalten.",
  leftOut: (n) => (n === 1 ? "Eine weitere Frage hatte keinen Platz." : `${n} weitere Fragen hatten keinen Platz.`),
  blocksLeftOut: (n) => (n === 1 ? "Ein weiterer Teil der Anfrage hatte keinen Platz." : `${n} weitere Teile der Anfrage hatten keinen Platz.`),
  tokens: (n) => `etwa ${count(n)} Token`,
  used: (read, cached, written) => `${count(read)} Token gelesen${cached ? `, davon ${count(cached)} aus dem Zwischenspeicher` : ""}, ${count(written)} geschrieben`,
  took: (ms) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1).replace(".", ",")} s`),
  called: (names) => `Benutzt: ${names}.`,
  same: "Dasselbe wie in einer Frage zuvor.",
  fixed: "Immer gleich; nicht Wort für Wort aufgehoben.",
  turns: (seqs) => `Züge ${seqs.length > 2 ? `${seqs[0]} bis ${seqs.at(-1)}` : seqs.join(" und ")}, wie sie in der Geschichte stehen.`,
  cut: "Hier abgeschnitten, weil kein Platz war.",

  hints: "Hinweise vorher",
  sure: (share) => `${Math.round(share * 100)} %`,
  followed: "befolgt",
  ignored: "nicht befolgt",

  checks: "Was die Regeln entschieden",
  commands: "Zustandsbefehle",
  done: "getan",
  refused: "abgelehnt",

  narration: "Die Prüfung danach",
  claimed: (quote, truth) => `„${quote}“ – ${truth}`,
  rejected: "Von der Nachprüfung verworfen",
  added: "Von der Nachprüfung ergänzt",
  objection: "Dem Modell zurückgegeben",
  detected: (kinds) => (kinds ? `Aus der Geschichte gelesen: ${kinds}.` : "Aus der Geschichte wurde nichts gelesen."),
  remaining: "Dem Spieler gesagt",
  discarded: (reason) => (reason === "replaced" ? "Die Geschichte, wie sie zuerst erzählt war" : "Zum Abgleich gesagt und niemandem gezeigt"),
  clean: "Nichts in der Geschichte widersprach dem Tisch.",
};
