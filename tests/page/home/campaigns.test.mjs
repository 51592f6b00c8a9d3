// What is said of a campaign before it is chosen, and of one that can't be.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

Object.assign(globalThis, { HTMLElement: class {} });
standIn({
  dom: `
    export const h = (tag, attributes, ...kids) => ({ tag, ...attributes, kids });
    export const fill = () => {};
    export const stylesheet = async () => {};`,
  dialog: "export const confirmed = async () => false;",
});
const { facts } = await import("../../../static/js/home/campaigns.js");
const { findingList } = await import("../../../static/js/home/findings.js");
const { ApiError } = await import("../../../static/js/api.js");

const card = { slug: "mill", title: "The Mill", blurb: "", language: "en-GB", party: { heroes: 4, level: 1 }, acts: 1, nodes: 12, endings: 3, ours: true, order: 1 };

/** All words of an element, in their order. */
const words = (node) => (typeof node === "object" && node ? (Array.isArray(node) ? node : node.kids).map(words).join("") : String(node ?? ""));

test("whom a campaign is for, and how long it is, stands on its card", () => {
  assert.deepEqual(facts(card), ["For 4 heroes of level 1", "1 act, 12 scenes, 3 endings"]);
  assert.deepEqual(facts({ ...card, endingsFound: ["The Flood", "Ashes"] })[1], "1 act, 12 scenes, 3 endings (2 found)");
  const own = { ...card, ours: false, language: "de", party: { heroes: 1, level: 5 } };
  assert.deepEqual(facts(own), ["For 1 hero of level 5", "1 act, 12 scenes, 3 endings", "Told in German", "Your own"]);
  assert.deepEqual(facts({ ...card, genre: "ghost story", minutes: { from: 40, to: 160 } }), ["Ghost story", "For 4 heroes of level 1", "1 act, 12 scenes, 3 endings", "About 0.5 to 2.5 hours at the table"]);
});

test("what was found is said with its place and what helps, and the worst is called so in words", () => {
  const list = findingList([
    { severity: "error", code: "dead-end", at: "/acts/0", place: "act “low-water”", message: "Nothing leads on.", remedy: "Give it an exit; `campaign map` shows it." },
    { severity: "warning", code: "unreadable", at: "", place: "", message: "Odd.", remedy: "Look." },
  ]);
  const [ul] = list.kids;
  const lines = ul.kids[0].map(words);
  assert.equal(lines[0], "Error · Act “low-water”Nothing leads on.What helps: Give it an exit; “campaign map” shows it.");
  assert.equal(lines[1], "Warning · The file as a wholeOdd.What helps: Look.");
  assert.equal(list.tabindex, 0);
});

test("a refusal keeps what the server found", () => {
  const findings = [{ severity: "error" }];
  assert.equal(new ApiError({ status: 422, code: "invalid_campaign", detail: "No.", findings }, 0).problem.findings, findings);
});
