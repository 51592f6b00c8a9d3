// The page speaks two languages, from lists that say the same.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import test from "node:test";
import { file, germanOf, isWords, modules, saidBy } from "../weigh.mjs";

const all = modules.filter(isWords);
const lists = all.filter((name) => !all.some((other) => germanOf(other) === name));
/** @param {string} name */
const load = (name) => import(`../../../static/js/${name}.js`);

/** Every word of a list by its path. */
function* leaves(list, path = "") {
  for (const [key, value] of Object.entries(list)) {
    const here = path ? `${path}.${key}` : key;
    if (value && typeof value === "object") yield* leaves(value, here);
    else yield [here, value];
  }
}

/** What a function of a list is called with, so that all it can say is said: many, one, none; few and many. */
const CALLS = [
  (i) => `«${i}»`,
  (i) => 7 + i,
  (i) => (i === 0 ? 1 : 70 + i),
  (i) => (i === 0 ? 0 : 70 + i),
  (i) => (i === 0 ? 50 : 700 + i),
  (i) => [`«${i}a»`, `«${i}b»`, `«${i}c»`],
  (i) => (i === 0 ? [`«${i}a»`, `«${i}b»`] : `«${i}»`),
  (i) => (i < 3 ? `«${i}»` : 7 + i),
  (i) => (i === 0 ? `«${i}»` : true),
  (i) => (i === 0 ? `«${i}»` : false),
];
const spoken = (f, args) => {
  try {
    const text = f(...args);
    return typeof text === "string" ? text : null;
  } catch {
    return null; // not made for such arguments
  }
};
/** What was put in, in the order of the alphabet; a decimal comma is a point. */
const marks = (text) => (text.replace(/(\d)[.,](?=\d{3}\b)/g, "$1").replace(/(\d),(?=\d)/g, "$1.").match(/«\w+»|\d+(?:\.\d+)?/g) ?? []).sort();
/** Where the languages count otherwise: an English word for one, or a number of hours that is none of what was put in. */
const FREE = /^(change\.time|odds)$/;

test("every list of words has its German one, and no other is there", () => {
  assert.deepEqual([...all].sort(), [...lists, ...lists.map(germanOf)].sort());
  assert(lists.length > 30, `${lists.length}`);
});

test("a module that is fetched without its words reads none that are not there", () => {
  for (const name of modules.filter((name) => !isWords(name) && !["german", "types"].includes(name))) {
    const here = saidBy(name);
    // A type is named as a module is, and none of it runs.
    const code = file(`js/${name}.js`).replace(/\/\*\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    for (const [, path] of code.matchAll(/\bimport\("(\.[^"]+)\.js"\)/g)) {
      const other = join(dirname(name), path);
      assert.deepEqual(saidBy(other).filter((list) => !here.includes(list)), [], `${name} brings ${other} without its words`);
    }
  }
});

for (const name of lists) {
  test(`${name} says the same in German`, async () => {
    const [english, ours] = await Promise.all([load(name), load(germanOf(name))]);
    for (const [part, words] of Object.entries(english)) {
      if (typeof words === "function") continue;
      assert(ours[part], part);
      const theirs = new Map(leaves(ours[part]));
      for (const [path, word] of leaves(words)) {
        assert.equal(typeof theirs.get(path), typeof word, path);
        if (typeof word !== "function") continue;
        const other = theirs.get(path);
        assert(other.length <= word.length, `${path} wants more than it is given`);
        for (const call of CALLS) {
          const args = Array.from({ length: word.length }, (_, i) => call(i));
          const [a, b] = [spoken(word, args), spoken(other, args)];
          if (a !== null && b !== null && !FREE.test(path)) assert.deepEqual(marks(b), marks(a), `${path}: ${a} / ${b}`);
        }
      }
      // Words of the rules that the page says otherwise in German alone.
      for (const path of theirs.keys()) assert(new Map(leaves(words)).has(path) || path.startsWith("terms."), path);
    }
  });
}

/** The names in a file of a class or the packs: those of its things and features, and its lists of names. */
function* namesIn(value, key = "") {
  if (Array.isArray(value)) for (const one of value) yield* namesIn(one, key);
  else if (value && typeof value === "object") for (const [key, one] of Object.entries(value)) yield* namesIn(one, key);
  else if (["name", "cantrips", "spells", "armor", "weapons", "tools", "languages"].includes(key)) yield value;
}

test("whatever a hero gets by the rules has a German name", async () => {
  const folder = new URL("../../../crates/game/src/class/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const classes = files.map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
  const ofClasses = classes.flatMap((one) => [...namesIn(one)]);
  const races = readFileSync(new URL("../race.rs", folder), "utf8");
  const lists = [...races.matchAll(/(?:weapons|tools|languages|traits): &\[([^]*?)\n? *\],?\n/g)];
  const ofRaces = lists.flatMap(([, list]) => [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => name));
  const [{ S: words }, { SPELLS: spells }, { NAMES: terms }] = await Promise.all([load("words/de"), load("words/de/spells"), load("words/de/names")]);
  const known = { ...words.terms, ...spells.terms, ...terms.terms };
  for (const name of [...Object.keys(spells.terms), ...Object.keys(terms.terms)]) assert.equal(name, name.toLowerCase());
  for (const name of [...ofClasses, ...ofRaces]) assert(known[name.toLowerCase()], name);
  // The table shows a hero's class before any other list of words is there.
  for (const { name } of classes.filter(({ subclasses }) => subclasses)) assert(words.terms[name.toLowerCase()], name);
  assert(ofClasses.length > 600 && ofRaces.length > 50, `${ofClasses.length}, ${ofRaces.length} names`);
});

test("nothing is left in English by mistake", async () => {
  /** What is the same word in both, a name, or no word at all. */
  const SAME = /^(name|newGame\.name|roles\.informant|settings\.languages\.\w+|keys\.\d+\.0|leftOf\.bonusAction|examples\.\d|types\.monster\.0|abilities\.cha)$/;
  const numbers = (text) => !/\p{L}{3}/u.test(text);
  const same = [];
  for (const name of lists) {
    const [english, ours] = await Promise.all([load(name), load(germanOf(name))]);
    for (const [part, words] of Object.entries(english)) {
      if (typeof words === "function") continue;
      const theirs = new Map(leaves(ours[part]));
      for (const [path, word] of leaves(words)) if (typeof word === "string" && word === theirs.get(path) && !SAME.test(path) && !numbers(word)) same.push(`${name} ${path}: ${word}`);
    }
  }
  assert.deepEqual(same, []);
});

test("whatever the document says by itself has its German words", async () => {
  const { PAGE } = await load("words/de");
  const body = /<body[^]*<\/body>/.exec(file("index.html"))[0].replace(/<noscript>[^]*?<\/noscript>/, "");
  const texts = [...body.matchAll(/>([^<]+)</g)].map(([, text]) => text.replace(/&#\w+;/g, "").trim()).filter((text) => /\p{L}/u.test(text) && text !== "Embertale");
  const labels = [...body.matchAll(/aria-label="([^"]+)"/g)].map(([, label]) => label);
  for (const text of [...texts, ...labels]) assert(PAGE[text], text);
  for (const text of Object.keys(PAGE)) assert([...texts, ...labels].includes(text), `nobody says “${text}”`);
});

test("dice are rolled on the page, and a form is cancelled", async () => {
  for (const name of lists) {
    for (const words of Object.values(await load(name))) {
      if (typeof words === "function") continue;
      for (const [path, word] of leaves(words)) {
        const said = typeof word === "function" ? CALLS.map((call) => spoken(word, Array.from({ length: word.length }, (_, i) => call(i)))).join(" ") : String(word);
        assert.doesNotMatch(said.replace(/(saving|death) throws?/gi, ""), /\bthrow(n|s|ing)?\b|\bput it away\b|\bMiddle\b/i, `${name} ${path}`);
      }
    }
  }
});
