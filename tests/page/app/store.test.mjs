import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/js/state.js";

const settle = () => new Promise((resolve) => setTimeout(resolve));

test("a watcher is called at once, and then only when what it picks changes", async () => {
  const store = createStore({ a: 1, b: 1 });
  const seen = [];
  store.watch(({ a }) => a, (a) => seen.push(a));
  store.set({ b: 2 });
  await settle();
  store.set({ a: 2 });
  await settle();
  assert.deepEqual(seen, [1, 2]);
});

test("several sets in one task are one call with the last value", async () => {
  const store = createStore({ a: 1 });
  const seen = [];
  store.watch(({ a }) => a, (a) => seen.push(a));
  store.set({ a: 2 });
  store.set({ a: 3 });
  assert.equal(store.get().a, 3);
  await settle();
  assert.deepEqual(seen, [1, 3]);
});

test("a set inside a watcher reaches everybody", async () => {
  const store = createStore({ a: 1, double: 2 });
  const seen = [];
  store.watch(({ double }) => double, (double) => seen.push(double));
  store.watch(({ a }) => a, (a) => store.set({ double: 2 * a }));
  store.set({ a: 5 });
  await settle();
  assert.deepEqual(seen, [2, 10]);
});

test("who stopped watching hears nothing, also when stopped by another watcher", async () => {
  const store = createStore({ a: 1 });
  const seen = [];
  let stop = () => {};
  store.watch(({ a }) => a, (a) => a === 2 && stop());
  stop = store.watch(({ a }) => a, (a) => seen.push(a));
  store.set({ a: 2 });
  await settle();
  assert.deepEqual(seen, [1]);
});
