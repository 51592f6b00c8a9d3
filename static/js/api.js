// @ts-check
// Talks to the server: JSON in and out, problems as errors, and a sign-in where one is asked for.
import { S } from "./words/en.js";
import { listedAs, quoted } from "./text.js";

/** @typedef {import("./types.js").Problem} Problem */

/** The server answered, and the answer is no. */
export class ApiError extends Error {
  /**
   * @param {Pick<Problem, "status"> & Partial<Omit<Problem, "code">> & { code: string }} problem a proxy in between has codes of its own
   * @param {number} retryAfter seconds to wait, 0 where nothing was said
   */
  constructor(problem, retryAfter) {
    super(listedAs(S.problems, problem.code) ?? quoted(problem.detail || problem.title || S.httpProblem(problem.status)));
    this.status = problem.status;
    this.code = problem.code;
    this.fields = (problem.errors ?? []).map(({ field, message }) => ({ field, message: quoted(message) }));
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** No answer came: the line is cut or the server is down. */
export class Unreachable extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super(S.unreachable, { cause });
  }
}

/** @type {() => Promise<boolean>} asks the player to sign in; false when they would rather not */
let askToSignIn = async () => false;
/** @type {Promise<boolean> | null} one dialog, however many requests were turned away */
let signingIn = null;

/** @param {() => Promise<boolean>} ask */
export function onUnauthorized(ask) {
  askToSignIn = ask;
}

/**
 * Seconds or a date, as HTTP has it.
 * @param {string | null} header
 * @param {number} [now]
 */
export function waitOf(header, now = Date.now()) {
  if (!header) return 0;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), 3600) : 0;
}

/** How far the server's clock is ahead of this device's, which may be wrong by minutes. */
let ahead = 0;

/** What time it is on the server, in milliseconds: to the second, as of its last answer. */
export const serverNow = () => Date.now() + ahead;

/** @param {Response} response */
async function refusal(response) {
  /** @type {Partial<Problem>} */
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // A proxy in between may answer in HTML; the status alone has to do then.
  }
  return new ApiError(
    { ...problem, status: response.status, code: problem.code ?? `http_${response.status}` },
    waitOf(response.headers.get("retry-after")),
  );
}

/**
 * The raw answer to a request that went well.
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export async function request(path, init = {}) {
  for (let asked = false; ; asked = true) {
    let response;
    try {
      response = await fetch(path, { ...init, cache: "no-store", credentials: "same-origin" });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new Unreachable(error);
    }
    const date = Date.parse(response.headers.get("date") ?? "");
    // The header leaves out the part of a second.
    if (date) ahead = date + 500 - Date.now();
    if (response.ok) return response;
    const error = await refusal(response);
    if (error.status !== 401 || asked) throw error;
    signingIn ??= askToSignIn().finally(() => (signingIn = null));
    if (!(await signingIn)) throw error;
  }
}

/**
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{ key?: string, signal?: AbortSignal }} [options] `key` makes the request safe to repeat
 * @returns {Promise<T>}
 */
export async function json(method, path, body, { key, signal } = {}) {
  const headers = new Headers({ accept: "application/json" });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (key) headers.set("idempotency-key", key);
  const response = await request(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  if (response.status === 204 || response.status === 202) return /** @type {T} */ (undefined);
  try {
    return await response.json();
  } catch (error) {
    throw new Unreachable(error);
  }
}

/** Requests that were never answered, and the keys they went out with. @type {Map<string, string>} */
const unanswered = new Map();

/**
 * Sends what must not happen twice. When no answer comes, or none that says what became of it, the same request made
 * again has the same key.
 * @template T
 * @param {string} path
 * @param {object} body
 * @param {unknown} [state] what the request builds on: the same words to another state are another request
 * @returns {Promise<T>}
 */
export async function once(path, body, state) {
  const name = JSON.stringify([path, body, state]);
  const key = unanswered.get(name) ?? freshKey();
  unanswered.set(name, key);
  try {
    /** @type {T} */
    const answer = await json("POST", path, body, { key });
    unanswered.delete(name);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) unanswered.delete(name);
    throw error;
  }
}

/** @template T @param {string} path @returns {Promise<T>} */
export const get = (path) => json("GET", path);

/**
 * Where a session and what hangs on it live.
 * @param {string} id
 * @param {string} [rest]
 */
export const sessionPath = (id, rest = "") => `/api/sessions/${encodeURIComponent(id)}${rest}`;

/**
 * @param {string} [cursor]
 * @param {number} [limit]
 * @returns {Promise<import("./types.js").SessionPage>}
 */
export function fetchSessions(cursor, limit = 20) {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
  return get(`/api/sessions?${query}`);
}

/** A name nobody used before. `randomUUID` is missing where the page is not served over a trusted line. */
export const freshKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
