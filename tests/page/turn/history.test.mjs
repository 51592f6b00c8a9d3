import assert from "node:assert/strict";
import test from "node:test";
import { ApiError, once } from "../../../static/js/api.js";
import { deedOf } from "../../../static/js/table/keymap.js";
import { inOrder } from "../../../static/js/turn/tellings.js";
import { livingFirst, matches } from "../../../static/js/lib/listing.js";
import { calling } from "../../../static/js/text.js";
import { standIn } from "../stubs.mjs";

standIn({ dialog: "export const confirmed = async () => true;" });
const { freeTitle, nameIn, readBundle, whyNot } = await import("../../../static/js/home/sessionfile.js");

/** A server that gives these answers, one after the other, and remembers the keys. */
function server(...answers) {
  const keys = [];
  globalThis.fetch = async (_, init) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    const status = answers.shift();
    if (!status) throw new TypeError("fetch failed");
    return Response.json({ code: "x" }, { status });
  };
  return keys;
}

test("a request that was never answered keeps its key; an answered one is over", async () => {
  const keys = server(0, 503, 200, 200);
  const undo = (version) => once("/api/sessions/s1/undo", { turns: 1 }, version).catch(() => {});
  for (let i = 0; i < 4; i++) await undo(7);
  assert.equal(new Set(keys.slice(0, 3)).size, 1);
  assert.notEqual(keys[3], keys[2]);
});

test("a refusal is an answer, and the same words to another state are another request", async () => {
  const keys = server(409, 0, 200);
  const undo = (version) => once("/api/sessions/s2/undo", { turns: 1 }, version).catch(() => {});
  await undo(7);
  await undo(7);
  await undo(8);
  assert.equal(new Set(keys).size, 3);
});

test("tellings stand in the order they were told, whichever of them counts", () => {
  const told = (turnId, endedAt) => ({ turnId, narrative: "", endedAt });
  const [a, b, c] = [told("a", "2026-01-01T10:00:00Z"), told("b", "2026-01-01T10:01:00.5Z"), told("c", "2026-01-01T10:02:00Z")];
  for (const tellings of [[a, b, c], [b, c, a], [c, a, b]]) assert.deepEqual(inOrder(tellings).map(({ turnId }) => turnId), ["a", "b", "c"]);
});

test("a file that is no adventure is known before it is sent", () => {
  assert.match(readBundle("{").fault, /isn’t JSON/);
  for (const text of ["null", "[]", "7", "{}", '{"format":"other"}']) assert.match(readBundle(text).fault, /not an adventure/, text);
  assert.equal(readBundle('{"format":"embertale-session","turns":[]}').fault, "");
});

test("an imported adventure is called otherwise than the one it was exported from", () => {
  assert.equal(freeTitle("The Hill", []), "The Hill");
  assert.equal(freeTitle("The Hill", ["The Hill"]), "The Hill (2)");
  assert.equal(freeTitle("The Hill", ["The Hill (2)", "The Hill"]), "The Hill (3)");
  assert(freeTitle("x".repeat(120), ["x".repeat(120)]).length <= 120);
});

test("a file has the name that the server gives it", () => {
  assert.equal(nameIn('attachment; filename="embertale-the-hill.json"'), "embertale-the-hill.json");
  assert.equal(nameIn(`attachment; filename="embertale-unnamed.json"; filename*=UTF-8''embertale-%E9%BE%8D.json`), "embertale-龍.json");
  assert.equal(nameIn(null), "embertale.json");
});

test("a file that is refused is spoken of in a player's words", () => {
  const refused = (field, message = "`x[0]`: no.") => whyNot(new ApiError({ status: 422, code: "validation_failed", detail: `${field}: ${message}`, errors: [{ field, message }] }, 0));
  assert.match(refused("turns[4].turn.changes[0].kind"), /record of turn 5 does not agree/);
  assert.match(refused("dice.seeds[0].seed"), /record of the dice/);
  for (const field of ["session.state.characters[0].currentHP", "interludes[2].changes", "aside.undone[0].key", ""]) assert.match(refused(field), /record of the heroes and their story/, field);
  assert.equal(refused("version", "Update it."), "Update it.");
  assert.equal(whyNot(new ApiError({ status: 413, code: "too_large", detail: "It is too large." }, 0)), "It is too large.");
});

test("a title is found by any of its words, in any order and case", () => {
  const title = "The Lantern under the Hill of Éowyn";
  for (const words of ["", "  ", "hill", "HILL lantern", "eowyn", "under the"]) assert(matches(title, words), words);
  for (const words of ["hills", "lantern bell"]) assert(!matches(title, words), words);
});

test("the dead come last, and everybody else stays in order", () => {
  const all = [["a", "dead"], ["b", "hurt"], ["c", "dead"], ["d", "unhurt"]].map(([name, health]) => ({ name, health }));
  assert.deepEqual(livingFirst(all).map(({ name }) => name), ["b", "d", "a", "c"]);
});

test("a hero's level stands beside the class, from the first", () => {
  assert.equal(calling({ race: "half-elf", class: "ranger", level: 1 }), "Half-elf Ranger, level\u00a01");
  assert.equal(calling({ race: "elf", class: "wizard", subclass: "evoker", level: 3 }), "Elf Wizard (Evoker), level\u00a03");
});


const press = (key, more = {}) => ({ key, code: "", altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more });
const idle = { typing: false, letters: true };
const typing = { typing: true, letters: true };

test("keys without a modifier count only where no text goes, and can be switched off", () => {
  assert.deepEqual(["/", "?", "j", "k", "x"].map((key) => deedOf(press(key), idle)), ["box", "help", "turnAfter", "turnBefore", ""]);
  for (const where of [typing, { typing: false, letters: false }]) assert.deepEqual(["/", "?", "j", "k"].map((key) => deedOf(press(key), where)), ["", "", "", ""]);
});

test("keys with a modifier count everywhere, but for those a text needs itself", () => {
  for (const where of [idle, typing]) {
    assert.equal(deedOf(press("®", { altKey: true, code: "KeyR" }), where), "retell");
    assert.equal(deedOf(press("z", { altKey: true, code: "KeyZ" }), where), "undo");
    assert.equal(deedOf(press("3", { altKey: true, code: "Digit3" }), where), "panel3");
    assert.equal(deedOf(press("Enter", { ctrlKey: true }), where), "send");
    assert.equal(deedOf(press("F6", { shiftKey: true }), where), "regionBefore");
    assert.equal(deedOf(press("r", { ctrlKey: true, code: "KeyR" }), where), "");
  }
  assert.equal(deedOf(press("ArrowUp", { altKey: true }), idle), "turnBefore");
  assert.equal(deedOf(press("ArrowUp", { altKey: true }), typing), "");
});
