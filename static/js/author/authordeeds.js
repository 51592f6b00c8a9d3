// @ts-check
// Labels for the author's tool calls. Pure: no document, no network.
import { nameOf } from "./authornames.js";
import { SAID } from "../words/en/author/said.js";
import { listedAs } from "../text.js";

/** @typedef {import("../types.js").Draft} Draft */

/**
 * One thing the author did, from how the server notes it: the tool, and what it was used on.
 * @param {string} noted
 * @param {Draft} draft
 */
export function deed(noted, draft) {
  const at = noted.indexOf(" ");
  const [name, id] = at < 0 ? [noted, ""] : [noted.slice(0, at), noted.slice(at + 1)];
  const said = listedAs(SAID.tools, name);
  if (!said) return SAID.atWork;
  return id && said.to ? said.to(nameOf(draft, id)) : said.done;
}

/** @param {string} name of a tool */
export const doing = (name) => listedAs(SAID.tools, name)?.doing ?? SAID.atWork;
