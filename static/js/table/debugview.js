// @ts-check
// How a turn was told: what each agent saw, block by block, which hints it had and followed, what was ruled, written down and
// found at odds. It may give the story away, so that it is shown only to whoever says so.
import { get, sessionPath } from "../api.js";
import { rollInWords } from "../dice/dicewords.js";
import { openDialog } from "../dialog.js";
import { fill, h, stylesheet } from "../dom.js";
import { app } from "../state.js";
import { S } from "../words/en.js";
import { D } from "../words/en/table/debug.js";

/**
 * @typedef {import("../types.js").TurnDebug} TurnDebug
 * @typedef {TurnDebug["agents"][number]} Call
 * @typedef {Call["prompt"][number]} Block
 * @typedef {import("../dom.js").Kid} Kid
 */

/** @param {string} title @param {...Kid} kids */
const part = (title, ...kids) => h("section", {}, h("h3", {}, title), kids);

/** What stands in the place of a text that isn't there. @param {Block} block */
function instead({ seqs, cut, name }) {
  if (seqs?.length) return D.turns(seqs);
  if (cut) return D.cut;
  return /^(tools|instructions|schema)$/.test(name) ? D.fixed : D.same;
}

/** @param {Block} block */
const shown = (block) =>
  h(
    "details",
    {},
    h("summary", {}, h("span", {}, block.name), h("small", { class: "soft" }, D.tokens(block.tokens))),
    block.text ? h("pre", { tabindex: 0, role: "region", "aria-label": block.name }, block.text, block.cut && `\n… ${D.cut}`) : h("p", { class: "soft" }, instead(block)),
  );

/** @param {Call} call */
function asked({ agent, speaker, model, prompt, nBlocksLeftOut = 0, toolCalls, usage, outcome, tookMs }) {
  const read = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  return h(
    "div",
    { class: "call" },
    h("h4", {}, agent, speaker ? `: ${speaker.name}` : "", " ", h("small", { class: "soft" }, `${model} · ${D.took(tookMs)}`)),
    h("p", { class: "soft" }, D.used(read, usage.cacheReadTokens, usage.outputTokens)),
    outcome !== "answered" && h("p", { class: "fault" }, outcome),
    toolCalls.length > 0 && h("p", {}, D.called(toolCalls.map(({ name }) => name).join(", "))),
    prompt.map(shown),
    nBlocksLeftOut > 0 && h("p", { class: "soft" }, D.blocksLeftOut(nBlocksLeftOut)),
  );
}

/** @param {TurnDebug["hints"][number]} hints */
function hinted({ agent, made, notes }) {
  const lines = made.map(({ tool, field, confidence, reason, followed }) =>
    h("li", {}, h("span", {}, h("code", {}, field ? `${tool}(${field})` : tool), ` ${D.sure(confidence)}: ${reason}`), h("span", { class: followed ? "" : "soft" }, followed ? `✓ ${D.followed}` : `– ${D.ignored}`)),
  );
  return [h("h4", {}, agent), h("ul", { class: "lines" }, lines, notes.map((note) => h("li", { class: "soft" }, note)))];
}

/** @param {NonNullable<TurnDebug["narration"]>} narration */
function compared({ findings, review, objection, detected, notes, remaining, discarded = [] }) {
  /** @param {typeof findings} list */
  const claims = (list) => h("ul", { class: "lines" }, list.map(({ quote, truth }) => h("li", {}, D.claimed(quote, truth))));
  return [
    claims(findings),
    review?.failure && h("p", { class: "soft" }, review.failure),
    review && review.rejected.length > 0 && [h("h4", {}, D.rejected), claims(review.rejected)],
    review && review.added.length > 0 && [h("h4", {}, D.added), claims(review.added)],
    objection && h("details", {}, h("summary", {}, h("span", {}, D.objection)), h("pre", { tabindex: 0, role: "region", "aria-label": D.objection }, objection)),
    // Only in turns of earlier versions.
    detected && h("p", {}, D.detected(detected.detectedEvents.join(", ")), " ", h("span", { class: "soft" }, detected.reasoning)),
    notes.map((note) => h("p", { class: "soft" }, note)),
    remaining.length > 0 && [h("h4", {}, D.remaining), claims(remaining)],
    discarded.map(({ text, reason }) => h("details", {}, h("summary", {}, h("span", {}, D.discarded(reason))), h("pre", { tabindex: 0, role: "region", "aria-label": D.discarded(reason) }, text))),
  ];
}

/** @param {TurnDebug} debug @returns {Kid[]} */
function whole({ agents, nAgentsLeftOut, checks, commands, narration, hints }) {
  return [
    part(D.agents, agents.length ? agents.map(asked) : h("p", { class: "soft" }, D.nobody), nAgentsLeftOut > 0 && h("p", { class: "soft" }, D.leftOut(nAgentsLeftOut))),
    hints.length > 0 && part(D.hints, hints.map(hinted)),
    checks.length > 0 && part(D.checks, checks.map(({ name, ruling, rolls }) => [h("h4", {}, name), h("pre", {}, ruling), rolls.map((roll) => h("p", { class: "soft" }, rollInWords(roll)))])),
    commands.length > 0 &&
      part(D.commands, h("ul", { class: "lines" }, commands.map(({ success, message, commandType }) => h("li", {}, h("span", {}, h("code", {}, commandType), ` ${message}`), h("span", {}, success ? `✓ ${D.done}` : `✗ ${D.refused}`))))),
    part(D.narration, narration ? compared(narration) : h("p", { class: "soft" }, D.clean)),
  ];
}

/**
 * @param {number} seq
 * @param {string} turnId
 */
export async function openDebug(seq, turnId) {
  const { session } = app.get();
  if (!session) return;
  await Promise.all([stylesheet("/css/table/aside.css"), stylesheet("/css/table/debug.css")]);
  const path = sessionPath(session.id, `/turns/${encodeURIComponent(turnId)}/debug`);
  const body = h("div", {});
  const show = h("button", { type: "button" }, D.show);
  const ask = h("div", {}, h("p", {}, D.warning), h("div", { class: "row end" }, h("a", { class: "button", href: path, target: "_blank", rel: "noopener" }, D.json), show));
  openDialog(D.title(seq), "debug", ask, body);
  show.addEventListener("click", async () => {
    show.disabled = true;
    fill(body, h("p", { class: "soft", role: "status" }, S.loading));
    try {
      /** @type {TurnDebug} */
      const debug = await get(path);
      fill(body, whole(debug));
      ask.remove();
      const first = body.querySelector("h3");
      first?.setAttribute("tabindex", "-1");
      first?.focus();
    } catch (error) {
      show.disabled = false;
      fill(body, h("p", { class: "fault", role: "alert" }, /** @type {Error} */ (error).message));
    }
  });
}
