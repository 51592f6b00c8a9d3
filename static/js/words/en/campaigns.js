// @ts-check
// The words of campaigns: choosing one, bringing one in, and what the compiler says of it. Like `words/en.js`.
import { plural } from "../en.js";

export const C = {
  legend: "What will you play?",
  free: "Make it up as you go",
  freeText: "No book on the table. Say where you go; by the time you get there, a town, a secret and some trouble are waiting.",
  freeFacts: ["Any party", "As long as you like"],
  /** @param {number} heroes @param {number} level */
  party: (heroes, level) => `For ${plural(heroes, "hero", "heroes")} of level ${level}`,
  /** @param {number} acts @param {number} nodes @param {number} endings @param {number} [found] */
  size: (acts, nodes, endings, found) => `${plural(acts, "act", "acts")}, ${plural(nodes, "scene", "scenes")}, ${plural(endings, "ending", "endings")}${found ? ` (${found} found)` : ""}`,
  time: (/** @type {number} */ from, /** @type {number} */ to) => to <= 1 ? `Up to ${60 * to} minutes at the table` : from === to ? `About ${from} hours at the table` : `About ${from} to ${to} hours at the table`,
  own: "Your own",
  houseRules: "House rules",
  safety: "What to keep out of the story",
  language: (/** @type {string} */ language) => `Told in ${language}`,
  download: "Save as a file",
  downloadOf: (/** @type {string} */ title) => `Save as a file: “${title}”, with every secret of its story`,
  delete: "Delete",
  deleteOf: (/** @type {string} */ title) => `Delete “${title}”`,
  deleteTitle: "Delete this campaign?",
  deleteText: (/** @type {string} */ title) => `“${title}” will be gone. Adventures that play it go on as they are.`,
  deleteGo: "Delete for good",
  keep: "Keep it",
  deleted: (/** @type {string} */ title) => `“${title}” is deleted.`,
  write: "Write one with Claude",
  import: "Import a campaign",
  importHint: "A file of your own or from a friend. It is checked before it is saved.",
  importing: "Checking it…",
  tooBig: (/** @type {number} */ most) => `It is too big: a campaign may have at most ${most} MiB.`,
  failed: (/** @type {string} */ file, /** @type {string} */ why) => `“${file}” was not imported. ${why}`,
  imported: (/** @type {string} */ title) => `“${title}” is imported and chosen.`,
  couldNot: (/** @type {string} */ why) => `The campaigns could not be loaded. ${why}`,
  broken: (/** @type {number} */ n) => `${plural(n, "thing keeps", "things keep")} it from being played:`,
  amiss: (/** @type {number} */ n) => `It can be played. ${plural(n, "thing", "things")} could be better:`,
  findings: "What was found",
  error: "Error",
  warning: "Warning",
  whole: "The file as a whole",
  remedy: "What helps:",
};
