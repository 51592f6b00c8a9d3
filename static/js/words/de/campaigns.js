// @ts-check
// What `words/en/campaigns.js` says, in German.
import { plural } from "../en.js";

/** @param {number} n */
const comma = (n) => `${n}`.replace(".", ",");

/** @type {typeof import("../en/campaigns.js").C} */
export const C = {
  legend: "Was möchtest du spielen?",
  free: "Frei erfunden, Schritt für Schritt",
  freeText: "Kein Buch auf dem Tisch. Sag, wohin du gehst; bis du da bist, warten dort eine Stadt, ein Geheimnis und etwas Ärger.",
  freeFacts: ["Für jede Gruppe", "So lang du magst"],
  party: (heroes, level) => `Für ${heroes} Helden der Stufe ${level}`,
  size: (acts, nodes, endings, found) => `${plural(acts, "Akt", "Akte")}, ${plural(nodes, "Szene", "Szenen")}, ${plural(endings, "Ende", "Enden")}${found ? ` (${found} erlebt)` : ""}`,
  time: (from, to) => to <= 1 ? `Bis zu ${60 * to} Minuten Spielzeit` : from === to ? `Etwa ${comma(from)} Stunden Spielzeit` : `Etwa ${comma(from)} bis ${comma(to)} Stunden Spielzeit`,
  own: "Deine eigene",
  houseRules: "Hausregeln",
  safety: "Was nicht vorkommen soll",
  language: (language) => `Erzählt auf ${language}`,
  download: "Als Datei sichern",
  downloadOf: (title) => `Als Datei sichern: „${title}“, mit jedem Geheimnis der Geschichte`,
  delete: "Löschen",
  deleteOf: (title) => `„${title}“ löschen`,
  deleteTitle: "Diese Kampagne löschen?",
  deleteText: (title) => `„${title}“ wird gelöscht. Abenteuer, die sie spielen, gehen weiter wie bisher.`,
  deleteGo: "Für immer löschen",
  keep: "Behalten",
  deleted: (title) => `„${title}“ ist gelöscht.`,
  write: "Eine mit Claude schreiben",
  import: "Eine Kampagne laden",
  importHint: "Eine Datei von dir oder von Freunden. Sie wird geprüft, bevor sie gespeichert wird.",
  importing: "Wird geprüft …",
  tooBig: (most) => `Zu groß: Eine Kampagne darf höchstens ${most} MiB haben.`,
  failed: (file, why) => `„${file}“ wurde nicht geladen. ${why}`,
  imported: (title) => `„${title}“ ist geladen und gewählt.`,
  couldNot: (why) => `Die Kampagnen ließen sich nicht laden. ${why}`,
  broken: (n) => `${n === 1 ? "1 Sache verhindert" : `${n} Dinge verhindern`}, dass man sie spielen kann:`,
  amiss: (n) => `Man kann sie spielen. ${n === 1 ? "1 Sache könnte" : `${n} Dinge könnten`} besser sein:`,
  findings: "Was gefunden wurde",
  error: "Fehler",
  warning: "Warnung",
  whole: "Die Datei im Ganzen",
  remedy: "Was hilft:",
};
