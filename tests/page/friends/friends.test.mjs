// Who acts for whom at a table with friends, what a guest is told on the way there, and how the table is followed.
import assert from "node:assert/strict";
import test from "node:test";
import { standIn } from "../stubs.mjs";

const page = (globalThis.page = { said: [], kept: [], dropped: [], rereads: 0, gap: false });
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};
class Node {
  constructor(tag, attributes, kids) {
    Object.assign(this, { tag, attributes, kids, dataset: {}, children: [], hidden: false, classList: { toggle() {} } });
  }
  before(other) {
    page.before = other;
  }
  after() {}
  remove() {}
  querySelector = () => null;
  querySelectorAll = () => [];
}
Object.assign(globalThis, { HTMLElement: class {}, HTMLSelectElement: class {}, document: { documentElement: { lang: "en" }, body: { dataset: {} } } });
standIn({
  announcer: "export const announce = (text) => globalThis.page.said.push(text);",
  dicewords: "export const spoken = (view) => view.narrative;",
  dialog: "export const [openDialog, openMenu] = [() => {}, () => {}];",
  dom: `
    export const h = (tag, attributes, ...kids) => globalThis.page.node(tag, attributes, kids);
    export const [byId, svg] = [() => globalThis.page.place, h];
    export const fill = (node, ...kids) => (node.kids = kids);
    export const stylesheet = async () => {};`,
  log: `
    const { page } = globalThis;
    export const [hasGap, keepTurn, lastTurn, turnOf, turnsSoFar] = [() => page.gap, (view) => page.kept.push(view), () => page.last, (id) => page.turns?.find((turn) => turn.id === id), () => []];
    export const follower = { toEnd: () => page.followed++ };
    export const leaves = { append: (root) => (page.appended = root), drop: (roots) => page.dropped.push(...roots) };`,
  panels: "export const openPanel = () => {};",
  reread: "export const reread = async () => globalThis.page.rereads++;",
  turnview: `
    export class TurnView {
      text = (delta) => (this.narrative += delta);
      constructor(message, characterId) {
        Object.assign(this, { message, characterId, narrative: "", root: globalThis.page.node("article"), deed: globalThis.page.node("div"), began: 0 });
        this.deed.children = [globalThis.page.node("span"), globalThis.page.node("p")];
      }
      say(deeds = [this]) { this.deeds = deeds; }
      begin() { this.began++; globalThis.page.begun = this; }
      restart() { this.narrative = ""; }
      finish(turn) { this.narrative = turn.narrative; this.say(turn.deeds); }
    }`,
});
page.node = (tag, attributes, kids) => new Node(tag, attributes, kids);
page.place = page.node("div");
page.place.parentElement = page.node("div");

const { app } = await import("../../../static/js/state.js");
const { hostMark, mine, nameOf, newsOf, table, holderOf } = await import("../../../static/js/friends/seats.js");
const { hears } = await import("../../../static/js/friends/talk.js");
const { asked } = await import("../../../static/js/friends/invite.js");
const { doorOf } = await import("../../../static/js/app/signin.js");
const { isLoopback, moment } = await import("../../../static/js/friends/invitewords.js");
const { hearTurn, turnsOf } = await import("../../../static/js/friends/liveturns.js");
const { followTable, read } = await import("../../../static/js/friends/tablestream.js");
const { keepUnderway } = await import("../../../static/js/memory.js");
const { ApiError, Unreachable } = await import("../../../static/js/api.js");
const { JOIN } = await import("../../../static/js/words/en/friends/join.js");

const seat = (id, role, characterIds = [], state = "here") => ({ id, name: id, role, characterIds, state, since: "" });
const session = { characters: [{ id: "brakk" }, { id: "mira" }, { id: "tobin" }] };

test("a guest acts for the heroes of their seat, and the host for those that no guest has, or whose guest is away", () => {
  const seats = [seat("host", "host", ["brakk"]), seat("ana", "player", ["mira"]), seat("jo", "spectator")];
  assert.deepEqual(mine(seats, "ana", session), ["mira"]);
  assert.deepEqual(mine(seats, "host", session), ["brakk", "tobin"]);
  assert.deepEqual(mine(seats, "jo", session), []);
  assert.deepEqual(mine(seats, "nobody", session), []);
  seats[1].state = "away";
  assert.deepEqual(mine(seats, "host", session), ["brakk", "mira", "tobin"]);
  assert.deepEqual(mine(seats, "ana", session), ["mira"], "who is away may come back by acting");
  seats[1] = seat("ana", "player", ["mira"], "gone");
  assert.equal(holderOf(seats, "mira"), undefined);
});

test("who comes, goes, steps away and is back is said; a new name is not", () => {
  const ana = seat("ana", "player");
  assert.match(newsOf(undefined, ana), /ana sits down/);
  assert.match(newsOf(ana, { ...ana, state: "away" }), /away/);
  assert.match(newsOf({ ...ana, state: "away" }, ana), /back/);
  assert.match(newsOf(ana, { ...ana, state: "gone" }), /left/);
  assert.equal(newsOf(ana, { ...ana, name: "Ana" }), "");
  assert.equal(newsOf(undefined, { ...ana, state: "gone" }), "", "who was never here has not left");
});

test("a host without a name is called so, and oneself", () => {
  const host = { ...seat("host", "host"), name: "Host" };
  table.set({ seats: [host, seat("ana", "player")], me: "ana" });
  assert.equal(nameOf("host"), "Your host");
  table.set({ me: "host" });
  assert.equal(nameOf("host"), "You");
  assert.equal(nameOf("host", [{ ...host, name: "Greta" }]), "Greta");
  assert.equal(nameOf("stranger"), "Somebody");
});

test("who hosts is known by their seat, whatever anybody is called", () => {
  table.set({ seats: [{ ...seat("host", "host"), name: "Greta" }, { ...seat("ana", "player"), name: "Host" }], me: "jo" });
  assert.deepEqual(hostMark("host").kids, ["host"]);
  assert.equal(hostMark("ana"), false);
});

test("a link that is pasted where a secret is asked for leads to its door", () => {
  assert.equal(doorOf("http://192.168.1.20:3000/#/join/s1.a-b_c"), "#/join/s1.a-b_c");
  assert.equal(doorOf("https://play.example.org/embertale/#/host/Ab05"), "#/host/Ab05");
  for (const secret of ["lovelace", "a#/join", "https://example.org/", "#/s/join/x"]) assert.equal(doorOf(secret), "", secret);
});

test("words that are told twice are heard once, and nobody missed their own", () => {
  const words = { from: "ana", text: "hey", at: "2026-11-30T00:00:00Z" };
  table.set({ me: "host", talk: [], unread: 0, isOpen: false });
  assert.equal(hears(words), true);
  assert.equal(hears({ ...words }), false);
  assert.equal(hears({ ...words, at: "2026-11-30T00:00:01Z" }), true);
  assert.equal(table.get().unread, 2);
  assert.equal(hears({ ...words, from: "host" }), true);
  assert.deepEqual([table.get().talk.length, table.get().unread], [3, 0]);
  table.set({ me: "", talk: [], unread: 0 });
});

test("an invitation is asked for as it was chosen, and a hero has one player", () => {
  assert.deepEqual(asked({ whom: "", uses: "3", openFor: "3600" }), { role: "player", uses: 3, expiresIn: 3600 });
  assert.deepEqual(asked({ whom: "mira", uses: "3", openFor: "60" }), { role: "player", characterId: "mira", uses: 1, expiresIn: 60 });
  assert.deepEqual(asked({ whom: "spectator", uses: "10", openFor: "60" }), { role: "spectator", uses: 10, expiresIn: 60 });
});

test("an address that only this computer finds is told apart", () => {
  for (const host of ["localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "[::1]", "play.localhost"]) assert(isLoopback(host), host);
  for (const host of ["192.168.1.20", "play.example.org", "1270.0.0.1", "localhost.example.org"]) assert(!isLoopback(host), host);
});

test("a moment of today is an hour, any other has its day", () => {
  const now = new Date(2026, 10, 30, 12);
  assert.doesNotMatch(moment(new Date(2026, 10, 30, 18).toISOString(), now), /Nov/);
  assert.match(moment(new Date(2026, 11, 1, 18).toISOString(), now), /Dec/);
});

const told = (event, more) => ({ event, turnId: "t1", ...more });
function fresh() {
  turnsOf("");
  Object.assign(page, { said: [], kept: [], dropped: [], followed: 0, appended: null, turns: [], last: undefined });
  table.set({ seats: [seat("host", "host", ["brakk"]), seat("ana", "player", ["mira"])], me: "host" });
  app.set({ phase: "idle", session });
}

test("the turn of another is told as it comes, and stands once it is done", () => {
  fresh();
  hearTurn(told("queued", { seat: "ana", preview: "I open the door." }));
  hearTurn(told("turn", { seq: 3, seat: "ana" }));
  assert.deepEqual(page.said, ["ana acts."]);
  assert.equal(page.appended.dataset.live, "t1");
  assert.equal(page.followed, 1, "the first turn of a story is gone to");
  hearTurn(told("text", { delta: "The door " }));
  hearTurn(told("text", { delta: "opens." }));
  assert.deepEqual(page.kept, []);
  hearTurn(told("done", { turn: { id: "t1", seq: 3, seat: "ana", message: "I open the door.", characterId: "mira", narrative: "The door opens." } }));
  const [view] = page.kept;
  assert.deepEqual([view.message, view.characterId, view.narrative, view.began], ["I open the door.", "mira", "The door opens.", 1]);
  assert.equal(page.said.at(-1), "The door opens.");
  // What is told of it again changes nothing.
  hearTurn(told("text", { delta: "!" }));
  assert.equal(page.kept.length, 1);
});

test("the turn of a round is everyone's, and what each does is known at once", () => {
  fresh();
  const deed = (seat, characterId, message) => ({ seat, characterId, message });
  const own = deed("host", "brakk", "I push.");
  table.set({ together: [own] });
  hearTurn(told("queued", {}));
  const all = [deed("ana", "mira", "I pull."), own];
  hearTurn(told("turn", { seq: 3, deeds: all }));
  assert.deepEqual(page.said, ["Everyone acts at once."]);
  assert.deepEqual(page.begun.deeds, all);
  hearTurn(told("done", { turn: { id: "t1", seq: 3, message: "Mira: I pull.\nBrakk: I push.", characterId: "brakk", deeds: all, narrative: "It gives way." } }));
  const [view] = page.kept;
  assert.deepEqual([view.deeds, view.message], [all, "I push."], "what comes back when it is taken back is one's own");
  // In a fight, and where words are played as they come, a turn is somebody's.
  app.set({ session: { ...session, encounter: {} } });
  hearTurn(told("turn", { turnId: "t2", seq: 4, seat: "host" }));
  assert.equal(page.said.at(-1), "host acts.");
  table.set({ together: undefined });
  app.set({ session });
  hearTurn(told("turn", { turnId: "t3", seq: 5 }));
  assert.equal(page.said.at(-1), "host acts.");
});

test("a turn that this page plays itself is not told twice", () => {
  fresh();
  app.set({ phase: "sending" });
  hearTurn(told("turn", { turnId: "mine", seq: 3 }));
  app.set({ phase: "idle" });
  hearTurn(told("text", { turnId: "mine", delta: "…" }));
  hearTurn(told("done", { turnId: "mine", turn: { id: "mine" } }));
  assert.deepEqual([page.appended, page.kept, page.said], [null, [], []]);
  // Nor is it taken for one of another who acts meanwhile.
  app.set({ phase: "sending" });
  hearTurn(told("turn", { turnId: "theirs", seq: 4, seat: "ana" }));
  assert.equal(page.appended.dataset.live, "theirs");
});

test("a turn that is read on after a reload is this page's own", () => {
  fresh();
  table.set({ sessionId: "s9" });
  keepUnderway("s9", { key: "k", message: "I wait.", characterId: "brakk", url: "/api/sessions/s9/turns/again/events" });
  hearTurn(told("turn", { turnId: "again", seq: 3 }));
  assert.equal(page.appended, null);
  keepUnderway("s9", null);
});

test("a turn that came to nothing leaves nothing, and one that the log has already comes once", () => {
  fresh();
  hearTurn(told("turn", { seq: 3, seat: "ana" }));
  const first = page.appended;
  hearTurn(told("failed", { code: "turn_cancelled", message: "" }));
  assert.deepEqual(page.dropped, [first]);
  hearTurn(told("turn", { turnId: "t2", seq: 3, seat: "ana" }));
  page.turns = [{ id: "t2" }];
  hearTurn(told("done", { turnId: "t2", turn: { id: "t2" } }));
  assert.equal(page.dropped.length, 2);
  assert.deepEqual(page.kept, []);
});

test("when the last turn is told another way, it gives way to that, and comes back if nothing comes of it", () => {
  fresh();
  page.last = { seq: 3, message: "I look.", characterId: "mira", root: page.node("article") };
  hearTurn(told("turn", { seq: 3 }));
  assert.deepEqual([page.last.root.hidden, page.followed], [true, 0]);
  hearTurn(told("failed", {}));
  assert.equal(page.last.root.hidden, false);
});

test("a stream that begins anew lets go of what it does not go on with", () => {
  fresh();
  hearTurn(told("turn", { seq: 3, seat: "ana" }));
  turnsOf("t1");
  assert.deepEqual(page.dropped, []);
  turnsOf("");
  assert.equal(page.dropped.length, 1);
});

test("what begins while one's own turn plays comes behind it, and before one's own words that only wait", () => {
  fresh();
  const open = page.node("article");
  page.place.querySelector = () => open;
  let before = 0;
  open.before = () => before++;
  app.set({ phase: "sending" });
  hearTurn(told("queued", { turnId: "mine2" }));
  hearTurn(told("turn", { turnId: "theirs2", seq: 3, seat: "ana" }));
  assert.equal(before, 1);
  hearTurn(told("done", { turnId: "theirs2", turn: { id: "theirs2", seq: 3 } }));
  hearTurn(told("turn", { turnId: "mine2", seq: 4 }));
  hearTurn(told("turn", { turnId: "theirs3", seq: 5, seat: "ana" }));
  assert.equal(before, 1);
  assert.equal(page.appended.dataset.live, "theirs3");
  page.place.querySelector = () => null;
  page.gap = true;
  hearTurn(told("done", { turnId: "theirs3", turn: { id: "theirs3", seq: 5 } }));
  page.gap = false;
  assert.equal(page.rereads, 1, "with a turn missing the log is read again");
});

test("a line that breaks is picked up behind the last event; one that is refused is asked about", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const settle = async () => { for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve)); };
  const [events, cuts, asked, lines] = [[], [], [], []];
  let refused = 0;
  let answer = () => new Response(new ReadableStream({ start: (line) => lines.push(line) }));
  globalThis.fetch = async (path, { headers }) => (asked.push([path, headers.get("last-event-id")]), answer());
  const stop = followTable("s 1", { hear: (event) => events.push(event), cut: (isCut) => cuts.push(isCut), refused: () => refused++ });
  await settle();
  const says = (text) => lines.at(-1).enqueue(new TextEncoder().encode(text));
  says('id: a.1\nevent: talk\ndata: {"from":"ana","text":"hey"}\n\nid: a.2\nevent: seat\ndata: {\n\nevent: later\ndata: {}\n\n');
  await settle();
  assert.deepEqual(events, [{ event: "talk", from: "ana", text: "hey" }], "what can't be read is left out");
  lines.at(-1).close();
  await settle();
  t.mock.timers.tick(1_000);
  await settle();
  t.mock.timers.tick(3_500);
  assert.deepEqual(asked, [["/api/sessions/s%201/events", null], ["/api/sessions/s%201/events", "a.2"]]);
  assert.deepEqual([cuts, refused], [[false, false], 0], "a short break is not worth a word");
  // Silence is a break, too.
  says(":\n\n");
  await settle();
  t.mock.timers.tick(46_000);
  await settle();
  answer = () => Response.json({ code: "unauthorized" }, { status: 401 });
  t.mock.timers.tick(1_000);
  await settle();
  assert.deepEqual([asked.length, refused], [3, 1]);
  answer = () => new Response("", { status: 502 });
  t.mock.timers.tick(5_000);
  await settle();
  assert.deepEqual([asked.length, refused, cuts.at(-1)], [4, 1, true], "a proxy's word for a server that is away is none");
  stop();
  t.mock.timers.tick(60_000);
  await settle();
  assert.equal(asked.length, 4);
  assert.equal(read("talk", "no json"), null);
});

const problem = (status, code = "x", retryAfter = 0) => new ApiError({ status, code, detail: "no" }, retryAfter);

test("a guest whose share of the costs is used up is told what still plays", () => {
  assert.match(problem(402, "seat_cap_reached").message, /buttons still play/);
});

test("every refusal at the door has a friendly sentence, and says whether to try again", async () => {
  const { refusalOf, tokenOf } = await import("../../../static/js/friends/join.js");
  assert.equal(refusalOf(problem(410, "invitation_over")), JOIN.over);
  assert.equal(refusalOf(problem(409, "table_full")), JOIN.fullTable);
  assert.match(refusalOf(problem(429, "rate_limited", 41)).text, /41 s/);
  assert.equal(refusalOf(problem(429, "rate_limited", 41)).again, true);
  assert.equal(refusalOf(problem(503)).again, true);
  assert.equal(refusalOf(new Unreachable("x")).again, true);
  for (const error of [problem(409, "hero_taken"), problem(422, "validation_failed")]) assert.equal(refusalOf(error), null, "the form says it");
  assert.equal(tokenOf("#/join/s1.a%2Fb"), "s1.a/b");
  assert.equal(tokenOf("#/join"), "");
});

test("the token leaves the address before anything is asked, and goes into bodies alone", async () => {
  const { showJoin } = await import("../../../static/js/friends/join.js");
  const kept = [];
  const asked = [];
  Object.assign(globalThis, {
    location: { hash: "#/join/s1.secret", replace: (to) => (location.hash = to) },
    history: { replaceState: (state, _, to) => (asked.push(["address", to, state]), (location.hash = to)) },
    localStorage: { getItem: () => null, setItem: (name, value) => kept.push(`${name} ${value}`), removeItem() {} },
    fetch: async (path, { body, method }) => {
      asked.push([method, path, body]);
      return Response.json({ sessionId: "s1", seat: { id: "ana" }, heroes: [], readyMade: [] });
    },
  });
  await showJoin();
  assert.deepEqual(asked, [["address", "#/join", null], ["POST", "/api/join/look", '{"token":"s1.secret"}']]);
  assert.equal(location.hash, "#/s/s1", "who has a seat already goes to the table");
  assert.deepEqual(kept, ["embertale.guest.s1 ana"]);
});
