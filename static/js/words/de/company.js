// @ts-check
// What `words/en/company.js` says, in German.
import { listed, plural } from "../en.js";

/** @type {typeof import("../en/company.js").C} */
export const C = {
  tab: "Tisch",
  people: "Am Tisch",
  you: "du",
  roles: { host: "leitet", player: "spielt mit", spectator: "sieht zu" },
  states: { here: "da", away: "kurz weg", sent: "bereit", awaited: "noch nicht" },
  plays: (heroes) => `spielt ${listed(heroes, "und")}`,
  noHero: "hat noch keinen Helden",
  gone: (names) => `Gegangen: ${listed(names, "und")}`,
  options: (name) => `${name}: mehr`,
  inviteMore: "Jemanden einladen",
  settings: "Tischeinstellungen",
  goAway: "Kurz weg",
  awayHint: "Bis du zurück bist, kann der Host für deinen Helden handeln.",
  comeBack: "Bin wieder da",
  leave: "Tisch verlassen",
  rename: "Namen ändern",
  offline: "Die Verbindung zum Tisch ist weg. Sobald sie wieder steht, geht es weiter …",

  talk: "Gespräch",
  talkHint: "Nur unter euch: Die Spielleitung hört nicht mit. Nichts wird gespeichert: Lädst du die Seite neu, ist alles weg.",
  whisperHint: "Tipp einen Namen an, um zu flüstern.",
  ask: "Die Spielleitung fragen",
  talkClosed: "Dein Host lässt Zuschauende mitlesen, nicht mitreden.",
  silence: "Seit du die Seite geöffnet hast, hat niemand etwas gesagt.",
  to: "An wen",
  everyone: "Alle",
  say: "Deine Nachricht",
  sayTo: (names) => `Flüstern an ${listed(names, "und")}`,
  send: "Sagen",
  whisper: "Flüstern",
  whispers: (names) => `flüstert an ${listed(names, "und")}`,
  toYou: "dich",
  unread: (n) => plural(n, "neue Nachricht", "neue Nachrichten"),

  watching: "Du siehst zu. Die Geschichte erscheint, während sie entsteht.",
  heroless: "Du hast gerade keinen Helden. Dein Host kann dir einen übergeben.",
};
