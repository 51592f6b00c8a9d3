// @ts-check
// The line above the box: what happens at the table right now. It is for the eyes; `announcer.js` speaks.
import { byId, fill, h } from "./dom.js";
import { allowSending } from "./composer.js";
import { ATTEMPTS, app } from "./state.js";
import { S } from "./strings.js";

/** @typedef {import("./state.js").State} State */

/** A wait shorter than this is not worth counting. */
const COUNT_FROM_MS = 3_000;
/** Words that stay away for longer than this are waited for aloud. */
const QUIET_MS = 5_000;

/**
 * @param {State} state
 * @param {number} now
 * @returns {{ text: string, busy: boolean }}
 */
function line({ phase, since, heardAt, doing, attempt, offline, waitUntil }, now) {
  const waited = now - since;
  const seconds = waited >= COUNT_FROM_MS ? ` ${S.seconds(Math.floor(waited / 1000))}` : "";
  switch (phase) {
    case "sending":
      return { text: S.status.sending + seconds, busy: true };
    case "thinking":
      return { text: S.status.thinking + seconds, busy: true };
    case "tool":
      return { text: `${doing}…${seconds}`, busy: true };
    case "telling":
      return { text: now - heardAt < QUIET_MS ? S.status.telling : S.status.pausing(Math.floor((now - heardAt) / 1000)), busy: true };
    case "reconnecting":
      return { text: S.status.reconnecting(attempt, ATTEMPTS), busy: true };
    case "turningBack":
      return { text: S.status.turningBack, busy: true };
    case "stopping":
      return { text: S.status.stopping, busy: true };
    default:
      if (offline) return { text: S.status.offline, busy: false };
      if (waitUntil > now) return { text: S.status.wait(Math.ceil((waitUntil - now) / 1000)), busy: false };
      return { text: "", busy: false };
  }
}

export function watchStatus() {
  const element = byId("now", HTMLElement);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const show = () => {
    clearTimeout(timer);
    const state = app.get();
    const now = Date.now();
    const { text, busy } = line(state, now);
    element.hidden = !text;
    fill(element, busy && h("span", { class: "flame", "aria-hidden": "true" }), text);
    const waiting = state.waitUntil > now;
    const free = busy ? state.phase !== "turningBack" : !(state.offline || waiting);
    allowSending(free, free ? "" : text);
    // Only what counts seconds needs to come back.
    if (busy || waiting) timer = setTimeout(show, 1_000);
  };
  app.watch(({ phase, since, doing, attempt, offline, waitUntil }) => [phase, since, doing, attempt, offline, waitUntil].join(), show);
}

/** The browser's own word is not enough: a machine without a network still reaches a server of its own. */
async function look() {
  if (navigator.onLine) return app.set({ offline: false });
  try {
    await fetch("/healthz", { cache: "no-store" });
    app.set({ offline: false });
  } catch {
    app.set({ offline: !navigator.onLine });
  }
}

/** @param {() => void} onBack */
export function watchNetwork(onBack) {
  addEventListener("offline", () => void look());
  addEventListener("online", () => {
    void look();
    onBack();
  });
  void look();
}
