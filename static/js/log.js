// @ts-check
// The story so far: the newest turns, older ones on request, and the one that is being told.
import { get, sessionPath } from "./api.js";
import { byId, fill, h } from "./dom.js";
import { Follower } from "./follow.js";
import { prose } from "./prose.js";
import { app } from "./state.js";
import { S } from "./strings.js";
import { properName, timeOfDay } from "./text.js";
import { TurnView } from "./turnview.js";

/** @typedef {import("./types.js").Turn} Turn @typedef {import("./types.js").Session} Session */

const PAGE = 20;
/** Behind every turn there will ever be. */
const END = 2_147_483_647;

const log = byId("log", HTMLElement);
const turnList = byId("turns", HTMLElement);
const opening = byId("opening", HTMLElement);
const earlier = byId("earlier", HTMLButtonElement);
const latest = byId("latest", HTMLButtonElement);

export const follower = new Follower(log, (following) => (latest.hidden = following));

/** @type {TurnView[]} as they stand on the page, the one that is being told not among them */
let turns = [];
let sessionId = "";

earlier.addEventListener("click", () => void loadEarlier());
latest.addEventListener("click", () => {
  follower.toEnd();
  log.focus({ preventScroll: true });
});

/** @param {number} before @returns {Promise<Turn[]>} */
async function fetchTurns(before) {
  /** @type {{ items: Turn[] }} */
  const page = await get(sessionPath(sessionId, `/turns?before=${before}&limit=${PAGE}`));
  return page.items;
}

/**
 * Clears the table for a session and lays out its newest turns.
 * @param {Session} session
 */
export async function openLog(session) {
  sessionId = session.id;
  turns = [];
  turnList.replaceChildren();
  opening.replaceChildren();
  earlier.hidden = true;
  log.setAttribute("aria-busy", "true");
  try {
    const items = await fetchTurns(END);
    if (sessionId !== session.id) return;
    show(items, session);
  } finally {
    log.removeAttribute("aria-busy");
  }
  if (turns.length) follower.toEnd();
  else follower.toStart();
}

/**
 * @param {Turn[]} items
 * @param {Session} session
 */
function show(items, session) {
  turns = items.map((turn) => TurnView.of(turn, session));
  turnList.replaceChildren(...turns.map(({ root }) => root));
  edges(session);
}

/**
 * What stands above the oldest turn that is shown: the way to older ones, or how it all began.
 * @param {Session} session
 */
function edges(session) {
  earlier.hidden = !(turns.length && turns[0].seq > 1);
  opening.hidden = turns.length > 0;
  if (turns.length || opening.childElementCount) return;
  const { currentLocation, currentScene } = session.story;
  const brought = app.get().info?.model.provider === "storyteller" ? h("p", { class: "notice" }, S.storytellerPlays) : null;
  fill(
    opening,
    h("p", { class: "place" }, h("span", {}, timeOfDay(session.clock)), h("strong", {}, properName(currentLocation || S.somewhere))),
    currentScene ? prose(currentScene) : null,
    h("p", { class: "invitation" }, S.openingInvitation),
    brought,
  );
}

async function loadEarlier() {
  const session = app.get().session;
  if (!session || earlier.disabled) return;
  earlier.disabled = true;
  try {
    const items = await fetchTurns(turns[0]?.seq ?? END);
    if (sessionId !== session.id) return;
    const older = items.map((turn) => TurnView.of(turn, session));
    const anchor = turns[0]?.root;
    const before = anchor?.getBoundingClientRect().top ?? 0;
    turns = [...older, ...turns];
    turnList.prepend(...older.map(({ root }) => root));
    const hadFocus = document.activeElement === earlier;
    edges(session);
    // What was being read stays where it was on the screen.
    if (anchor) log.scrollTop += anchor.getBoundingClientRect().top - before;
    // The first page takes the button away; who pressed it by keyboard reads on in the story.
    if (hadFocus && earlier.hidden) log.focus({ preventScroll: true });
  } catch (error) {
    app.set({ trouble: { text: S.couldNotLoad(/** @type {Error} */ (error).message), tone: "bad", actions: [] } });
  } finally {
    earlier.disabled = false;
  }
}

/**
 * Brings the log up to date with turns that were played, or taken back, somewhere else.
 * @param {Session} session
 */
export async function refreshLog(session) {
  const items = await fetchTurns(END);
  const { phase, session: current } = app.get();
  // A turn that began meanwhile is not to be swept off the page by an older list.
  if (phase !== "idle" || current?.id !== session.id || current.version > session.version) return;
  const known = new Map(turns.map((view) => [view.id, view]));
  const first = items[0]?.seq ?? 0;
  const older = turns.filter(({ seq }) => seq < first);
  const joined = older.length === 0 || older[older.length - 1].seq === first - 1;
  const fresh = items.map((turn) => known.get(turn.id) ?? TurnView.of(turn, session));
  const next = joined ? [...older, ...fresh] : fresh;
  if (next.length === turns.length && next.every((view, i) => view === turns[i])) return;
  turns = next;
  turnList.replaceChildren(...turns.map(({ root }) => root));
  edges(session);
}

/**
 * The turn that begins now. What an unhappy turn before it left lying about is cleared away.
 * @param {string} message
 * @param {string} characterId
 */
export function beginTurn(message, characterId) {
  sweep();
  const view = new TurnView(message, characterId, app.get().session);
  view.begin();
  turnList.append(view.root);
  follower.toEnd();
  return view;
}

/**
 * The turn stands; from now on it is one of the story's.
 * @param {TurnView} view
 */
export function keepTurn(view) {
  if (!turns.some(({ id }) => id === view.id)) turns.push(view);
}

/** Takes away turns that came to nothing. */
export function sweep() {
  for (const leftover of turnList.querySelectorAll(".undone")) leftover.remove();
}

/** @param {string} turnId */
export const hasTurn = (turnId) => turns.some(({ id }) => id === turnId);
/** @param {number} [back] */
export const lastMessage = (back = 1) => turns.at(-back)?.message ?? "";
