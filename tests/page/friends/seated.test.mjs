// Who plays alone pays one small question for friends; they are laid out only where there are some.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

const page = (globalThis.page = { asked: [], laid: [], seats: [], mode: "free", fails: false, works: true, listeners: {} });
globalThis.addEventListener = (name, listener) => (page.listeners[name] = listener);
const kept = { "embertale.guest.g": "ana", "embertale.guest.h": "host" };
Object.assign(globalThis, {
  HTMLElement: class {},
  localStorage: { getItem: (name) => kept[name] ?? null, setItem() {}, removeItem() {} },
  document: { documentElement: { lang: "en" }, body: { dataset: {} } },
  matchMedia: () => ({ matches: false }),
});
standIn({
  api: `
    const { page } = globalThis;
    export const sessionPath = (id, rest) => id + rest;
    export const get = async (path) => { page.asked.push(path); if (page.fails) throw new Error("away"); return { mode: page.mode, spent: page.seats.slice(1) }; };`,
  company: "export const company = async (id) => (globalThis.page.laid.push(id), globalThis.page.works);",
  dom: "export const [h, svg] = [() => ({}), () => ({})]; export const byId = () => ({ after() {} });",
  keys: "export const watchX = () => {};",
});
const { app } = await import("../../../static/js/state.js");
const { watchSeats } = await import("../../../static/js/friends/seated.js");

/** Waits behind whatever was asked for: imports come in the order they were asked for, however long they take. */
async function settle() {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    await import("./company.js");
  }
}
async function lay(id, seats) {
  Object.assign(page, { asked: [], laid: [], seats });
  app.set({ session: id ? { id } : null });
  await settle();
}
watchSeats();

test("a table for one asks once and brings nothing", async () => {
  await lay("s", [{ role: "host" }]);
  assert.deepEqual([page.asked, page.laid, document.body.dataset.seat], [["s/table"], [], undefined]);
  page.listeners.focus();
  await settle();
  assert.equal(page.asked.length, 1);
});

test("a table with company is laid, once", async () => {
  await lay("t", [{ role: "host" }, { role: "player" }]);
  assert.deepEqual(page.laid, ["t"]);
});

test("who plays alone in rounds needs what friends need", async () => {
  page.mode = "rounds";
  await lay("r", [{ role: "host" }]);
  page.mode = "free";
  assert.deepEqual(page.laid, ["r"]);
});

test("who comes back as a guest sees nothing of the host's meanwhile", async () => {
  await lay("g", []);
  assert.deepEqual([page.asked, page.laid, document.body.dataset.seat], [[], ["g"], "guest"]);
  await lay("", []);
  assert.equal(document.body.dataset.seat, undefined);
});

test("a host who has invited friends sees them come, also after a reload", async () => {
  await lay("h", [{ role: "host" }]);
  assert.deepEqual([page.laid, document.body.dataset.seat], [["h"], undefined]);
});

test("where the line was too bad to tell, the next look asks again", async () => {
  page.fails = true;
  await lay("u", [{ role: "host" }, { role: "player" }]);
  page.fails = false;
  page.works = false;
  page.listeners.focus();
  await settle();
  page.works = true;
  page.listeners.focus();
  await settle();
  page.listeners.focus();
  await settle();
  assert.deepEqual([page.asked.length, page.laid], [3, ["u", "u"]]);
});
