import assert from "node:assert/strict";
import test from "node:test";
import { layOut, neighbour } from "../../../static/js/campaign/plotlayout.js";
import { anotherTake, assetPath, ledTo, mapInWords, nearness, waitsFor, waysFrom } from "../../../static/js/campaign/plotwords.js";
import { PLOT } from "../../../static/js/words/en/table/plot.js";

const node = (id, act = "one") => ({ id, title: `The ${id}`, act, actTitle: `Act ${act}` });
const way = (from, to, label) => ({ from, to: { node: to }, label, hidden: false, gated: false });
const web = (nodes, ways) => ({ nodes, ways, endings: [] });
const now = (more) => ({ objective: "", awaits: "choice", offers: [], exits: [], map: web([], []), leads: [], people: [], ...more });

test("an asset is asked for in the version that is played, whatever its names", () => {
  assert.equal(assetPath({ slug: "a b", digest: "0f" }, "music", "x/../y?z"), "/api/campaigns/a%20b/assets/music/x%2F..%2Fy%3Fz?v=0f");
  assert(assetPath({ slug: "a", digest: "0f" }, "portrait", "y", "s/1").endsWith("?v=0f&session=s%2F1"));
  const takes = Array.from({ length: 100 }, () => (anotherTake({ slug: "a", digest: "0f" }, "background", "x"), assetPath({ slug: "a", digest: "0f" }, "background", "x")));
  assert.deepEqual([takes[0], takes[97], takes[98]].map((path) => path.split("take=")[1]), ["2", "99", "1"], "after the last comes the first");
  assert(!assetPath({ slug: "a", digest: "0f" }, "background", "y").includes("take"), "others stay as they are");
});

test("what the story waits for is said in a sentence, also by a server that waits for more", () => {
  for (const awaits of ["choice", "freeText", "continue", "combatResult", "diceResult"]) assert.equal(waitsFor(now({ awaits })), PLOT.awaits[awaits]);
  assert.equal(waitsFor(now({ awaits: "constructor" })), PLOT.awaits.freeText);
  const shut = [{ id: "a", label: "Up", open: false }];
  assert.equal(waitsFor(now({ awaits: "freeText", exits: shut })), PLOT.nothingOpen);
  assert.equal(waitsFor(now({ awaits: "freeText", exits: [...shut, { id: "b", label: "Down", open: true }] })), PLOT.awaits.freeText);
});

test("a clock comes nearer by its segments, and only the last of them is here", () => {
  const said = Array.from({ length: 13 }, (_, filled) => nearness({ filled, segments: 12 }));
  assert.equal(new Set(said).size, PLOT.doom.near.length);
  assert.deepEqual([said[0], said[12]], [PLOT.doom.near[0], PLOT.doom.near.at(-1)]);
  assert(said.slice(1, 12).every((text) => text !== said[0] && text !== said[12]));
  assert.equal(nearness({ filled: 1, segments: 1 }), PLOT.doom.near.at(-1));
});

test("scenes stand act by act in rows from where it began, no two in one place", () => {
  const nodes = ["c", "b", "a", "d", "e"].map((id) => node(id));
  const map = web([...nodes, node("z", "two")], [way("a", "b"), way("a", "c"), way("a", "d"), way("b", "a"), way("d", "e"), way("e", "z")]);
  const [one, two] = layOut(map, ["a", "b", "c", "d", "e", "z"]);
  const at = Object.fromEntries(one.spots.map((spot) => [spot.id, spot]));
  assert.deepEqual([at.a.y, at.b.y, at.c.y, at.d.y, at.e.y], [0, 1, 1, 1, 2]);
  assert.deepEqual([at.a.x, at.b.x, at.d.x], [0.5, 1 / 6, 5 / 6]);
  assert.equal(new Set(one.spots.map(({ x, y }) => `${x} ${y}`)).size, 5);
  assert.equal(one.lines.length, 4, "there and back is one line");
  assert.deepEqual([one.rows, two.rows, two.title, two.lines.length], [3, 1, "Act two", 0]);
});

test("many scenes that are one step away take several rows, and one that nothing leads to stands behind the one before", () => {
  const nodes = ["hub", "p", "q", "r", "s", "lost"].map((id) => node(id));
  const [act] = layOut(web(nodes, ["p", "q", "r", "s"].map((id) => way("hub", id))), ["hub", "p", "q", "r", "s", "lost"]);
  const rows = new Map(act.spots.map(({ id, y }) => [id, y]));
  assert.deepEqual([...rows], [["hub", 0], ["p", 1], ["q", 1], ["r", 1], ["s", 2], ["lost", 3]]);
  assert.deepEqual(layOut(web([], []), []), []);
});

test("a way to itself, to an ending or to nowhere draws no line", () => {
  const map = web([node("a")], [way("a", "a"), way("a", "gone"), { from: "a", to: { ending: "peace" } }]);
  assert.deepEqual(layOut(map, ["a"])[0].lines, []);
  assert.deepEqual(waysFrom(map, "a").map(({ id }) => id), ["a"]);
});

test("arrow keys go to the nearest scene on their side, and nowhere past the edge", () => {
  const spots = [{ id: "a", x: 0.5, y: 0 }, { id: "b", x: 1 / 6, y: 1 }, { id: "c", x: 0.5, y: 1 }, { id: "d", x: 5 / 6, y: 2 }];
  const to = (from, key) => neighbour(spots, spots.find(({ id }) => id === from), key)?.id;
  assert.deepEqual([to("a", "ArrowDown"), to("c", "ArrowLeft"), to("c", "ArrowUp"), to("c", "ArrowDown"), to("d", "ArrowUp")], ["c", "b", "a", "d", "c"]);
  assert.deepEqual([to("a", "ArrowUp"), to("d", "ArrowDown"), to("a", "x")], [undefined, undefined, undefined]);
});

test("who can't see the map is told it", () => {
  const map = web([node("inn"), node("mill")], [way("inn", "mill", "Up"), way("inn", "mill", "By the brook"), way("mill", "gone")]);
  assert.equal(mapInWords(map, "mill"), "You have seen 2 scenes. You are at The mill. From The inn you know ways to The mill.");
  assert.deepEqual(waysFrom(map, "inn").map(({ label }) => label), ["Up", "By the brook"]);
});

test("a finding says what it pointed to only where that is known", () => {
  const leads = [{ finding: "salt", to: "The Mill" }, { finding: "salt", to: "Corm" }, { finding: "salt", to: "Corm" }];
  assert.equal(ledTo(now({ leads }), "salt"), "This pointed to The Mill, Corm.");
  assert.equal(ledTo(now({ leads }), "pepper"), "");
  assert.equal(ledTo(null, "salt"), "");
});
