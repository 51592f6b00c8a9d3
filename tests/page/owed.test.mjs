import assert from "node:assert/strict";
import test from "node:test";
import { markOf } from "../../static/js/changes.js";
import { nextToSpeak, owedBy, owedLine } from "../../static/js/owed.js";

const characters = ["mira", "brom", "odo"].map((id) => ({ id, name: id[0].toUpperCase() + id.slice(1) }));
const waitsFor = (...owed) => ({ characters, awaiting: { responseType: "action", mode: "all", prompt: "", owed, given: [] } });

test("who is still to answer is said in one line, with what they were asked", () => {
  assert.equal(owedLine(waitsFor("brom")), "Brom is still to answer.");
  const asked = waitsFor("brom", "odo");
  asked.awaiting.prompt = "The roof comes down!";
  assert.equal(owedLine(asked), "Brom and Odo are still to answer: The roof comes down!");
  for (const none of [null, { characters }, { characters, awaiting: null }, waitsFor()]) assert.equal(owedLine(none), "");
});

test("whoever is asked speaks next, until the player chooses otherwise", () => {
  const session = waitsFor("brom", "odo");
  assert.equal(nextToSpeak(session, "mira", ""), "brom");
  assert.equal(nextToSpeak(session, "odo", ""), "odo", "who is asked already stays");
  assert.equal(nextToSpeak(session, "mira", owedBy(session)), "mira", "chosen since");
  assert.equal(nextToSpeak(waitsFor("odo"), "brom", owedBy(session)), "odo", "the next one");
  assert.equal(nextToSpeak({ characters, awaiting: null }, "mira", "brom"), "mira");
});

test("what is stacked and taken down is no mark under a turn", () => {
  for (const kind of ["mainTurnOpened", "mainTurnCarriedOn", "mainTurnEnded", "subTurnsQueued", "subTurnEnded", "stepCompleted", "rulesRemembered", "responsesAwaited", "responseGiven", "responsesHeard", "responsesWithdrawn"]) {
    assert.equal(markOf({ kind, words: "x" }, characters), null, kind);
  }
});
