// @ts-check
// State of the author's page: draft, progress of the answer, errors. `authortalk.js` handles the conversation and is loaded with
// the first message.
import { get } from "../api.js";
import { h, stylesheet } from "../dom.js";
import { bring, createStore } from "../state.js";
import { S } from "../words/en.js";
import { W } from "../words/en/author/author.js";

/** @typedef {import("../types.js").Plan} Plan @typedef {import("../types.js").Draft} Draft */
/** @typedef {{ name: string, data: string }} Picture */
/** @typedef {"idle" | "sending" | "thinking" | "tool" | "telling" | "stopping" | "reconnecting"} Phase */
/** @typedef {{ text: string, tone: "bad" | "plain", actions: { label: string, run: () => void }[] }} Trouble */
/**
 * @typedef {object} Desk
 * @property {string} id the plan's
 * @property {number} version how often the plan was saved, as far as is known here
 * @property {Draft | null} draft
 * @property {number | null | undefined} cost in dollars; null where nobody knows
 * @property {Phase} phase
 * @property {number} since when the phase began
 * @property {string} doing what the tool that runs does
 * @property {number} attempt which try to connect again this is
 * @property {Trouble | null} trouble
 * @property {boolean} keyless whether there is nobody to talk to
 */

export const desk = createStore(/** @type {Desk} */ ({ id: "", version: 0, draft: null, cost: 0, phase: "idle", since: 0, doing: "", attempt: 0, trouble: null, keyless: false }));

export const isWriting = () => desk.get().phase !== "idle";

/** @param {string} id @param {string} [rest] */
export const planPath = (id, rest = "") => `/api/plans/${encodeURIComponent(id)}${rest}`;

/** Where what is said stands. */
export const said = h("div", { class: "said-so-far" });

/** Ends the listening, not the writing. */
export let listening = new AbortController();

/** @param {Phase} phase @param {Partial<Desk>} [more] */
export function enter(phase, more) {
  const { phase: before, since } = desk.get();
  desk.set({ doing: "", attempt: 0, ...more, phase, since: phase === before ? since : Date.now() });
}

/** @param {string} text what went wrong @param {Trouble["actions"]} [actions] @param {Trouble["tone"]} [tone] */
export const complain = (text, actions = [], tone = "bad") => desk.set({ trouble: { text, tone, actions } });

/** Puts words that came to nothing back where they were written. @type {(words: string) => void} */
export let giveBack = () => {};
/** @param {(words: string) => void} give */
export function onWordsBack(give) {
  giveBack = give;
}

/** Why there is nobody to talk to. */
export const whyKeyless = async () => (await bring("words/en/author/keyless")).KEYLESS.why;

/** What hears and shows what is said. */
export const talk = async () => (await Promise.all([bring("author/authortalk"), stylesheet("/css/said.css")]))[0];

/**
 * @template T
 * @param {(part: typeof import("./authortalk.js")) => T} use
 */
export async function withTalk(use) {
  try {
    return use(await talk());
  } catch (error) {
    complain(S.couldNotLoad(error));
  }
}

export const goOn = () => ({ label: W.goOn, run: () => void withTalk(({ say }) => say(W.goOnWords, [])) });

/**
 * Shows a plan as it is, and reads on an answer that is under way.
 * @param {Plan} plan
 */
export function sit(plan) {
  leave();
  const { id, version, draft, chat, usage, answering } = plan;
  desk.set({ id, version, draft, cost: usage.costUsd, trouble: null });
  said.replaceChildren();
  const mine = listening;
  if (chat.length || answering) void withTalk(({ show }) => mine === listening && show(plan));
  // The last words found nobody to answer them to the end.
  if (!answering && chat.at(-1)?.by === "person" && !desk.get().keyless) complain(W.unanswered, [goOn()], "plain");
}

/** Looks whether it was written on from elsewhere, as in another tab. */
async function look() {
  const { id, version } = desk.get();
  if (document.hidden || !id || isWriting()) return;
  try {
    /** @type {Plan} */
    const plan = await get(planPath(id));
    if (id === desk.get().id && version === desk.get().version && !isWriting() && (plan.answering || plan.version > version)) sit(plan);
  } catch {
    // Whoever says something next hears of it.
  }
}

/** The page goes elsewhere. */
export function leave() {
  listening.abort();
  listening = new AbortController();
  enter("idle");
}

document.addEventListener("visibilitychange", () => void look());
addEventListener("focus", () => void look());
