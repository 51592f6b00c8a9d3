// @ts-check
// Talking to the author: what is said goes out, what it answers comes in, and the draft with it. The server writes on
// whether or not anybody listens, and keeps what is written before it tells of it.
import { announce } from "../announcer.js";
import { ApiError, freshKey, get, json } from "../api.js";
import { complain, desk, enter, giveBack, goOn, isWriting, listening, planPath, said, sit } from "./authordesk.js";
import { AnswerView, mine } from "./authorlog.js";
import { doing } from "./authordeeds.js";
import { h } from "../dom.js";
import { S } from "../words/en.js";
import { W } from "../words/en/author/author.js";
import { SAID } from "../words/en/author/said.js";

/** @typedef {import("../types.js").Plan} Plan @typedef {import("../types.js").Draft} Draft @typedef {import("../types.js").PlanEvent} PlanEvent */
/** @typedef {import("./authordesk.js").Desk} Desk @typedef {import("./authordesk.js").Phase} Phase @typedef {import("./authordesk.js").Picture} Picture */

/**
 * Shows what was said, and reads on an answer that is under way.
 * @param {Plan} plan
 */
export function show({ id, draft, chat, answering }) {
  said.replaceChildren(...chat.map((one) => (one.by === "person" ? mine(one.text, one.pictures?.length ?? 0) : AnswerView.of(one, draft).root)));
  if (answering) void hear({ url: planPath(id, `/answers/${encodeURIComponent(answering)}/events`) });
}

/** Reads the plan again, with all that was said. */
export async function reread() {
  const { id } = desk.get();
  try {
    /** @type {Plan} */
    const plan = await get(planPath(id));
    if (id === desk.get().id) sit(plan);
  } catch (error) {
    complain(S.couldNotLoad(error), [{ label: SAID.again, run: () => void reread() }]);
  }
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
    const { turnStream } = await import("../turn/turnstream.js");
    for await (const told of turnStream({ sessionId: id, signal, onDrop: (attempt) => enter("reconnecting", { attempt }), ...source })) {
      if (signal.aborted) return true;
      if (told.event === "open") {
        if (!has) announce(SAID.begins);
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
  if (!over) view.end(has ? SAID.brokeOff : "");
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
      view.end(told.code === "turn_cancelled" ? SAID.stoppedHere : SAID.brokeOff);
      if (told.code === "turn_cancelled") complain(SAID.stopped, [goOn()], "plain");
      else complain(SAID.kept(told.message), told.retryable ? [goOn()] : []);
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
  if (!(error instanceof ApiError)) return has ? complain(SAID.lineDown, [{ label: SAID.again, run: () => void reread() }]) : complain(S.unreachable);
  if (error.code === "needs_a_key") return desk.set({ keyless: true });
  // It has come to its end meanwhile, or another tab is ahead: then that answer is heard here, too.
  if (error.code === "unknown_turn" || error.code === "plan_in_use") return void reread();
  if (error.code === "unknown_plan") return complain(W.gone, [{ label: W.back, run: () => (location.hash = "#/author") }]);
  complain([...new Set(error.fields.map(({ message }) => message))].join(" ") || error.message);
}

export async function stop() {
  const { id, phase } = desk.get();
  if (phase === "idle" || phase === "stopping") return;
  enter("stopping");
  try {
    await json("POST", planPath(id, "/cancel"), {});
  } catch (error) {
    // It has come to its end by itself, then.
    if (!(error instanceof ApiError)) complain(S.unreachable);
  }
}
