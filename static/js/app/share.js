// @ts-check
// Text shared from another app: it goes into the input of the adventure that was played last.
import { fetchSessions } from "../api.js";
import { app } from "../state.js";

/** What was shared, in a line. @param {URLSearchParams} shared */
export const wordsOf = (shared) =>
  ["title", "text", "url"].map((name) => shared.get(name)?.trim() ?? "").filter((word, i, all) => word && all.indexOf(word) === i).join(" ");

export async function takeIn() {
  const words = wordsOf(new URLSearchParams(location.search));
  if (!words) return history.replaceState(null, "", location.pathname + location.hash);
  const [last] = (await fetchSessions(undefined, 1)).items;
  if (last) app.set({ arrival: { sessionId: last.id, text: "", words } });
  history.replaceState(null, "", `${location.pathname}${last ? `#/s/${encodeURIComponent(last.id)}` : "#/new"}`);
}
