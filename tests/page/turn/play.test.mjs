import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

const page = (globalThis.page = { box: "" });
standIn({
  announcer: "export const announce = () => {};",
  composer: `
    export const accepted = () => {};
    export const giveBack = (words) => ((page.box = words), true);
    export const goOnWriting = () => {};
    export const takeBack = () => {};`,
  logplay: `
    const view = () => ({ id: "", deed: {}, hasText: false, begin() {}, restart() {}, reset() {}, text() { this.hasText = true; }, tool() {}, finish() {}, rolls: [], narrative: "", undone(why) { page.undone = why; } });
    export const beginTurn = view;
    export const [bringBack, keepTurn, lastTurn, turnOf] = [() => {}, () => {}, () => {}, () => {}];
    export const hasGap = () => false;`,
  reread: "export const reread = async () => {};",
  tabsync: "export const tellTabs = () => {};",
  troublewords: "export const troubleOf = () => ({});",
  toolwords: "export const toolDoing = (name) => name;",
});
globalThis.addEventListener ??= () => {};
const { play, stop } = await import("../../../static/js/turn/play.js");
const { underwayOf } = await import("../../../static/js/memory.js");
const { app } = await import("../../../static/js/state.js");
const { P } = await import("../../../static/js/words/en/play.js");

const realTimeout = globalThis.setTimeout;
const settle = (ms = 20) => new Promise((resolve) => realTimeout(resolve, ms));
/** Waits take no time, but the watch for silence. */
globalThis.setTimeout = (run, ms, ...rest) => (ms >= 45_000 ? 0 : realTimeout(run, 0, ...rest));

/** @type {{ path: string, key: string | null }[]} */
let asked = [];
/** @param {(path: string) => Response | null} answer nothing is an answer that never comes */
function server(answer) {
  asked = [];
  globalThis.fetch = (path, { headers, signal }) => {
    asked.push({ path, key: new Headers(headers).get("idempotency-key") });
    const response = answer(path, signal);
    return response
      ? Promise.resolve(response)
      : new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
  };
}
const problem = (status, code = "x") => Response.json({ code, detail: "no" }, { status });
/** With a signal, the line stays open until that ends it. */
const events = (list, signal) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const [event, data] of list) controller.enqueue(new TextEncoder().encode(`id: 1\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        if (signal) signal.addEventListener("abort", () => controller.error(signal.reason));
        else controller.close();
      },
    }),
    { headers: { "content-type": "text/event-stream", "content-location": "/api/sessions/s/turns/t/events" } },
  );
const DONE = ["done", { turn: { id: "t", seq: 1 } }];

app.set({ session: { id: "s", version: 1 } });

test("words whose turn may have begun keep their key after a stop, and are not said to have been let go", async () => {
  server(() => null);
  assert.equal(play("I wait", "h"), true);
  assert.equal(play("I wait", "h"), false, "one plays");
  await stop();
  await settle();
  assert.deepEqual([app.get().phase, page.box, app.get().trouble.text], ["idle", "I wait", P.stoppedUnconfirmed]);
  const { key } = asked[0];
  server(() => events([DONE]));
  play("I wait", "h");
  await settle();
  assert.deepEqual(asked, [{ path: "/api/sessions/s/chat", key }]);
  assert.equal(underwayOf("s"), null);
});

test("a stop the server took and never ended leaves the words their key, and asks for them anew", async () => {
  server((path, signal) => (path.endsWith("/cancel") ? new Response(null, { status: 202 }) : events([["turn", { turnId: "t", seq: 1 }]], signal)));
  globalThis.setTimeout = (run, ms, ...rest) => (ms >= 45_000 ? 0 : realTimeout(run, ms === 8_000 ? 30 : 0, ...rest));
  play("I wait longer", "h");
  await settle();
  const { key } = asked[0];
  void stop();
  await settle();
  assert.deepEqual(asked.map(({ path }) => path), ["/api/sessions/s/chat", "/api/sessions/s/cancel"]);
  await settle(60);
  assert.deepEqual([underwayOf("s").key, underwayOf("s").url], [key, ""]);
});

test("a refusal frees the key, an error of the server's does not", async () => {
  server(() => problem(409));
  play("I ask", "h");
  await settle();
  assert.deepEqual([underwayOf("s"), page.undone], [null, P.refused]);
  server(() => problem(502));
  play("I ask", "h");
  await settle();
  assert.deepEqual([underwayOf("s").key, page.undone], [asked[0].key, P.cutOff]);
});

test("a failed turn, stopped or not, frees the key", async () => {
  server(() => events([["failed", { code: "turn_cancelled", message: "" }]]));
  play("I fail", "h");
  await settle();
  assert.equal(underwayOf("s"), null);
});

test("a deed of a button is sent as it is, and puts no words into the box when it comes to nothing", async () => {
  page.box = "";
  const act = { action: "attack", target: "goblin-a" };
  const bodies = [];
  server(() => problem(502));
  const fetched = globalThis.fetch;
  globalThis.fetch = (path, init) => (bodies.push(JSON.parse(init.body)), fetched(path, init));
  play("Longsword: goblin A", "kara", { act, refused: assert.fail });
  await settle();
  assert.deepEqual([asked[0].path, bodies[0], page.box], ["/api/sessions/s/actions", { ...act, characterId: "kara" }, ""]);
  const { key } = asked[0];
  server(() => events([DONE]));
  play("Longsword: goblin A", "kara", { act: { ...act, target: "goblin-b" }, refused: assert.fail });
  await settle();
  assert.notEqual(asked[0].key, key, "another target is another deed");
  assert.equal(underwayOf("s"), null);
});

test("what the rules forbid is told where it was asked for, and leaves nothing behind", async () => {
  const told = [];
  app.set({ trouble: null });
  server(() => problem(422, "illegal_action"));
  play("Longsword: goblin A", "kara", { act: { action: "attack", target: "goblin-a" }, refused: (why) => told.push(why) });
  await settle();
  assert.deepEqual([told, underwayOf("s"), app.get().trouble, app.get().phase], [["no"], null, null, "idle"]);
});

test("the quiet is counted from when the telling goes on, not from the words before a tool", async () => {
  server((_, signal) => events([["text", { delta: "So" }], ["tool", { name: "roll_dice", status: "started" }], ["tool", { name: "roll_dice", status: "done" }]], signal));
  const now = Date.now;
  let clock = 0;
  Date.now = () => (clock += 10_000);
  play("I listen", "h");
  await settle();
  Date.now = now;
  const { phase, since, heardAt } = app.get();
  assert.equal(phase, "telling");
  assert(Math.abs(since - heardAt) <= 10_000, `${since - heardAt}`);
});
