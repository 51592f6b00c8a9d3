// Where a turn has led: by the scene's name, as the map has it, and the place's above it.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

standIn({
  dom: `
    const text = (kids) => kids.flat(9).map((kid) => kid?.said ?? kid ?? "").join("|");
    export const h = (tag, attributes, ...kids) => ({
      attributes,
      classList: { add() {} },
      kids, get said() { return text(this.kids); },
      querySelector() { const [line] = this.kids; return line && { remove: () => (this.kids = []) }; },
      append(...more) { this.kids.push(...more); },
      replaceChildren() { this.kids = []; },
    });`,
  scene: "export const paintArrival = (place, node, name) => globalThis.paint(place, node ?? name);",
});

/** Pictures come later than the test that asked for them may last, so each is told apart by the place it is for. @type {Map<unknown, (name: string) => void>} */
const waiting = new Map();
globalThis.paint = (place, name) => waiting.get(place)?.(name);
/** The first picture for a place. */
const pictureFor = (place) => new Promise((resolve) => waiting.set(place, resolve));

const { Arrival, sceneLine } = await import("../../../static/js/table/arrival.js");

test("a place that is called like its scene is said once, and any other above it", () => {
  assert.equal(sceneLine("You have come to", "the ferry stage").said, "You have come to|The Ferry Stage");
  assert.equal(sceneLine("You have come to", "the ferry stage", "The Ferry Stage").said, "You have come to|The Ferry Stage");
  assert.equal(sceneLine("You have come to", "Pike’s staithe", "Pike’s Staithe").said, "You have come to|Pike’s Staithe");
  assert.equal(sceneLine("You have come to", "the brick drain", "The Drain").said, "the brick drain|The Drain");
});

test("a scene and its place make one arrival; another place after them is none of the scene's", async () => {
  const arrival = new Arrival();
  const picture = pictureFor(arrival.root);
  assert.equal(arrival.follow({ kind: "hpChanged", delta: 1 }), false);
  assert.equal(arrival.follow({ kind: "nodeReached", node: "drain", title: "The Drain" }), true);
  arrival.follow({ kind: "locationChanged", to: "the brick drain" });
  assert.equal(arrival.root.said, "the brick drain|The Drain");
  assert.equal(await picture, "drain");
  arrival.follow({ kind: "locationChanged", to: "the street" });
  assert.equal(arrival.root.said, "You have come to|The Street");
  arrival.follow({ kind: "nodeReached", node: "pit", title: "The Pit" });
  assert.equal(arrival.root.said, "|The Pit");
  arrival.clear();
  assert.equal(arrival.root.said, "");
  arrival.follow({ kind: "locationChanged", to: "the mill" });
  assert.equal(arrival.root.said, "You have come to|The Mill");
});

test("a place of free play is painted by its name", async () => {
  const arrival = new Arrival();
  const picture = pictureFor(arrival.root);
  arrival.follow({ kind: "locationChanged", to: "the old mill" });
  assert.equal(await picture, "the old mill");
});

test("a picture fits what one sees at a place and, where the heroes are, the hour", async () => {
  const { artOfPlace } = await import("../../../static/js/placeart.js");
  const session = { places: [{ name: "the old mill", description: "Its wheel is frozen / fast." }], story: { currentLocation: "The Old Mill" }, clock: { day: 1, hour: 23, minute: 0 } };
  const src = (name, of = session) => artOfPlace("scene", name, of).attributes.src;
  assert.equal(src("The Old Mill"), "/art/place/The%20Old%20Mill/Its%20wheel%20is%20frozen%20%2F%20fast./night");
  assert.equal(src("the ford"), "/art/place/the%20ford", "of another place the hour is not known");
  assert.equal(src("the ford", { ...session, places: [], story: { currentLocation: "the ford" }, clock: { day: 1, hour: 12, minute: 0 } }), "/art/place/the%20ford//day");
  assert.equal(src("the ford", { ...session, places: [], story: { currentLocation: "the ford", currentScene: "Rain." } }), "/art/place/the%20ford/Rain./night");
  assert.equal(src("the ford", null), "/art/place/the%20ford");
});
