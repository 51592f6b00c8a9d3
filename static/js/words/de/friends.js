// @ts-check
// What `words/en/friends.js` says, in German.

/** @type {typeof import("../en/friends.js").F} */
export const F = {
  host: "Dein Host",
  mark: "Host",
  unnamed: "Jemand",
  came: (name) => `${name} setzt sich an den Tisch.`,
  wentAway: (name) => `${name} ist kurz weg.`,
  cameBack: (name) => `${name} ist wieder da.`,
  wentGone: (name) => `${name} hat den Tisch verlassen.`,
  heard: (name, text) => `${name}: ${text}`,
  heardWhisper: (name, text) => `${name} flüstert: ${text}`,

  together: "Alle handeln auf einmal.",
  acts: (name) => `${name} ist am Zug.`,
  waits: (name) => `Danach ${name}`,
  waitsSilent: "Ein Zug wartet.",
  stoppedForSafety: "Die Szene ist abgebrochen. Sie ist nie passiert, und die Geschichte geht anders weiter.",

  problems: { seat_cap_reached: "Dein Anteil an den Kosten ist aufgebraucht, deine Worte werden gerade nicht erzählt. Im Kampf spielst du über die Knöpfe weiter; würfeln, reden und die X-Karte gehen immer. Deine Worte bleiben stehen: Schick sie noch einmal, sobald dein Host den Anteil erhöht." },
};
