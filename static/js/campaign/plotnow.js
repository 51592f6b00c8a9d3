// @ts-check
// The progress in a campaign, loaded after each change of the session.
import { get, sessionPath } from "../api.js";
import { isGuest } from "../friends/guest.js";
import { app, createStore } from "../state.js";

/** @typedef {import("../types.js").PlotNow} PlotNow */

export const standing = createStore({
  now: /** @type {PlotNow | null} */ (null),
  /** Why it could not be had. */
  fault: /** @type {unknown} */ (null),
});

/** Which session at which version was asked for last. */
let asked = "";

/** @param {{ id: string, version: number }} session */
async function ask({ id, version }) {
  const mine = `${id} ${version}`;
  // The author's side of a campaign is the host's.
  if (mine === asked || isGuest()) return;
  // What is known of another session is nothing to this one.
  if (!asked.startsWith(`${id} `)) standing.set({ now: null });
  asked = mine;
  try {
    /** @type {PlotNow} */
    const now = await get(sessionPath(id, "/plot"));
    if (mine === asked) standing.set({ now, fault: null });
  } catch (fault) {
    if (mine !== asked) return;
    asked = "";
    standing.set({ fault });
  }
}

/** Asks once more what could not be had. */
export function askAgain() {
  const { session } = app.get();
  if (session?.plot) void ask(session);
}

let watches = false;

export function watchStanding() {
  if (watches) return;
  watches = true;
  app.watch(
    ({ session, phase }) => (session?.plot ? `${session.id} ${session.version} ${phase === "idle"}` : ""),
    (key) => {
      const { session, phase } = app.get();
      if (key && session && phase === "idle") void ask(session);
      else if (!key) {
        asked = "";
        standing.set({ now: null, fault: null });
      }
    },
  );
}
