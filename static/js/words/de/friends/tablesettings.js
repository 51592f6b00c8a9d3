// @ts-check
// What `words/en/friends/tablesettings.js` says, in German.

/** @type {typeof import("../../en/friends/tablesettings.js").SETTINGS} */
export const SETTINGS = {
  title: "Tischeinstellungen",
  lead: "Sie gelten für alle am Tisch, ab dem nächsten Zug.",
  mode: "Wer ist wann dran?",
  modes: { free: "Alle, wann sie wollen", rounds: "In Runden" },
  modeHints: { free: "Jede Nachricht wird ein Zug, der Reihe nach.", rounds: "Alle sagen, was sie tun, dann wird alles auf einmal erzählt." },
  modeHint: "Im Kampf gilt die Kampfreihenfolge.",
  wait: "So lange wartet eine Runde, in Sekunden",
  waitHint: "Auf alle, die da sind. Danach geht es ohne die weiter, die nichts gesagt haben.",
  spectators: "Wer zusieht, darf mitreden",
  spectatorsHint: "Sonst lesen Zuschauende das Gespräch nur mit.",
  cap: "So viel darf dich jeder Gast kosten, in US-Dollar",
  capHint: "Für alle Züge zusammen; leer heißt ohne Grenze. Wer alles aufgebraucht hat, kämpft weiter über die Knöpfe, würfelt und redet mit.",
  capKeyless: "Leer heißt ohne Grenze. Der eingebaute Erzähler kostet nichts, also erreicht sie niemand.",
  capWrong: "Schreib einen Betrag von 0 bis 1.000.000, zum Beispiel 0,50, oder lass das Feld leer.",
  spent: "Was deine Gäste gekostet haben",
  gone: "Jemand, der gegangen ist",
  usedUp: "aufgebraucht",
  save: "Speichern",
  saved: "Gespeichert.",
  unsaved: "Noch nicht gespeichert: Das hattest du zuletzt gewählt.",
};
