// @ts-check
// What the page knows. The server is the truth: a session here is the last view of it that the server sent.
import { createStore } from "./store.js";

/**
 * @typedef {import("./types.js").Session} Session
 * @typedef {import("./types.js").Info} Info
 * @typedef {"idle" | "sending" | "thinking" | "tool" | "telling" | "reconnecting" | "stopping"} Phase
 *
 * @typedef {{ text: string, tone: "bad" | "plain", actions: { label: string, run: () => void }[] }} Trouble
 * @typedef {object} State
 * @property {Info | null} info
 * @property {Session | null} session the one on the table
 * @property {Phase} phase where its turn is
 * @property {number} since when the phase began
 * @property {string} doing what the tool that runs does
 * @property {number} attempt which try to connect again this is
 * @property {Trouble | null} trouble what went wrong, and what can be done about it
 * @property {number} waitUntil before this, the server does not want to hear from us
 * @property {boolean} offline
 */

export const app = createStore(
  /** @type {State} */ ({
    info: null,
    session: null,
    phase: "idle",
    since: 0,
    doing: "",
    attempt: 0,
    trouble: null,
    waitUntil: 0,
    offline: false,
  }),
);

/**
 * @param {Phase} phase
 * @param {{ doing?: string, attempt?: number }} [more]
 */
export function enter(phase, { doing = "", attempt = 0 } = {}) {
  const since = app.get().phase === phase ? app.get().since : Date.now();
  app.set({ phase, since, doing, attempt });
}
