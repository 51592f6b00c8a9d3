// @ts-check
// Turns of other players while they are told, waiting messages, and the name of each acting player.
import { announce } from "../announcer.js";
import { spoken } from "../dice/dicewords.js";
import { byId, fill, h, stylesheet } from "../dom.js";
import { follower, hasGap, keepTurn, lastTurn, leaves, turnOf, turnsSoFar } from "../turn/log.js";
import { underwayOf } from "../memory.js";
import { reread } from "../reread.js";
import { HOST, hostMark, nameOf, table } from "./seats.js";
import { app } from "../state.js";
import { F } from "../words/en/friends.js";
import { TurnView } from "../turn/turnview.js";

/** @typedef {import("../types.js").TableEvent} TableEvent @typedef {import("../types.js").Turn} Turn @typedef {import("../types.js").HeroDeed} HeroDeed */

const turnList = byId("turns", HTMLElement);
/** What waits in line stands behind the story, in the order it came. */
const line = h("ul", { class: "waiting", "aria-label": F.waitsSilent, hidden: true });

/** Turns of others that play. @type {Map<string, TurnView>} */
const live = new Map();
/** Words of others that wait. @type {Map<string, { seat: string, preview: string, item: HTMLElement }>} */
const waiting = new Map();
/** Turns that this page plays itself, and shows as it hears of them. @type {Set<string>} */
const own = new Set();

/** Whether the turn that this page plays has begun: what begins later comes behind it. */
let ownBegan = false;
app.watch(({ phase }) => phase === "idle", () => (ownBegan = false));

const seatOf = (/** @type {{ seat?: string | null }} */ told) => told.seat ?? HOST;

/** Whether a turn is the one that this page has just asked for. @param {{ turnId: string, seat?: string | null }} told */
function isOwn(told) {
  const { phase } = app.get();
  if (own.has(told.turnId)) return true;
  // One that was under way when the page was left is read on from where it is remembered.
  if (underwayOf(table.get().sessionId)?.url?.includes(told.turnId)) return true;
  if (seatOf(told) !== table.get().me || phase === "idle" || phase === "turningBack") return false;
  own.add(told.turnId);
  return true;
}

function drawLine() {
  line.hidden = !waiting.size;
  fill(line, [...waiting.values()].map(({ item }) => item));
  if (line.parentElement !== turnList.parentElement) turnList.after(line);
}

/** @param {{ turnId: string, preview?: string | null, seat?: string | null }} told */
function queue(told) {
  if (isOwn(told) || live.has(told.turnId) || (!told.seat && table.get().together)) return;
  const seat = seatOf(told);
  const item = h("li", {}, h("b", {}, F.waits(nameOf(seat))), told.preview && h("span", {}, told.preview));
  waiting.set(told.turnId, { seat, preview: told.preview ?? "", item });
  drawLine();
}

/** The hero that words are for, where that is plain. @param {string} seat */
const heroOf = (seat) => {
  const heroes = table.get().seats.find(({ id }) => id === seat)?.characterIds ?? [];
  return heroes.length === 1 ? heroes[0] : "";
};

/** @param {{ turnId: string, seq: number, seat?: string | null, deeds?: HeroDeed[] }} told */
function begin(told) {
  const { turnId, seq, deeds } = told;
  const waited = waiting.get(turnId);
  waiting.delete(turnId);
  drawLine();
  if (isOwn(told)) return void (ownBegan = true);
  if (turnOf(turnId)) return;
  const again = live.get(turnId);
  if (again) return again.restart();
  void stylesheet("/css/table/play.css");
  const seat = seatOf(told);
  const last = lastTurn();
  // The last turn is told another way: in the place of the telling there is.
  const old = last?.seq === seq ? last : undefined;
  const view = new TurnView(old?.message ?? waited?.preview ?? "", old?.characterId ?? heroOf(seat), app.get().session);
  view.say(old?.deeds ?? deeds);
  view.begin();
  Object.assign(view, { id: turnId, seq, seat });
  view.root.dataset.live = turnId;
  view.deed.classList.toggle("unheard", !deeds && !view.message);
  if (old) {
    view.before = old;
    old.root.after(view.root);
    old.root.hidden = true;
  } else {
    // Words of one's own that still wait come behind it.
    const behind = ownBegan ? null : turnList.querySelector(".turn.open:not([data-live])");
    if (behind) behind.before(view.root);
    else leaves.append(view.root);
  }
  live.set(turnId, view);
  // Until there was one, the story was read from its beginning.
  if (!last) follower.toEnd();
  sign(view);
  announce(deeds ? F.together : F.acts(nameOf(seat)));
}

/** @param {TurnView} view */
function drop(view) {
  live.delete(view.id);
  leaves.drop([view.root]);
  if (view.before) view.before.root.hidden = false;
}

/** @param {TurnView} view @param {Turn} turn */
function finish(view, turn) {
  live.delete(view.id);
  // A look at the whole story came first.
  if (turnOf(turn.id)) return leaves.drop([view.root]);
  delete view.root.dataset.live;
  view.deed.classList.toggle("unheard", false);
  view.message = turn.message;
  view.characterId = turn.characterId;
  view.finish(turn);
  keepTurn(view);
  sign(view);
  // One's own turn may have ended behind it.
  if (hasGap()) void reread();
  announce(spoken(view));
}

/** @param {TableEvent} told an event of a turn, or of one that waits */
export function hearTurn(told) {
  if (!("turnId" in told) || !told.turnId) return;
  if (told.event === "queued") return queue(told);
  if (told.event === "turn") return begin(told);
  if (told.event === "failed" && waiting.delete(told.turnId)) drawLine();
  const view = live.get(told.turnId);
  if (!view) return;
  switch (told.event) {
    case "text":
      if (told.reset) view.reset();
      if (told.delta) view.text(told.delta);
      return;
    case "tool":
      return view.tool(told);
    case "roll":
      return view.roll(told.roll);
    case "change":
      return view.change(told.change);
    case "notice":
      return view.notice(told.message);
    case "safety":
    case "failed":
      // Nothing of it counts; who acted knows why.
      return drop(view);
    case "done":
      return finish(view, told.turn);
  }
}

/** The stream begins anew, with this turn if one plays: what else was under way has come to its end. @param {string} turnId */
export function turnsOf(turnId) {
  for (const view of [...live.values()]) if (view.id !== turnId) drop(view);
  waiting.clear();
  drawLine();
}

/** Forgets a table that was left. */
export function letGo() {
  live.clear();
  waiting.clear();
  own.clear();
  line.remove();
}

/** Who acted, beside their heroes. @param {TurnView} view */
function sign(view) {
  view.deed.querySelectorAll(".who").forEach((who, i) => {
    const seat = view.deeds[i].seat ?? HOST;
    const there = who.querySelector(".by");
    if (there?.firstChild?.nodeValue === nameOf(seat)) return;
    there?.remove();
    who.append(h("span", { class: "by" }, nameOf(seat), hostMark(seat)));
  });
  // Of a round, one's own words are what comes back when it is taken back.
  if (view.deeds.length > 1) view.message = view.deeds.find(({ seat }) => seat === table.get().me)?.message ?? "";
}

/** Signs every turn that is laid, as long as there is company. */
export function nameActors() {
  const all = () => [...turnsSoFar(), ...live.values()].forEach((view) => view.id && sign(view));
  // What is told grows within the turns; only whole ones need a name.
  const watch = new MutationObserver((changes) => changes.some(({ target }) => target === turnList || target.parentNode === turnList) && all());
  watch.observe(turnList, { childList: true, subtree: true });
  const stops = [table.watch(({ seats }) => seats, all), app.watch(({ phase, session }) => `${phase} ${session?.version}`, all)];
  return () => {
    watch.disconnect();
    for (const stop of stops) stop();
    for (const name of turnList.querySelectorAll(".by")) name.remove();
  };
}
