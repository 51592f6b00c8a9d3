// @ts-check
// What `words/en/table/facts.js` says, in German.
import { listed, plural } from "../../en.js";

/** @type {typeof import("../../en/table/facts.js").FACTS} */
export const FACTS = {
  title: "Aufgeschrieben",
  loading: "Das Tagebuch wird aufgeschlagen …",
  offline: "Du bist offline. Das ist das Tagebuch, wie es zuletzt geladen wurde; was du schreibst, bleibt in diesem Browser, bis das Netz wieder da ist.",
  stale: (why) => `Das ist das Tagebuch, wie es zuletzt geladen wurde. ${why}`,
  again: "Noch einmal versuchen",

  begin: "Eine Notiz schreiben",
  yours: "Deine Notiz",

  find: "Suche",
  kind: "Art",
  kinds: { "": "Alles", event: "Was geschah", person: "Leute", place: "Orte", thing: "Dinge", quest: "Aufträge", note: "Deine Notizen" },
  earlier: "Nach einem früheren Zug",
  asOf: "Nach Zug",
  asOfHint: (last) => `Von 0, bevor etwas geschah, bis ${last}.`,
  show: "Zeigen",
  now: "Zurück zum Jetzt",
  stood: (seq) => `Das Tagebuch nach Zug ${seq}.`,

  empty: "Noch nichts. Was zählt, wird hier aufgeschrieben, und du kannst selbst etwas notieren.",
  noneFound: "Nichts im Tagebuch passt dazu.",
  noneThen: "Bis dahin war nichts aufgeschrieben.",
  noneForgotten: "Nichts ist vergessen.",
  found: (n, more) => `${more ? "Mindestens " : ""}${plural(n, "Eintrag", "Einträge")} gefunden.`,
  more: "Mehr zeigen",

  turn: (seq) => `Zug ${seq}`,
  start: "Von Anfang an",
  seenBy: (names) => `gesehen von ${listed(names, "und")}`,
  edited: "von dir geändert",
  past: "Stimmt nicht mehr seit",
  pinnedMark: "Angeheftet: ",
  deeds: (text) => `Was tun mit „${text}“`,
  pin: "Anheften",
  unpin: "Nicht mehr anheften",
  edit: "Ändern",
  asTold: "Ursprünglicher Wortlaut",
  forget: "Vergessen",
  restore: "Wiederherstellen",
  destroy: "Endgültig löschen",
  forgotten: "Vergessen: Die Spielleitung sieht es nicht mehr.",
  wasRestored: "Es steht wieder im Tagebuch.",
  wasPinned: "Oben angeheftet.",
  wasUnpinned: "Nicht mehr angeheftet.",
  wasSetBack: "Wieder im ursprünglichen Wortlaut.",
  wasDestroyed: "Endgültig gelöscht.",
  among: "Vergessen",

  counts: (kept, superseded, duplicates, junk) =>
    [
      kept > 0 && `${plural(kept, "Eintrag", "Einträge")} aus der Geschichte.`,
      superseded > 0 && `${superseded} davon ${superseded === 1 ? "stimmt" : "stimmen"} nicht mehr.`,
      duplicates > 0 && `${plural(duplicates, "Wiederholung fiel", "Wiederholungen fielen")} weg.`,
      junk > 0 && `${junk} ${junk === 1 ? "war" : "waren"} keinen Eintrag wert.`,
    ]
      .filter(Boolean)
      .join(" "),
  showForgotten: (n) => `Was vergessen ist (${n})`,
  hideForgotten: "Zurück zum Tagebuch",
};
