// @ts-check
// The way to what plays turns, which is fetched with the first of them: who only looks at a table has no use for it.
import { giveBack } from "./composer.js";
import { app, enter, isPlaying, later } from "./state.js";

/** @typedef {import("./memory.js").Underway} Underway */

/** @type {typeof import("./play.js") | null} */
let part = null;
const load = async () => (part ??= await import("./play.js"));

/** Fetches it while the player still writes. If that fails, sending tries again and says so. */
export const prepare = () => void load().catch(() => {});

/**
 * @param {string} message
 * @param {string} characterId
 */
export function play(message, characterId) {
  const id = app.get().session?.id;
  if (isPlaying()) return;
  enter("sending");
  const begin = () => part && app.get().session?.id === id && part.play(message, characterId);
  const fallBack = () => {
    enter("idle");
    giveBack(message);
  };
  void later(load, begin, fallBack);
}

export const retell = () => void later(load, ({ retellLast }) => retellLast());

/** Reads on a turn that was under way when the page was left. @param {string} sessionId @param {Underway} underway */
export const resume = (sessionId, underway) => void later(load, (part) => part.resume(sessionId, underway));

export const stop = () => void part?.stop();

/** The page goes elsewhere; a turn that plays goes on without it. */
export function abandon() {
  part?.abandon();
  enter("idle");
}
