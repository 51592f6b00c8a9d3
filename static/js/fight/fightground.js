// @ts-check
// Terrain on the battle map, and creatures larger than a square. Loaded with the first fight that has either.
import { fill, h } from "../dom.js";
import { G } from "../words/en/table/ground.js";
import { S } from "../words/en.js";
import { capitalised, listedAs, term } from "../text.js";

/**
 * @typedef {import("../types.js").Combatant} Combatant
 * @typedef {import("../types.js").Encounter} Encounter
 * @typedef {import("../types.js").Square} Square
 * @typedef {NonNullable<Encounter["terrain"]>[number]} Terrain
 */

/** What a patch of terrain is and does: "coals, hazard, 1d6 fire damage". @param {Terrain} patch */
export const groundWords = ({ name, kind, damage, damageType }) => [name, listedAs(G.kinds, kind) ?? kind, damage && damageType && G.harm(S.notation(damage), term(damageType))].filter(Boolean).join(", ");

/** The terrain of a square: its words, and the classes that draw it. @param {Terrain[]} terrain @param {Square} square */
export function groundAt(terrain, { x, y }) {
  const there = terrain.filter(({ squares }) => squares.some((at) => at.x === x && at.y === y));
  return { words: there.map(groundWords).join(", "), signs: there.map(({ kind }) => `ground-${kind}`).join(" ") };
}

/** Whether a fighter fills a square. @param {Combatant} one @param {Square} square */
export const fills = ({ square: at, span }, { x, y }) => x >= at.x && y >= at.y && x < at.x + (span ?? 1) && y < at.y + (span ?? 1);

/** Where a fighter's token is drawn who fills a square; the square itself where nobody larger does. @param {Combatant[]} order @param {Square} square */
export const anchorOf = (order, square) => order.find((one) => (one.span ?? 1) > 1 && fills(one, square))?.square ?? square;

/** What the map's terrain is, as a list below it. @param {HTMLElement} frame @param {Terrain[]} terrain */
export function drawKey(frame, terrain) {
  const list = frame.querySelector(".ground-key") ?? frame.appendChild(h("ul", { class: "ground-key", "aria-label": G.title }));
  fill(list, terrain.map((patch) => h("li", {}, h("span", { class: `swatch ground-${patch.kind}`, "aria-hidden": "true" }), capitalised(groundWords(patch)))));
}
