// @ts-check
// Clears the history for prompts, after a confirmation.
import { announce } from "../announcer.js";
import { json, sessionPath } from "../api.js";
import { confirmed } from "../dialog.js";
import { app, remark } from "../state.js";
import { ANEW } from "../words/en/table/anew.js";
import { tellTabs } from "../table/tabsync.js";

export async function beginAnew() {
  const { session } = app.get();
  if (!session || !(await confirmed({ title: ANEW.begin, text: ANEW.ask, yes: ANEW.yes }))) return;
  try {
    const after = await json("POST", sessionPath(session.id, "/clear"), {});
    if (app.get().session?.id === session.id) app.set({ session: after });
    tellTabs({ sessionId: session.id });
    announce(ANEW.done);
    remark(ANEW.done);
  } catch (error) {
    remark(/** @type {Error} */ (error).message);
  }
}
