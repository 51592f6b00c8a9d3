import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

const page = (globalThis.page = { box: "", did: [], begins: true, arrive: () => {} });
page.arrived = new Promise((resolve) => (page.arrive = resolve));
standIn({
  composer: `
    export const giveBack = (words) => !page.box.trim() && ((page.box = words), true);
    export const exchange = (words) => { const before = page.box; page.box = words; return before; };`,
  dom: "export const stylesheet = async () => {};",
  play: `
    await page.arrived;
    export const play = (words, hero) => (page.begins && page.did.push(["play", words, hero]), page.begins);
    export const resume = (id) => page.did.push(["resume", id]);
    export const retellLast = () => page.did.push(["retell"]);
    export const stop = () => page.did.push(["stop"]);
    export const abandon = () => {};`,
});
const { abandon, play, resume, retell, stop } = await import("../../../static/js/turn/playing.js");
const { app } = await import("../../../static/js/state.js");
const { S } = await import("../../../static/js/words/en.js");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits for what is to happen, however busy the machine is, and a little for what is not. @param {() => boolean} happened */
async function settle(happened) {
  for (let i = 0; i < 1500 && !happened(); i++) await pause(20);
  await pause(60);
}

// One after the other, as what plays turns is fetched only once.
test("what was asked for while the part that plays was on its way", async (t) => {
  play("I let it go", "h");
  assert.equal(app.get().phase, "sending");
  stop();
  await t.test("a stop gives the words back at once", () => {
    assert.deepEqual([page.box, app.get().phase, app.get().trouble.text], ["I let it go", "idle", S.letGo]);
  });

  page.box = "";
  play("I say this", "h");
  page.box = "and then";
  stop();
  await t.test("words that were begun since then stay beside them", () => assert.equal(page.box, "I say this\nand then"));

  page.box = "";
  resume("a", { key: "k", message: "m", characterId: "", url: "/u" });
  retell();
  play("I say this elsewhere", "h");
  abandon();
  resume("b", { key: "k", message: "m", characterId: "", url: "/u" });
  play("I say this here", "h");
  page.arrive();
  await settle(() => page.did.length > 1);
  await t.test("only what belongs to the table that lies here now is done, and nothing that was let go", () => {
    assert.deepEqual(page.did, [["resume", "b"], ["play", "I say this here", "h"]]);
    assert.equal(page.box, "");
  });
});

test("words that do not begin a turn go back into the box", async () => {
  app.set({ phase: "idle" });
  page.begins = false;
  play("I am too late", "h");
  await settle(() => page.box !== "");
  assert.equal(page.box, "I am too late");
});

test("a stop of a turn that plays is passed on", () => {
  page.did = [];
  stop();
  assert.deepEqual(page.did, [["stop"]]);
});
