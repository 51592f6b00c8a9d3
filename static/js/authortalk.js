// @ts-check
// Talking to the author: what is said goes out, what it answers comes in, and the draft with it. The server writes on
// whether or not anybody listens, and keeps what is written before it tells of it.
import { announce } from "./announcer.js";
import { ApiError, freshKey, get, json } from "./api.js";
import { AnswerView, mine } from "./authorlog.js";
import { doing } from "./authorwords.js";
import { h } from "./dom.js";
import { createStore } from "./state.js";
import { S } from "./strings.js";
import { W } from "./strings-author.js";

/** @typedef {import("./types.js").Plan} Plan @typedef {import("./types.js").Draft} Draft @typedef {import("./types.js").PlanEvent} PlanEvent */
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
let listening = new AbortController();

/** @param {Phase} phase @param {Partial<Desk>} [more] */
function enter(phase, more) {
  const { phase: before, since } = desk.get();
  desk.set({ doing: "", attempt: 0, ...more, phase, since: phase === before ? since : Date.now() });
}

/** @param {string} text @param {Trouble["actions"]} [actions] @param {Trouble["tone"]} [tone] */
const trouble = (text, actions = [], tone = "bad") => desk.set({ trouble: { text, tone, actions } });

/** @param {string} text what went wrong */
export const complain = (text) => trouble(text);

const goOn = () => ({ label: W.goOn, run: () => void say(W.goOnWords, []) });

/** @type {(words: string) => void} */
let giveBack = () => {};
/** @param {(words: string) => void} give puts words that came to nothing back where they were written */
export function onWordsBack(give) {
  giveBack = give;
}

/**
 * Shows a plan as it is, and reads on an answer that is under way.
 * @param {Plan} plan
 */
export function sit(plan) {
  leave();
  const { id, version, draft, chat, usage, answering } = plan;
  said.replaceChildren(...chat.map((one) => (one.by === "person" ? mine(one.text, one.pictures?.length ?? 0) : AnswerView.of(one, draft).root)));
  desk.set({ id, version, draft, cost: usage.costUsd, trouble: null });
  if (answering) void hear({ url: planPath(id, `/answers/${encodeURIComponent(answering)}/events`) });
  // The last words found nobody to answer them to the end.
  else if (chat.at(-1)?.by === "person" && !desk.get().keyless) trouble(W.unanswered, [goOn()], "plain");
}

/** Reads the plan again, with all that was said. */
export async function reread() {
  const { id } = desk.get();
  try {
    /** @type {Plan} */
    const plan = await get(planPath(id));
    if (id === desk.get().id) sit(plan);
  } catch (error) {
    trouble(S.couldNotLoad(error), [{ label: W.again, run: () => void reread() }]);
  }
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

/**
 * @param {string} message
 * @param {Picture[]} images
 */
export async function say(message, images) {
  if (isWriting()) return;
  const { id } = desk.get();
  const words = mine(message, images.length);
  said.append(words);
  enter("sending", { trouble: null });
  const post = { path: planPath(id, "/chat"), key: freshKey(), body: { message, ...(images.length && { images }) } };
  if (await hear({ post })) return;
  // The server never had them.
  words.remove();
  giveBack(message);
}

/**
 * Listens to an answer, from its request or where it can be read on.
 * @param {{ post?: { path: string, key: string, body: object }, url?: string }} source
 * @returns {Promise<boolean>} whether the server has the words
 */
async function hear(source) {
  const { id } = desk.get();
  const { signal } = listening;
  const view = new AnswerView();
  let has = Boolean(source.url);
  let over = false;
  view.begin();
  if (!source.post) enter("thinking");
  try {
    const { turnStream } = await import("./turnstream.js");
    for await (const told of turnStream({ sessionId: id, signal, onDrop: (attempt) => enter("reconnecting", { attempt }), ...source })) {
      if (signal.aborted) return true;
      if (told.event === "open") {
        if (!has) announce(W.begins);
        has = true;
        if (!view.root.isConnected) said.append(view.root);
        if (desk.get().phase !== "stopping") enter("thinking");
      } else if (told.event === "restart") view.clear();
      else over = take(/** @type {PlanEvent} */ (/** @type {unknown} */ (told)), view);
    }
  } catch (error) {
    if (signal.aborted) return true;
    failed(error, has);
  }
  if (!over) view.end(has ? W.brokeOff : "");
  enter("idle");
  return has;
}

/**
 * @param {PlanEvent} told
 * @param {AnswerView} view
 * @returns {boolean} whether it was the last
 */
function take(told, view) {
  const stopping = desk.get().phase === "stopping";
  const turn = (/** @type {Phase} */ phase, /** @type {Partial<Desk>} */ more = {}) => !stopping && enter(phase, more);
  const draft = /** @type {Draft} */ (desk.get().draft);
  switch (told.event) {
    case "text":
      if (told.reset) view.reset();
      else view.text(told.delta ?? "");
      turn("telling");
      return false;
    case "tool":
      view.tool(told, draft);
      if (told.status === "started") turn("tool", { doing: doing(told.name) });
      else turn("thinking");
      return false;
    case "state":
      desk.set({ draft: told.plan });
      view.reword(told.plan);
      return false;
    case "notice":
      if (told.code === "model_waiting") turn("tool", { doing: told.message.replace(/\.$/, "") });
      else view.notice(told.message, told.code === "finalized" && h("a", { href: `#/new/${draft.slug}` }, W.play));
      return false;
    case "done":
      view.end("");
      desk.set({ version: told.plan.version, draft: told.plan.draft, cost: told.plan.usage.costUsd });
      announce(told.text);
      return true;
    case "failed":
      view.end(told.code === "turn_cancelled" ? W.stoppedHere : W.brokeOff);
      if (told.code === "turn_cancelled") trouble(W.stopped, [goOn()], "plain");
      else trouble(W.kept(told.message), told.retryable ? [goOn()] : []);
      void refresh();
      return true;
    default:
      return false;
  }
}

/** Reads the draft alone again: what was said stands there already. */
async function refresh() {
  const { id } = desk.get();
  try {
    /** @type {Plan} */
    const { version, draft, usage } = await get(planPath(id));
    if (id === desk.get().id && !isWriting()) desk.set({ version, draft, cost: usage.costUsd });
  } catch {
    // It was told as it grew; only the cost may be behind.
  }
}

/**
 * @param {unknown} error
 * @param {boolean} has whether the server has the words
 */
function failed(error, has) {
  if (!(error instanceof ApiError)) return has ? trouble(W.lineDown, [{ label: W.again, run: () => void reread() }]) : trouble(S.unreachable);
  if (error.code === "needs_a_key") return desk.set({ keyless: true });
  // It has come to its end meanwhile, or another tab is ahead: then that answer is heard here, too.
  if (error.code === "unknown_turn" || error.code === "plan_in_use") return void reread();
  if (error.code === "unknown_plan") return trouble(W.gone, [{ label: W.back, run: () => (location.hash = "#/author") }]);
  trouble([...new Set(error.fields.map(({ message }) => message))].join(" ") || error.message);
}

export async function stop() {
  const { id, phase } = desk.get();
  if (phase === "idle" || phase === "stopping") return;
  enter("stopping");
  try {
    await json("POST", planPath(id, "/cancel"), {});
  } catch (error) {
    // It has come to its end by itself, then.
    if (!(error instanceof ApiError)) trouble(S.unreachable);
  }
}

document.addEventListener("visibilitychange", () => void look());
addEventListener("focus", () => void look());
