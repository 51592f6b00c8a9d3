// @ts-check
// What `strings-campaigns.js` says, in German.
import { plural } from "./strings.js";

/** @param {number} n */
const comma = (n) => `${n}`.replace(".", ",");

/** @type {typeof import("./strings-campaigns.js").C} */
export const C = {
  legend: "Was wirst du spielen?",
  free: "Frei erfunden, Schritt für Schritt",
  freeText: "Kein Buch auf dem Tisch: Die Spielleitung erschafft die Welt, während du sie betrittst.",
  party: (heroes, level) => `Für ${plural(heroes, "Held", "Helden")} der Stufe ${level}`,
  size: (acts, nodes, endings) => `${plural(acts, "Akt", "Akte")}, ${plural(nodes, "Szene", "Szenen")}, ${plural(endings, "Ende", "Enden")}`,
  time: (from, to) => (from === to ? `Etwa ${comma(from)} h am Tisch` : `Etwa ${comma(from)} bis ${comma(to)} Stunden am Tisch`),
  own: "In deinem Regal",
  houseRules: "Hausregeln",
  language: (language) => `In der Sprache „${language}“`,
  download: "Als Datei sichern",
  downloadOf: (title) => `Als Datei sichern: „${title}“, mit jedem Geheimnis der Geschichte`,
  delete: "Löschen",
  deleteOf: (title) => `„${title}“ aus deinem Regal löschen`,
  deleteTitle: "Diese Kampagne löschen?",
  deleteText: (title) => `„${title}“ wird aus deinem Regal verschwinden. Abenteuer, die danach gespielt werden, gehen weiter wie bisher.`,
  deleteGo: "Für immer löschen",
  keep: "Behalten",
  deleted: (title) => `„${title}“ steht nicht mehr in deinem Regal.`,
  write: "Eine mit der Spielleitung schreiben",
  import: "Eine Kampagne hereinholen",
  importHint: "Eine Datei von dir oder von Freunden. Sie wird geprüft, ehe etwas behalten wird.",
  importing: "Wird durchgelesen …",
  tooBig: (most) => `Zu groß: Eine Kampagne darf höchstens ${most} MiB haben.`,
  failed: (file, why) => `„${file}“ wurde nicht aufgenommen. ${why}`,
  imported: (title) => `„${title}“ steht in deinem Regal und ist gewählt.`,
  couldNot: (why) => `Die Kampagnen lassen sich gerade nicht zeigen. ${why}`,
  broken: (n) => `${n === 1 ? "1 Sache verhindert" : `${n} Dinge verhindern`}, dass man sie spielen kann:`,
  amiss: (n) => `Man kann sie spielen. ${n === 1 ? "1 Sache könnte" : `${n} Dinge könnten`} besser sein:`,
  findings: "Was gefunden wurde",
  error: "Fehler",
  warning: "Warnung",
  whole: "Die Datei im Ganzen",
  remedy: "Was hilft:",
};
