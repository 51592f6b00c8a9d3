// The lists that the page keeps of its own modules: what is asked for with each view, which parts read which words, and what `bring`
// brings. They are made from what the modules import and from `screens.mjs`; run by itself (node tests/page/lists.mjs), this writes them.
import { writeFileSync } from "node:fs";
import { dirname, relative } from "node:path/posix";
import { pathToFileURL } from "node:url";
import { VIEWS } from "./screens.mjs";
import { closure, file, parts, root, saidBy } from "./weigh.mjs";

/** @param {string} name */
const key = (name) => (/^\w+$/.test(name) ? name : JSON.stringify(name));

/** Words as lines of a list: `name: "words",`, by name. @param {string} indent @param {Record<string, string[]>} rows */
const lines = (indent, rows) => Object.entries(rows).map(([name, words]) => `${indent}${key(name)}: "${words.join(" ")}",\n`).join("");

/** What `first-paint.js` asks for with each view: what its module needs beyond what the document itself asks for. */
function views() {
  const preloaded = [...file("index.html").matchAll(/(?:modulepreload" href|script type="module" src)="\/js\/([^"]+)\.js"/g)].map(([, name]) => name);
  const { wide, ...others } = VIEWS;
  const beyond = (/** @type {string} */ name, /** @type {string[]} */ there) => [...closure(name, new Set(closure("main")))].filter((one) => !there.includes(one)).sort();
  const rows = Object.fromEntries(Object.entries(others).map(([view, name]) => [view, beyond(name, preloaded)]));
  return lines("    ", { ...rows, wide: beyond(wide, [...preloaded, ...rows.table]) });
}

/** Which parts read each list of words, but for those that alone read the list of their own name. */
function readers() {
  const read = Object.fromEntries(parts().map((part) => [part, saidBy(part)]));
  /** @type {Record<string, string[]>} */
  const rows = {};
  for (const [part, names] of Object.entries(read)) for (const name of names) (rows[name] ??= []).push(part);
  const alone = Object.keys(rows).filter((name) => rows[name].join() === name).sort();
  const others = Object.keys(rows).filter((name) => !alone.includes(name)).sort();
  return { others: lines("  ", Object.fromEntries(others.map((name) => [name, rows[name]]))), alone: alone.join(" ") };
}

/** The module of types. */
const TYPES = "types";

/** What `bring` brings, by name. */
function types() {
  const from = (/** @type {string} */ name) => relative(dirname(TYPES), name).replace(/^(?!\.)/, "./");
  return parts().map((name) => ` *   ${key(name)}: typeof import("${from(name)}.js"),\n`).join("");
}

/** Each list: the module that keeps it, what it says and what it should say. */
export function lists() {
  const { others, alone } = readers();
  const all = [
    { path: "js/first-paint.js", place: /(?<=const views = \{\n)[^]*?(?=  \};)/, made: views() },
    { path: "js/german.js", place: /(?<=const READ_BY = \{\n)[^]*?(?=\};)/, made: others },
    { path: "js/german.js", place: /(?<=const ALONE = ")[^"]*/, made: alone },
    { path: `js/${TYPES}.js`, place: /(?<=@typedef \{\{\n)[^]*?(?= \* \}\} Parts)/, made: types() },
  ];
  return all.map((list) => ({ ...list, there: list.place.exec(file(list.path))?.[0] }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { path, place, made } of lists()) writeFileSync(new URL(path, root), file(path).replace(place, () => made));
}
