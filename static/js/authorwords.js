// @ts-check
// What the author did and what a draft lacks, in the words of whoever writes it. Pure: no document, no network.
import { W } from "./strings-author.js";
import { B } from "./strings-written.js";
import { listedAs, words } from "./text.js";

/** @typedef {import("./types.js").Draft} Draft @typedef {import("./types.js").Gap} Gap */

/**
 * What a thing of the draft is called, by its id; one that is not there yet, by the words of its id.
 * @param {Draft} draft
 * @param {string} id
 */
export function nameOf(draft, id) {
  const nodes = draft.acts.flatMap((act) => act.nodes);
  const found = [...nodes, ...draft.acts, ...draft.endings].find((part) => part.id === id);
  // A scene that is only outlined has its id for a title.
  if (found) return found.title === id ? words(id) : found.title;
  return draft.people.find((person) => person.id === id)?.name ?? words(id);
}

/**
 * One thing the author did, from how the server notes it: the tool, and what it was used on.
 * @param {string} noted
 * @param {Draft} draft
 */
export function deed(noted, draft) {
  const at = noted.indexOf(" ");
  const [name, id] = at < 0 ? [noted, ""] : [noted.slice(0, at), noted.slice(at + 1)];
  const said = listedAs(B.tools, name);
  if (!said) return B.atWork;
  return id && said.to ? said.to(nameOf(draft, id)) : said.done;
}

/** @param {string} name of a tool */
export const doing = (name) => listedAs(B.tools, name)?.doing ?? B.atWork;

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
