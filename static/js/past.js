// @ts-check
// All of an adventure's turns, for who looks back over the whole of it.
import { get, sessionPath } from "./api.js";

/** @typedef {import("./types.js").Turn} Turn */

/** As many as the server gives at once. */
const PAGE = 100;

/** What was read last, and of which adventure at which version. @type {{ key: string, turns: Promise<Turn[]> }} */
let read = { key: "", turns: Promise.resolve([]) };

/** @param {string} id @returns {Promise<Turn[]>} */
async function all(id) {
  /** @type {Turn[]} */
  const turns = [];
  for (;;) {
    /** @type {{ items: Turn[] }} */
    const { items } = await get(sessionPath(id, `/turns?after=${turns.at(-1)?.seq ?? 0}&limit=${PAGE}`));
    turns.push(...items);
    if (items.length < PAGE) return turns;
  }
}

/** @param {{ id: string, version: number }} session */
export function allTurns({ id, version }) {
  const key = `${id} ${version}`;
  if (key !== read.key) {
    read = { key, turns: all(id) };
    // What could not be read is asked for again.
    read.turns.catch(() => read.key === key && (read.key = ""));
  }
  return read.turns;
}
