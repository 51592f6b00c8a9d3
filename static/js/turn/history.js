// @ts-check
// Undo, retelling, alternatives and branches. The server does them; this module requests and shows them.
import { announce } from "../announcer.js";
import { ApiError, once, sessionPath } from "../api.js";
import { exchange, giveBack, goOnWriting } from "../table/composer.js";
import { byId } from "../dom.js";
import { lastTurn, refreshLog } from "./log.js";
import { keepUnderway } from "../memory.js";
import { retell as retellLast } from "./playing.js";
import { reread } from "../reread.js";
import { app, enter, isPlaying, remark } from "../state.js";
import { A } from "../words/en/aside.js";
import { tellTabs } from "../table/tabsync.js";
import { troubleOf } from "../table/troublewords.js";

/** @typedef {import("../types.js").Session} Session @typedef {import("./turnview.js").TurnView} TurnView */
/** @typedef {import("../state.js").Trouble} Trouble */

const T = A.history;

/**
 * Asks for one of these deeds; the table holds still meanwhile.
 * @template T
 * @param {(session: Session) => Promise<T>} deed
 */
async function turningBack(deed) {
  const { session } = app.get();
  if (!session || isPlaying()) return;
  enter("turningBack");
  app.set({ trouble: null });
  try {
    await deed(session);
  } catch (error) {
    if (error instanceof ApiError && error.code === "nothing_to_undo") remark(T.nothing);
    else app.set(troubleOf(error));
    // Played elsewhere meanwhile, perhaps: then this page is behind.
    if (error instanceof ApiError && error.status === 409) void reread();
  } finally {
    if (app.get().phase === "turningBack") enter("idle");
  }
}

/** @param {string} text */
function say(text, actions = /** @type {Trouble["actions"]} */ ([])) {
  /** @type {Trouble} */
  const trouble = { text, tone: "plain", actions };
  app.set({ trouble });
  announce(text);
  // Who writes on has read it.
  if (!actions.length) byId("say", HTMLElement).addEventListener("input", () => app.get().trouble === trouble && app.set({ trouble: null }), { once: true });
}

/**
 * Offers words that were taken back where others stand in the box already; those are offered in turn.
 * @param {string} message
 */
function offer(message) {
  const change = () => {
    const other = exchange(message);
    if (other.trim()) say(T.exchanged, offer(other));
  };
  return [{ label: T.writeAgain, run: change }];
}

/**
 * Takes the last turns back, and gives the first of their messages to the player again, unless it was for another player's hero.
 * @param {number} [turns]
 * @param {TurnView | null} [first] the first turn taken back
 */
export function undo(turns = 1, first = lastTurn()) {
  if (!first) return remark(T.nothing);
  // A round's message is one's own already.
  const isOwn = first.deeds.length > 1 || (app.get().mine?.includes(first.characterId) ?? true);
  const message = isOwn ? first.message : "";
  return turningBack(async ({ id, version }) => {
    /** @type {Session} */
    const session = await once(sessionPath(id, "/undo"), { turns }, version);
    if (app.get().session?.id !== id) return;
    app.set({ session });
    // It waited in line behind all that was sent before: what went unanswered of that is done, and the same words are new.
    keepUnderway(id, null);
    await refreshLog(session);
    // Who has passed in a round has no words in it.
    const back = message && giveBack(message, true);
    goOnWriting();
    say([T.undone(turns), message && (back ? T.wordsBack : T.wordsOffered)].filter(Boolean).join(" "), back || !message ? [] : offer(message));
    tellTabs({ sessionId: id });
  });
}

export function retell() {
  if (lastTurn()) retellLast();
}

/**
 * Goes on from another telling of the last turn.
 * @param {TurnView} view
 * @param {string} alternative
 */
export function choose(view, alternative) {
  return turningBack(async ({ id, version }) => {
    await once(sessionPath(id, `/turns/${encodeURIComponent(view.id)}/choose`), { alternative }, version);
    await reread();
    say(T.chosen);
    lastTurn()?.root.focus({ preventScroll: true });
    tellTabs({ sessionId: id });
  });
}

/**
 * @param {number} atTurn the last turn both adventures have
 * @param {string} [words] said in the turn after it: in the other adventure they can be said again, or others
 */
export function branch(atTurn, words = "") {
  return turningBack(async ({ id, version }) => {
    /** @type {Session} */
    const session = await once(sessionPath(id, "/branch"), { atTurn }, version);
    app.set({ arrival: { sessionId: session.id, text: [T.branched(session.title), words && T.wordsBack].filter(Boolean).join(" "), words } });
    location.hash = `#/s/${encodeURIComponent(session.id)}`;
  });
}
