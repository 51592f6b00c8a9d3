// @ts-check
// Grenzen, Schleier, Regler und die X-Karte.

export const SAFETY = {
  intro: "Ein Werkzeug, kein Versprechen: Was du hier einstellst, erfahren alle, die die Geschichte erzählen, und was sie erzählen, wird an den Grenzen geprüft, bevor du es siehst. Es kommt dann satz- oder absatzweise.",
  rating: { "": "Darf vorkommen", veil: "Schleier: nur im Off", line: "Grenze: nie" },
  lines: "Was sonst nie gezeigt wird",
  veils: "Was sonst nur im Off geschieht",
  ownHint: "In eigenen Worten, je Zeile eins.",
  tags: "Was in Geschichten vorkommen kann",
  dials: {
    tone: { title: "Ton", options: { "": "Wie es kommt", light: "Leicht und hoffnungsvoll", balanced: "Licht und Schatten", dark: "Düster" } },
    violence: { title: "Gewalt", options: { "": "Wie es kommt", mild: "Ohne Blut", moderate: "Wie im Abenteuerfilm", graphic: "Wird gezeigt" } },
    romance: { title: "Romantik", options: { "": "Wie es kommt", none: "Keine", subtle: "Angedeutet", open: "Teil der Geschichte" } },
  },
  crossed: (/** @type {string} */ tags) => `In dieser Kampagne kommt nach eigener Angabe vor: ${tags}. Das hast du als Grenze gesetzt.`,
  keep: "Grenzen behalten",
  kept: "Behalten. Sie gelten ab dem nächsten Zug.",
  stopped: "Die Szene ist angehalten",
  gone: "Sie ist nicht geschehen, und die Geschichte geht anders weiter. Du musst nicht sagen, warum.",
  about: "Was soll nicht wiederkommen?",
  aboutHint: "Wenn du es sagst, ist es ab jetzt eine Grenze.",
  goOn: "Weiter",
};
