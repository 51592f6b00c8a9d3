// @ts-check
// The page's state. The server is the source of truth: a session here is the last view that the server sent.
import { S } from "./words/en.js";

/**
 * @typedef {import("./types.js").Session} Session
 * @typedef {import("./types.js").Info} Info
 * @typedef {import("./types.js").Parts} Parts
 * @typedef {"idle" | "sending" | "thinking" | "tool" | "telling" | "reconnecting" | "stopping" | "turningBack"} Phase
 *
 * @typedef {{ text: string, tone: "bad" | "plain", actions: { label: string, run: () => void }[] }} Trouble
 * @typedef {object} State
 * @property {Info | null} info
 * @property {Session | null} session the one on the table
 * @property {Phase} phase where its turn is
 * @property {number} since when the phase began
 * @property {number} heardAt when the last word of it came
 * @property {string} doing what the tool that runs does
 * @property {number} attempt which try to connect again this is
 * @property {string} acting the hero who acts
 * @property {string[] | null} [mine] the heroes that this player acts for, where others play, too
 * @property {{ sessionId: string, text: string, words?: string } | null} arrival what to say when that session is laid on the table, and
 *   the words that were not played in it
 * @property {Trouble | null} trouble what went wrong, and what can be done about it
 * @property {number} waitUntil before this, the server does not want to hear from us
 * @property {boolean} offline
 */

/**
 * @template {object} T
 * @param {T} initial
 */
export function createStore(initial) {
  let state = initial;
  let announced = true;
  /** @type {Set<() => void>} */
  const listeners = new Set();

  function announce() {
    announced = true;
    // A copy, because a listener may stop listening, or another begin, while we go round.
    for (const listener of [...listeners]) {
      if (!listeners.has(listener)) continue;
      try {
        listener();
      } catch (error) {
        // One panel that fails must not take the others with it; the error is reported all the same.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  return {
    get: () => state,

    /**
     * Several sets in one task reach the listeners once, together.
     * @param {Partial<T>} patch
     */
    set(patch) {
      state = { ...state, ...patch };
      if (!announced) return;
      announced = false;
      queueMicrotask(announce);
    },

    /**
     * Calls `show` now, and again each time what `pick` picks is another value.
     * @template V
     * @param {(state: T) => V} pick
     * @param {(value: V) => void} show
     * @returns {() => void} stops it
     */
    watch(pick, show) {
      let shown = pick(state);
      const listener = () => {
        const value = pick(state);
        if (Object.is(value, shown)) return;
        shown = value;
        show(value);
      };
      listeners.add(listener);
      show(shown);
      return () => listeners.delete(listener);
    },
  };
}

/** How often a dropped line is picked up again before the player is asked. */
export const ATTEMPTS = 6;

export const app = createStore(
  /** @type {State} */ ({
    info: null,
    session: null,
    phase: "idle",
    since: 0,
    heardAt: 0,
    doing: "",
    attempt: 0,
    acting: "",
    arrival: null,
    trouble: null,
    waitUntil: 0,
    offline: false,
  }),
);

export const isPlaying = () => app.get().phase !== "idle";
/** Whether only the built-in storyteller is there, who costs nothing and writes no campaigns. */
export const isKeyless = () => app.get().info?.model.provider === "storyteller";

/** The page's words in German, where it speaks that; its English ones stand where these can't be had. */
const german = globalThis.document?.documentElement?.lang === "de" ? import("./german.js").catch(() => null) : null;

/** Waits until the page speaks its language. */
export const inWords = async () => void (await german);

/** The address of each part. @type {Record<string, string>} */
const paths = {};

/**
 * Brings a part of the page, behind the words it says: it may make something of them as soon as it is there. Browsers keep the
 * failure of an address as long as the page stands, so the next try asks for another.
 * @template {keyof Parts} Name
 * @param {Name} name
 * @returns {Promise<Parts[Name]>}
 */
export async function bring(name) {
  await (await german)?.learn(name);
  const part = import((paths[name] ??= `./${name}.js`));
  part.catch(() => (paths[name] += "?"));
  return part;
}

/** @param {string} text something the player should know, and need not do anything about */
export const remark = (text) => app.set({ trouble: { text, tone: "plain", actions: [] } });

/** @param {unknown} error */
export const complain = (error) => app.set({ trouble: { text: /** @type {any} */ (error)?.message ?? `${error}`, tone: "bad", actions: [] } });

/**
 * Fetches a part of the page when it is asked for, so that nobody waits for what they may never open.
 * @template T
 * @param {() => Promise<T>} load
 * @param {(part: T) => unknown} use
 * @param {() => void} [otherwise] when it can't be had, beside saying so
 */
export const later = (load, use, otherwise) =>
  load().then(use, (error) => {
    otherwise?.();
    complain(S.couldNotLoad(error));
  });

/**
 * @param {Phase} phase
 * @param {{ doing?: string, attempt?: number }} [more]
 */
export function enter(phase, { doing = "", attempt = 0 } = {}) {
  const since = app.get().phase === phase ? app.get().since : Date.now();
  app.set({ phase, since, doing, attempt });
}
