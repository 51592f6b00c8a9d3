// @ts-check
// What a draft lacks, in the player's terms. Pure: no document, no network.
import { nameOf } from "./authornames.js";
import { W } from "../words/en/author/author.js";
import { B } from "../words/en/author/written.js";
import { listedAs } from "../text.js";

/** @typedef {import("../types.js").Draft} Draft @typedef {import("../types.js").Gap} Gap */

/**
 * A gap with things called by their names. What the pipeline misses is said in our words: the server's name its tools.
 * @param {Gap} gap
 * @param {Draft} draft
 * @returns {Gap}
 */
export function inWords(gap, draft) {
  const step = listedAs(B.gaps, gap.code);
  const place = gap.place.replace(/“([a-z0-9-]+)”/g, (_, id) => `“${nameOf(draft, id)}”`).replace(/\bnode “/g, "scene “");
  return { ...gap, ...step, place: step && !place ? W.tabs.outline : place };
}

/** Whether these are steps that were not taken, and not what the compiler says of the whole. @param {Gap[]} gaps */
export const areSteps = (gaps) => gaps.some(({ code }) => listedAs(B.gaps, code));

/**
 * What to say so that the author mends these.
 * @param {Gap[]} gaps
 */
export function mending(gaps) {
  if (areSteps(gaps)) return B.findings.stepsWords;
  const lines = gaps.slice(0, 12).map(({ place, message }) => `- ${place ? `${place}: ` : ""}${message}`);
  return B.findings.mendWords(lines.join("\n"));
}
