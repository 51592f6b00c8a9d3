// @ts-check
// Journal data: load, search, write, edit, hide and restore. The server stores it; nothing here knows the page.
import { ApiError, get, json, once, sessionPath } from "../api.js";
import { recall, remember } from "../memory.js";
import { createStore } from "../state.js";

/**
 * @typedef {import("../types.js").JournalEntry} JournalEntry
 * @typedef {import("../types.js").JournalPage} JournalPage
 * @typedef {{ q: string, kind: string, asOf: string, forgotten: boolean }} Asked what is looked for; nothing is everything
 * @typedef {object} Book
 * @property {"asking" | "here" | "missing" | "failed"} state `missing` is a server that keeps no such journal
 * @property {boolean} busy whether an answer is on its way
 * @property {unknown} error why it failed; what was read before still stands
 * @property {JournalEntry[]} items
 * @property {JournalPage["counts"] | null} counts
 * @property {string} next where the answer goes on, if it does
 * @property {Asked} asked what the items answer
 */

/** As many lines as are read at once, and as the server gives at most. */
const PAGE = 20;
const MOST = 500;

/** @type {Asked} */
export const EVERYTHING = { q: "", kind: "", asOf: "", forgotten: false };

/** @returns {Book} */
const blank = () => ({ state: "asking", busy: false, error: null, items: [], counts: null, next: "", asked: EVERYTHING });

export const book = createStore(blank());

let sessionId = "";
/** For what the book was last asked. */
let stands = "";
/** Counts the questions, so that a slow answer is not shown for a newer one. */
let questions = 0;

/** @param {Asked} asked @param {Record<string, string>} more */
function path({ q, kind, asOf, forgotten }, more) {
  const query = new URLSearchParams(more);
  for (const [name, value] of Object.entries({ q: q.trim(), kind, asOf, forgotten: forgotten ? "true" : "" })) if (value) query.set(name, value);
  return sessionPath(sessionId, `/journal?${query}`);
}

/**
 * @param {Asked} asked
 * @param {number} limit
 * @param {string} [cursor]
 * @returns {Promise<JournalPage>}
 */
async function read(asked, limit, cursor) {
  // The server gives those that are forgotten among all others: they are looked for until some are found.
  const most = asked.forgotten ? MOST : limit;
  for (let next = cursor; ; ) {
    /** @type {JournalPage} */
    const page = await get(path(asked, { limit: String(most), ...(next && { cursor: next }) }));
    if (!asked.forgotten) return page;
    const items = page.items.filter(({ forgotten }) => forgotten);
    next = page.nextCursor ?? "";
    if (items.length || !next) return { ...page, items };
  }
}

/**
 * @param {Asked} asked
 * @param {number} limit
 * @param {string} [cursor] goes on behind what is there
 */
async function ask(asked, limit, cursor) {
  const question = ++questions;
  book.set({ busy: true });
  try {
    const { items, counts, nextCursor } = await read(asked, limit, cursor);
    if (question !== questions) return;
    const before = cursor ? book.get().items : [];
    const known = new Set(before.map(({ id }) => id));
    book.set({ state: "here", busy: false, error: null, items: [...before, ...items.filter(({ id }) => !known.has(id))], counts, next: nextCursor ?? "", asked });
  } catch (error) {
    if (question !== questions) return;
    stands = "";
    const missing = error instanceof ApiError && error.status === 404 && error.code === "unknown_route";
    book.set({ state: missing ? "missing" : "failed", busy: false, error, asked });
  }
}

/**
 * Reads the lines that are asked for, unless they stand there already.
 * @param {{ id: string, version: number }} session
 * @param {Asked} [asked]
 */
export async function look({ id, version }, asked = id === sessionId ? book.get().asked : EVERYTHING) {
  const now = JSON.stringify([id, version, asked]);
  if (now === stands) return;
  if (id !== sessionId) book.set(blank());
  sessionId = id;
  stands = now;
  // Whoever has leafed on keeps the lines that were there.
  const same = JSON.stringify(asked) === JSON.stringify(book.get().asked);
  await ask(asked, same ? Math.min(Math.max(PAGE, book.get().items.length), MOST) : PAGE);
}

/** Reads what is asked for once more. */
export async function again() {
  const { asked, items } = book.get();
  await ask(asked, Math.min(Math.max(PAGE, items.length), MOST));
}

export async function more() {
  const { next, asked, busy } = book.get();
  if (next && !busy) await ask(asked, PAGE, next);
}

/** @param {string} id */
const entryPath = (id) => sessionPath(sessionId, `/journal/${encodeURIComponent(id)}`);

/**
 * @param {string} text
 * @param {boolean} pinned
 * @param {number} version the story as it stood: the same words written later are another note
 */
export async function write(text, pinned, version) {
  await once(sessionPath(sessionId, "/journal"), { text, ...(pinned && { pinned }) }, version);
  void again();
}

/** @param {string} id @param {{ text?: string, asTold?: boolean, pinned?: boolean, forgotten?: boolean }} change */
export async function change(id, change) {
  /** @type {JournalEntry} */
  const entry = await json("PATCH", entryPath(id), change);
  void again();
  return entry;
}

/** Takes a note of the player's away for good. @param {string} id */
export async function destroy(id) {
  await json("DELETE", entryPath(id));
  void again();
}

/** @param {string} id of a session @returns {Record<string, string>} what was begun and not yet kept, by the line's id; a new note has none */
function drafts(id) {
  try {
    const kept = JSON.parse(recall(`draft.journal.${id}`) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** @param {string} entryId nothing for a new note */
export const draftFor = (entryId) => drafts(sessionId)[entryId] ?? "";

/** @param {string} entryId @param {string} text nothing is the same as letting it go */
export function keepDraftFor(entryId, text) {
  const { [entryId]: _, ...others } = drafts(sessionId);
  const kept = text ? { ...others, [entryId]: text } : others;
  remember(`draft.journal.${sessionId}`, Object.keys(kept).length ? JSON.stringify(kept) : "");
}

/**
 * The order of lines where some stay that the newest answer does not name: each behind the one it stood behind.
 * @param {string[]} before as they stand
 * @param {string[]} fresh as the server has them
 * @param {(id: string) => boolean} stays whether a line that is not named stays
 */
export function woven(before, fresh, stays) {
  const order = [...fresh];
  const named = new Set(fresh);
  before.forEach((id, i) => {
    if (named.has(id) || !stays(id)) return;
    const above = before.slice(0, i).findLast((one) => named.has(one));
    order.splice(above === undefined ? 0 : order.indexOf(above) + 1, 0, id);
    named.add(id);
  });
  return order;
}
