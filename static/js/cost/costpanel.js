// @ts-check
// The cost of the session, and of each agent.
import { reckoned } from "../lib/chart.js";
import { byId, fill, h, stylesheet } from "../dom.js";
import { spendingBox } from "./spendingbox.js";
import { app, bring, later } from "../state.js";
import { A } from "../words/en/aside.js";
import { capitalised, count, listedAs, money, words } from "../text.js";

/** @typedef {import("../types.js").Spent} Spent @typedef {import("../types.js").Usage} Usage */

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
  const heads = [A.cost.agent, A.cost.read, A.cost.written, A.cost.cost].map((text) => h("th", { scope: "col" }, text));
  const agents = Object.entries(usage.byAgent ?? {}).map(([name, spent]) => row(listedAs(A.agents, name) ?? capitalised(words(name)), spent));
  return h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, agents), h("tfoot", {}, row(A.cost.total, usage)));
}

export function initPanel() {
  const panel = byId("panel-cost", HTMLElement);
  const chart = reckoned(A.cost.byTurn, (place) => later(async () => (await Promise.all([bring("cost/costchart"), stylesheet("/css/table/past.css")]))[0], ({ drawCosts }) => drawCosts(place)));
  const spending = spendingBox();
  // The box stands between what is drawn anew, and is never moved: somebody may be writing in it.
  const above = h("div", {});
  fill(panel, above, spending, chart.details);
  const show = () => {
    const { session } = app.get();
    if (!session) return fill(above);
    const { usage } = session;
    const isFree = session.model === "storyteller" && usage.costUsd === 0;
    const all = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
    fill(
      above,
      h("h2", {}, A.cost.title),
      !isFree && h("p", { class: "figure" }, money(usage.costUsd)),
      all + usage.outputTokens > 0 ? table(usage) : !isFree && h("p", { class: "soft" }, A.cost.nothing),
      all > 0 && h("p", { class: "soft" }, A.cost.cached(Math.round((usage.cacheReadTokens / all) * 100))),
      h("p", { class: "soft" }, isFree ? A.cost.free : A.cost.model(session.model)),
    );
    chart.details.hidden = all === 0;
    chart.again();
  };
  app.watch(({ session }) => session, show);
}
