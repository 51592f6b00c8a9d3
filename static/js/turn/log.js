// @ts-check
// The story: the newest turns, older ones on request, and the current one.
import { get, sessionPath } from "../api.js";
import { painted, sceneLine } from "../table/arrival.js";
import { byId, fill, h } from "../dom.js";
import { Follower } from "../lib/follow.js";
import { Leaves } from "./leaves.js";
import { prose } from "../prose.js";
import { app, bring, complain, isPlaying, later, remark } from "../state.js";
import { S } from "../words/en.js";
import { timeOfDay } from "../text.js";
import { TurnView } from "./turnview.js";

/** @typedef {import("../types.js").Turn} Turn @typedef {import("../types.js").Session} Session */

const PAGE = 20;
/** Behind every turn there will ever be. */
const END = 2_147_483_647;

const log = byId("log", HTMLElement);
const turnList = byId("turns", HTMLElement);
const opening = byId("opening", HTMLElement);
const earlier = byId("earlier", HTMLButtonElement);
const latest = byId("latest", HTMLButtonElement);

export const follower = new Follower(log, (following) => (latest.hidden = following));
export const leaves = new Leaves(turnList, () => h("div", { class: "leaf" }));

/** @type {TurnView[]} as they stand on the page, the one that is being told not among them */
let turns = [];
let sessionId = "";
/** Counts the tables laid: a slow answer for one that was left is not laid over another, nor twice over the same. */
let visits = 0;
/** Whether turns were played elsewhere that are not shown yet. */
let isBehind = false;

earlier.addEventListener("click", () => void loadEarlier());
latest.addEventListener("click", () => {
  follower.toEnd();
  log.focus({ preventScroll: true });
});
// One listener for all turns, however many.
turnList.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-deed]") : null;
  const view = button && turns.find(({ root }) => root.contains(button));
  if (!view) return;
  const deed = button.getAttribute("data-deed");
  if (deed === "menu") void later(() => bring("turn/turnmenu"), ({ openTurnMenu }) => openTurnMenu(view, turns.length ? turns[turns.length - 1].seq : 0));
  else void later(() => bring("turn/history"), ({ retell, undo }) => (deed === "retell" ? retell() : undo()));
});

/** @param {number} before @param {number} [limit] @returns {Promise<Turn[]>} */
async function fetchTurns(before, limit = PAGE) {
  /** @type {{ items: Turn[] }} */
  const { items } = await get(sessionPath(sessionId, `/turns?before=${before}&limit=${limit}`));
  // What tells of fights is there before they are: told later, they would move what is read.
  if (items.some(({ combatEvents }) => combatEvents)) await import("../fight/fightrolls.js").catch(() => {});
  return items;
}

/**
 * Clears the table for a session and lays out its newest turns.
 * @param {Session} session
 * @returns {Promise<boolean>} whether they lie there: not where another table was laid meanwhile
 */
export async function openLog(session) {
  const visit = ++visits;
  isBehind = false;
  sessionId = session.id;
  turns = [];
  turnList.replaceChildren();
  opening.replaceChildren();
  earlier.hidden = true;
  log.setAttribute("aria-busy", "true");
  try {
    // What dice were thrown for is in English as it comes, for English pages and stories.
    const words = /^en(en|null)/.test(S.locale + session.language) || bring("dice/rollwords").catch(() => {});
    const [items] = await Promise.all([fetchTurns(END), words]);
    if (visit !== visits) return false;
    lay(items.map((turn) => TurnView.of(turn, session)), session);
  } finally {
    if (visit === visits) log.removeAttribute("aria-busy");
  }
  if (turns.length) follower.toEnd();
  else follower.toStart();
  return true;
}

/**
 * What lies there already stays where it is, and with it the focus and the place that is read.
 * @param {TurnView[]} views
 * @param {Session} session
 */
function lay(views, session) {
  sweep();
  const from = turns.findIndex((view, i) => view !== views[i]);
  const kept = from < 0 ? turns.length : from;
  leaves.drop(turns.slice(kept).map(({ root }) => root));
  for (const { root } of views.slice(kept)) leaves.append(root);
  turns = views;
  mark();
  edges(session);
}

/** Only the last turn can be told again; only it says so, until another begins: what gives way later would move what is read. */
function mark(isQuiet = !isPlaying()) {
  turns.forEach((view, i) => view.setLast(isQuiet && i === turns.length - 1));
}
app.watch(({ phase }) => phase === "idle", () => mark());

/**
 * What stands above the oldest turn that is shown: the way to older ones, or how it all began.
 * @param {Session} session
 */
function edges(session) {
  earlier.hidden = !(turns.length && turns[0].seq > 1);
  opening.hidden = turns.length > 0;
  if (turns.length || opening.childElementCount) return;
  const { currentLocation, currentScene } = session.story;
  fill(
    opening,
    sceneLine(timeOfDay(session.clock), currentLocation || S.somewhere, session.plot?.visited.find(({ id }) => id === session.plot?.node)?.title),
    currentScene ? prose(currentScene) : null,
    h("p", { class: "invitation" }, S.openingInvitation),
  );
  painted(opening, session.plot?.node, currentLocation);
}

/** @param {number} [limit] */
export async function loadEarlier(limit) {
  const session = app.get().session;
  if (!session || earlier.disabled) return false;
  const visit = visits;
  earlier.disabled = true;
  try {
    const items = await fetchTurns(turns[0]?.seq ?? END, limit);
    if (visit !== visits) return false;
    const older = items.map((turn) => TurnView.of(turn, session));
    const anchor = turns[0]?.root;
    const before = anchor?.getBoundingClientRect().top ?? 0;
    turns = [...older, ...turns];
    leaves.prepend(older.map(({ root }) => root));
    const hadFocus = document.activeElement === earlier;
    edges(session);
    // What was being read stays where it was on the screen.
    if (anchor) log.scrollTop += anchor.getBoundingClientRect().top - before;
    // The first page takes the button away; who pressed it by keyboard reads on in the story.
    if (hadFocus && earlier.hidden) log.focus({ preventScroll: true });
    return older.length > 0;
  } catch (error) {
    complain(S.couldNotLoad(error));
    return false;
  } finally {
    earlier.disabled = false;
  }
}

/** @param {TurnView | undefined} view */
export function reveal(view) {
  if (!view) return;
  follower.leave();
  // From here on its button is a step of Tab away.
  view.root.querySelector("[data-deed=menu]")?.removeAttribute("tabindex");
  view.root.focus({ preventScroll: true });
  view.root.scrollIntoView({ block: "nearest" });
}

/**
 * Brings the log up to date with turns that were played, or taken back, somewhere else.
 * @param {Session} session
 * @param {boolean} [isOwn] whether this player took them back
 */
export async function refreshLog(session, isOwn) {
  const visit = visits;
  const items = await fetchTurns(END);
  const { phase, session: current } = app.get();
  if (visit !== visits || current?.id !== session.id) return;
  // A turn that plays is not to be swept off the page by an older list. What it lacks is shown when the turn is over.
  isBehind = (phase !== "idle" && phase !== "turningBack") || current.version > session.version;
  if (isBehind) return;
  const known = new Map(turns.map((view) => [view.id, view]));
  const first = items[0]?.seq ?? 0;
  const older = turns.filter(({ seq }) => seq < first);
  const joined = older.length === 0 || older[older.length - 1].seq === first - 1;
  const fresh = items.map((turn) => {
    const view = known.get(turn.id);
    if (!view) return TurnView.of(turn, session);
    view.setTellings(turn);
    return view;
  });
  const next = joined ? [...older, ...fresh] : fresh;
  const same = next.every((view, i) => view === turns[i]);
  if (same && next.length === turns.length) return;
  if (same && !isOwn && phase === "idle" && next.length < turns.length && !app.get().trouble) void later(() => bring("words/en/aside"), ({ A }) => remark(A.takenBackElsewhere));
  lay(next, session);
}

/**
 * The turn stands; from now on it is one of the story's.
 * @param {TurnView} view
 */
export function keepTurn(view) {
  const { before } = view;
  before?.root.remove();
  turns = turns.filter((other) => other !== before && other.id !== view.id);
  turns.push(view);
  view.before = null;
  mark(true);
  if (view.root.classList.contains("fresh")) follower.toBeginningOf(view.root);
}

/** Whether turns are missing that were played elsewhere: after the newest one, or between those shown. */
export const hasGap = () => isBehind || turns.some(({ seq }, i) => (i > 0 ? seq !== turns[i - 1].seq + 1 : seq > 1 && earlier.hidden));

/** Takes away turns that came to nothing. */
export function sweep() {
  for (const leftover of turnList.querySelectorAll(".undone")) leftover.remove();
}

/** @param {string} turnId */
export const turnOf = (turnId) => turns.find(({ id }) => id === turnId);
/** The turns on the table, the oldest first. */
export const turnsSoFar = () => turns;
export const lastTurn = () => turns.at(-1);
/** @param {number} [back] */
export const lastMessage = (back = 1) => turns.at(-back)?.message ?? "";
