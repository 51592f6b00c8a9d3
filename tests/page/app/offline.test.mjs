// What stands in for the page where no server answers: it is kept whole, and finds what was being written.
import assert from "node:assert/strict";
import test from "node:test";
import { closure, file } from "../weigh.mjs";

const store = new Map();
globalThis.localStorage = /** @type {any} */ ({
  getItem: (name) => store.get(name) ?? null,
  setItem: (name, value) => store.set(name, value),
  removeItem: (name) => store.delete(name),
});
const { keepWords, keptWords } = await import("../../../static/js/app/keptwords.js");
const found = (first = "") => keptWords(store.keys(), first).map(({ kind, id, entry, text, title }) => [kind, id, entry, text, title].join("|"));

test("all that the stand-in is made of is kept, and nothing else", () => {
  const [, list] = /const KEPT = \[([^]*?)\];/.exec(file("worker.js"));
  const kept = [...list.matchAll(/"([^"]+)"/g)].map(([, path]) => path);
  const linked = [...file("offline.html").matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
  // In the typefaces of the page, as long as letters are those of most languages.
  const faces = [...file("css/app.css").matchAll(/"(\/fonts\/\w+-latin-normal[^"]+)"/g)].map(([, path]) => path);
  assert.equal(faces.length, 2);
  const needed = new Set(["/offline.html", ...faces, ...linked, ...[...closure("app/offline")].map((name) => `/js/${name}.js`)]);
  assert.deepEqual(kept.sort(), [...needed].sort());
});

const { joined } = await import("../../../static/js/app/keptstory.js");
const story = (id, ...seqs) => ({ id, title: "T", hero: "H", turns: seqs.map((seq) => ({ seq, message: `${seq}`, narrative: "" })) });
const seqs = (...stories) => joined(...stories).turns.map(({ seq }) => seq);

test("a story that is kept grows by its newest turns, and turns that were taken back are gone from it", () => {
  assert.deepEqual(seqs(null, story("a", 4, 5)), [4, 5]);
  assert.deepEqual(seqs(story("a", 1, 2, 3, 4), story("a", 3, 4, 5)), [1, 2, 3, 4, 5]);
  assert.deepEqual(seqs(story("a", 1, 2, 3, 4, 5), story("a", 3, 4)), [1, 2, 3, 4]);
  assert.deepEqual(seqs(story("a", 1, 2), story("a", 5, 6)), [5, 6], "no gap that nobody sees");
  assert.deepEqual(seqs(story("a", 1, 2), story("b", 1)), [1], "another story");
  assert.equal(seqs(story("a", ...Array.from({ length: 300 }, (_, i) => i + 1)), story("a", 301)).length, 300);
});

test("words are found wherever they were being written, those of the adventure that was asked for first", () => {
  store.clear();
  for (const [name, value] of [
    ["theme", "dark"],
    ["draft.b", "I open the"],
    ["title.b", "The Second"],
    ["draft.a", "  "],
    ["title.a", "The First"],
    ["draft.plan.p", "A ferry town"],
    ["draft.journal.a", JSON.stringify({ "": "Marta owes me", e7: "She lied" })],
    ["draft.journal.c", "not JSON"],
  ]) store.set(`embertale.${name}`, value);
  assert.deepEqual(found("a"), ["turn|a||  |The First", "turn|b||I open the|The Second", "note|a||Marta owes me|The First", "note|a|e7|She lied|The First", "author|plan.p||A ferry town|"]);
  assert.deepEqual(found().length, 4);
  assert.deepEqual(found("new")[0], "turn|new|||");
});

test("what is written on is kept where the page looks for it", () => {
  store.clear();
  store.set("embertale.draft.a", "I open");
  store.set("embertale.draft.journal.a", JSON.stringify({ "": "Marta", e7: "She lied" }));
  const [turn, note, other] = keptWords(store.keys(), "a");
  keepWords(turn, "I open the door");
  keepWords(note, "Marta owes me a copper");
  keepWords(other, " ");
  assert.equal(store.get("embertale.draft.a"), "I open the door");
  assert.deepEqual(JSON.parse(store.get("embertale.draft.journal.a")), { "": "Marta owes me a copper" });
  keepWords(note, "");
  assert.equal(store.get("embertale.draft.journal.a"), undefined);
});
