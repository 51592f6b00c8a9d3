// @ts-check
// The line above the input: the current activity. It is visual only; `announcer.js` speaks.
import { byId, fill, h } from "../dom.js";
import { allowSending } from "./composer.js";
import { app, bring } from "../state.js";
import { S } from "../words/en.js";

/** @typedef {import("../state.js").State} State */

/** @type {typeof import("../turn/phasewords.js") | null} */
let words = null;

/**
 * @param {State} state
 * @param {number} now
 */
function line({ offline, waitUntil }, now) {
  if (offline) return S.status.offline;
  return waitUntil > now ? S.status.wait(Math.ceil((waitUntil - now) / 1000)) : "";
}

export function watchStatus() {
  const element = byId("now", HTMLElement);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const show = () => {
    clearTimeout(timer);
    const state = app.get();
    const now = Date.now();
    const busy = state.phase !== "idle";
    // What a turn does is said in words that come with the first of them.
    if (busy && !words) bring("turn/phasewords").then((part) => ((words = part), show()), () => {});
    const text = busy ? (words?.phaseLine(state, now) ?? S.status.sending) : line(state, now);
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
