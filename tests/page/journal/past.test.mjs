// Looking back over all turns: read once, and gone on with as the story goes on.
import assert from "node:assert/strict";
import test from "node:test";
import { allTurns } from "../../../static/js/journal/past.js";

/** The story as the server has it. @type {{ id: string, seq: number, told: string }[]} */
let story = [];
let asked = [];
let down = false;
globalThis.fetch = async (url) => {
  if (down) throw new TypeError("down");
  const { searchParams } = new URL(url, "http://here");
  const [after, limit] = ["after", "limit"].map((name) => Number(searchParams.get(name)));
  asked.push(after);
  return Response.json({ items: story.filter(({ seq }) => seq > after).slice(0, limit) });
};
let n = 0;
const play = (turns) => {
  for (let i = 0; i < turns; i++) story.push({ id: `t${++n}`, seq: story.length + 1, told: "" });
};
let version = 0;
const look = async (id = "s") => {
  asked = [];
  const turns = await allTurns({ id, version: ++version });
  assert.deepEqual(turns, story);
  return asked;
};

test("every turn is read once, and then only what is new", async () => {
  play(230);
  assert.deepEqual(await look(), [0, 100, 200]);
  play(1);
  assert.deepEqual(await look(), [229]);
  asked = [];
  assert.deepEqual([(await allTurns({ id: "s", version })).length, asked], [231, []]);
  play(150);
  assert.deepEqual(await look(), [230, 330]);
});

test("turns that were taken back or told again are not counted as they were", async () => {
  story[story.length - 1].told = "otherwise";
  assert.deepEqual(await look(), [380]);
  story.pop();
  play(1);
  assert.deepEqual(await look(), [380, 378]);
  story.splice(-200);
  play(2);
  const steps = await look();
  assert(steps.length < 10, `${steps}`);
  story = [];
  await look();
  play(3);
  await look();
});

test("another adventure is read from its beginning, and what could not be read is asked for again", async () => {
  const before = story;
  story = [];
  play(2);
  assert.deepEqual(await look("other"), [0]);
  story = before;
  down = true;
  await assert.rejects(allTurns({ id: "s", version: 99 }));
  down = false;
  asked = [];
  assert.deepEqual(await allTurns({ id: "s", version: 99 }), story);
  assert.deepEqual(asked, [0]);
});
