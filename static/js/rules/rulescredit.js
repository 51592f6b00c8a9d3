// @ts-check
// The state of the rules library, and its attribution.
import { json } from "../api.js";
import { fill, h } from "../dom.js";
import { app } from "../state.js";
import { R } from "../words/en/rules.js";

/** How often it is asked whether rules that are being fetched have come. */
const WAITING_MS = 3_000;
/** What fetches them, as the server names it in its sentences. */
const COMMAND = /(embertale setup)/;
const ADDRESS = /(https:\/\/[^\s()]*[^\s().,;])/;

/** @param {string} text */
const linked = (text) => text.split(ADDRESS).map((part, i) => (i % 2 ? h("a", { href: part, rel: "noreferrer", target: "_blank" }, part.replace("https://", "")) : part));

/** @param {HTMLElement} missing where it says what is still to come @param {HTMLElement} credits */
function show(missing, credits) {
  const rules = app.get().info?.rules;
  const parts = rules?.missing?.split(COMMAND) ?? [];
  missing.hidden = !parts.length;
  fill(missing, parts.map((part, i) => (i % 2 ? h("code", {}, part) : part)));
  const all = (rules?.attributions ?? []).map(({ edition, license, text }) => h("p", {}, h("b", {}, R.rulesOf(edition, license)), linked(text)));
  fill(credits, all.length > 0 && h("h2", {}, R.attribution), all);
}

/** Counts who watches: what was left in the meantime asks no more. */
let watches = 0;
let waiting = 0;

/**
 * Asks how much of the rules is there, and goes on asking while some of it is missing.
 * @param {HTMLElement} missing where it says so
 * @param {HTMLElement} credits where it says whose they are
 * @param {() => void} onArrived when the rest has come
 */
export async function watchRules(missing, credits, onArrived) {
  const watch = leaveRules();
  const was = app.get().info?.rules.ready;
  if (app.get().info) show(missing, credits);
  try {
    app.set({ info: await json("GET", "/api/info") });
  } catch {
    // The search says itself that nobody answers.
  }
  const ready = app.get().info?.rules.ready;
  show(missing, credits);
  if (watch !== watches) return;
  if (ready && was === false) onArrived();
  if (!ready) waiting = setTimeout(() => void watchRules(missing, credits, onArrived), WAITING_MS);
}

export function leaveRules() {
  clearTimeout(waiting);
  return ++watches;
}
