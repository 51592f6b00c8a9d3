// @ts-check
// What `words/en/table/boons.js` says, in German.
import { plural } from "../../en.js";

/** @type {typeof import("../../en/table/boons.js").BOONS} */
export const BOONS = {
  of: {
    "attack-dice": "Angriffe",
    "save-dice": "Rettungswürfe",
    "check-dice": "Attributswürfe",
    "damage-dice": "Schaden",
    "attack-advantage": "Vorteil bei Angriffen",
    "attack-disadvantage": "Nachteil bei Angriffen",
    "easy-to-hit": "Angriffe gegen dich haben Vorteil",
    "hard-to-hit": "Angriffe gegen dich haben Nachteil",
  },
  ofAbility: (ability) => `Attributs- und Rettungswürfe auf ${ability}`,
  unarmored: (base) => `ohne Rüstung: ${base} + Geschick`,
  least: (ac) => `Rüstung mindestens ${ac}`,
  most: "Höchste Trefferpunkte",
  feet: (n) => `${n} Fuß`,
  resistance: (type) => `halber Schaden: ${type}`,
  rounds: (n) => plural(n, "Runde", "Runden"),
  minutes: (n) => plural(n, "Minute", "Minuten"),
  hours: (n) => plural(n, "Stunde", "Stunden"),
  about: (time) => `etwa ${time}`,
  concentration: "Konzentration",
  untilRest: "bis zur nächsten Rast",
  untilEnded: "bis jemand es beendet",
};
