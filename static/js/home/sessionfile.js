// @ts-check
// Export and import of adventures as files.
import { announce } from "../announcer.js";
import { ApiError, fetchSessions, json, once, request, sessionPath } from "../api.js";
import { confirmed } from "../dialog.js";
import { h } from "../dom.js";
import { app, complain, remark } from "../state.js";
import { H } from "../words/en/home.js";
import { clean } from "../text.js";

/** @typedef {import("../types.js").Session} Session */

const T = H.sessions;
/** What the server takes at most. */
const MOST_MIB = 32;
const LONGEST_TITLE = 120;
/** Among so many, those played last, no two are called the same. */
const RECENT = 100;

/**
 * The name the server gives to a file.
 * @param {string | null} disposition a header, as RFC 6266 has it
 */
export function nameIn(disposition) {
  const [, encoded, plain] = /filename\*=UTF-8''([^;\s]+)|filename="([^"]+)"(?!.*filename\*)/i.exec(disposition ?? "") ?? [];
  return encoded ? decodeURIComponent(encoded) : (plain ?? "embertale.json");
}

/** @param {string} id */
export async function exportSession(id) {
  if (!(await confirmed({ title: T.exportTitle, text: T.exportText, yes: T.exportGo }))) return;
  try {
    const response = await request(sessionPath(id, "/export"));
    const url = URL.createObjectURL(await response.blob());
    const download = nameIn(response.headers.get("content-disposition"));
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

/**
 * Why the server would not have it. What it found wrong in a record it names by the path there, which says nothing to
 * who played it.
 * @param {unknown} error
 */
export function whyNot(error) {
  const { message } = /** @type {Error} */ (error);
  const [fault] = error instanceof ApiError ? error.fields : [];
  if (!fault) return message;
  const [, part, i] = /^(\w+)(?:\[(\d+)\])?/.exec(fault.field) ?? [];
  if (part === "version" || part === "schema") return fault.message;
  return T.damaged(part === "turns" && i ? T.damagedTurn(Number(i) + 1) : part === "dice" ? T.damagedDice : T.damagedStory);
}

/**
 * A title that is not taken, with a number where it is.
 * @param {string} title
 * @param {string[]} taken
 */
export function freeTitle(title, taken) {
  let free = title;
  for (let n = 2; taken.includes(free); n++) free = `${title.slice(0, LONGEST_TITLE - 8)} (${n})`;
  return free;
}

/**
 * Gives an imported adventure another title where the one it was exported from is still here.
 * @param {Session} session
 */
async function distinguish({ id, title }) {
  const { items } = await fetchSessions(undefined, RECENT);
  const free = freeTitle(title, items.filter((item) => item.id !== id).map((item) => item.title));
  if (free !== title) await json("PATCH", sessionPath(id), { title: free });
  return free;
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
  const refuse = (/** @type {string} */ why) => tell(T.importFailed(clean(file.name), why));
  if (file.size > MOST_MIB * 1024 * 1024) return refuse(T.tooBig(MOST_MIB));
  tell(T.importing);
  const { bundle, fault } = readBundle(await file.text());
  if (!bundle) return refuse(fault);
  try {
    /** @type {Session} */
    const session = await once("/api/sessions/import", bundle);
    // It is here, whatever becomes of its title.
    const title = await distinguish(session).catch(() => session.title);
    tell("");
    app.set({ arrival: { sessionId: session.id, text: T.imported(title) } });
    location.hash = `#/s/${encodeURIComponent(session.id)}`;
  } catch (error) {
    // Only a refusal says that nothing has changed. Without an answer, or where the server broke down over it, nobody knows;
    // the same file again is the same request.
    if (error instanceof ApiError && error.status < 500) refuse(whyNot(error));
    else tell(T.importUnknown(clean(file.name), whyNot(error)));
  }
}
