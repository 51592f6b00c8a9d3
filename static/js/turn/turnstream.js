// @ts-check
// One turn as a stream of events that outlives a dropped line. The first request plays the turn; every later one
// only reads on, or repeats the first with the same key, which never plays twice.
import { ApiError, Unreachable, request, sessionPath } from "../api.js";
import { SseParser } from "../sse.js";
import { ATTEMPTS } from "../state.js";

/** @typedef {import("../types.js").TurnEvent} TurnEvent */
/** @typedef {{ event: "open", url: string } | { event: "restart" } | TurnEvent} Told
 *   `open`: the server has the turn, and `url` is where to read it on; `restart`: all of it comes again */
/** @typedef {{ sessionId: string, signal: AbortSignal, onDrop: (attempt: number) => void, post?: { path: string, key: string, body: object }, url?: string }} Source */

/** The server says something at least every 15 s; three times that is silence. */
const SILENCE_MS = 45_000;
const KNOWN = new Set(["turn", "text", "tool", "roll", "change", "notice", "state", "done", "failed"]);

/**
 * How long to wait before an attempt to connect again: longer each time, and never for all readers the same.
 * @param {number} attempt from 1
 * @param {number} [chance] 0 to 1
 */
export function pause(attempt, chance = Math.random()) {
  return Math.min(8_000, 250 * 2 ** (attempt - 1)) * (0.75 + chance / 2);
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal
 */
export function sleep(ms, signal) {
  return new Promise((resolve) => {
    const over = new AbortController();
    const wake = () => {
      over.abort();
      clearTimeout(timer);
      resolve(null);
    };
    const timer = setTimeout(wake, ms);
    signal.addEventListener("abort", wake, { signal: over.signal });
    // No use in waiting any longer once the machine says it is back on the net.
    addEventListener("online", wake, { signal: over.signal });
  });
}

/**
 * The pieces of a body; one that falls silent counts as cut.
 * @param {ReadableStream<Uint8Array>} body
 */
export async function* pieces(body) {
  // Named apart from its type: the standard library's types of the two ends do not quite meet.
  const decoder = /** @type {ReadableWritablePair<string, Uint8Array>} */ (/** @type {unknown} */ (new TextDecoderStream()));
  const reader = body.pipeThrough(decoder).getReader();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  try {
    for (;;) {
      const silence = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Unreachable("silence")), SILENCE_MS);
      });
      const { done, value } = /** @type {ReadableStreamReadResult<string>} */ (await Promise.race([reader.read(), silence]));
      clearTimeout(timer);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
}

/**
 * @param {string} event
 * @param {string} data
 * @returns {TurnEvent | null}
 */
function read(event, data) {
  if (!KNOWN.has(event)) return null;
  try {
    return { ...JSON.parse(data), event };
  } catch {
    return null;
  }
}

/**
 * Plays a turn (`post`) or reads one on (`url`), until its last event.
 * @param {Source} source
 * @returns {AsyncGenerator<Told>}
 */
export async function* turnStream({ sessionId, signal, onDrop, post, url = "" }) {
  // The last id seen stays the cursor over any number of drops, also over one that brought no event at all.
  let cursor = "";
  let attempt = 0;
  let begun = false;
  for (;;) {
    try {
      const response = url ? await resume(url, cursor, signal) : await play(post, signal);
      if (begun && !cursor) yield { event: "restart" };
      const home = response.headers.get("content-location");
      // Only ever a place on our own server.
      if (home?.startsWith("/api/")) url = home;
      yield { event: "open", url };
      begun = true;
      if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
        yield { event: "done", turn: await response.json() };
        return;
      }
      const parser = new SseParser();
      for await (const piece of response.body ? pieces(response.body) : []) {
        for (const { id, event, data } of parser.push(piece)) {
          if (id) cursor = id;
          attempt = 0;
          const told = read(event, data);
          if (!told) continue;
          if (told.event === "turn") url ||= sessionPath(sessionId, `/turns/${encodeURIComponent(told.turnId)}/events`);
          yield told;
          if (told.event === "done" || told.event === "failed") return;
        }
      }
    } catch (error) {
      // A refusal is an answer. Without one it is the line, also where a proxy speaks for a server that is away.
      const away = error instanceof ApiError && begun && [502, 503, 504].includes(error.status);
      if (signal.aborted || (error instanceof ApiError && !away)) throw error;
    }
    signal.throwIfAborted();
    if (++attempt > ATTEMPTS) throw new Unreachable("attempts");
    onDrop(attempt);
    await sleep(pause(attempt), signal);
    signal.throwIfAborted();
  }
}

/**
 * @param {string} url
 * @param {string} cursor
 * @param {AbortSignal} signal
 */
function resume(url, cursor, signal) {
  const headers = new Headers({ accept: "text/event-stream" });
  if (cursor) headers.set("last-event-id", cursor);
  return request(url, { headers, signal });
}

/**
 * @param {Source["post"]} post
 * @param {AbortSignal} signal
 */
function play(post, signal) {
  if (!post) throw new Error("A turn is either played or read on.");
  return request(post.path, {
    method: "POST",
    headers: { accept: "text/event-stream", "content-type": "application/json", "idempotency-key": post.key },
    body: JSON.stringify(post.body),
    signal,
  });
}
