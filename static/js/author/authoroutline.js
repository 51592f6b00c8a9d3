// @ts-check
// The outline of a draft: premise, people, acts with the progress of each scene, and endings.
import { fill, h } from "../dom.js";
import { nameOf } from "./authornames.js";
import { prose } from "../prose.js";
import { W } from "../words/en/author/author.js";
import { B } from "../words/en/author/written.js";
import { listedAs, money } from "../text.js";

/** @typedef {import("../types.js").Draft} Draft @typedef {import("../types.js").DraftedNode} DraftedNode */

/** What lies open, by its key: a draft that grows is drawn anew. @type {Set<string | undefined>} */
let open = new Set();

/**
 * @param {string} key
 * @param {import("../dom.js").Kid} summary
 * @param {...import("../dom.js").Kid} kids
 */
function leaf(key, summary, ...kids) {
  return h("details", { "data-key": key, open: open.has(key) }, h("summary", {}, summary), ...kids);
}

/** @param {DraftedNode} node @param {Draft} draft */
function scene({ id, stage, purpose, beats, ways }, draft) {
  const { sign, word } = listedAs(B.stages, stage) ?? { sign: "", word: stage };
  const leads = ways.map(({ to }) => nameOf(draft, to));
  return h(
    "li",
    { class: stage },
    leaf(
      `node.${id}`,
      [h("span", { class: "sign", "aria-hidden": "true" }, sign), h("span", { class: "name" }, nameOf(draft, id)), h("small", {}, word)],
      purpose && h("p", { class: "tale" }, purpose),
      beats.length > 0 && [h("h4", {}, B.outline.happens), h("ol", {}, beats.map((beat) => h("li", {}, beat)))],
      leads.length > 0 && [h("h4", {}, B.outline.leads), h("ul", {}, leads.map((name) => h("li", {}, name)))],
    ),
  );
}

/**
 * @param {HTMLElement} place
 * @param {Draft} draft
 * @param {number | null | undefined} cost
 */
export function showOutline(place, draft, cost) {
  const held = document.activeElement instanceof HTMLElement && place.contains(document.activeElement) ? document.activeElement.closest("details")?.dataset.key : null;
  // From the page: `toggle` comes too late for an outline that is drawn at once.
  open = new Set([...place.querySelectorAll("details[open]")].map((one) => /** @type {HTMLElement} */ (one).dataset.key));
  const { premise, blurb, setting, people, acts, endings } = draft;
  fill(
    place,
    h("h2", { class: "sr" }, W.tabs.outline),
    !premise && !acts.length && h("p", { class: "soft" }, W.nothing),
    premise && [h("h3", {}, draft.title), h("p", { class: "tale" }, blurb), setting.length > 0 && h("p", { class: "soft" }, setting.join(" · ")), leaf("premise", B.outline.story, prose(premise))],
    people.length > 0 && [h("h3", {}, B.outline.people), h("ul", { class: "people" }, people.map(({ name, role }) => h("li", {}, h("span", { class: "name" }, name), h("small", {}, listedAs(B.roles, role) ?? role))))],
    acts.map((act, i) => [
      h("h3", {}, B.outline.act(i + 1, act.title)),
      h("p", { class: "tale" }, act.objective),
      h("p", { class: "soft" }, B.outline.levels(act.levels[0], act.levels[1])),
      h("ol", { class: "scenes" }, act.nodes.map((node) => scene(node, draft))),
    ]),
    endings.length > 0 && [h("h3", {}, B.outline.endings), h("ul", { class: "people" }, endings.map(({ title, kind }) => h("li", {}, h("span", { class: "name" }, title), h("small", {}, listedAs(B.endings, kind) ?? kind))))],
    cost !== undefined && cost !== 0 && h("p", { class: "soft" }, B.outline.cost(money(cost))),
  );
  if (held) summaryOf(place, held)?.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} place
 * @param {string} key
 * @returns {HTMLElement | null}
 */
const summaryOf = (place, key) => place.querySelector(`[data-key="${CSS.escape(key)}"] > summary`);

/**
 * Opens the outline at a scene.
 * @param {HTMLElement} place
 * @param {string} node
 */
export function openAt(place, node) {
  const summary = summaryOf(place, `node.${node}`);
  summary?.parentElement?.toggleAttribute("open", true);
  summary?.focus({ preventScroll: true });
  summary?.scrollIntoView({ block: "center" });
}
