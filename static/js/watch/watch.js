// @ts-check
// The table screen: for the television or the tablet in the middle. It shows what the table's stream tells, in large letters, and takes
// no words. Nothing on it is for one seat alone: no talk, no notes of the host's.
import { announce } from "../announcer.js";
import { ApiError, get, onUnauthorized, sessionPath } from "../api.js";
import { byId, fill, h, stylesheet, svg } from "../dom.js";
import { recall } from "../memory.js";
import { showOut } from "../friends/out.js";
import { tellIn } from "../prose.js";
import { HOST, newsOf, table } from "../friends/seats.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";
import { F } from "../words/en/friends.js";
import { SEATED } from "../words/en/seated.js";
import { W } from "../words/en/friends/watch.js";
import { followTable } from "../friends/tablestream.js";
import { diceBox, peopleBox, placeBox } from "./watchside.js";
import { watchStory } from "./watchstory.js";

/** @typedef {import("../types.js").Session} Session @typedef {import("../types.js").Seat} Seat @typedef {import("../types.js").TableEvent} TableEvent */

const NEWS_MS = 8_000;
/** In full screen, what is pressed goes away when nobody moves. */
const IDLE_MS = 4_000;
/** Ends the screen there is. @type {(() => void) | null} */
let leave = null;

/** The session that an address shows on a screen. @param {string} hash */
export const watchedIn = (hash) => decodeURIComponent(/^#\/watch\/([^/]+)$/.exec(hash)?.[1] ?? "");

/** Keeps the screen awake while the page is in view, where the browser can. @returns {() => void} lets it sleep */
function stayAwake() {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let isOver = false;
  const ask = async () => {
    if (document.visibilityState !== "visible" || isOver) return;
    // Not over an open line, or with the battery low: then it sleeps as it would.
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    if (isOver) void lock?.release();
  };
  document.addEventListener("visibilitychange", ask);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", ask);
    void lock?.release().catch(() => {});
  };
}

/** Four corners, a code, and the way back. */
const SIGNS = { full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5", code: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v6h-6v-2", back: "M10 6l-6 6 6 6M4 12h16" };
/** @param {keyof typeof SIGNS} name @param {string} label */
const face = (name, label) => [svg("svg", { viewBox: "0 0 24 24", width: 22, height: 22, fill: "none", stroke: "currentColor", "stroke-width": 1.8, "aria-hidden": "true" }, svg("path", { d: SIGNS[name] })), h("span", { class: "label" }, label)];
/** @param {keyof typeof SIGNS} name @param {string} label @param {() => void} onclick */
const control = (name, label, onclick) => h("button", { type: "button", class: "quiet", onclick }, face(name, label));

/** What can be pressed: a larger picture, the way in, the way back. @param {string} id @param {HTMLElement} root @param {AbortSignal} over */
function controls(id, root, over) {
  const bar = h("nav", { class: "controls", "aria-label": W.controls });
  const full = control("full", W.large, () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}));
  const drawFull = () => {
    const is = Boolean(document.fullscreenElement);
    full.setAttribute("aria-pressed", String(is));
    fill(/** @type {Element} */ (full.lastElementChild), is ? W.small : W.large);
    root.classList.toggle("full", is);
  };
  document.addEventListener("fullscreenchange", drawFull, { signal: over });
  drawFull();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let idle;
  const wake = () => {
    clearTimeout(idle);
    root.classList.remove("idle");
    idle = setTimeout(() => root.classList.add("idle"), IDLE_MS);
  };
  for (const deed of ["pointermove", "pointerdown", "keydown"]) addEventListener(deed, wake, { signal: over, passive: true });
  wake();
  const code = control("code", W.code, () => void open());
  /** @type {ReturnType<typeof import("./watchcode.js").codeBox> | undefined} */
  let box;
  const open = () =>
    later(() => bring("watch/watchcode"), ({ codeBox }) => {
      if (over.aborted) return;
      if (!box) root.append((box = codeBox(id, code)).root);
      box.press();
    });
  over.addEventListener("abort", () => (clearTimeout(idle), box?.close()));
  /** Only a host lets people in, and where nobody signs in, everyone is a host. @param {boolean} isHost */
  const forHost = (isHost) => (code.hidden = !isHost || app.get().info?.auth === "none");
  fill(bar, code, document.fullscreenEnabled && full, h("a", { class: "button quiet", href: `#/s/${encodeURIComponent(id)}` }, face("back", W.toTable)));
  return { bar, forHost };
}

/** What is said at the foot of the screen. It clears away by itself. */
function newsLine() {
  const root = h("p", { class: "news", role: "status" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let hush;
  /** @param {string} text @param {boolean} [stays] */
  const say = (text, stays = false) => {
    clearTimeout(hush);
    fill(root, text);
    if (!stays) hush = setTimeout(() => fill(root), NEWS_MS);
  };
  /** @param {boolean} isCut */
  const cut = (isCut) => (isCut ? say(W.cut, true) : root.textContent === W.cut && fill(root));
  return { root, say, cut, stop: () => clearTimeout(hush) };
}

/** Whether an answer says that who was a guest is none any more. @param {unknown} error @param {boolean} isGuest */
const isOut = (error, isGuest) => isGuest && error instanceof ApiError && [401, 404].includes(error.status);

/**
 * Shows what the table's stream tells.
 * @param {string} id @param {Seat} me @param {AbortSignal} over
 * @param {ReturnType<typeof watchStory>} story @param {ReturnType<typeof newsLine>} news @param {(now: Session) => void} newer
 */
function listener(id, me, over, story, { say, cut }, newer) {
  const readSeats = async () => {
    /** @type {{ items: Seat[] }} */
    const { items } = await get(sessionPath(id, "/seats"));
    if (!over.aborted) table.set({ seats: items });
  };
  /** @param {Seat} seat */
  const sit = (seat) => {
    if (seat.id === me.id && seat.state === "gone") return showOut(id, "removed");
    const { seats } = table.get();
    const before = seats.find((one) => one.id === seat.id);
    table.set({ seats: before ? seats.map((one) => (one === before ? seat : one)) : [...seats, seat] });
    const text = newsOf(before, seat);
    if (text) say(text);
  };
  /** @param {TableEvent} told */
  const hear = (told) => {
    switch (told.event) {
      case "hello":
      case "reset":
        story.anew(told.turnId ?? "");
        newer(told.session);
        if (told.event === "reset") void readSeats().catch(() => {});
        return story.readAnew();
      case "session":
        newer(told.session);
        return story.readAnew();
      case "seat":
        return sit(told.seat);
      case "talk":
        return;
      case "safety":
        say(F.stoppedForSafety);
        return story.hear(told);
      default:
        if ("session" in told && told.session) newer(told.session);
        story.hear(told);
    }
  };
  // A line that breaks says nothing of a seat, and a host's seat is never taken away.
  const refused = () =>
    void seatOf(id).catch((error) => {
      if (over.aborted) return;
      if (isOut(error, me.role !== HOST)) showOut(id, "removed");
      else if (error.status === 404) say(S.sessionGone, true);
    });
  return { hear, refused, cut };
}

/** @param {string} id @param {Session} first @param {Seat[]} seats @param {Seat} me */
async function lay(id, first, seats, me) {
  let session = first;
  // The screen is for all who look at it: on it, nobody is “you”.
  table.set({ sessionId: id, seats, me: "", isGuest: me.role !== HOST });
  const place = placeBox();
  const people = peopleBox();
  const dice = diceBox(() => session);
  const news = newsLine();
  const story = watchStory(id, () => session, dice.show, news.say);
  const root = h("main", { id: "watch", class: "watch", "aria-label": SEATED.screen });
  const over = new AbortController();
  const { bar, forHost } = controls(id, root, over.signal);
  root.append(h("h1", { class: "sr", tabindex: -1 }, `${session.title}: ${SEATED.screen}`), place.root, story.root, h("aside", { "aria-label": W.party, tabindex: 0 }, people.root, dice.root), bar, news.root);
  document.body.dataset.view = "watch";
  byId("home", HTMLElement).hidden = true;
  byId("home", HTMLElement).after(root);
  document.title = `${session.title} · ${S.name}`;

  const draw = () => (place.draw(session), people.draw(session));
  /** Versions only grow: what was overtaken is old news. @param {Session} now */
  const newer = (now) => {
    if (now.version < session.version) return;
    session = now;
    draw();
  };
  const ends = [
    followTable(id, listener(id, me, over.signal, story, news, newer)),
    app.watch(({ info }) => info?.auth, () => forHost(me.role === HOST)),
    stayAwake(),
    story.stop,
    people.stop,
    news.stop,
  ];
  const end = () => {
    if (leave !== end) return;
    leave = null;
    over.abort();
    for (const stop of ends) stop();
    root.remove();
    announce("");
    tellIn("");
    document.title = S.name;
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    table.set({ sessionId: "", seats: [], me: "" });
  };
  leave = end;
  addEventListener("hashchange", end, { once: true, signal: over.signal });
  draw();
  try {
    await story.read();
  } catch (error) {
    end();
    throw error;
  }
}

const signIn = async () => (await bring("app/signin")).askToSignIn();

/** @param {string} id @returns {Promise<Seat>} */
const seatOf = async (id) => (await get(sessionPath(id, "/me"))).seat;

/** Counts the screens asked for: only the last is laid. */
let visits = 0;

/** Shows the table that the address names, on a screen for all. */
export async function showWatch() {
  leave?.();
  const visit = ++visits;
  const { hash } = location;
  const isHere = () => visit === visits && location.hash === hash;
  const id = watchedIn(hash);
  const guest = recall(`guest.${id}`);
  const isGuest = Boolean(guest && guest !== HOST);
  // Without a seat a guest is not asked to sign in.
  onUnauthorized(isGuest ? async () => false : signIn);
  addEventListener("hashchange", () => onUnauthorized(signIn), { once: true });
  try {
    const [me, session, { items }] = await Promise.all([seatOf(id), /** @type {Promise<Session>} */ (get(sessionPath(id))), /** @type {Promise<{ items: Seat[] }>} */ (get(sessionPath(id, "/seats"))), stylesheet("/css/table.css"), stylesheet("/css/table/play.css"), stylesheet("/css/table/scene.css"), stylesheet("/css/table/watch.css")]);
    // What dice were thrown for is in English as it comes, for English pages and stories.
    if (!/^en(en|null)/.test(S.locale + session.language)) await bring("dice/rollwords").catch(() => {});
    if (!isHere()) return;
    tellIn(session.model === "storyteller" ? "en" : (session.language ?? ""));
    await lay(id, session, items, me);
  } catch (error) {
    if (isHere() && isOut(error, isGuest)) return showOut(id, "removed");
    throw error;
  }
}
