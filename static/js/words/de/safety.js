// @ts-check
// What `words/en/safety.js` says, in German.

/** @type {typeof import("../en/safety.js").SAFETY} */
export const SAFETY = {
  intro: "Ein Werkzeug, kein Versprechen: Was du hier einstellst, erfahren alle, die die Geschichte erzählen, und was sie erzählen, wird an den Grenzen geprüft, bevor du es siehst. Die Geschichte erscheint dann satz- oder absatzweise.",
  rating: { "": "Darf vorkommen", veil: "Schleier: nur im Off", line: "Grenze: nie" },
  lines: "Weitere Grenzen",
  veils: "Weitere Schleier",
  ownHint: "In eigenen Worten, je Zeile ein Eintrag.",
  tags: "Was in Geschichten vorkommen kann",
  dials: {
    tone: { title: "Ton", options: { "": "Nicht festgelegt", light: "Leicht und hoffnungsvoll", balanced: "Licht und Schatten", dark: "Düster" } },
    violence: { title: "Gewalt", options: { "": "Nicht festgelegt", mild: "Ohne Blut", moderate: "Wie im Abenteuerfilm", graphic: "Wird gezeigt" } },
    romance: { title: "Romantik", options: { "": "Nicht festgelegt", none: "Keine", subtle: "Angedeutet", open: "Teil der Geschichte" } },
  },
  contains: (tags) => `Diese Kampagne enthält nach eigener Angabe: ${tags}.`,
  crossed: (tags) => `Diese Kampagne enthält, was du als Grenze gesetzt hast: ${tags}.`,
  keep: "Speichern",
  kept: "Gespeichert. Gilt ab dem nächsten Zug.",
  stopped: "Die Szene ist abgebrochen",
  gone: "Sie ist nie passiert, und die Geschichte geht anders weiter. Du musst nicht sagen, warum.",
  about: "Was soll nicht wiederkommen?",
  aboutHint: "Wenn du es sagst, ist es ab jetzt eine Grenze.",
  goOn: "Weiter",
  notReached: "Die X-Karte kam nicht an. Drück sie noch einmal.",
};
