// @ts-check
// What `words/en/safety.js` says, in German.

/** @type {typeof import("../en/safety.js").SAFETY} */
export const SAFETY = {
  intro: "Eine Grenze ist, was in deiner Geschichte nie vorkommen darf; was hinter einem Schleier liegt, darf geschehen, wird aber nicht gezeigt. Wer erzählt, erfährt es, und jeder Satz wird an den Grenzen geprüft, bevor du ihn siehst; darum erscheint die Geschichte satz- oder absatzweise. Das hilft, ist aber keine Garantie.",
  rating: { "": "Darf vorkommen", veil: "Schleier: geschieht ungesehen", line: "Grenze: kommt nie vor" },
  lines: "Weitere Grenzen: was nie vorkommen darf",
  veils: "Weitere Schleier: was geschehen darf, aber nicht gezeigt wird",
  ownHint: "In eigenen Worten, je Zeile ein Eintrag.",
  tags: "Was in Geschichten vorkommen kann",
  dials: {
    tone: { title: "Ton", options: { "": "Nicht festgelegt", light: "Leicht und hoffnungsvoll", balanced: "Licht und Schatten", dark: "Düster" } },
    violence: { title: "Gewalt", options: { "": "Nicht festgelegt", mild: "Ohne Blut", moderate: "Wie im Abenteuerfilm", graphic: "Wird gezeigt" } },
    romance: { title: "Romantik", options: { "": "Nicht festgelegt", none: "Keine", subtle: "Angedeutet", open: "Teil der Geschichte" } },
  },
  contains: (tags) => `Diese Kampagne enthält nach eigener Angabe: ${tags}.`,
  crossed: (tags) => `Diese Kampagne enthält, was bei dir nie vorkommen soll: ${tags}.`,
  keep: "Speichern",
  kept: "Gespeichert. Gilt ab dem nächsten Zug.",
  stopped: "Die Szene ist abgebrochen",
  gone: "Sie ist nie passiert, und die Geschichte geht anders weiter. Du musst nicht sagen, warum.",
  about: "Was soll nicht wiederkommen?",
  aboutHint: "Was du hier schreibst, kommt in dieser Geschichte nie wieder vor. Das Feld darf leer bleiben.",
  goOn: "Weiter",
  notReached: "Die X-Karte kam nicht an. Drück sie noch einmal.",
};
