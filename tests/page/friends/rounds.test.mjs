// A table that plays in rounds: where a round is, what is said of it, how it is heard, and what becomes of words that are sent.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

const page = (globalThis.page = { said: [], posts: [], view: "table", boxes: 0, watches: 0 });
class Node {
  kids = [];
  listeners = {};
  attributes = {};
  value = "";
  textContent = "What do you do?";
  options = [];
  classList = { toggle() {} };
  constructor(tag, attributes = {}, kids = []) {
    Object.assign(this, { tag, attributes, kids: kids.flat(9).filter(Boolean) });
  }
  get text() {
    return this.kids.map((kid) => kid.text ?? kid).join("");
  }
  find(key) {
    return this.attributes?.["data-key"] === key ? this : this.kids.map((kid) => kid.find?.(key)).find(Boolean);
  }
  before(node) {
    page.root = node;
  }
  remove() {
    page.root = null;
  }
  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }
  removeEventListener(name) {
    delete this.listeners[name];
  }
  dispatchEvent({ type }) {
    this.listeners[type]?.({ type });
  }
  querySelector() {
    return (this.label ??= new Node("label"));
  }
  focus() {}
  blur() {}
}
page.node = (tag, attributes, kids) => new Node(tag, attributes, kids);
page.places = {};
page.keep = (node, kids) => (node.kids = kids.flat(9).filter(Boolean));
for (const name of ["HTMLElement", "HTMLFormElement", "HTMLTextAreaElement", "HTMLButtonElement", "HTMLSelectElement"]) globalThis[name] = class {};
Object.assign(globalThis, { matchMedia: () => ({ matches: false }), document: Object.assign(new EventTarget(), { documentElement: { lang: "en" }, body: { dataset: { get view() { return page.view; } } } }) });
globalThis.setInterval = () => 0;
standIn({
  announcer: "export const announce = (text) => globalThis.page.said.push(text);",
  composer: `
    const { page } = globalThis;
    export const giveBack = (words) => !page.places.say.value && ((page.places.say.value = words), true);
    export const exchange = (words) => { const before = page.places.say.value; page.places.say.value = words; return before; };
    export const [focusComposer, goOnWriting] = [() => {}, () => {}];`,
  dom: `
    const { page } = globalThis;
    export const h = (tag, attributes, ...kids) => page.node(tag, attributes, kids);
    export const byId = (id) => (page.places[id] ??= page.node(id));
    export const [fill, svg, stylesheet] = [(node, ...kids) => page.keep(node, kids), h, async () => {}];`,
  log: "export const follower = { toEnd() {} };",
  pieces: "export const keepingFocus = (root, draw) => draw();",
  tabsync: "export const [hearTabs, tellTabs] = [() => {}, () => {}];",
  watchround: "export const showRounds = () => globalThis.page.watches++;",
});
const { app } = await import("../../../static/js/state.js");
const { table } = await import("../../../static/js/friends/seats.js");
const { hearRounds, readTable } = await import("../../../static/js/friends/rounds.js");
const { newsOfRound, standing, timeLeft, whoIsReady } = await import("../../../static/js/friends/roundwords.js");
// What is brought later is read before anything waits for it: how long that takes is not what is tested.
await import("../../../static/js/friends/roundbox.js");
const { R } = await import("../../../static/js/words/en/rounds.js");
const { read } = await import("../../../static/js/friends/tablestream.js");

const round = (more) => ({ id: "r1", state: "open", since: "2026-11-30T12:00:00Z", closesAt: "2026-11-30T12:02:00Z", ready: ["ana"], waitingFor: ["me", "jo"], ...more });
const nameOf = (seat) => ({ me: "you", ana: "Ana", jo: "Jo" })[seat];

test("a round is where the server says, and a fight comes first", () => {
  assert.equal(standing(false, null, false), "");
  assert.equal(standing(true, null, false), "begins");
  assert.equal(standing(true, round(), false), "open");
  assert.equal(standing(true, round({ state: "closed", closesAt: null }), false), "told");
  assert.equal(standing(true, round({ closesAt: null, waitingFor: [] }), false), "failed");
  assert.equal(standing(true, null, true), "", "words go as they come");
  assert.equal(standing(true, round(), true), "held");
});

test("who is ready and who is waited for are named, and nobody where there is nobody", () => {
  assert.deepEqual(whoIsReady(round(), nameOf), ["Ready: Ana", "Waiting for you and Jo"]);
  assert.deepEqual(whoIsReady(round({ waitingFor: [] }), nameOf), ["Ready: Ana"]);
});

test("time is counted by the second, and what is far away by the hour", () => {
  const at = Date.parse("2026-11-30T12:02:00Z");
  const left = (seconds) => timeLeft("2026-11-30T12:02:00Z", at - seconds * 1_000);
  assert.deepEqual([left(119), left(61), left(9), left(0), left(-60)], ["1:59 left", "1:01 left", "0:09 left", R.soon, R.soon]);
  assert.match(left(7_200), /^until \d\d/);
});

test("each is said to be ready once, and one's own part is no news", () => {
  const news = (before, now) => newsOfRound(before, now, "me", nameOf);
  assert.equal(news(null, round()), "Ana is ready. Waiting for you and Jo");
  assert.equal(news(round(), round({ waitingFor: ["jo"], ready: ["ana", "me"] })), "");
  assert.equal(news(round(), round({ ready: ["ana", "jo"], waitingFor: ["me"] })), "Jo is ready. Waiting for you");
  assert.equal(news(round(), round({ state: "closed" })), R.told);
  assert.equal(news(round({ state: "closed" }), round({ state: "closed" })), "");
  assert.equal(news(round({ state: "closed" }), round({ closesAt: null })), R.failed);
  assert.equal(news(round({ state: "closed" }), null), "");
  assert.equal(news(round({ id: "r0", ready: ["ana"] }), round()), "Ana is ready. Waiting for you and Jo");
});

test("the stream's words about rounds are known", () => {
  assert.deepEqual(read("round", '{"round":{"id":"r1"}}'), { event: "round", round: { id: "r1" } });
  assert.equal(read("table", '{"table":{"mode":"rounds"}}').table.mode, "rounds");
});

/** What is brought comes from another thread here. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));
let server = {};
globalThis.fetch = async (path, { method, body, headers }) => {
  if (method === "GET") return Response.json({ mode: "rounds", round: server.round ?? null, ownPart: server.own });
  page.posts.push([path.split("/").at(-1), JSON.parse(body), headers.get("idempotency-key")]);
  return server.answer();
};
const seat = (id, role, characterIds) => ({ id, name: id, role, characterIds, state: "here", since: "" });
async function lay(answer = () => Response.json({ mode: "rounds", round: server.round, ownPart: server.own })) {
  table.set({ sessionId: "" });
  await settle();
  server = { answer };
  Object.assign(page, { said: [], posts: [] });
  app.set({ session: { id: "s1", version: 1, characters: [{ id: "mira", name: "Mira" }, { id: "brakk", name: "Brakk" }] }, acting: "mira", phase: "idle", trouble: null, offline: false });
  table.set({ sessionId: "s1", me: "me", isGuest: true, seats: [seat("host", "host", ["brakk"]), seat("me", "player", ["mira"])] });
  await hearRounds("s1", { event: "hello", table: { mode: "rounds", round: null } });
  await settle();
}
/** Presses Enter behind these words. */
async function enter(words) {
  page.places.say.value = words;
  let isTaken = false;
  page.places.composer.listeners.submit({ preventDefault() {}, stopImmediatePropagation: () => (isTaken = true) });
  await settle();
  return isTaken;
}
const answers = (body, status = 200) => () => Response.json(body, { status });
const sent = (message) => ({ mode: "rounds", round: round({ ready: ["me"], waitingFor: ["host"] }), ownPart: { characterId: "mira", message } });

test("words go to the round, stand above the box, and can be changed or given up", async () => {
  await lay(answers(sent("I listen.")));
  assert.match(page.root.text, /You play in rounds/);
  assert.equal(await enter("I listen."), true);
  assert.deepEqual(page.posts[0].slice(0, 2), ["ready", { message: "I listen.", characterId: "mira" }]);
  assert.equal(page.places.say.value, "");
  assert.match(page.root.text, /✓ Mira I listen\./);
  assert.deepEqual(table.get().together, [{ seat: "me", characterId: "mira", message: "I listen." }]);
  assert.equal(page.places.send.kids[0], R.instead);
  assert.equal(page.said.at(-1), "You’re ready. Waiting for host");
  page.root.find("change").listeners.click?.();
  page.root.find("change").attributes.onclick();
  assert.equal(page.places.say.value, "I listen.");
  server.answer = answers({ ...sent(null), ownPart: { characterId: null, message: null } });
  page.root.find("pass").attributes.onclick();
  await settle();
  assert.deepEqual(page.posts.at(-1).slice(0, 2), ["ready", { pass: true }]);
  assert.match(page.root.text, /You sit this one out/);
  assert.equal(page.places.say.value, "I listen.", "what stands in the box is the player's");
  assert.deepEqual(table.get().together, []);
});

test("words that come too late, or are too long, stay in the box", async () => {
  await lay(answers({ code: "round_closed", detail: "closed" }, 409));
  await enter("I run.");
  assert.equal(page.places.say.value, "I run.");
  assert.equal(app.get().trouble.text, R.problems.round_closed);
  await hearRounds("s1", { event: "round", round: round({ state: "closed", closesAt: null, waitingFor: [] }) });
  await settle();
  const { length } = page.posts;
  await enter("I run.");
  assert.deepEqual([page.posts.length, page.places.say.value], [length, "I run."]);
  await hearRounds("s1", { event: "round", round: round({ state: "over" }) });
  await settle();
  assert.equal(app.get().trouble, null, "the next one takes them");
  await enter("x".repeat(1_201));
  assert.deepEqual([page.posts.length, page.places.say.value.length], [length, 1_201]);
});

test("words whose answer was lost keep their key, and leave the box once they are known to have come", async () => {
  await lay(() => { throw new TypeError("cut"); });
  await enter("I hide.");
  assert.equal(page.places.say.value, "I hide.");
  await enter("I hide.");
  const [first, second] = page.posts;
  assert.equal(first[2], second[2]);
  server.own = { characterId: "mira", message: "I hide." };
  server.round = round({ ready: ["me"], waitingFor: ["host"] });
  await hearRounds("s1", { event: "round", round: server.round });
  await settle();
  assert.equal(page.places.say.value, "");
  assert.match(page.root.text, /✓ Mira I hide\./);
});

test("what one changes on another machine is shown here, though the round is as it was", async () => {
  await lay(answers(sent("I listen.")));
  await enter("I listen.");
  server.round = round({ ready: ["me"], waitingFor: ["host"] });
  server.own = { characterId: "mira", message: "I knock." };
  await hearRounds("s1", { event: "round", round: server.round });
  await settle();
  assert.match(page.root.text, /✓ Mira I knock\./);
});

test("the time that is left is counted by the server's clock", async () => {
  // This device's clock is wrong by whatever lies between.
  const now = Date.parse(round().closesAt) - 119_000;
  const headers = { date: new Date(now).toUTCString() };
  await lay(() => Response.json(sent("I listen."), { headers }));
  await enter("I listen.");
  assert.match(page.root.text, /1:5[789] left/);
});

test("whether those who watch may talk is heard on the stream", async () => {
  await lay();
  for (const spectators of [true, false]) {
    await hearRounds("s1", { event: "table", table: { mode: "rounds", round: null, talk: { spectators } } });
    assert.equal(table.get().isTalkOpen, spectators);
    await hearRounds("s1", { event: "round", round: round() });
    assert.equal(table.get().isTalkOpen, spectators);
  }
});

test("in a fight words go as they come, and so they do once the host says so", async () => {
  await lay();
  app.set({ session: { ...app.get().session, version: 2, encounter: {} } });
  await settle();
  assert.equal(page.root.hidden, true);
  assert.equal(await enter("I strike."), false);
  app.set({ session: { ...app.get().session, version: 3, encounter: null } });
  await settle();
  assert.equal(page.root.hidden, false);
  await hearRounds("s1", { event: "table", table: { mode: "free", round: null } });
  await settle();
  assert.deepEqual([page.root, table.get().together, app.get().trouble.text], [null, undefined, R.free]);
});

test("an answer that the stream has overtaken is old news, and a screen gets what is for screens", async () => {
  await lay();
  const asked = readTable("s1");
  hearRounds("s1", { event: "round", round: round() });
  await asked;
  assert.equal(table.get().round?.id, "r1");
  page.view = "watch";
  await hearRounds("s1", { event: "round", round: round({ ready: ["ana", "jo"] }) });
  await settle();
  assert.equal(page.watches, 1);
  page.view = "table";
});
