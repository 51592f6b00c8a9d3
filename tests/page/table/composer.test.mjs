// What stands in the box, and what may take its place.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

standIn({
  announcer: "export const announce = () => {};",
  dom: `
    const made = (globalThis.made = {});
    export const byId = (id) => (made[id] ??= { value: "", style: {}, classList: { toggle() {} }, addEventListener() {}, setAttribute() {}, focus() {} });
    export const [fill, h] = [() => {}, () => ({})];`,
  log: "export const lastMessage = () => '';",
});
for (const name of ["HTMLFormElement", "HTMLTextAreaElement", "HTMLButtonElement", "HTMLElement", "HTMLSelectElement"]) globalThis[name] ??= class {};
globalThis.matchMedia = () => ({ matches: false });
globalThis.CSS = { supports: () => true };
const { giveBack } = await import("../../../static/js/table/composer.js");
const box = globalThis.made.say;

test("words of a turn that was taken back give way to those of the turn before, and what a player wrote does not", () => {
  assert.equal(giveBack("I listen.", true), true);
  assert.equal(giveBack("I look around.", true), true);
  assert.equal(box.value, "I look around.");
  box.value = "I look around. And up.";
  assert.equal(giveBack("I wait.", true), false);
  assert.equal(box.value, "I look around. And up.");
});

test("words whose turn failed are the player's own, and stay", () => {
  box.value = "";
  assert.equal(giveBack("I sing."), true);
  assert.equal(giveBack("I listen.", true), false);
  assert.equal(box.value, "I sing.");
});
