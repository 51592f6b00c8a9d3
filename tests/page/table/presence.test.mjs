// Only who is here is offered to be spoken to.
import assert from "node:assert/strict";
import test from "node:test";
import { isHere } from "../../../static/js/table/presence.js";

const person = (id, location, more) => ({ id, name: id.replace("-", " "), location, ...more });
const session = {
  story: { currentLocation: "The Mill" },
  creatures: [{ id: "old-tam", name: "Old Tam", health: "hurt" }, { id: "rat", name: "rat", health: "dead" }, { id: "npc-7", name: "Mira", health: "unhurt" }],
  supportingNPCs: [person("old-tam", "the inn"), person("anna", "the inn"), person("berta", " the mill "), person("cleo", ""), person("rat", "the mill"), person("mira", "far away"), person("dora", "the mill", { dead: true })],
};

test("whoever stands in the scene, or whose place it is, is here", () => {
  for (const [id, here] of [["old-tam", true], ["anna", false], ["berta", true], ["cleo", true], ["mira", true]]) assert.equal(isHere(session, person(id)), here, id);
});

test("the dead answer nobody", () => {
  for (const id of ["rat", "dora"]) assert.equal(isHere(session, person(id)), false, id);
});

test("of whom nothing is written down nothing is known", () => {
  assert.equal(isHere(session, { id: "passer-by", name: "A Passer-by" }), undefined);
  assert.equal(isHere(null, person("anna")), false);
});
