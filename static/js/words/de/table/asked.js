// @ts-check
// What `words/en/table/asked.js` says, in German.
import { plural } from "../../en.js";

const hp = (/** @type {string} */ who, /** @type {number} */ n) => `${who} hat noch ${plural(n, "Trefferpunkt", "Trefferpunkte")}.`;

/** @type {typeof import("../../en/table/asked.js").Q} */
export const Q = {
  hit: (attacker, target, weapon, total, armour, left) => `${attacker} würde ${target} treffen (${weapon}): ${total} gegen Rüstung ${armour}. ${hp(target, left)}`,
  leaves: (mover, who) => `${mover} verlässt die Reichweite von ${who}.`,
  attacked: (attacker, target, weapon) => `${attacker} greift ${target} an (${weapon}).`,
  damage: (attacker, who, weapon, damage, left) => `${attacker} trifft ${who} (${weapon}): ${damage} Schaden. ${hp(who, left)}`,
  failedSave: (who, ability, purpose, name, total, dc) =>
    `${who} misslingt ein Rettungswurf auf ${ability}${{ against: ` gegen „${name}“`, end: `, um „${name}“ zu beenden`, keep: `, um „${name}“ zu halten`, story: "" }[purpose]}: ${total} gegen ${dc}.`,
  cast: (caster, spell, level) => `${caster} wirkt ${spell} (Grad ${level}).`,

  opportunityAttack: "Gelegenheitsangriff",
  shield: (armour) => `Rüstung ${armour}: der Angriff verfehlt`,
  strikes: (weapon, toHit, damage) => `${weapon}: ${toHit} zum Treffen, ${damage} Schaden`,
  protects: "Nachteil auf den Angriff",
  dodges: (damage) => `nur ${damage} Schaden`,
  deflects: (dice) => `${dice} weniger Schaden`,
  again: "den Rettungswurf wiederholen",
  counters: "der Zauber misslingt",
  mayCounter: (dc) => `eine Probe gegen ${dc}, dann misslingt der Zauber`,
  pass: "Geschehen lassen",

  costs: (what) => `Kostet ${what}`,
  reaction: "deine Reaktion",
  reactionAndSlot: (level) => `deine Reaktion und einen Zauberplatz (Grad ${level})`,
  use: (left) => `eine von ${plural(left, "Anwendung", "Anwendungen")}`,
  nothing: "nichts",

  askedFor: { action: "Was tust du?", initiative: "Würfle Initiative.", saving_throw: "Mach einen Rettungswurf.", reaction: "Reagierst du?" },
};
