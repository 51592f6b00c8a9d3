// @ts-check
// What `strings-plans.js` says, in German.

/** @type {typeof import("./strings-plans.js").L} */
export const L = {
  title: "Eine Kampagne schreiben",
  lead: "Sag, was du für dein Leben gern spielen würdest. Jemand, der schon sehr viele Abenteuer gelesen hat, schreibt es mit dir auf, Szene um Szene, und ein Prüfer sorgt dafür, dass jedes Ende zu erreichen ist.",
  begin: "Beginnen",
  beginning: "Papier wird ausgelegt …",
  language: "Geschrieben auf",
  from: "Beginnen mit",
  blank: "Einer leeren Seite",
  own: (title) => `„${title}“, zum Weiterschreiben`,
  copy: (title) => `Einem Abzug von „${title}“`,
  drafts: "Deine Entwürfe",
  none: "Noch ist nichts begonnen.",
  deleteOf: (title) => `Den Entwurf „${title}“ löschen`,
  deleteTitle: "Diesen Entwurf löschen?",
  deleteText: (title) => `„${title}“ und alles, was darüber gesagt wurde, wird fort sein. Steht die Kampagne in deinem Regal, bleibt sie dort.`,
  deleteGo: "Für immer löschen",
  keep: "Behalten",
  deleted: (title) => `Der Entwurf „${title}“ ist fort.`,
};
