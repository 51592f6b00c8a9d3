// What a line of the list says of an adventure.
import assert from "node:assert/strict";
import test from "node:test";
import "../stubs.mjs";

const { about } = await import("../../../static/js/home/sessionlist.js");

const item = { id: "s", title: "Pim and the bell", heroes: ["Pim"], location: "the well", turns: 3, updatedAt: new Date().toISOString() };
/** A line without what keeps its words together. */
const line = (item) => about(item).replaceAll("\u00a0", " ");

test("a line says who plays what, and what became of it", () => {
  assert.match(line(item), /^The Well · 3 turns · /);
  const marked = line({ ...item, classes: ["rogue"], campaign: "the-bell", campaignTitle: "The Bell", ending: "A Long Silence" });
  assert.match(marked, /^✓ Finished: A Long Silence · Rogue · The Bell · 3 turns · /);
});

test("a branch and a copy are told apart from what they come from", () => {
  assert.match(line({ ...item, origin: { kind: "branch", sessionId: "t", turn: 2 } }), /^Branch · /);
  assert.match(line({ ...item, origin: { kind: "imported" } }), /^Copy · /);
});

test("the title of a campaign is not said twice, and the class of one among several not at all", () => {
  assert.doesNotMatch(line({ ...item, title: "The Bell", campaignTitle: "The Bell" }), /The Bell/);
  assert.doesNotMatch(line({ ...item, heroes: ["Pim", "Ada"], classes: ["rogue", "bard"] }), /rogue/i);
});
