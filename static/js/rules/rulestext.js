// @ts-check
// A rule's text as elements: as in a story, with tables, headings and links.
import { h } from "../dom.js";
import { prose } from "../prose.js";

/** @typedef {{ words: string } | { head: string[], rows: string[][] }} Part */

/** @param {string} line */
const cells = (line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());

/** @param {string} line */
const isRow = (line) => line.trimStart().startsWith("|");

/** What stands between a table's head and its rows. @param {string} line */
const isRuler = (line) => cells(line).every((cell) => /^:?-+:?$/.test(cell));

/** @param {string[]} lines of one kind @returns {Part | null} */
function partOf(lines) {
  if (!isRow(lines[0])) return lines.some((line) => line.trim()) ? { words: lines.join("\n") } : null;
  const [head, ...rows] = lines.filter((line) => !isRuler(line)).map(cells);
  return head ? { head, rows } : null;
}

/**
 * Parts a text into tables and what stands between them.
 * @param {string} text
 * @returns {Part[]}
 */
export function partsOf(text) {
  /** @type {string[][]} */
  const runs = [];
  for (const line of text.split("\n")) {
    const run = runs.at(-1);
    if (run && isRow(run[0]) === isRow(line)) run.push(line);
    else runs.push([line]);
  }
  return runs.map(partOf).filter((part) => part !== null);
}

/** Bold and slanted at once is written with three marks. @param {string} text */
const plainer = (text) => text.replace(/\*{3}(.+?)\*{3}/g, "**_$1_**");

/** The names a stat block sets slanted. @param {string} text */
export const slanted = (text) =>
  text.replace(/(^|[\s.])((?:Melee or Ranged|Melee|Ranged) (?:(?:Weapon|Spell) )?Attack(?: Roll)?|(?:Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) Saving Throw|Hit or Miss|Hit|Miss|Failure or Success|Failure|Success|Trigger|Response):/g, "$1_$2:_");

/** @param {string} cell */
const cell = (cell) => [...(prose(plainer(cell), "en").firstElementChild?.childNodes ?? [])];

/** @param {{ head: string[], rows: string[][] }} table */
function tabled({ head, rows }) {
  const row = (/** @type {"td" | "th"} */ tag, /** @type {string[]} */ names) =>
    h("tr", {}, names.map((name) => h(name || tag === "td" ? tag : "td", tag === "th" && name ? { scope: "col" } : {}, cell(name))));
  // A table that is wider than its place is pushed to and fro, also by keys.
  return h("div", { class: "wide-table", tabindex: 0, role: "group", "aria-label": head.filter(Boolean).join(", ") }, h("table", {}, h("thead", {}, row("th", head)), h("tbody", {}, rows.map((cells) => row("td", cells)))));
}

/**
 * @param {string} text
 * @returns {HTMLElement}
 */
export function ruleText(text) {
  const parts = partsOf(text).map((part) => ("words" in part ? prose(plainer(part.words), "en") : tabled(part)));
  const all = h("div", { class: "rule-text" }, parts);
  for (const heading of all.querySelectorAll(".heading")) heading.replaceWith(h("h3", {}, [...heading.childNodes]));
  return all;
}

/** @typedef {{ name: string, type: string, href: string }} Named */

/** @param {string} text */
const literal = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/**
 * Where a text names what there are links to, in order, each name once. A spell of one word is meant only where the text
 * says that it is one: “light” and “fly” are words like others.
 * @param {string} text
 * @param {Named[]} names
 * @returns {{ at: number, length: number, named: Named }[]}
 */
export function namedIn(text, names) {
  const known = new Map(names.map((named) => [named.name.toLowerCase(), named]));
  const longestFirst = [...known.values()].sort((a, b) => b.name.length - a.name.length);
  if (!longestFirst.length) return [];
  const each = longestFirst.map(({ name, type }) => literal(name) + (type === "spell" && !name.includes(" ") ? "(?=\\s+(?:spell|cantrip))" : ""));
  const any = new RegExp(`(?<![\\p{L}\\p{N}])(?:${each.join("|")})(?![\\p{L}\\p{N}])`, "giu");
  const found = [];
  for (const { 0: words, index: at } of text.matchAll(any)) {
    const named = known.get(words.toLowerCase());
    if (named && known.delete(words.toLowerCase())) found.push({ at, length: words.length, named });
  }
  return found;
}

/**
 * Makes links of the names in what is on the page already: of each name, the first.
 * @param {HTMLElement} root
 * @param {Named[]} names
 */
export function linkNames(root, names) {
  let left = names;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (!node.parentElement?.closest("h2, h3, a")) texts.push(/** @type {Text} */ (node));
  for (const text of texts) {
    // From the end, so that what stands before keeps its place.
    for (const { at, length, named } of namedIn(text.data, left).reverse()) {
      const words = text.splitText(at);
      const rest = words.splitText(length);
      words.remove();
      rest.before(h("a", { href: named.href }, words.data));
      left = left.filter((other) => other !== named);
    }
  }
}
