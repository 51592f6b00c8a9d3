// @ts-check
// Wofür das Regelwerk Würfel wirft.

/** @param {string} what @param {string} of */
const about = (what, of) => (of ? `${what}: ${of}` : what);

/** @type {typeof import("../../en/table/rolls.js").ROLLS.kinds} */
const kinds = {
  story: (_, __, name) => name,
  attack: (who, target, name) => (who ? `${who} greift ${target} an: ${name}` : `Angriff auf ${target}: ${name}`),
  damage: (_, __, name) => about("Schaden", name),
  criticalDamage: (_, __, name) => about("Kritischer Schaden", name),
  healing: (_, __, name) => about("Heilung", name),
  temporaryHitPoints: (_, __, name) => about("Temporäre Trefferpunkte", name),
  hitPointsReached: (_, __, name) => about("Erreichte Trefferpunkte", name),
  howMany: (_, __, name) => about("Wie viele", name),
  feature: (_, __, name) => name,
  recharge: (_, __, name) => about("Aufladen", name),
  initiative: (who) => about("Initiative", who),
  check: (who, _, name, what) => about(what, who || name),
  improvised: (who, _, name) => about(name, who),
  counterspell: (_, __, name) => `Gegenzauber auf ${name}`,
  grapple: (who) => about("Packen", who),
  grappleResisted: (who) => `Packen: ${who} wehrt sich`,
  shove: (who) => about("Stoßen", who),
  shoveResisted: (who) => `Stoßen: ${who} wehrt sich`,
  escape: (who) => about("Losreißen", who),
  escapeResisted: (who) => `Losreißen: ${who} hält fest`,
  firstAid: (who, target) => `Heilkunde: ${who} für ${target}`,
  save: (_, __, name, what) => about(`Rettungswurf auf ${what}`, name),
  saveAgainst: (_, __, name, what) => `Rettungswurf auf ${what} gegen „${name}“`,
  saveToEnd: (_, __, name, what) => `Rettungswurf auf ${what}, um „${name}“ zu beenden`,
  saveToKeep: (_, __, name, what) => `Rettungswurf auf ${what}, um „${name}“ zu halten`,
  deathSave: (who) => about("Todesrettungswurf", who),
  hitDie: (who) => about("Trefferwürfel", who),
  hoursToWake: (who) => `Stunden, bis ${who} erwacht`,
  coins: () => "Münzen der Gefallenen",
};

export const ROLLS = {
  kinds,
  houseRules: { criticalHits: "kritische Treffer", flanking: "in die Zange nehmen", potions: "Heiltränke", deathSaves: "Todesrettungswürfe" },
  byHouse: (/** @type {string} */ said, /** @type {string} */ rule) => `${said} (Hausregel: ${rule})`,
};
