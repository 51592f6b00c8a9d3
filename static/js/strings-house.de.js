// @ts-check
// Hausregeln.

export const HOUSE = {
  switches: {
    criticalHits: { title: "Kritische Treffer", options: { doubleDice: "Die Würfel fallen zweimal, wie im Regelwerk", maximumAndRoll: "Die Würfel zählen voll und fallen noch einmal" } },
    flanking: { title: "In die Zange nehmen", options: { none: "Bringt nichts, wie im Regelwerk", advantage: "Bringt im Nahkampf Vorteil" } },
    potions: { title: "Heiltränke", options: { action: "Trinken ist eine Aktion, wie im Regelwerk", bonusAction: "Selbst einen zu trinken ist eine Bonusaktion" } },
    longRest: { title: "Lange Rast", options: { full: "Gibt alle Trefferpunkte zurück, wie im Regelwerk", noHitPoints: "Gibt keine Trefferpunkte zurück" } },
    deathSaves: { title: "Todesrettungswürfe", options: { plain: "Nichts kommt hinzu, wie im Regelwerk", constitution: "Konstitution kommt hinzu" } },
  },
  text: "Weitere Hausregeln",
  hint: "Die Spielleitung hält sich daran, der eingebaute Erzähler kann sie nicht lesen. Was oben zur Wahl steht, halten die Würfel von selbst ein.",
};
