// @ts-check
// A call of a tool, in words.
import { T, TOOLS } from "./strings-tools.js";
import { listedAs } from "./text.js";

/** @param {string} tool @returns {import("./strings-tools.js").Words} */
const wordsOf = (tool) => listedAs(TOOLS, tool) ?? T.other;

/** @param {string} tool */
export const toolDoing = (tool) => wordsOf(tool).doing;

/** @param {{ name: string, status: string }} call */
export function toolLine({ name, status }) {
  const { doing, done, refused } = wordsOf(name);
  return status === "started" ? doing : status === "refused" ? (refused ?? T.refused(done)) : done;
}
