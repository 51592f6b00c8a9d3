// @ts-check
// Hausregeln.

export const HOUSE = {
  switches: {
    criticalHits: { title: "Kritische Treffer", options: { doubleDice: "Doppelt so viele Würfel, wie im Regelwerk", maximumAndRoll: "Der Höchstwert der Würfel, dazu ein zweiter Wurf" } },
    flanking: { title: "In die Zange nehmen", options: { none: "Ohne Wirkung, wie im Regelwerk", advantage: "Gibt im Nahkampf Vorteil" } },
    potions: { title: "Heiltränke", options: { action: "Trinken ist eine Aktion, wie im Regelwerk", bonusAction: "Selbst einen zu trinken ist eine Bonusaktion" } },
    longRest: { title: "Lange Rast", options: { full: "Gibt alle Trefferpunkte zurück, wie im Regelwerk", noHitPoints: "Gibt keine Trefferpunkte zurück" } },
    deathSaves: { title: "Todesrettungswürfe", options: { plain: "Ohne Bonus, wie im Regelwerk", constitution: "Mit dem Bonus der Konstitution" } },
  },
  text: "Weitere Hausregeln",
  hint: "Die Spielleitung hält sich daran, der eingebaute Erzähler kann sie nicht lesen. Was oben zur Wahl steht, gilt von selbst.",
};
