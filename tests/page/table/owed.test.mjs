import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

const page = (globalThis.page = { lines: [], who: { value: "mira" } });
Object.assign(globalThis, { HTMLElement: class {}, HTMLSelectElement: class {} });
standIn({
  dom: `
    export const h = (tag, attributes) => ({ tag, ...attributes });
    export const fill = (line, text) => (line.text = text);
    export const byId = (id) => (id === "who" ? page.who : { before: (line) => page.lines.push(line) });`,
});
const { markOf } = await import("../../../static/js/turn/changes.js");
const { watchOwed } = await import("../../../static/js/table/owed.js");
const { nextToSpeak, owedBy, owedLine } = await import("../../../static/js/table/owedwords.js");
const { app } = await import("../../../static/js/state.js");
const told = () => new Promise((resolve) => setTimeout(resolve));

const characters = ["mira", "brom", "odo"].map((id) => ({ id, name: id[0].toUpperCase() + id.slice(1) }));
const waitsFor = (...owed) => ({ characters, awaiting: { responseType: "action", mode: "all", prompt: "", owed, given: [] } });

test("who is still to answer is said in one line, with what they were asked", () => {
  assert.equal(owedLine(waitsFor("brom")), "Brom is still to answer.");
  const asked = waitsFor("brom", "odo");
  asked.awaiting.prompt = "The roof comes down!";
  assert.equal(owedLine(asked), "Brom and Odo are still to answer: The roof comes down!");
  asked.awaiting.kind = "reaction";
  assert.equal(owedLine(asked), "Brom and Odo are still to answer.", "the fight says what happened");
  assert.equal(owedLine(waitsFor("mira", "brom", "odo")), "Mira, Brom and Odo are still to answer.");
  delete asked.awaiting.kind;
  assert.equal(owedLine(asked, true), "Brom and Odo are still to answer: what do you do?", "in the page's words where the story has others");
  asked.awaiting.responseType = "free_form";
  assert.equal(owedLine(asked, true), "Brom and Odo are still to answer: The roof comes down!", "what has no kind stays as it was asked");
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

test("the line comes and goes with what is owed, and is there once", async () => {
  app.set({ session: waitsFor("brom") });
  watchOwed();
  watchOwed();
  await told();
  const [line, more] = page.lines;
  assert.deepEqual([line.text, line.hidden, more, page.who.value, app.get().acting], ["Brom is still to answer.", false, undefined, "brom", "brom"]);
  page.who.value = "mira";
  app.set({ session: waitsFor("brom") });
  await told();
  assert.equal(page.who.value, "mira", "the player chose otherwise");
  app.set({ session: { characters, awaiting: null } });
  await told();
  assert.deepEqual([line.text, line.hidden], ["", true]);
});

test("what is stacked and taken down is no mark under a turn", () => {
  for (const kind of ["mainTurnOpened", "mainTurnCarriedOn", "mainTurnEnded", "subTurnsQueued", "subTurnEnded", "stepCompleted", "rulesRemembered", "responsesAwaited", "responseGiven", "responsesHeard", "responsesWithdrawn"]) {
    assert.equal(markOf({ kind, words: "x" }, characters), null, kind);
  }
});
