// @ts-check
// What the session has cost so far, and who spent it.
import { byId, fill, h } from "./dom.js";
import { app } from "./state.js";
import { S } from "./strings.js";
import { capitalised, count, listedAs, money, words } from "./text.js";

/** @typedef {import("./types.js").Spent} Spent @typedef {import("./types.js").Usage} Usage */

/**
 * @param {string} name
 * @param {Spent} spent
 */
function row(name, spent) {
  const read = spent.inputTokens + spent.cacheReadTokens + spent.cacheWriteTokens;
  return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, count(read)), h("td", {}, count(spent.outputTokens)), h("td", {}, money(spent.costUsd)));
}

/** @param {Usage} usage */
function table(usage) {
  const heads = [S.cost.agent, S.cost.read, S.cost.written, S.cost.cost].map((text) => h("th", { scope: "col" }, text));
  const agents = Object.entries(usage.byAgent ?? {}).map(([name, spent]) => row(listedAs(S.agents, name) ?? capitalised(words(name)), spent));
  return h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, agents), h("tfoot", {}, row(S.cost.total, usage)));
}

export function initCostPanel() {
  const panel = byId("panel-cost", HTMLElement);
  const show = () => {
    const { session, info } = app.get();
    if (!session) return fill(panel);
    const { usage } = session;
    const all = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
    fill(
      panel,
      h("h2", {}, S.cost.title),
      h("p", { class: "figure" }, money(usage.costUsd)),
      info?.model.provider === "storyteller" && h("p", { class: "soft" }, S.cost.free),
      all + usage.outputTokens > 0 ? table(usage) : h("p", { class: "soft" }, S.cost.nothing),
      all > 0 && h("p", { class: "soft" }, S.cost.cached(Math.round((usage.cacheReadTokens / all) * 100))),
      h("p", { class: "soft" }, S.cost.model(session.model)),
    );
  };
  app.watch(({ session }) => session, show);
  app.watch(({ info }) => info, show);
}
