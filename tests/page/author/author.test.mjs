// What a draft of a campaign is said and drawn as.
import assert from "node:assert/strict";
import test from "node:test";
import { nErrors, progress } from "../../../static/js/author/authorcount.js";
import { deed, doing } from "../../../static/js/author/authordeeds.js";
import { nameOf } from "../../../static/js/author/authornames.js";
import { areSteps, inWords, mending } from "../../../static/js/author/authorwords.js";
import { BOX, lay } from "../../../static/js/author/authorweb.js";

const to = (id, kind = "node") => ({ kind, to: id });
const node = (id, ways = [], more = {}) => ({ id, title: id, purpose: "", stage: "woven", beats: [], nBeats: 0, ways, ...more });
const act = (id, nodes) => ({ id, title: id.toUpperCase(), objective: "", levels: [1, 1], nodes });
const draft = {
  title: "The Salt Road",
  premise: "Salt.",
  people: [{ id: "odo", name: "Odo Wick", role: "ally" }],
  acts: [
    act("one", [
      node("gate", [to("yard"), to("wall")], { title: "The Gate", stage: "finished" }),
      node("yard", [to("hall"), to("gate")]),
      node("wall", [to("hall"), to("yard")]),
      node("hall", [to("two", "act"), to("lost", "ending")]),
    ]),
    act("two", [node("road", [to("won", "ending"), to("nowhere")]), node("lonely-hut", [], { stage: "outlined" })]),
  ],
  endings: [{ id: "won", title: "Won", kind: "triumph" }, { id: "lost", title: "Lost", kind: "defeat" }],
  gaps: [],
};

test("what the author did is said with the names of what it did it to", () => {
  assert.equal(deed("draft_node_beats gate", draft), "Wrote what happens at “The Gate”");
  assert.equal(deed("propose_character odo", draft), "Brought in Odo Wick");
  assert.equal(deed("draft_node_beats lonely-hut", draft), "Wrote what happens at “lonely hut”", "an id that has no title yet");
  assert.equal(deed("propose_premise The Salt Road", draft), "Wrote the premise");
  for (const odd of ["constructor", "__proto__ x", "make_coffee now", ""]) assert.equal(deed(odd, draft), "At work", odd);
  assert.equal(doing("draft_act_outline"), "Outlining an act");
  assert.equal(doing("toString"), "At work");
  assert.equal(nameOf(draft, "won"), "Won");
});

test("what is missing is said without the names of tools, and places by their titles", () => {
  const gap = { severity: "error", code: "unwritten-node", at: "/acts/0/nodes/0", place: "act “one”, node “gate”", message: "Nothing happens in this node.", remedy: "Write draft_node_beats." };
  const said = inWords(gap, draft);
  assert.equal(said.place, "act “ONE”, scene “The Gate”");
  assert(!/draft_|node/.test(`${said.message} ${said.remedy}`), said);
  assert(areSteps([gap]));
  const found = { ...gap, code: "dead-end", message: "Nothing leads on.", remedy: "Give it an exit." };
  assert.equal(inWords(found, draft).message, "Nothing leads on.");
  assert(!areSteps([found]));
  assert.equal(mending([inWords(found, draft)]), "Please see to what the compiler found:\n- act “ONE”, scene “The Gate”: Nothing leads on.");
  assert(!mending([gap]).includes("\n"), "steps are asked for as a whole");
  assert.equal(nErrors([gap, { ...gap, severity: "warning" }]), 1);
  assert.equal(progress(draft), "1 of 6 scenes finished");
});

test("the map goes from its beginning down to the endings, three abreast at most, and nothing lies on anything", () => {
  const { spots, bands, rows } = lay(draft, "Endings");
  const at = (id) => spots.find((spot) => spot.id === id);
  assert.deepEqual(bands.map(({ title }) => title), ["ONE", "TWO", "Endings"]);
  assert(at("gate").row < at("yard").row && at("yard").row === at("wall").row && at("wall").row < at("hall").row);
  assert(at("hall").row < at("road").row && at("lonely-hut").row > at("road").row, "what nothing leads to comes behind");
  assert(at("won").row === at("lost").row && at("won").row > at("lonely-hut").row);
  const crowd = { ...draft, acts: [act("one", [node("a", "bcdefgh".split("").map((id) => to(id))), ..."bcdefgh".split("").map((id) => node(id))])] };
  for (const drawn of [spots, lay(crowd).spots]) {
    for (const one of drawn) {
      assert(one.col >= 1 && one.col <= 5, one.id);
      for (const other of drawn) assert(one === other || Math.abs(one.row - other.row) >= BOX || Math.abs(one.col - other.col) >= 2, `${one.id} ${other.id}`);
    }
  }
  assert(rows >= at("won").row + BOX - 1);
});

test("every way is a line once, ways back are told from ways on, and ways to nowhere are none", () => {
  const { lines } = lay(draft);
  const named = lines.map(({ from, to, back }) => `${from} ${to}${back ? " back" : ""}`);
  assert.deepEqual(named, ["gate yard", "gate wall", "yard hall", "yard gate back", "wall hall", "wall yard", "hall road", "hall lost", "road won"]);
  for (const { path } of lines) assert.match(path, /^M[\d.]+ [\d.]+ [CL][\d. ]+$/);
});

test("a draft with nothing in it, and one that goes round in circles, are drawn all the same", () => {
  assert.deepEqual(lay({ ...draft, acts: [], endings: draft.endings }), { spots: [], bands: [], lines: [], rows: 0 });
  const circle = { ...draft, acts: [act("one", [node("a", [to("b"), to("a")]), node("b", [to("a")])])], endings: [] };
  assert.deepEqual(lay(circle).lines.map(({ from, to }) => from + to), ["ab", "ba"]);
});
