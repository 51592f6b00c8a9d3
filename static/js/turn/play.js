// @ts-check
// Plays turns: sends the player's message, handles its events and errors.
import { announce } from "../announcer.js";
import { ApiError, Unreachable, freshKey, json, sessionPath } from "../api.js";
import { accepted, goOnWriting, takeBack } from "../table/composer.js";
import { spoken } from "../dice/dicewords.js";
import { backInTheBox, errand, isAgainstTheRules, postOf } from "./errand.js";
import { beginTurn, bringBack, hasGap, keepTurn, lastTurn, turnOf } from "./logplay.js";
import { keepUnderway, underwayOf } from "../memory.js";
import { reread } from "../reread.js";
import { app, bring, enter, remark } from "../state.js";
import { S } from "../words/en.js";
import { P } from "../words/en/play.js";
import { tellTabs } from "../table/tabsync.js";
import { troubleOf } from "../table/troublewords.js";
import { turnStream } from "./turnstream.js";

/**
 * @typedef {import("../types.js").Session} Session
 * @typedef {import("../types.js").Turn} Turn
 * @typedef {import("./turnview.js").TurnView} TurnView
 * @typedef {import("./turnstream.js").Told} Told
 * @typedef {import("../memory.js").Underway} Underway
 * @typedef {import("./errand.js").Deed} Deed
 * @typedef {{ sessionId: string, view: TurnView, underway: Underway, controller: AbortController, stopping: boolean, refused?: Deed["refused"] }} Play
 */

/** A server that does not answer a stop in this time is not waited for. */
const STOP_MS = 8_000;
/** Words that wait in line for another turn leave it as soon as they are let go. */
const LEAVE_MS = 1_500;

/** @type {Play | null} the turn that plays */
let playing = null;

/**
 * @param {string} message
 * @param {string} characterId
 * @param {Deed} [deed] done by a button: the message only says what it is
 * @returns {boolean} whether it began
 */
export function play(message, characterId, deed) {
  const session = app.get().session;
  if (!session || playing) return false;
  const before = underwayOf(session.id);
  const underway = errand(before, message, characterId, deed?.act);
  keepUnderway(session.id, underway);
  void listen(session.id, underway, true, deed?.refused);
  return true;
}

/** Has the last turn told again. Its words and its hero stay the same. */
export function retellLast() {
  const { session, phase } = app.get();
  const last = lastTurn();
  if (!session || !last || playing || phase !== "idle") return;
  const before = underwayOf(session.id);
  const underway = before?.again === last.id ? before : { key: freshKey(), message: last.message, characterId: last.characterId, url: "", again: last.id };
  keepUnderway(session.id, underway);
  void listen(session.id, underway, true);
}

/** Asks the server to stop the turn; the stream then ends by itself. */
export async function stop() {
  const play = playing;
  if (!play || play.stopping) return;
  play.stopping = true;
  enter("stopping");
  const isHeard = play.view.id !== "";
  const leave = () => playing === play && play.controller.abort();
  // One that began meanwhile was cancelled when it did, and gets its time to end.
  setTimeout(() => (isHeard || !play.view.id ? leave() : setTimeout(leave, STOP_MS)), isHeard ? STOP_MS : LEAVE_MS);
  // A turn we have heard nothing of is perhaps not ours yet: to cancel now could stop another tab's.
  if (isHeard) await cancel(play);
}

/** @param {Play} play */
async function cancel(play) {
  try {
    await json("POST", sessionPath(play.sessionId, "/cancel"));
  } catch {
    // Not playing yet, or not any more: the first is asked again at its `turn` event, the second needs nothing.
  }
}

/**
 * @param {string} sessionId
 * @param {Underway} underway
 * @param {boolean} fresh sent just now, not found again after a reload
 * @param {Deed["refused"]} [refused]
 */
async function listen(sessionId, underway, fresh, refused) {
  const controller = new AbortController();
  const { message, characterId, url, again, act } = underway;
  const old = again ? turnOf(again) : undefined;
  const view = beginTurn(old ?? { message, characterId }, old);
  /** @type {Play} */
  const play = { sessionId, view, underway, controller, stopping: false, refused };
  playing = play;
  app.set({ trouble: null });
  enter("sending");
  // A deed is settled at once, and its outcome is said then.
  if (!act) announce(P.begin);
  try {
    const stream = turnStream({
      sessionId,
      url,
      post: postOf(sessionId, underway),
      signal: controller.signal,
      onDrop: (attempt) => {
        if (play.stopping) return;
        enter("reconnecting", { attempt });
        if (attempt === 1) announce(P.dropped);
      },
    });
    for await (const told of stream) if (playing === play) await hear(play, told, fresh);
  } catch (error) {
    if (playing === play) stumble(play, error);
  } finally {
    if (playing === play) {
      playing = null;
      enter("idle");
      goOnWriting();
      // Another tab or player went on while this one did not look: their turns belong before this one.
      if (hasGap()) void reread();
    }
  }
}

/**
 * @param {Play} play
 * @param {Told} told
 * @param {boolean} fresh
 */
async function hear(play, told, fresh) {
  const { view, underway, sessionId } = play;
  const go = (/** @type {"thinking" | "tool" | "telling"} */ phase, doing = "") => {
    // What was told before a dropped line or a long tool is no measure of how long it is quiet now.
    if (phase === "telling") app.set({ heardAt: Date.now() });
    if (!play.stopping) enter(phase, { doing });
  };
  switch (told.event) {
    case "open":
      underway.url = told.url;
      keepUnderway(sessionId, underway);
      if (fresh && !underway.again && !underway.act) accepted(underway.message);
      return void go(view.hasText ? "telling" : "thinking");
    case "restart":
      return view.restart();
    case "turn":
      view.id = told.turnId;
      view.seq = told.seq;
      if (play.stopping) await cancel(play);
      return;
    case "text":
      if (told.reset) view.reset();
      if (told.delta) view.text(told.delta);
      return void go(view.hasText ? "telling" : "thinking");
    case "tool":
      view.tool(told);
      if (told.status !== "started") return void go(view.hasText ? "telling" : "thinking");
      // Without its words the turn goes on as well.
      return void go("tool", (await bring("turn/toolwords").catch(() => null))?.toolDoing(told.name) ?? "");
    case "roll":
      return view.roll(told.roll);
    case "change":
      return view.change(told.change);
    case "notice":
      return view.notice(told.message);
    case "state":
      return app.set({ session: told.session });
    case "done":
      return finish(play, told.turn, told.session);
    case "failed":
      return fail(play, told);
  }
}

/**
 * @param {Play} play
 * @param {Turn} turn
 * @param {Session} [session]
 */
async function finish({ view, sessionId }, turn, session) {
  // What a button does is called what the server calls it.
  view.message = turn.message;
  view.finish(turn);
  keepTurn(view);
  keepUnderway(sessionId, null);
  announce(spoken(view));
  tellTabs({ sessionId });
  if (session) app.set({ session });
  else await reread();
}

/**
 * The server answers that the turn came to nothing: the next try is another request. The session is as before, the words are the player's again.
 * @param {Play} play
 * @param {{ code: string, message: string }} why
 */
function fail({ view, underway, sessionId, stopping }, { code, message }) {
  keepUnderway(sessionId, null);
  // The story goes another way: nobody tries that turn again.
  const isX = code === "stopped_for_safety";
  if (isX) view.restart();
  const stopped = stopping || isX || code === "turn_cancelled";
  if (underway.again) return failAgain(view, stopped ? P.retellStopped : P.retellFailed(message), stopped);
  view.undone(P.undone);
  backInTheBox(underway);
  const text = isX ? P.stoppedForSafety : stopping ? P.stopped : stopped ? P.stoppedElsewhere : P.failed(message);
  app.set({ trouble: { text, tone: stopped ? "plain" : "bad", actions: isX ? [] : [{ label: S.retry, run: () => again(underway) }] } });
}

/**
 * A new telling came to nothing. The one there was never left.
 * @param {TurnView} view
 * @param {string} text
 * @param {boolean} plain
 */
function failAgain(view, text, plain) {
  bringBack(view);
  app.set({ trouble: { text, tone: plain ? "plain" : "bad", actions: [{ label: S.retry, run: retellLast }] } });
}

/**
 * @param {Play} play
 * @param {unknown} error
 */
function stumble({ view, underway, sessionId, stopping, controller, refused: tell }, error) {
  // An error of the server's, or of a proxy in between, leaves open what was done.
  const refused = error instanceof ApiError && error.status < 500;
  const unbegun = refused && !underway.url;
  const lost = refused && error.status === 404 && underway.url !== "";
  // Only a turn that did not begin, or is no more, may be asked for under another key. Any other has its own, and
  // where it was let go, its words ask for it anew: it may have been stopped after all.
  if (unbegun || lost) keepUnderway(sessionId, null);
  else if (stopping) keepUnderway(sessionId, { ...underway, url: "" });
  if (underway.again) {
    failAgain(view, stopping ? P.retellStopped : P.retellFailed(/** @type {Error} */ (error).message), stopping);
    // Refused before it began: what a player can do about that is the same for every turn.
    if (error instanceof ApiError && !underway.url) app.set(troubleOf(error, retellLast));
    return void reread();
  }
  if (stopping && controller.signal.aborted) {
    // The stop was asked for and never confirmed. What really became of the turn, the server will tell.
    view.undone(P.unsure);
    backInTheBox(underway);
    remark(P.stoppedUnconfirmed);
    return void reread();
  }
  if (error instanceof Unreachable) {
    view.undone(P.cutOff);
    backInTheBox(underway);
    // The key stays: pressing the button asks for the same turn, wherever it has got to.
    app.set({ trouble: { text: P.lineLost, tone: "bad", actions: [{ label: S.retry, run: () => again(underway) }] } });
    return;
  }
  if (lost) {
    view.undone(P.undone);
    backInTheBox(underway);
    app.set({ trouble: { text: P.lost, tone: "bad", actions: [{ label: S.retry, run: () => again(underway) }] } });
    return void reread();
  }
  if (tell && unbegun && isAgainstTheRules(error)) {
    // Nothing of it is part of the story, not even as a failure; why is said where it was asked for.
    bringBack(view);
    tell([...error.fields.map(({ message }) => message), error.message][0]);
    return void reread();
  }
  view.undone(unbegun ? P.refused : P.cutOff);
  backInTheBox(underway);
  app.set(troubleOf(error, () => again(underway)));
}

/** @param {Underway} underway */
function again({ message, characterId, url, key, act }) {
  const { session } = app.get();
  if (!session || playing) return;
  takeBack(message);
  const kept = underwayOf(session.id);
  if (url && kept?.key === key) void listen(session.id, kept, true);
  else play(message, characterId, act && { act, refused: remark });
}

/**
 * Reads on a turn that was under way when the page was left.
 * @param {string} sessionId
 * @param {Underway} underway
 */
export function resume(sessionId, underway) {
  if (!playing) void listen(sessionId, underway, false);
}

/** The page goes elsewhere; a turn that plays goes on without it. */
export function abandon() {
  playing?.controller.abort();
  playing = null;
  enter("idle");
}
