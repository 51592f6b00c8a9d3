// @ts-check
// What `words/en/table/level.js` says, in German.
import { plural } from "../../en.js";

/** @type {typeof import("../../en/table/level.js").LEVEL} */
export const LEVEL = {
  title: (name, level) => `${name} erreicht Stufe ${level}`,
  brings: "Was sie bringt",
  hp: (before, after) => `${before} → ${after} Trefferpunkte`,
  hpNote: (die, average, con) => `Der Durchschnitt eines W${die}, ${average}, und ${con} für Konstitution.`,
  hpBefore: "Auch jede frühere Stufe bringt 1 Trefferpunkt mehr.",
  proficiency: (bonus) => `Übungsbonus ${bonus}`,
  proficiencyNote: "Kommt zu jedem Wurf, in dem du geübt bist.",
  choose: "Was du wählst",
  points: (n) => `Verteile ${plural(n, "Punkt", "Punkte")} auf deine Attribute`,
  leftOpen: "Lass alle bei 0, dann gehen sie dorthin, wo deine Klasse sie am meisten braucht.",
  left: (n) => (n > 0 ? `Noch ${plural(n, "Punkt", "Punkte")}.` : n < 0 ? `${plural(-n, "Punkt", "Punkte")} zu viel.` : "Alle Punkte verteilt."),
  unspent: (n) => `Verteile alle ${n} oder keinen.`,
  uses: {
    str: "Nahkampf, Klettern, Heben",
    dex: "Bogen und Klinge, Rüstung, Schleichen",
    con: "Trefferpunkte, Durchhalten",
    int: "Wissen, Suchen",
    wis: "Wahrnehmen, Menschenkenntnis",
    cha: "Reden, Bluffen, Anführen",
  },
  subclass: "Unterklasse",
  go: (level) => `Auf Stufe ${level} steigen`,
  gained: (name, level, gains) => `${name} ist jetzt Stufe ${level}: ${gains}.`,
};
