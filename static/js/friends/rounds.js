// @ts-check
// The state of a round from the table's stream. Loaded with its first event; its view is loaded next.
import { get, sessionPath } from "../api.js";
import { table } from "./seats.js";
import { bring, later } from "../state.js";

/** @typedef {import("../types.js").TableEvent} TableEvent @typedef {import("../types.js").TableView} TableView */

/** Counts what was told: an answer that was asked for before is old news. */
let n = 0;

/** @param {Pick<TableView, "mode" | "round"> & Partial<TableView>} now */
function keep({ mode, round = null, talk }) {
  n++;
  const { together = [], round: before, isTalkOpen } = table.get();
  /** @type {Record<string, "sent" | "awaited">} */
  const marks = {};
  if (round?.state === "open") {
    for (const seat of round.ready) marks[seat] = "sent";
    for (const seat of round.waitingFor) marks[seat] = "awaited";
  }
  // What says the same is no news.
  table.set({ marks, isTalkOpen: talk?.spectators ?? isTalkOpen, together: mode === "rounds" ? together : undefined, round: JSON.stringify(before) === JSON.stringify(round) ? before : round });
}

/** @param {string} id */
const isHere = (id) => table.get().sessionId === id;

/**
 * Lays what an answer of the server says, unless the stream has told something newer since.
 * @template {TableView} Answer
 * @param {string} id
 * @param {Promise<Answer>} request
 */
export async function answered(id, request) {
  const before = n;
  const now = await request;
  if (isHere(id) && before === n) keep(now);
  return now;
}

/** @param {string} id @returns {Promise<import("../types.js").TableSettings>} */
export const readTable = (id) => answered(id, get(sessionPath(id, "/table")));

/** @param {string} id @param {TableEvent} told */
export function hearRounds(id, told) {
  if (!isHere(id)) return;
  if (told.event === "round") keep({ mode: table.get().together ? "rounds" : "free", round: told.round.state === "over" ? null : told.round });
  else if ("table" in told) keep(told.table);
  if (!table.get().together) return;
  if (document.body.dataset.view === "watch") void later(() => bring("watch/watchround"), ({ showRounds }) => showRounds());
  else void later(() => bring("friends/roundbox"), ({ showRounds }) => showRounds(id));
}

// What is known of one table says nothing of another.
table.watch(({ sessionId }) => sessionId, (id) => id || table.set({ together: undefined, round: null, marks: {} }));
