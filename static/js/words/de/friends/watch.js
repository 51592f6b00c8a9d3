// @ts-check
// What `words/en/friends/watch.js` says, in German.

/** @type {typeof import("../../en/friends/watch.js").W} */
export const W = {
  story: "Die Geschichte, wie sie gerade entsteht",
  party: "Wer da ist",
  watching: (names) => `Schaut zu: ${names}`,
  played: (name) => `gespielt von ${name}`,
  hosted: "gespielt vom",
  away: (name) => `${name} ist kurz weg`,
  hp: (hp, max) => `${hp} von ${max} Trefferpunkten`,
  dice: "Die Würfel",
  moreDice: (n) => `und ${n} weitere`,
  round: (n) => `Runde ${n}`,
  large: "Vollbild",
  small: "Vollbild beenden",
  toTable: "Zum Tisch",
  controls: "Bildschirm",
  begins: "Alle Augen hierher. Mit euren ersten Worten geht die Geschichte los.",
  wentBack: "Die Geschichte ist einen Schritt zurückgegangen: Was zuletzt erzählt wurde, ist nie passiert.",
  cut: "Die Verbindung zum Tisch ist weg. Sobald sie wieder steht, geht die Geschichte weiter …",

  code: "Code zeigen",
};
