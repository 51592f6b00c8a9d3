// @ts-check
// Follows a table's stream for as long as one sits there. A line that breaks or falls silent is picked up behind the last event that was
// heard. (`EventSource` would not notice a line that is silent.)
import { ApiError, request, sessionPath } from "../api.js";
import { SseParser } from "../sse.js";
import { bring, later } from "../state.js";
import { pause, pieces, sleep } from "../turn/turnstream.js";

/** @typedef {import("../types.js").TableEvent} TableEvent */
/** @typedef {{ hear: (told: TableEvent) => void, cut: (isCut: boolean) => void, refused: () => void }} Ear */

const KNOWN = new Set(["hello", "reset", "session", "table", "round", "seat", "talk", "queued", "turn", "text", "tool", "roll", "change", "notice", "state", "safety", "done", "failed"]);
/** A line that is picked up again this soon was hardly cut. */
const CUT_MS = 4_000;
/** From here on the pauses grow no longer. */
const MOST_ATTEMPTS = 6;

/** @param {string} event @param {string} data @returns {TableEvent | null} */
export function read(event, data) {
  if (!KNOWN.has(event)) return null;
  try {
    return { ...JSON.parse(data), event };
  } catch {
    return null;
  }
}

/** Whether it is for those who play in rounds. @param {TableEvent} told */
const isOfRounds = (told) => /table|round|reset/.test(told.event) || ("table" in told && told.table?.mode === "rounds");

/** @param {string} sessionId @param {Ear} ear @param {AbortSignal} signal */
async function follow(sessionId, { hear, cut, refused }, signal) {
  let cursor = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      const headers = new Headers({ accept: "text/event-stream" });
      if (cursor) headers.set("last-event-id", cursor);
      const { body } = await request(sessionPath(sessionId, "/events"), { headers, signal });
      clearTimeout(silence);
      silence = undefined;
      cut(false);
      const parser = new SseParser();
      for await (const piece of body ? pieces(body) : []) {
        attempt = 0;
        for (const { id, event, data } of parser.push(piece)) {
          if (id) cursor = id;
          const told = signal.aborted ? null : read(event, data);
          if (!told) continue;
          hear(told);
          if (isOfRounds(told)) void later(() => bring("friends/rounds"), ({ hearRounds }) => hearRounds(sessionId, told));
        }
      }
    } catch (error) {
      // An answer, such as that there is no seat any more. A server that is away for a moment gives none, or a proxy does.
      if (!signal.aborted && error instanceof ApiError && error.status < 500) refused();
    }
    if (signal.aborted) break;
    silence ??= setTimeout(() => cut(true), CUT_MS);
    await sleep(pause(Math.min(attempt + 1, MOST_ATTEMPTS)), signal);
  }
  clearTimeout(silence);
}

/**
 * @param {string} sessionId
 * @param {Ear} ear
 * @returns {() => void} stops it
 */
export function followTable(sessionId, ear) {
  const over = new AbortController();
  void follow(sessionId, ear, over.signal);
  return () => over.abort();
}
