// @ts-check
// What `words/en/table/ground.js` says, in German.

/** @type {typeof import("../../en/table/ground.js").G} */
export const G = {
  title: "Auf der Karte",
  kinds: { blocked: "versperrt", difficult: "schwieriges Gelände", halfCover: "halbe Deckung", threeQuartersCover: "Dreivierteldeckung", hazard: "Gefahr" },
  harm: (damage, type) => `${damage} Schaden (${type})`,
};
