// @ts-check
// Loads the modules that play turns with the first one: viewers don't need them.
import { exchange, giveBack } from "../table/composer.js";
import { stylesheet } from "../dom.js";
import { bring, enter, isPlaying, later, remark } from "../state.js";
import { S } from "../words/en.js";

/** @typedef {import("../memory.js").Underway} Underway */

/** @type {typeof import("./play.js") | null} */
let part = null;
const load = async () => (part ??= (await Promise.all([bring("turn/play"), bring("turn/phasewords"), stylesheet("/css/table/play.css")]))[0]);

/**
 * Fetches it while the player still writes, and what keys do: a turn has to be stopped by one when the line is bad, too. If that
 * fails, sending tries again and says so.
 */
export const prepare = () => void Promise.all([load(), bring("table/keys")]).catch(() => {});

/** How often a table was left: what was asked for before is not done after. */
let left = 0;
/** Takes back the words that wait for it. @type {(() => void) | null} */
let letGo = null;

/**
 * @param {string} message
 * @param {string} characterId
 * @param {import("./errand.js").Deed} [deed] done by a button: the message only says what it is
 */
export function play(message, characterId, deed) {
  if (isPlaying()) return;
  enter("sending");
  // Where the player has begun on others meanwhile, both stay.
  const back = () => deed || giveBack(message) || giveBack(`${message}\n${exchange("")}`);
  const mine = (letGo = () => {
    letGo = null;
    enter("idle");
    back();
  });
  const begin = (/** @type {typeof import("./play.js")} */ part) => {
    if (letGo !== mine) return;
    letGo = null;
    // One that is read on may have come first.
    part.play(message, characterId, deed) || back();
  };
  void later(load, begin, () => letGo === mine && mine());
}

/** @param {(part: typeof import("./play.js")) => void} deed */
function here(deed) {
  const then = left;
  void later(load, (part) => then === left && deed(part));
}

export const retell = () => here((part) => part.retellLast());

/** Reads on a turn that was under way when the page was left. @param {string} sessionId @param {Underway} underway */
export const resume = (sessionId, underway) => here((part) => part.resume(sessionId, underway));

export function stop() {
  if (!letGo) return void part?.stop();
  letGo();
  remark(S.letGo);
}

/** The page goes elsewhere; a turn that plays goes on without it. */
export function abandon() {
  left++;
  letGo = null;
  part?.abandon();
  enter("idle");
}
