// What each screen of the page weighs on its way: compressed, beyond what the screens before it have fetched.
// Run by itself (node tests/page/weigh.mjs), it prints them all.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { SCREENS } from "./screens.mjs";

export const root = new URL("../../static/", import.meta.url);
/** @param {string} path */
export const file = (path) => readFileSync(new URL(path, root), "utf8");
/** @param {string} folder @param {string} ending */
const named = (folder, ending) => readdirSync(new URL(folder, root), { recursive: true }).map(String).filter((path) => path.endsWith(ending)).sort();

/** Every module by its path in `static/js`, without `.js`, and every style sheet by its path in `static`. */
export const modules = named("js/", ".js").map((path) => path.slice(0, -".js".length));
export const styles = named("", ".css");

/** Whether a module is a list of words, and where its German one is. @param {string} name */
export const isWords = (name) => /^words\//.test(name);
/** @param {string} name */
export const germanOf = (name) => name.replace("/en", "/de");

/** The lists of words that a module reads as soon as it is there, by their paths in `words/en`; the first list is always there. @param {string} name */
export const saidBy = (name) => [...closure(name)].flatMap((other) => /^words\/en\/(.+)$/.exec(other)?.[1] ?? []).sort();

/** What a module needs before it runs, and itself. @param {string} name @param {Set<string>} [seen] */
export function closure(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, other] of file(`js/${name}.js`).matchAll(/^(?:import|export) [^;]*"(\.[^"]+)\.js";/gm)) closure(join(dirname(name), other), seen);
  return seen;
}

/** The parts that a module brings with the words they say (`state.js::bring`, and `fightparts.js::lines` with it). @param {string} name */
export const brought = (name) => [...file(`js/${name}.js`).matchAll(/\b(?:bring|parts\.lines)\("([^"]+)"[,)]/g)].map(([, part]) => part);

/** Every part that is brought. */
export const parts = () => [...new Set(modules.flatMap(brought))].sort();

/** As the server sends it: without comments that are lines of their own, types and indents (`src/http/page/lean.rs`). */
function lean(path) {
  if (!/\.(js|css)$/.test(path)) return file(path);
  let inside = false;
  const lines = file(path).split("\n").map((line) => {
    const text = line.trim();
    const begins = !inside && text.startsWith("/*");
    const comment = inside || text.startsWith("//") || (begins && !/\*\/./.test(text));
    if (begins || inside) inside = !text.includes("*/");
    return comment ? "" : line.replace(/^ +/, "").replace(/\/\*\* .*?\*\//g, "");
  });
  return lines.join("\n");
}

const compressed = new Map();
/** One file, as brotli packs it and as gzip does. @param {string} path */
export function weight(path) {
  if (!compressed.has(path)) {
    const text = lean(path);
    compressed.set(path, { brotli: brotliCompressSync(text).length, gzip: gzipSync(text, { level: 9 }).length });
  }
  return compressed.get(path);
}

/** The files that words of a screen name. @param {string} words */
const files = (words) => words.split(" ").filter(Boolean).flatMap((word) => (word.includes(".") ? [word] : [...closure(word)].map((name) => `js/${name}.js`)));

/** @param {string} path */
const moduleOf = (path) => path.replace(/^js\/(.+)\.js$/, "$1");

/** What a screen needs where the page speaks German: beside every list of words the German one. @param {string[]} needs */
const inGerman = (needs) => [...needs, ...files("german"), ...needs.map(moduleOf).filter(isWords).map((name) => `js/${germanOf(name)}.js`)];

/** What a screen weighs beyond what is there. @param {string} name */
export function weigh(name) {
  const { on, has = "", needs, german } = SCREENS[name];
  const there = files(`${on} ${has}`);
  const more = new Set(german ? inGerman(files(needs)) : files(needs));
  for (const path of german && on ? inGerman(there) : there) more.delete(path);
  const sum = (kind) => [...more].reduce((sum, path) => sum + weight(path)[kind], 0);
  return { brotli: sum("brotli"), gzip: sum("gzip"), files: [...more] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const name of Object.keys(SCREENS)) {
    const { brotli, gzip, files } = weigh(name);
    console.log(`${name.padEnd(26)} ${String(brotli).padStart(6)} B brotli ${String(gzip).padStart(6)} B gzip  ${String(files.length).padStart(3)} files`);
  }
}
