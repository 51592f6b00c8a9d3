import assert from "node:assert/strict";
import test from "node:test";
import { ApiError } from "../../../static/js/api.js";
import { ATTEMPTS } from "../../../static/js/state.js";
import { pause, turnStream } from "../../../static/js/turn/turnstream.js";

globalThis.addEventListener ??= () => {};
// Waits take no time here; only the watch for silence must not go off at once.
const realTimeout = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...rest) => (ms >= 45_000 ? 0 : realTimeout(run, 0, ...rest));

const URL_OF_TURN = "/api/sessions/s1/turns/t1/events";
const EVENTS = [
  ["turn", { turnId: "t1", seq: 1 }],
  ["text", { delta: "The door " }],
  ["tool", { callId: "c", name: "roll_dice", status: "started" }],
  ["roll", { roll: { total: 7 } }],
  ["later", { unheard: true }],
  ["text", { delta: "opens.\n\nCold air." }],
  ["state", { session: {} }],
  ["done", { turn: { narrative: "The door opens.\n\nCold air." } }],
];
const frame = ([event, data], i) => `id: ${i}-opaque\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** A server that sends the events after the asked id, and cuts each connection as told. */
function server({ cuts = [], events = EVENTS, refuse = [] } = {}) {
  const requests = [];
  globalThis.fetch = async (path, init) => {
    const headers = new Headers(init.headers);
    requests.push({ path, method: init.method ?? "GET", last: headers.get("last-event-id"), key: headers.get("idempotency-key") });
    const answer = refuse.shift();
    if (answer) {
      if (answer === "line") throw new TypeError("fetch failed");
      return new Response(JSON.stringify({ code: answer.code, detail: "no" }), { status: answer.status, headers: answer.headers });
    }
    const from = headers.get("last-event-id") ? Number.parseInt(headers.get("last-event-id"), 10) + 1 : 0;
    const text = events.slice(from).map((event, i) => frame(event, i + from)).join("");
    const cut = cuts.shift();
    const body = new ReadableStream({
      start(controller) {
        const bytes = new TextEncoder().encode(text);
        controller.enqueue(cut === undefined ? bytes : bytes.slice(0, Math.min(cut, bytes.length)));
      },
      pull(controller) {
        if (cut === undefined) controller.close();
        else controller.error(new Error("cut"));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream", "content-location": URL_OF_TURN } });
  };
  return requests;
}

async function hear(options = {}) {
  const drops = [];
  const told = [];
  const post = { path: "/api/sessions/s1/chat", key: "k1", body: { message: "I open the door" } };
  const signal = new AbortController().signal;
  for await (const event of turnStream({ sessionId: "s1", post, signal, onDrop: (n) => drops.push(n), ...options })) {
    if (event.event === "restart") told.length = 0;
    else if (event.event !== "open") told.push(event);
  }
  return { told, drops };
}

const WHOLE = EVENTS.filter(([event]) => event !== "later").map(([event, data]) => ({ ...data, event }));

test("a turn is told to its end, and events of a later server are passed over", async () => {
  const requests = server();
  assert.deepEqual((await hear()).told, WHOLE);
  assert.deepEqual(requests, [{ path: "/api/sessions/s1/chat", method: "POST", last: null, key: "k1" }]);
});

test("a line cut at any byte gives the same events, none twice", async () => {
  const length = new TextEncoder().encode(EVENTS.map(frame).join("")).length;
  for (let at = 0; at < length; at++) {
    const requests = server({ cuts: [at] });
    assert.deepEqual((await hear()).told, WHOLE, `cut at byte ${at}`);
    assert.equal(requests.filter(({ method }) => method === "POST").length, 1);
  }
});

test("two cuts without an event between them keep the place", async () => {
  const afterTwo = EVENTS.slice(0, 2).map(frame).join("").length;
  const requests = server({ cuts: [afterTwo, 0, 0] });
  assert.deepEqual((await hear()).told, WHOLE);
  assert.deepEqual(requests.map(({ last }) => last), [null, "1-opaque", "1-opaque", "1-opaque"]);
  assert.deepEqual(new Set(requests.slice(1).map(({ path }) => path)), new Set([URL_OF_TURN]));
});

test("without an answer the same request goes out again under the same key", async () => {
  const requests = server({ refuse: ["line", "line"] });
  const { told, drops } = await hear();
  assert.deepEqual(told, WHOLE);
  assert.deepEqual(drops, [1, 2]);
  assert.deepEqual(requests.map(({ method, key }) => [method, key]), Array(3).fill(["POST", "k1"]));
});

test("a refusal is an answer and is not asked again", async () => {
  const requests = server({ refuse: [{ status: 429, code: "too_many_turns", headers: { "retry-after": "7" } }] });
  await assert.rejects(hear(), (error) => error instanceof ApiError && error.code === "too_many_turns" && error.retryAfter === 7);
  assert.equal(requests.length, 1);
});

test("a server that is away for a moment while a turn is read on is asked again", async () => {
  server({ cuts: [60], refuse: [undefined, { status: 503, code: "store_unavailable" }] });
  assert.deepEqual((await hear()).told, WHOLE);
});

test("a turn the server no longer knows ends the search", async () => {
  server({ cuts: [60], refuse: [undefined, { status: 404, code: "unknown_turn" }] });
  await assert.rejects(hear(), (error) => error instanceof ApiError && error.status === 404);
});

test("after the last attempt it gives up", async () => {
  const requests = server({ refuse: Array(20).fill("line") });
  await assert.rejects(hear());
  assert.equal(requests.length, ATTEMPTS + 1);
});

test("a turn that is read on from its address is never posted", async () => {
  const requests = server({ cuts: [100] });
  assert.deepEqual((await hear({ url: URL_OF_TURN })).told, WHOLE);
  assert(requests.every(({ method }) => method === "GET"));
});

test("a finished turn may come as JSON", async () => {
  globalThis.fetch = async () => Response.json({ narrative: "Done." });
  assert.deepEqual((await hear()).told, [{ event: "done", turn: { narrative: "Done." } }]);
});

test("an address on another server is not followed", async () => {
  const requests = server({ cuts: [60] });
  const ours = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const answer = await ours(...request);
    answer.headers.set("content-location", "//elsewhere.example/api/");
    return answer;
  };
  await hear();
  assert.deepEqual(requests.map(({ path }) => path), ["/api/sessions/s1/chat", URL_OF_TURN]);
});

test("waits grow from a quarter of a second to eight, give or take a quarter", () => {
  assert.deepEqual([1, 2, 3, 6, 9].map((n) => pause(n, 0.5)), [250, 500, 1000, 8000, 8000]);
  assert.deepEqual([pause(1, 0), pause(1, 1)], [187.5, 312.5]);
});
