// What the journal holds line by line: what is asked for it, what becomes of the answers, and that no words of the player's are lost.
import assert from "node:assert/strict";
import test from "node:test";

globalThis.addEventListener ??= () => {};
const kept = new Map();
globalThis.localStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value), removeItem: (name) => void kept.delete(name) };
const { EVERYTHING, again, book, change, destroy, draftFor, keepDraftFor, look, more, woven, write } = await import("../../../static/js/journal/facts.js");
const { forgetSession } = await import("../../../static/js/memory.js");
const { FACTS: T } = await import("../../../static/js/words/en/table/facts.js");

const entry = (id, more) => ({ id, kind: "event", about: "", text: `text of ${id}`, seenBy: [], pinned: false, edited: false, writtenBy: "story", ...more });
const COUNTS = { kept: 3, superseded: 0, duplicates: 0, junk: 0, forgotten: 0 };
const page = (ids, nextCursor) => Response.json({ items: ids.map((id) => entry(id)), counts: COUNTS, nextCursor });
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

/** @type {{ method: string, path: string, query: Record<string, string>, body?: unknown, key: string | null }[]} */
let asked = [];
/** @param {(request: (typeof asked)[0]) => Response | Promise<Response>} answer */
function server(answer) {
  asked = [];
  globalThis.fetch = async (url, { method, body, headers }) => {
    const { pathname: path, searchParams } = new URL(url, "http://here");
    const request = { method, path, query: Object.fromEntries(searchParams), body: body && JSON.parse(body), key: new Headers(headers).get("idempotency-key") };
    asked.push(request);
    return answer(request);
  };
}
const ids = () => book.get().items.map(({ id }) => id);

test("everything is asked for at first, once for a state of the story, and what is looked for by its name", async () => {
  server(() => page(["a", "b"]));
  await look({ id: "s 1", version: 1 });
  await look({ id: "s 1", version: 1 });
  assert.deepEqual(asked.map(({ method, path, query }) => [method, path, query]), [["GET", "/api/sessions/s%201/journal", { limit: "20" }]]);
  assert.deepEqual([book.get().state, ids(), book.get().counts], ["here", ["a", "b"], COUNTS]);
  await look({ id: "s 1", version: 1 }, { q: "the mill ", kind: "person", asOf: "0", forgotten: false });
  assert.deepEqual(asked[1].query, { limit: "20", q: "the mill", kind: "person", asOf: "0" });
  await look({ id: "s 1", version: 2 });
  assert.equal(asked[2].query.q, "the mill", "the story goes on under the same question");
});

test("the answer goes on where one leafs on, without a line twice, and stays as long when the story goes on", async () => {
  server(({ query }) => (query.cursor ? page(["b", "c"]) : page(["a", "b"], "next")));
  await look({ id: "s2", version: 1 });
  await more();
  assert.deepEqual([asked[1].query, ids()], [{ limit: "20", cursor: "next" }, ["a", "b", "c"]]);
  await more();
  assert.equal(asked.length, 2, "there is no more");
  server(({ query }) => page(Array.from({ length: Number(query.limit) }, (_, i) => `l${i}`), "next"));
  await look({ id: "s2", version: 2 });
  await more();
  await look({ id: "s2", version: 3 });
  assert.deepEqual(asked.map(({ query }) => query.limit), ["20", "20", "20"]);
  server(({ query }) => page(Array.from({ length: 20 }, (_, i) => `${query.cursor ?? ""}${i}`), "x"));
  await look({ id: "s2", version: 4 });
  await more();
  await look({ id: "s2", version: 5 });
  assert.deepEqual(asked.map(({ query }) => query.limit), ["20", "20", "40"]);
});

test("what is forgotten is found among all the rest, however far behind it stands", async () => {
  const far = ["", "p2", "p3"];
  server(({ query }) => {
    const at = far.indexOf(query.cursor ?? "");
    return Response.json({ items: [entry(`k${at}`), ...(at === 1 ? [entry("gone", { forgotten: true })] : [])], counts: COUNTS, nextCursor: far[at + 1] });
  });
  await look({ id: "s10", version: 1 }, { ...EVERYTHING, forgotten: true });
  assert.deepEqual(asked.map(({ query }) => query), [{ limit: "500", forgotten: "true" }, { limit: "500", forgotten: "true", cursor: "p2" }]);
  assert.deepEqual(ids(), ["gone"]);
  await more();
  assert.deepEqual([ids(), book.get().next], [["gone"], ""]);
});

test("a slow answer is not shown for a newer question, nor for another adventure", async () => {
  let slow = (_) => {};
  server(({ query }) => (query.q ? page(["found"]) : new Promise((resolve) => (slow = resolve))));
  const first = look({ id: "s3", version: 1 });
  await look({ id: "s3", version: 1 }, { ...EVERYTHING, q: "x" });
  slow(page(["late"]));
  await first;
  assert.deepEqual(ids(), ["found"]);
  server(({ path }) => page([path.includes("s4") ? "of s4" : "of s3"]));
  await look({ id: "s4", version: 1 });
  assert.deepEqual([ids(), book.get().asked], [["of s4"], EVERYTHING]);
});

test("a server without a journal is no failure; one that fails leaves what was read, and is asked again", async () => {
  const problem = (status, code) => Response.json({ code, detail: "no" }, { status });
  server(() => problem(404, "unknown_route"));
  await look({ id: "s5", version: 1 });
  assert.equal(book.get().state, "missing");
  server(() => page(["a"]));
  await look({ id: "s5", version: 1 });
  assert.deepEqual([book.get().state, ids()], ["here", ["a"]]);
  server(() => problem(503, "store_unavailable"));
  await look({ id: "s5", version: 2 });
  assert.deepEqual([book.get().state, ids(), book.get().busy], ["failed", ["a"], false]);
  server(() => page(["b"]));
  await again();
  assert.deepEqual([book.get().state, ids()], ["here", ["b"]]);
  globalThis.fetch = () => Promise.reject(new TypeError("down"));
  await look({ id: "s5", version: 3 });
  assert.deepEqual([book.get().state, ids()], ["failed", ["b"]]);
});

test("what is written, changed, forgotten and deleted is sent as it is meant, and the journal read anew", async () => {
  server(({ method }) => (method === "GET" ? page(["a"]) : method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(entry("a b"), { status: 201 })));
  await look({ id: "s6", version: 1 });
  await write("Mind the miller.", true, 1);
  await write("Mind the miller.", false, 1);
  await change("a b", { text: "Mind him." });
  await change("a b", { asTold: true });
  await change("a b", { forgotten: true });
  await destroy("a b");
  await settle();
  const sent = asked.filter(({ method }) => method !== "GET");
  assert.deepEqual(
    sent.map(({ method, path, body }) => [method, path.slice("/api/sessions/s6/".length), body]),
    [
      ["POST", "journal", { text: "Mind the miller.", pinned: true }],
      ["POST", "journal", { text: "Mind the miller." }],
      ["PATCH", "journal/a%20b", { text: "Mind him." }],
      ["PATCH", "journal/a%20b", { asTold: true }],
      ["PATCH", "journal/a%20b", { forgotten: true }],
      ["DELETE", "journal/a%20b", undefined],
    ],
  );
  assert.equal(asked.filter(({ method }) => method === "GET").length, 7);
  assert(sent[0].key && sent[0].key !== sent[1].key);
});

test("a note whose answer never came goes out again under its key", async () => {
  let down = true;
  server(({ method }) => {
    if (method === "GET") return page([]);
    if (down) throw new TypeError("down");
    return Response.json(entry("n"), { status: 201 });
  });
  await look({ id: "s7", version: 1 });
  await assert.rejects(write("Once.", false, 1));
  down = false;
  await write("Once.", false, 1);
  const [first, second] = asked.filter(({ method }) => method === "POST");
  assert.equal(first.key, second.key);
});

test("what was begun is kept by adventure and line, and goes with the adventure", async () => {
  server(() => page(["a"]));
  await look({ id: "s8", version: 1 });
  keepDraftFor("", "A no");
  keepDraftFor("a", "Otherwi");
  assert.deepEqual([draftFor(""), draftFor("a"), draftFor("b")], ["A no", "Otherwi", ""]);
  await look({ id: "s9", version: 1 });
  assert.equal(draftFor("a"), "");
  await look({ id: "s8", version: 2 });
  keepDraftFor("", "");
  assert.deepEqual([draftFor(""), draftFor("a")], ["", "Otherwi"]);
  forgetSession("s8");
  assert.equal(draftFor("a"), "");
  assert.equal([...kept.keys()].filter((name) => name.includes("s8")).length, 0);
  kept.set("embertale.draft.journal.s8", "{broken");
  assert.equal(draftFor("a"), "");
});

test("a line that is being changed stays behind the one it stood behind, whatever comes above it", () => {
  const stays = (...which) => (id) => which.includes(id);
  for (const [before, fresh, staying, expected] of [
    [["a", "b", "c"], ["a", "c"], ["b"], ["a", "b", "c"]],
    [["a", "b", "c"], ["a", "c"], [], ["a", "c"]],
    [["a", "b"], ["new", "b"], ["a"], ["a", "new", "b"]],
    [["a", "b", "c"], ["new", "a"], ["b", "c"], ["new", "a", "b", "c"]],
    [["a", "b", "c"], ["c", "a"], ["b"], ["c", "a", "b"]],
    [["a"], [], ["a"], ["a"]],
    [[], ["a"], [], ["a"]],
  ]) assert.deepEqual(woven(before, fresh, stays(...staying)), expected);
});

test("the count of lines is said in plain words", () => {
  assert.equal(T.counts(0, 0, 0, 0), "");
  assert.equal(T.counts(41, 0, 0, 0), "41 entries from the story.");
  assert.equal(T.counts(9, 2, 1, 3), "9 entries from the story. 2 of them are no longer true. 1 repeat was left out. 3 were not worth an entry.");
});
