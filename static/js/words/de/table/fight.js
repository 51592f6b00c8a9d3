// @ts-check
// What `words/en/table/fight.js` says, in German.
import { plural } from "../../en.js";

/** @type {typeof import("../../en/table/fight.js").F} */
export const F = {
  title: "Kampf",
  round: (n) => `Runde ${n}`,
  whose: (name, asked) => `${name} ist ${asked ? "gefragt" : "am Zug"}`,
  unseenTurn: "Jemand, den du nicht siehst, ist am Zug",
  bar: (hp, max) => `${hp}/${max} TP`,

  left: "Übrig in diesem Zug",
  spent: ": verbraucht",
  leftOf: { action: "Aktion", bonusAction: "Bonus", reaction: "Reaktion" },
  feetLeft: (n) => `${n} Fuß`,

  chance: (n) => `trifft zu ${n}\u00a0%`,
  costs: { "bonus action": "Bonusaktion" },
  kindsOfDeed: { attack: "Angriff", spell: "Zauber", trick: "Kniffe", move: "Bewegung" },
  ours: "Deine Seite",
  theirs: "Gegen dich",
  near: "erreichbar",
  struck: "in deiner Reichweite",
  terms: {
    grapple: "Packen",
    shove: "Stoßen",
    dash: "Spurten",
    disengage: "Rückzug",
    hide: "Verstecken",
    dodge: "Ausweichen",
    escape: "Sich losreißen",
    stabilise: "Stabilisieren",
    help: "Helfen",
    "stand up": "Aufstehen",
    move: "Gehen",
    "death saving throw": "Todesrettungswurf",
    "second hand": "zweite Hand",
    quickly: "schnell",
    rage: "Kampfrausch",
    "reckless attack": "Rücksichtsloser Angriff",
    "second wind": "Zweite Luft",
    "action surge": "Tatendrang",
    "flurry of blows": "Schlaghagel",
    "patient defense": "Geduldige Verteidigung",
    "step of the wind": "Schritt des Windes",
    "stunning strike": "Betäubender Schlag",
    "channel divinity: turn undead": "Göttliche Macht: Untote vertreiben",
    "lay on hands": "Handauflegen",
    "bardic inspiration": "Bardische Inspiration",
    multiattack: "Mehrfachangriff",
    "potion of healing": "Heiltrank",
  },
  endTurn: "Zug beenden",
  letAct: (name) => `Zug beenden und ${name} handeln lassen`,
  looking: "Deine Möglichkeiten werden geladen …",
  playing: "Die Würfel fallen …",
  notYours: (turn) => `${turn}. Sag etwas, und der Kampf geht weiter.`,
  noDeeds: "Deine Möglichkeiten ließen sich nicht laden.",
  again: "Noch einmal",
  back: "Zurück",
  atWhomOf: (deed, most) => `${deed}: Wähle bis zu ${most} Ziele`,
  aimed: (deed, n) => `${deed} (${n})`,
  atWhom: (deed) => `${deed}: Wähle ein Ziel`,
  whereTo: (deed) => `${deed}: Wähle ein markiertes Feld auf der Karte.`,
  deedAt: (deed, target) => `${deed}: ${target}`,
  slot: (level) => `Grad ${level}`,

  map: "Kampfkarte, Felder von 5 Fuß",
  square: (x, y) => `${"ABCDEFGHIJKL"[x]}${y + 1}`,
  away: (feet) => `${feet} Fuß entfernt`,
  marked: "kann gewählt werden",
  mapKeys: "Die Pfeiltasten gehen über die Karte; Enter wählt ein markiertes Feld.",

  order: "Reihenfolge im Kampf",
  initiative: (n) => `Initiative ${n}`,
  hp: (hp, max) => `${hp} von ${max} Trefferpunkten`,
  kinds: { hero: "Held", ally: "Freund", enemy: "Feind", neutral: "steht auf keiner Seite" },
  dead: "tot",
  rounds: (n) => plural(n, "Runde", "Runden"),

  throws: "Zuletzt gewürfelt",

  odds: (won) => {
    if (won < 5) return "Aussichten: Ihr gewinnt fast nie";
    if (won > 95) return "Aussichten: Ihr gewinnt fast immer";
    return `Aussichten: Ihr gewinnt ${Math.min(Math.max(Math.round(won / 10), 1), 9)} von 10 solchen Kämpfen`;
  },
  simulated: (n, rounds, fallen) => `${n}-mal nach den Regeln durchgespielt: Der Kampf endet um Runde ${rounds}, und ${fallen} von euch fallen.`,

  over: "Der Kampf ist vorbei.",
  endings: { victory: "Der Kampf ist gewonnen.", defeat: "Der Kampf ist verloren.", fled: "Ihr seid entkommen.", settled: "Der Kampf ist vorbei." },
  lasted: (rounds) => `Er dauerte ${plural(rounds, "Runde", "Runden")}.`,
  earned: (xp) => `${xp} Erfahrung für jeden Helden.`,
};
