// @ts-check
// What `words/en/play.js` says, in German.
import { listed } from "../en.js";

/** @type {typeof import("../en/play.js").P} */
export const P = {
  xCard: "X-Karte: diese Szene abbrechen und zurücknehmen",
  begin: "Die Spielleitung überlegt.",
  dropped: "Die Verbindung ist abgerissen. Sie wird neu aufgebaut.",

  status: {
    thinking: "Die Spielleitung überlegt …",
    telling: "Die Spielleitung erzählt …",
    pausing: (seconds) => `Die Spielleitung hält inne … ${seconds} s`,
    stopping: "Wird angehalten …",
    turningBack: "Die Seiten werden zurückgeblättert …",
    reconnecting: (n, most) => `Die Verbindung ist abgerissen. Sie wird neu aufgebaut, Versuch ${n} von ${most} …`,
  },

  undone: "Nichts davon ist geschehen: Die Geschichte ist wie vorher.",
  unsure: "Hier hast du angehalten. Ob es noch zählt, hat der Server noch nicht gesagt.",
  cutOff: "Hier ist die Verbindung abgerissen.",
  refused: "Das wurde nicht gespielt.",

  stopped: "Du hast die Erzählung angehalten. Nichts davon zählt, und deine Worte stehen wieder im Feld.",
  stoppedForSafety: "Die Szene wurde abgebrochen. Dieser Zug zählt nicht.",
  stoppedElsewhere: "Die Erzählung wurde anderswo angehalten, vielleicht in einem anderen Tab. Nichts davon zählt, und deine Worte bleiben erhalten.",
  stoppedUnconfirmed: "Du hast die Erzählung angehalten. Ob sie noch zählte, hat der Server noch nicht gesagt; die Geschichte oben zeigt, was gilt. Deine Worte bleiben erhalten, und nichts wird zweimal gespielt.",
  failed: (why) => `Der Zug ist gescheitert, und die Geschichte ist wie vorher. ${why} Deine Worte bleiben erhalten.`,
  lost: "Der Server kennt diesen Zug nicht mehr; vielleicht wurde er neu gestartet. Die Geschichte ist wie vorher, und deine Worte bleiben erhalten.",
  seeCost: "Kosten ansehen",
  wordsKept: (why) => `${why} Deine Worte bleiben erhalten.`,
  reference: (id) => `(Kennung: ${id}.)`,
  lineLost: "Der Server ist nicht zu erreichen. Deine Worte bleiben erhalten. Falls der Zug ohne dich weiterging, knüpft der nächste Versuch daran an; nichts wird zweimal gespielt.",
  owed: (names, asked) => `${listed(names, "und")} ${names.length > 1 ? "sind" : "ist"} noch eine Antwort schuldig${asked ? `: ${asked}` : "."}`,
  retellStopped: "Du hast die neue Erzählung angehalten. Es bleibt bei der alten.",
  retellFailed: (why) => `Aus der neuen Erzählung wurde nichts, es bleibt bei der alten. ${why}`,
};
