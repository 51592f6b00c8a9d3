// @ts-check
// What `strings-facts.js` says, in German.
import { listed, plural } from "./strings.js";

/** @type {typeof import("./strings-facts.js").FACTS} */
export const FACTS = {
  title: "Aufgeschrieben",
  loading: "Das Tagebuch wird aufgeschlagen …",
  offline: "Du bist offline. Hier steht, was vorher gelesen wurde; was du schreibst, bleibt in diesem Browser, bis das Netz wieder da ist.",
  stale: (why) => `Was hier steht, wurde vorher gelesen. ${why}`,
  again: "Noch einmal versuchen",

  begin: "Eine Notiz schreiben",
  yours: "Deine Notiz",

  find: "Suche",
  kind: "Art",
  kinds: { "": "Alles", event: "Was geschah", person: "Leute", place: "Orte", thing: "Dinge", quest: "Aufträge", note: "Deine Notizen" },
  earlier: "Wie es früher stand",
  asOf: "Nach Zug",
  asOfHint: (last) => `Von 0, ehe etwas geschah, bis ${last}.`,
  show: "Zeigen",
  now: "Zurück zum Jetzt",
  stood: (seq) => `So stand das Tagebuch nach Zug ${seq}.`,

  empty: "Noch nichts. Was zählt, wird hier aufgeschrieben, und du kannst selbst etwas notieren.",
  noneFound: "So etwas steht nicht im Tagebuch.",
  noneThen: "Bis dahin war nichts aufgeschrieben.",
  noneForgotten: "Nichts ist vergessen.",
  found: (n, more) => `${more ? "Mindestens " : ""}${plural(n, "Zeile", "Zeilen")} gefunden.`,
  more: "Weitere Zeilen",

  turn: (seq) => `Zug ${seq}`,
  start: "Von Anfang an",
  seenBy: (names) => `gesehen von ${listed(names, "und")}`,
  edited: "von dir geändert",
  past: "Nicht mehr so seit",
  pinnedMark: "Angeheftet: ",
  deeds: (text) => `Was tun mit „${text}“`,
  pin: "Anheften",
  unpin: "Lösen",
  edit: "Ändern",
  asTold: "Wie erzählt",
  forget: "Vergessen",
  restore: "Zurückholen",
  destroy: "Endgültig löschen",
  forgotten: "Vergessen: Der Spielleitung wird es nicht mehr gesagt.",
  wasRestored: "Es steht wieder im Tagebuch.",
  wasPinned: "Oben angeheftet.",
  wasUnpinned: "Nicht mehr angeheftet.",
  wasSetBack: "Es steht da, wie erzählt.",
  wasDestroyed: "Endgültig gelöscht.",
  among: "Vergessen",

  counts: (kept, superseded, duplicates, junk) =>
    [
      kept > 0 && `Die Geschichte hat hier ${plural(kept, "Zeile", "Zeilen")} hinterlassen.`,
      superseded > 0 && `${superseded} davon ${superseded === 1 ? "erzählt" : "erzählen"} von dem, was nicht mehr so ist.`,
      duplicates > 0 && `${duplicates} ${duplicates === 1 ? "sagte, was schon dastand, und wurde" : "sagten, was schon dastand, und wurden"} nicht noch einmal geschrieben.`,
      junk > 0 && `${junk} ${junk === 1 ? "war" : "waren"} keine Zeile wert.`,
    ]
      .filter(Boolean)
      .join(" "),
  showForgotten: (n) => `Was vergessen ist (${n})`,
  hideForgotten: "Zurück zum Tagebuch",
};
