// @ts-check
// The campaign beside the story: what it is about now, what it waits for, where one can go, what was found out, and what comes
// nearer. It comes with a session that plays one and goes with it. What is in it is what the server says players may know.
import { exchange } from "../table/composer.js";
import { byId, fill, h, stylesheet, svg } from "../dom.js";
import { musicBox } from "./musicbox.js";
import { closeSheet, joinPanel, leavePanel } from "../table/panels.js";
import { keepingFocus } from "../lib/pieces.js";
import { askAgain, standing, watchStanding } from "./plotnow.js";
import { ledTo, nearness, waitsFor } from "./plotwords.js";
import { tongue } from "../prose.js";
import { watchScenery } from "./scenery.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";
import { PLOT } from "../words/en/table/plot.js";
import { curly } from "../text.js";

/** @typedef {import("../types.js").Plot} Plot @typedef {import("../types.js").PlotNow} PlotNow */

/** Where its tab stands: behind the journal's. */
const PLACE = 2;

const dot = h("span", { class: "news", hidden: true }, h("span", { "aria-hidden": "true" }, "●"), h("span", { class: "sr" }, PLOT.news));
const tab = h("button", { type: "button", role: "tab", id: "tab-plot", "aria-controls": "panel-plot" }, PLOT.title, dot);
const panel = h("section", { role: "tabpanel", id: "panel-plot", "aria-labelledby": "tab-plot", tabindex: 0 });
const head = h("div", {});
const foot = h("div", {});
/** Comes with the first look at the panel. @type {import("./plotmap.js").PlotMap | null} */
let map = null;
const mapped = h("section", {}, h("h3", {}, PLOT.map.title));
const box = musicBox();
/** The session whose panel stands there. */
let sessionId = "";
/** How much there was to see when it was looked at last. */
let seen = "";

/** Puts words into the box, after the text already in the box. @param {string} words */
function suggest(words) {
  closeSheet();
  const before = exchange(words).trim();
  if (before && before !== words) exchange(`${before} ${words}`);
}

/** @param {string} words @param {string} key */
const suggestion = (words, key) => h("li", {}, h("button", { type: "button", lang: tongue, onclick: () => suggest(words), "data-key": key }, curly(words, tongue)));

/** @param {NonNullable<Plot["doom"]>} clock */
function doomClock({ title, filled, segments }) {
  const at = (/** @type {number} */ i) => {
    const angle = (i / segments) * 2 * Math.PI - Math.PI / 2;
    return `${(50 + 46 * Math.cos(angle)).toFixed(2)} ${(50 + 46 * Math.sin(angle)).toFixed(2)}`;
  };
  const slices = Array.from({ length: segments }, (_, i) =>
    segments === 1 ? svg("circle", { cx: 50, cy: 50, r: 46, class: filled ? "full" : "" }) : svg("path", { d: `M50 50L${at(i)}A46 46 0 ${segments === 2 ? 1 : 0} 1 ${at(i + 1)}Z`, class: i < filled ? "full" : "" }),
  );
  const said = `${PLOT.doom.of(filled, segments)}. ${nearness({ filled, segments })}`;
  return h(
    "section",
    { class: "doom" },
    svg("svg", { viewBox: "0 0 100 100", role: "img", "aria-label": `${title}: ${said}` }, slices),
    h("div", {}, h("h3", {}, title), h("p", { class: "soft" }, said)),
  );
}

/** @param {PlotNow} now */
function waysOn({ exits, offers }) {
  const [open, shut] = [exits.filter((exit) => exit.open), exits.filter((exit) => !exit.open)];
  return [
    exits.length > 0 &&
      h(
        "section",
        {},
        h("h3", {}, PLOT.ways),
        open.length > 0 && h("ul", { class: "plot-deeds" }, open.map(({ id, label }) => suggestion(label, `way-${id}`))),
        shut.length > 0 && h("details", {}, h("summary", { class: "soft" }, PLOT.shut(shut.length)), h("ul", { class: "lines" }, shut.map(({ label }) => h("li", { class: "soft", lang: tongue }, curly(label, tongue))))),
      ),
    offers.length > 0 && h("section", {}, h("h3", {}, PLOT.offers), h("ul", { class: "plot-deeds" }, offers.map((words, i) => suggestion(words, `offer-${i}`)))),
    (open.length > 0 || offers.length > 0) && h("p", { class: "soft hint" }, PLOT.wayHint),
  ];
}

/** @param {Plot} plot @param {PlotNow | null} now */
function findings({ findings }, now) {
  const list = [...findings].reverse().map(({ id, text }) => {
    const led = ledTo(now, id);
    return h("li", {}, h("p", { lang: tongue }, curly(text, tongue)), led && h("p", { class: "soft" }, led));
  });
  return h("section", {}, h("h3", {}, PLOT.findings.title), list.length ? h("ul", { class: "plot-findings" }, list) : h("p", { class: "soft" }, PLOT.findings.none));
}

/** @param {(part: typeof import("./ending.js")) => void} use */
const lastPage = (use) => later(() => bring("campaign/ending"), use);

/** @param {Plot} plot */
const over = ({ ending }) =>
  ending && h("section", { class: "plot-over" }, h("h3", {}, `${PLOT.ending.signs[ending.kind] ?? "❖"} ${ending.title}`), h("p", {}, PLOT.ending.over), h("button", { type: "button", class: "primary wide", onclick: () => void lastPage(({ openEnding }) => openEnding()), "data-key": "ending" }, PLOT.ending.open));

function draw() {
  const plot = app.get().session?.plot;
  if (!plot) return;
  const { now, fault } = standing.get();
  const { campaign, act, doom, ending } = plot;
  keepingFocus(panel, () => {
    fill(
      head,
      h("h2", {}, campaign.title),
      h("p", { class: "plot-act" }, PLOT.act(act.number, act.title)),
      ending ? over(plot) : h("section", {}, h("h3", {}, PLOT.objective), h("p", { lang: tongue }, curly(now?.objective || act.objective, tongue)), now && h("p", { class: "soft plot-waits" }, waitsFor(now))),
      fault ? h("div", { class: "row" }, h("p", { class: "fault" }, PLOT.failed(fault instanceof Error ? fault.message : "")), h("button", { type: "button", onclick: askAgain, "data-key": "again" }, S.retry)) : null,
      doom && !ending && doomClock(doom),
      now && waysOn(now),
    );
    fill(foot, findings(plot, now));
  });
  mapped.hidden = !now;
  if (now) map?.draw(plot, now.map);
  const news = JSON.stringify([plot.visited.length, plot.findings.length, ending?.id]);
  if (!panel.hidden || !seen) seen = news;
  dot.hidden = news === seen;
}

/** Who has the panel before them sees what is new, and the map where they stand. */
async function look() {
  if (panel.hidden || !panel.isConnected) return;
  if (!map)
    await later(() => import("./plotmap.js"), ({ PlotMap }) => {
      map ??= new PlotMap();
      mapped.append(map.root);
    });
  draw();
  map?.center();
}

/** Lays the panel beside the story of whatever session plays a campaign, and takes it away. */
function follow() {
  const { session } = app.get();
  const id = session?.plot ? session.id : "";
  if (id === sessionId) return draw();
  if (!id) leavePanel(tab, panel);
  if (id && !sessionId) joinPanel(tab, panel, PLACE);
  sessionId = id;
  seen = "";
  draw();
}

let watches = false;

export async function openPlot() {
  if (watches) return;
  watches = true;
  await stylesheet("/css/table/plot.css");
  fill(panel, head, mapped, foot, box);
  watchStanding();
  watchScenery();
  app.watch(({ session }) => session, follow);
  app.watch(({ session }) => Boolean(session?.plot?.ending), (isOver) => isOver && void lastPage(({ watchEnding }) => watchEnding()));
  standing.watch((state) => state, draw);
  new MutationObserver(() => void look()).observe(panel, { attributeFilter: ["hidden"] });
}
