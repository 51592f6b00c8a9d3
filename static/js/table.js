// @ts-check
// Lays a session on the table and takes it away.
import { giveBack } from "./composer.js";
import { hasTurn, openLog } from "./log.js";
import { keepUnderway, underwayOf } from "./memory.js";
import { abandon, resume } from "./play.js";
import { app } from "./state.js";

/** @typedef {import("./types.js").Session} Session */

/**
 * Lays a session on the table, and reads on a turn of it that was under way when the page was left.
 * @param {Session} session
 */
export async function openTable(session) {
  leaveTable();
  app.set({ session, trouble: null });
  await openLog(session);
  const underway = underwayOf(session.id);
  if (!underway || app.get().session?.id !== session.id) return;
  const turnId = /\/turns\/([^/]+)\/events/.exec(underway.url)?.[1] ?? "";
  if (turnId && hasTurn(decodeURIComponent(turnId))) keepUnderway(session.id, null);
  else if (underway.url) resume(session.id, underway);
  else giveBack(underway.message); // sending it again uses the same key
}

/** Clears the table. A turn that plays goes on at the server. */
export function leaveTable() {
  abandon();
  app.set({ session: null, trouble: null });
}
