// @ts-check
// What `words/en/author/plans.js` says, in German.

/** @type {typeof import("../../en/author/plans.js").L} */
export const L = {
  title: "Eine Kampagne schreiben",
  lead: "Sag, was du für dein Leben gern spielen würdest. Claude schreibt es mit dir, Szene um Szene, und eine Prüfung sorgt dafür, dass jedes Ende zu erreichen ist.",
  begin: "Beginnen",
  beginning: "Papier wird ausgelegt …",
  language: "Geschrieben auf",
  from: "Beginnen mit",
  blank: "Einer leeren Seite",
  safety: "Was nicht vorkommen soll",
  own: (title) => `„${title}“, zum Weiterschreiben`,
  copy: (title) => `Einer Kopie von „${title}“`,
  drafts: "Deine Entwürfe",
  none: "Noch keine Entwürfe.",
  deleteOf: (title) => `Den Entwurf „${title}“ löschen`,
  deleteTitle: "Diesen Entwurf löschen?",
  deleteText: (title) => `„${title}“ und alles, was darüber gesagt wurde, wird gelöscht. Eine fertige Kampagne daraus bleibt.`,
  deleteGo: "Für immer löschen",
  keep: "Behalten",
  deleted: (title) => `Der Entwurf „${title}“ ist gelöscht.`,
};
