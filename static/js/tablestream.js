// @ts-check
// Follows a table's stream. The browser picks up a line that breaks by itself, and goes on behind the last event it heard.
import { sessionPath } from "./api.js";
import { pause } from "./turnstream.js";

/** @typedef {import("./types.js").TableEvent} TableEvent */
/** @typedef {{ hear: (told: TableEvent) => void, cut: (isCut: boolean) => void, refused: () => void }} Ear */

const EVENTS = ["hello", "reset", "session", "seat", "talk", "queued", "turn", "text", "tool", "roll", "change", "notice", "state", "safety", "done", "failed"];
/** A line that is picked up again this soon was hardly cut. */
const CUT_MS = 4_000;

/** @param {string} event @param {string} data @returns {TableEvent | null} */
export function read(event, data) {
  try {
    return { ...JSON.parse(data), event };
  } catch {
    return null;
  }
}

/**
 * @param {string} sessionId
 * @param {Ear} ear
 * @returns {() => void} stops it
 */
export function followTable(sessionId, { hear, cut, refused }) {
  let isOver = false;
  let attempt = 0;
  /** @type {EventSource | undefined} */
  let source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;
  const open = () => {
    if (isOver) return;
    clearTimeout(timer);
    source?.close();
    const line = (source = new EventSource(sessionPath(sessionId, "/events")));
    line.onopen = () => {
      attempt = 0;
      clearTimeout(silence);
      silence = undefined;
      cut(false);
    };
    line.onerror = () => {
      if (isOver || line !== source) return;
      silence ??= setTimeout(() => cut(true), CUT_MS);
      // Closed is an answer, such as that there is no seat any more, or a proxy's for a server that is away.
      if (line.readyState !== EventSource.CLOSED) return;
      refused();
      timer = setTimeout(open, pause(Math.min(++attempt, 6)));
    };
    for (const name of EVENTS) {
      line.addEventListener(name, (event) => {
        const told = isOver || line !== source ? null : read(name, /** @type {MessageEvent} */ (event).data);
        if (told) hear(told);
      });
    }
  };
  // No use in waiting any longer once the machine says it is back on the net.
  const wake = () => source?.readyState !== EventSource.OPEN && open();
  addEventListener("online", wake);
  open();
  return () => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(silence);
    removeEventListener("online", wake);
    source?.close();
  };
}
