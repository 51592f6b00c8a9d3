// @ts-check
// A call of a tool, in words.
import { h } from "./dom.js";
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

/** The same with what came of it, where that says more. @param {{ name: string, status: string, summary: string }} call */
export function callLine(call) {
  const line = toolLine(call);
  const { status, summary } = call;
  return [line, summary && summary !== line && status !== "started" && h("span", { class: "summary" }, ` · ${summary}`)];
}
