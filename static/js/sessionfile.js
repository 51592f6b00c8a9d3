// @ts-check
// Adventures out to a file and in from one.
import { announce } from "./announcer.js";
import { once, request, sessionPath } from "./api.js";
import { confirmed } from "./dialog.js";
import { h } from "./dom.js";
import { app, complain, remark } from "./state.js";
import { H } from "./strings-home.js";
import { fileName } from "./text.js";

/** @typedef {import("./types.js").Session} Session */

const T = H.sessions;
/** What the server takes at most. */
const MOST_MIB = 32;

/**
 * @param {string} id
 * @param {string} title
 */
export async function exportSession(id, title) {
  if (!(await confirmed({ title: T.exportTitle, text: T.exportText, yes: T.exportGo }))) return;
  try {
    const response = await request(sessionPath(id, "/export"));
    const url = URL.createObjectURL(await response.blob());
    const download = fileName(title);
    h("a", { href: url, download }).click();
    // The browser reads the file in its own time.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    remark(T.exported(download));
    announce(T.exported(download));
  } catch (error) {
    complain(error);
  }
}

/**
 * The text of an exported adventure, read before it is sent: what is no such thing is said at once.
 * @param {string} text
 * @returns {{ bundle: object, fault: "" } | { bundle: null, fault: string }}
 */
export function readBundle(text) {
  let bundle;
  try {
    bundle = JSON.parse(text);
  } catch {
    return { bundle: null, fault: T.notJson };
  }
  if (bundle?.format !== "embertale-session") return { bundle: null, fault: T.notOurs };
  return { bundle, fault: "" };
}

/** @param {(text: string) => void} tell */
export function askForFile(tell) {
  const input = h("input", { type: "file", accept: ".json,application/json" });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void bringIn(file, tell);
  });
  input.click();
}

/**
 * @param {File} file
 * @param {(text: string) => void} tell
 */
async function bringIn(file, tell) {
  if (file.size > MOST_MIB * 1024 * 1024) return tell(T.tooBig(MOST_MIB));
  tell(T.importing);
  const { bundle, fault } = readBundle(await file.text());
  if (!bundle) return tell(fault);
  try {
    /** @type {Session} */
    const session = await once("/api/sessions/import", bundle);
    tell("");
    app.set({ arrival: { sessionId: session.id, text: T.imported(session.title) } });
    location.hash = `#/s/${encodeURIComponent(session.id)}`;
  } catch (error) {
    tell(T.importFailed(/** @type {Error} */ (error).message));
  }
}
