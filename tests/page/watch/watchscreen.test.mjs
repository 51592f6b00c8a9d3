// The table screen: when it is laid and left, whom it sends away, and the way in that is shown on it.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

const page = (globalThis.page = { mains: [], out: [], said: [], stops: 0, read: async () => {} });
class Node {
  children = [];
  classList = { add() {}, remove() {}, toggle() {} };
  dataset = {};
  listeners = {};
  constructor(tag, attributes = {}, kids = []) {
    Object.assign(this, { tag, attributes, children: kids.flat(9).filter(Boolean), hidden: Boolean(attributes.hidden) });
    for (const kid of this.children) if (kid instanceof Node) kid.parent = this;
  }
  get lastElementChild() {
    return this.children.at(-1);
  }
  get textContent() {
    return this.children.map((kid) => kid?.textContent ?? kid).join(" ");
  }
  get isConnected() {
    return this === page.place || page.mains.includes(this) || Boolean(this.parent?.isConnected);
  }
  append(...kids) {
    for (const kid of kids) this.children.push(Object.assign(kid, { parent: this }));
  }
  after(main) {
    page.mains.push(main);
  }
  remove() {
    page.mains = page.mains.filter((main) => main !== this);
  }
  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }
  contains = () => false;
  focus() {}
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
}
page.node = (tag, attributes, kids) => new Node(tag, attributes ?? {}, kids);
page.fill = (node, ...kids) => {
  node.children = kids.flat(9).filter(Boolean);
  for (const kid of node.children) if (kid instanceof Node) kid.parent = node;
};
page.place = page.node("div");
const heard = new EventTarget();
const body = { dataset: {} };
Object.assign(globalThis, {
  addEventListener: heard.addEventListener.bind(heard),
  removeEventListener: heard.removeEventListener.bind(heard),
  HTMLElement: Node,
  document: Object.assign(new EventTarget(), { documentElement: { lang: "en" }, body, visibilityState: "hidden" }),
  location: { hash: "", host: "127.0.0.1:8000", hostname: "127.0.0.1" },
  localStorage: { getItem: (name) => page.kept[name] ?? null, setItem() {}, removeItem() {} },
});
standIn({
  announcer: "export const announce = () => {};",
  dom: `
    const { page } = globalThis;
    export const h = (tag, attributes, ...kids) => page.node(tag, attributes, kids);
    export const [svg, byId, fill, stylesheet] = [h, () => page.place, page.fill, async () => {}];`,
  out: "export const showOut = (id, why) => globalThis.page.out.push([id, why]);",
  prose: "export const tellIn = () => {};",
  tablestream: "export const followTable = (id, ear) => ((globalThis.page.ear = ear), () => globalThis.page.stops++);",
  watchside: `
    const box = () => ({ root: globalThis.page.node("div"), draw() {}, show() {}, stop() {} });
    export const [placeBox, peopleBox, diceBox] = [box, box, box];`,
  watchstory: `export const watchStory = () => ({ root: globalThis.page.node("div"), read: () => globalThis.page.read(), hear() {}, anew() {}, stop() {} });`,
});
const { showWatch } = await import("../../../static/js/watch/watch.js");
const { codeBox } = await import("../../../static/js/watch/watchcode.js");
const { deadEnd } = await import("../../../static/js/friends/invitewords.js");
const { onUnauthorized } = await import("../../../static/js/api.js");
const { app } = await import("../../../static/js/state.js");

const settle = async () => { for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve)); };
const refuses = (status) => Response.json({ code: "x" }, { status });
/** @param {"host" | "player"} role */
function fresh(role = "host") {
  heard.dispatchEvent(new Event("hashchange"));
  Object.assign(page, { mains: [], out: [], stops: 0, asked: [], read: async () => {}, kept: role === "host" ? {} : { "embertale.guest.a": "ana", "embertale.guest.b": "ana" } });
  const seat = { id: role === "host" ? "host" : "ana", name: "", role, characterIds: [], state: "here" };
  page.answer = (path) => {
    if (path.endsWith("/me")) return Response.json({ seat });
    if (path.endsWith("/seats")) return Response.json({ items: [seat] });
    return Response.json({ id: path.split("/")[3], title: path.split("/")[3], version: 1, model: "storyteller", language: null });
  };
  globalThis.fetch = async (path, init) => (page.asked.push([init?.method ?? "GET", path, Boolean(init?.keepalive)]), page.answer(path, init));
}
const go = (id) => {
  location.hash = `#/watch/${id}`;
  heard.dispatchEvent(new Event("hashchange"));
  return showWatch();
};

test("whoever goes from one screen to another and back sees one", async () => {
  fresh();
  await Promise.all([go("a"), go("b"), go("a")]);
  assert.deepEqual(page.mains.map(({ children }) => children[0].textContent), ["a: Table screen"]);
});

test("a story that can't be read leaves no screen behind", async () => {
  fresh();
  page.read = async () => { throw new Error("no"); };
  await assert.rejects(go("a"), /no/);
  assert.deepEqual([page.mains, page.stops], [[], 1]);
});

test("only an answer that a guest has no seat sends them away", async () => {
  for (const [role, status, out] of [["player", 401, 1], ["player", 404, 1], ["player", 429, 0], ["player", 503, 0], ["host", 401, 0], ["host", 404, 0]]) {
    fresh(role);
    await go("a");
    const { answer } = page;
    page.answer = (path) => (path.endsWith("/me") ? refuses(status) : answer(path));
    onUnauthorized(async () => false);
    page.ear.refused();
    await settle();
    assert.equal(page.out.length, out, `${role} ${status}`);
  }
  fresh("player");
  await go("a");
  page.answer = () => { throw new TypeError("the line is down"); };
  page.ear.refused();
  await settle();
  assert.deepEqual(page.out, []);
});

test("a link is judged by where it leads, and a page without one by how its server is shared", () => {
  assert.match(deadEnd("off"), /127\.0\.0\.1:8000/);
  assert.equal(deadEnd("lan"), "");
  assert.equal(deadEnd("off", "http://192.168.1.20:8000/#/join/x"), "");
  assert.match(deadEnd("lan", "http://LOCALHOST:8000/#/join/x"), /localhost:8000/);
});

const DELETED = ["DELETE", "/api/sessions/a/invitations/i1", true];
/** A box for the way in, and what was asked for it. @param {(path: string, init: RequestInit) => Response | Promise<Response>} [answer] */
function way(answer) {
  fresh();
  const made = () => Response.json({ id: "i1", url: "http://192.168.1.20/#/join/x", qr: "<svg/>", expiresAt: "2026-11-30T12:00:00Z" });
  page.answer = (path, init) => answer?.(path, init) || (init.method === "POST" ? made() : new Response(null, { status: 204 }));
  const box = codeBox("a", page.node("button", {}, [page.node("svg"), page.node("span")]));
  page.place.append(box.root);
  return { ...box, made, ended: () => page.asked.filter(([method]) => method === "DELETE") };
}

test("what hides the code closes the way, also when the tab goes, or while it is made", async () => {
  app.set({ info: { auth: "token", share: "lan" } });
  let box = way();
  box.press();
  await settle();
  assert.doesNotMatch(box.root.textContent, /can’t get in/);
  heard.dispatchEvent(new Event("pagehide"));
  await settle();
  assert.deepEqual([box.root.hidden, box.ended()], [true, [DELETED]]);
  heard.dispatchEvent(new Event("pagehide"));
  await settle();
  assert.equal(box.ended().length, 1, "closed once");

  /** @type {(answer: Response) => void} */
  let arrive = () => {};
  box = way((_, { method }) => method === "POST" && new Promise((resolve) => (arrive = resolve)));
  box.press();
  await settle();
  box.root.listeners.keydown({ key: "Escape" });
  box.press();
  assert.equal(box.root.hidden, true);
  arrive(box.made());
  await settle();
  assert.deepEqual([box.root.hidden, box.ended()], [true, [DELETED]]);
});

test("a way that could not be closed is tried again, and said", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let status = 503;
  const box = way((_, { method }) => method === "DELETE" && (status === 204 ? new Response(null, { status }) : refuses(status)));
  box.press();
  await settle();
  box.press();
  await settle();
  assert.deepEqual([box.root.hidden, box.ended().length], [true, 1]);
  t.mock.timers.tick(1_000);
  await settle();
  assert.deepEqual([box.root.hidden, box.ended().length], [false, 2]);
  assert.match(box.root.textContent, /could not be closed/);
  status = 204;
  box.press();
  await settle();
  assert.deepEqual([box.root.hidden, box.ended().length], [true, 3]);
  // One that is over already is closed.
  status = 404;
  box.press();
  await settle();
  box.press();
  await settle();
  t.mock.timers.tick(1_000);
  await settle();
  assert.equal(box.root.hidden, true);
});
