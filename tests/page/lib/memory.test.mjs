// What the page keeps when the browser would not.
import assert from "node:assert/strict";
import test from "node:test";
import { draftOf, holdsDraft, keepDraft, recall, remember, watchMemory } from "../../../static/js/memory.js";

const kept = new Map();
let full = false;
globalThis.localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem(name, value) {
    if (full) throw new DOMException("full", "QuotaExceededError");
    kept.set(name, value);
  },
  removeItem: (name) => kept.delete(name),
};

test("what the browser takes is in the browser alone", () => {
  keepDraft("s1", "I wait.");
  assert.equal(kept.get("embertale.draft.s1"), "I wait.");
  assert.equal(draftOf("s1"), "I wait.");
  assert(!holdsDraft());
});

test("what it refuses the page keeps, and says so once", () => {
  let told = 0;
  watchMemory(() => told++);
  full = true;
  keepDraft("s1", "I wait, and");
  keepDraft("s1", "I wait, and listen.");
  assert.equal(draftOf("s1"), "I wait, and listen.");
  assert.equal(kept.get("embertale.draft.s1"), "I wait.");
  assert(holdsDraft());
  assert.equal(told, 1);
  full = false;
  keepDraft("s1", "I wait, and listen. Then");
  assert.equal(kept.get("embertale.draft.s1"), "I wait, and listen. Then");
  assert(!holdsDraft());
});

test("a browser that lets nobody in has a page that remembers while it is open", () => {
  const { localStorage } = globalThis;
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      throw new DOMException("closed", "SecurityError");
    },
  });
  assert.equal(recall("theme"), null);
  remember("theme", "dark");
  assert.equal(recall("theme"), "dark");
  remember("theme", "");
  assert(!recall("theme"));
  Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: localStorage });
});
