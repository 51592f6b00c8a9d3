// @ts-check
// What `words/en/rounds.js` says, in German.
import { listed } from "../en.js";

/** @type {typeof import("../en/rounds.js").R} */
export const R = {
  section: "Diese Runde",
  you: "du",
  host: "dein Host",
  lead: "Ihr spielt in Runden: Alle sagen, was sie tun, dann geht es los.",
  ready: (names) => `Bereit: ${names.join(", ")}`,
  waiting: (names) => `Noch nicht so weit: ${listed(names, "und")}`,
  isReady: (names) => `${listed(names, "und")} ${names.length > 1 ? "sind" : "ist"} bereit.`,
  left: (time) => `noch ${time}`,
  until: (time) => `bis ${time}`,
  soon: "gleich geht es los",
  told: "Und jetzt passiert es …",
  failed: "Das ging schief. Eure Worte sind noch da.",
  failedGuest: "Dein Host kann die Runde noch einmal spielen.",
  held: "Erst der Kampf. Diese Runde wartet, bis er vorbei ist.",
  free: "Eure Worte werden wieder gespielt, wie sie kommen.",

  send: "Bereit",
  instead: "Ersetzen",
  changed: "Doch etwas anderes?",
  change: "Ändern",
  passes: "Du setzt diese Runde aus.",
  pass: "Aussetzen",
  playNow: "Jetzt spielen",
  playAgain: "Noch einmal spielen",
  sent: "Du bist bereit.",

  problems: {
    plays_in_rounds: "Hier wird in Runden gespielt: Alle sagen, was sie tun, dann geht es los.",
    no_round: "Gerade ist keine Runde zu spielen. Deine Worte sind noch da.",
    round_closed: "Diese Runde läuft schon. Deine Worte bleiben für die nächste stehen.",
  },

  begins: "Alle: Was tut ihr?",
};
