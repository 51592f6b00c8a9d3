// @ts-check
// All turns of an adventure, for its overviews. Loaded turns are cached while the story goes on.
import { get, sessionPath } from "../api.js";

/** @typedef {import("../types.js").Turn} Turn */

/** As many as the server gives at once. */
const PAGE = 100;

/** What was read last: of which adventure, and at which version. @type {{ id: string, version: number, turns: Promise<Turn[]> }} */
let read = { id: "", version: 0, turns: Promise.resolve([]) };

/** @param {string} id @param {number} seq @returns {Promise<Turn[]>} the turns behind this one, as many as there are at once */
async function after(id, seq) {
  /** @type {{ items: Turn[] }} */
  const { items } = await get(sessionPath(id, `/turns?after=${seq}&limit=${PAGE}`));
  return items;
}

/**
 * Goes on behind the last turn that is known and still stands. Turns are taken back from the end, and told again only there: where
 * one stands, all before it do.
 * @param {string} id
 * @param {Turn[]} known
 * @returns {Promise<Turn[]>}
 */
async function goOn(id, known) {
  let kept = known;
  /** @type {Turn[]} */
  let fresh = [];
  for (let step = 1; kept.length; step *= 4) {
    const last = kept[kept.length - 1];
    // The last one is read once more: another of its tellings may have been chosen.
    fresh = await after(id, last.seq - 1);
    kept = kept.slice(0, -1);
    if (fresh[0]?.id === last.id) break;
    kept = kept.slice(0, -step);
    fresh = [];
  }
  const turns = [...kept, ...fresh];
  for (let more = fresh.length === PAGE || !turns.length; more; ) {
    const items = await after(id, turns.at(-1)?.seq ?? 0);
    turns.push(...items);
    more = items.length === PAGE;
  }
  return turns;
}

/** @param {{ id: string, version: number }} session @returns {Promise<Turn[]>} */
export function allTurns({ id, version }) {
  if (id !== read.id || version !== read.version) {
    const known = id === read.id ? read.turns.catch(() => []) : Promise.resolve([]);
    const turns = known.then((turns) => goOn(id, turns));
    read = { id, version, turns };
    // What could not be read is asked for again.
    turns.catch(() => read.turns === turns && (read = { id, version: -1, turns: known }));
  }
  return read.turns;
}
