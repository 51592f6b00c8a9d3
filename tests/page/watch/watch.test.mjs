// The table screen: how fast it scrolls, and what it shows of a turn that is told.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

const page = (globalThis.page = { said: [], turns: [], asked: 0 });
Object.assign(globalThis, { document: { documentElement: { lang: "en" }, body: { dataset: {} } }, matchMedia: () => ({ matches: false }), getComputedStyle: () => ({ lineHeight: "40px" }) });
globalThis.setInterval = () => 0;
globalThis.clearInterval = () => {};
class Node {
  constructor(tag, attributes = {}, kids = []) {
    Object.assign(this, { tag, attributes, kids, hidden: Boolean(attributes.hidden), classes: new Set() });
    this.classList = { add: (name) => this.classes.add(name), remove: (name) => this.classes.delete(name), toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)) };
  }
  get childElementCount() {
    return this.kids.length;
  }
  get firstElementChild() {
    return this.kids[0] ?? null;
  }
  append(...kids) {
    for (const kid of kids) if (!this.kids.includes(kid)) this.kids.push(Object.assign(kid, { parent: this }));
  }
  remove() {
    if (this.parent) this.parent.kids = this.parent.kids.filter((kid) => kid !== this);
  }
  addEventListener() {}
  replaceWith() {}
  querySelector = () => null;
  querySelectorAll = () => [];
}
page.node = (tag, attributes, kids) => new Node(tag, attributes, kids);
standIn({
  announcer: "export const announce = (text) => globalThis.page.said.push(text);",
  api: "export const get = async () => (globalThis.page.asked++, { items: globalThis.page.turns }); export const sessionPath = (id, more) => id + more;",
  dicewords: "export const spoken = (view) => view.narrative;",
  dom: `
    export const h = (tag, attributes, ...kids) => globalThis.page.node(tag, attributes, kids.flat());
    export const fill = (node, ...kids) => (node.kids = kids.flat().filter(Boolean));`,
  prose: "export const prose = (text) => text;",
  turnview: `
    export class TurnView {
      narrative = ""; rolls = []; changes = [];
      constructor(message, characterId) {
        Object.assign(this, { message, characterId, root: globalThis.page.node("article"), deed: globalThis.page.node("div") });
      }
      static of(turn) { const view = new TurnView(turn.message, turn.characterId); view.finish(turn); return view; }
      say(deeds = [this]) { this.deeds = deeds; }
      begin() {}
      restart() { this.narrative = ""; }
      reset() { this.narrative = ""; }
      text(delta) { this.narrative += delta; }
      roll(roll) { this.rolls.push(roll); }
      change(change) { this.changes.push(change); }
      tool() { throw new Error("what goes on behind the screen is the host's"); }
      notice() { throw new Error("a notice is the host's"); }
      finish({ id, seq, narrative, rolls = [] }) { Object.assign(this, { id, seq, narrative, rolls }); }
    }`,
});
const { scrollFor } = await import("../../../static/js/watch/watchpace.js");
const { watchStory } = await import("../../../static/js/watch/watchstory.js");
const { table } = await import("../../../static/js/friends/seats.js");

test("a telling that fits the screen stands at its end, and a longer one moves up as it is read", () => {
  const long = { top: 1_000, end: 3_000, view: 800, line: 40 };
  assert.equal(scrollFor({ ...long, end: 900, elapsed: 0 }), 900, "it fits");
  assert.equal(scrollFor({ ...long, elapsed: 0 }), 1_000, "it is read from its beginning");
  assert.equal(scrollFor({ ...long, elapsed: 20_000 }), 1_000, "nothing moves until half of what is seen was read");
  const [soon, later] = [40_000, 60_000].map((elapsed) => scrollFor({ ...long, elapsed }));
  assert(1_000 < soon && soon < later && later < 3_000, `${soon}, ${later}`);
  assert.equal(scrollFor({ ...long, elapsed: 3_600_000 }), 3_000, "it ends where the story does");
  assert.equal(scrollFor({ top: -20, end: 0, view: 800, line: 40, elapsed: 0 }), 0);
});

test("where nothing may glide, the screen turns over like a page", () => {
  const long = { top: 0, end: 9_000, view: 800, line: 40, calm: true };
  const stops = new Set(Array.from({ length: 200 }, (_, i) => scrollFor({ ...long, elapsed: i * 1_000 })));
  assert(stops.size < 10, `${[...stops]}`);
});

const seat = (id, role, characterIds) => ({ id, name: id, role, characterIds, state: "here", since: "" });
function fresh() {
  Object.assign(page, { said: [], turns: [], asked: 0, dice: [], news: [] });
  table.set({ seats: [seat("host", "host", ["brakk"]), seat("ana", "player", ["mira"])], me: "host" });
  const session = { story: { currentScene: "A bell rings." }, characters: [{ id: "brakk" }, { id: "mira" }] };
  return watchStory("s1", () => session, (rolls) => (page.dice = [...rolls]), (text) => page.news.push(text));
}
const turnsOn = ({ root }) => root.kids[1].kids;

test("a turn is shown as it comes, with its dice, and said once it is whole; what is the host's is not", async () => {
  const screen = fresh();
  await screen.read();
  const [opening] = screen.root.kids;
  assert.equal(opening.hidden, false, "before the first turn the scene is set");
  screen.hear({ event: "queued", turnId: "t1", seat: "ana", preview: "I look." });
  assert.equal(screen.root.kids[2].hidden, false, "who is next");
  screen.hear({ event: "turn", turnId: "t1", seq: 1, seat: "ana" });
  assert.deepEqual([opening.hidden, screen.root.kids[2].hidden, turnsOn(screen).length], [true, true, 1]);
  screen.hear({ event: "tool", turnId: "t1", callId: "c", name: "roll_dice", status: "started" });
  screen.hear({ event: "notice", turnId: "t1", code: "budget_reached", message: "…" });
  screen.hear({ event: "roll", turnId: "t1", roll: { total: 7 } });
  assert.deepEqual(page.dice, [{ total: 7 }]);
  screen.hear({ event: "text", turnId: "t1", delta: "The door opens." });
  assert.deepEqual(page.said, ["ana acts."]);
  screen.hear({ event: "done", turnId: "t1", turn: { id: "t1", seq: 1, message: "I look.", narrative: "The door opens.", rolls: [{ total: 7 }] } });
  assert.deepEqual([page.said.at(-1), turnsOn(screen).length], ["The door opens.", 1]);
});

test("the turn of a round is everyone's", async () => {
  const screen = fresh();
  table.set({ together: [] });
  await screen.read();
  const deeds = [{ seat: "ana", characterId: "mira", message: "I pull." }, { seat: "host", characterId: "brakk", message: "I push." }];
  screen.hear({ event: "turn", turnId: "t1", seq: 1, deeds });
  assert.deepEqual(page.said, ["Everyone acts at once."]);
  screen.hear({ event: "done", turnId: "t1", turn: { id: "t1", seq: 1, message: "…", deeds, narrative: "It gives way." } });
  assert.equal(page.said.at(-1), "It gives way.");
  table.set({ together: undefined });
});

test("a scene that is stopped leaves the screen at once, and what stands is read again", async () => {
  const screen = fresh();
  page.turns = [{ id: "t1", seq: 1, message: "", narrative: "Before." }];
  await screen.read();
  screen.hear({ event: "turn", turnId: "t2", seq: 2, seat: "ana" });
  assert.equal(turnsOn(screen).length, 2);
  const { asked } = page;
  screen.hear({ event: "safety", turnId: "t2" });
  assert.equal(turnsOn(screen).length, 1);
  assert.equal(page.asked, asked + 1);
});

test("a turn that is taken back once it stood is said to be; one that is told another way, or failed, is not", async () => {
  const screen = fresh();
  const [first, second] = [1, 2].map((seq) => ({ id: `t${seq}`, seq, message: "", narrative: "So." }));
  page.turns = [first, second];
  await screen.read();
  screen.hear({ event: "turn", turnId: "t3", seq: 2, seat: "host" });
  screen.hear({ event: "failed", turnId: "t3" });
  await screen.read();
  assert.deepEqual([page.news, turnsOn(screen).length], [[], 2]);
  page.turns = [first];
  await screen.read();
  assert.match(page.news.join(), /^The story has gone back a step/);
  page.turns = [];
  await screen.read();
  assert.equal(page.news.length, 2, "also to its very beginning");
});

test("a last turn that is told another way gives way to it", async () => {
  const screen = fresh();
  page.turns = [{ id: "t1", seq: 1, message: "", narrative: "So." }];
  await screen.read();
  screen.hear({ event: "turn", turnId: "t2", seq: 1, seat: "host" });
  assert.equal(turnsOn(screen).length, 1);
  screen.anew("");
  assert.equal(turnsOn(screen).length, 0, "a stream that begins anew lets go of what it does not go on with");
});
