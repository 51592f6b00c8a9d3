// @ts-check
// Reloads the server's data, since another tab or player may have changed it.
import { ApiError, get, sessionPath } from "./api.js";
import { refreshLog, sweep } from "./turn/log.js";
import { app, bring, later } from "./state.js";

/** @typedef {import("./types.js").Session} Session */

/** Whether what comes back is of this player's own doing. */
let isOwn = false;

/** Reads the session and its newest turns again, also while this takes turns back: they are not taken back elsewhere. @param {() => Promise<void>} deed */
export async function rereadAfter(deed) {
  isOwn = true;
  try {
    await deed();
    await reread();
  } finally {
    isOwn = false;
  }
}

/** Reads the session and its newest turns again. */
export async function reread() {
  const { session } = app.get();
  if (!session) return;
  try {
    /** @type {Session} */
    const now = await get(sessionPath(session.id));
    if (app.get().session?.id !== now.id) return;
    // Versions only grow: an answer that was overtaken by a turn of our own is old news.
    const changed = now.version > (app.get().session?.version ?? 0);
    if (changed) {
      app.set({ session: now });
      sweep();
    }
    await refreshLog(now, isOwn);
  } catch (error) {
    // Away for a moment is no news; gone for good is.
    if (error instanceof ApiError && error.status === 404) await later(() => bring("table/troublewords"), ({ troubleOf }) => app.set(troubleOf(error)));
  }
}
