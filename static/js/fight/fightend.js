// @ts-check
// The result of a fight, as a line above the input.
import { get, sessionPath } from "../api.js";
import { app, remark } from "../state.js";
import { F } from "../words/en/table/fight.js";
import { listedAs } from "../text.js";

/** @typedef {import("../types.js").Turn} Turn @typedef {import("../types.js").Change} Change */

/**
 * @param {Change[]} changes of the turn in which the fight ended
 * @param {string} id the fight's
 * @param {number} rounds it took
 * @returns {string} nothing where that turn did not end it: it was taken back, or ended while nobody looked
 */
export function endingLine(changes, id, rounds) {
  const end = changes.find((change) => change.kind === "encounterEnded" && change.id === id);
  if (!end) return "";
  const earned = changes.find(({ kind }) => kind === "xpGained")?.amount ?? 0;
  return [listedAs(F.endings, end.ending) ?? F.over, F.lasted(rounds), end.ending === "victory" && earned > 0 && F.earned(earned)].filter(Boolean).join(" ");
}

/**
 * @param {string} sessionId
 * @param {string} id the fight's
 * @param {number} rounds it took
 */
export async function tellEnding(sessionId, id, rounds) {
  /** @type {Change[]} */
  let changes = [];
  try {
    /** @type {{ items: Turn[] }} */
    const { items } = await get(sessionPath(sessionId, "/turns?before=2147483647&limit=1"));
    changes = items.flatMap((turn) => turn.changes ?? []);
  } catch {
    // That it is over is to be seen.
  }
  // Something that went wrong meanwhile is said first.
  const line = endingLine(changes, id, rounds);
  if (line && app.get().session?.id === sessionId && !app.get().trouble) remark(line);
}
