// @ts-check
// The progress of a draft in numbers. Pure: no document, no network.
import { W } from "../words/en/author/author.js";

/** @typedef {import("../types.js").Draft} Draft @typedef {import("../types.js").Gap} Gap */

/** How many scenes are finished, and how many there are to be. @param {Draft} draft */
export function progress(draft) {
  const nodes = draft.acts.flatMap((act) => act.nodes);
  return W.progress(nodes.filter(({ stage }) => stage === "finished").length, nodes.length);
}

/** @param {Gap[]} gaps */
export const nErrors = (gaps) => gaps.filter(({ severity }) => severity === "error").length;
