// @ts-check
// A small drawn sign for each calling. It only decorates: the word always stands beside it.
import { svg } from "./dom.js";
import { listedAs } from "./text.js";

/** Strokes in a box of 24 by 24. */
const SIGNS = /** @type {Record<string, string>} */ ({
  barbarian: "M7 21 15 6M13 4c3-1 6 1 7 5-3 0-5 1-7 3-1-2-1-5 0-8Z",
  bard: "M9 18V5l10-2v12M9 9l10-2M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM19 15a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z",
  cleric: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  druid: "M5 19C4 10 9 4 20 4c0 11-6 16-15 15ZM4 21 14 10",
  fighter: "M4 4v3l10 10M4 4h3l10 10M20 4v3L10 17M20 4h-3L7 14M5 13l6 6M19 13l-6 6M7 17l-3 3M17 17l3 3",
  monk: "M12 5c3 4 3 8 0 12-3-4-3-8 0-12ZM12 17c-5 1-8-2-9-7 4 0 7 2 9 7ZM12 17c5 1 8-2 9-7-4 0-7 2-9 7Z",
  paladin: "M12 3 20 6v6c0 5-4 8-8 9-4-1-8-4-8-9V6ZM12 7v9M8.5 10.5h7",
  ranger: "M6 3c9 2 13 6 15 15M6 3 21 18M4 20 14 10M14 10h-4M14 10v4",
  rogue: "M18 4h2v2l-9 9-2-2ZM6 12l6 6M8.5 15.5 4 20",
  sorcerer: "M12 2c1 5 6 7 6 13a6 6 0 0 1-12 0c0-3 2-4 2-7 2 1 3 2 3 4 1-3 1-6 1-10Z",
  warlock: "M2 12c4-7 16-7 20 0-4 7-16 7-20 0ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  wizard: "M4 21 13 11M16.5 3l1.2 2.8 3 .3-2.3 2 .7 3-2.6-1.6-2.6 1.6.7-3-2.3-2 3-.3Z",
});
/** The classes a hero may have, in alphabetical order. */
export const CLASSES = Object.keys(SIGNS);
const TRAVELLER = "M12 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21c0-5 3-8 8-8s8 3 8 8";

/** @param {string} calling a class, in any case */
export function emblem(calling) {
  const sign = listedAs(SIGNS, calling.toLowerCase()) ?? TRAVELLER;
  return svg("svg", { viewBox: "0 0 24 24", class: "emblem", "aria-hidden": "true" }, svg("path", { d: sign }));
}
