// @ts-check
// The words of what is on the battle map. Like `words/en.js`, and fetched with the first fight that has terrain.

export const G = {
  title: "On the map",
  /** By what terrain does. @type {Record<string, string>} */
  kinds: { blocked: "blocked", difficult: "difficult ground", halfCover: "half cover", threeQuartersCover: "three-quarters cover", hazard: "hazard" },
  /** What a hazard does to those who come into it. */
  harm: (/** @type {string} */ damage, /** @type {string} */ type) => `${damage} ${type} damage`,
};
