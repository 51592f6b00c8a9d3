// @ts-check
// What a draft lacks, and the result of finalising it.
import { nErrors } from "./authorcount.js";
import { areSteps, inWords, mending } from "./authorwords.js";
import { fill, h } from "../dom.js";
import { findingList } from "../home/findings.js";
import { W } from "../words/en/author/author.js";
import { B } from "../words/en/author/written.js";
import { capitalised } from "../text.js";

/** @typedef {import("../types.js").Draft} Draft @typedef {import("../types.js").Gap} Gap */

/** Steps that are still to be taken: nothing is wrong yet, so nothing is called so. @param {Gap[]} gaps */
const todo = (gaps) => h("ul", { class: "todo" }, gaps.map(({ place, message, remedy }) => h("li", {}, h("p", { class: "where" }, capitalised(place)), h("p", {}, message), h("p", { class: "soft" }, remedy))));

/** @param {Draft} draft @param {Gap[]} gaps */
function lead({ complete, premise }, gaps) {
  const n = nErrors(gaps);
  if (n) return !premise ? B.findings.empty : areSteps(gaps) ? B.findings.steps(n) : B.findings.errors(n);
  if (gaps.length) return B.findings.warnings(gaps.length);
  return complete ? B.findings.complete : B.findings.clear;
}

/**
 * @param {HTMLElement} place
 * @param {Draft} draft
 * @param {{ mend: ((words: string) => void) | null }} deeds `mend` where there is somebody to ask
 */
export function showFindings(place, draft, { mend }) {
  const { activeElement } = document;
  const held = activeElement && place.contains(activeElement) ? (activeElement.matches("button") ? "button" : ".findings") : "";
  const gaps = draft.gaps.map((gap) => inWords(gap, draft));
  const found = draft.found.map((gap) => inWords(gap, draft));
  const ask = mend && gaps.length > 0 && draft.premise !== "" && h("button", { type: "button", onclick: () => mend(mending(found.length ? found : gaps)) }, B.findings.mend);
  const shelved = draft.complete && h("p", { class: "row" }, h("a", { class: "button primary", href: `#/new/${draft.slug}` }, W.play), h("a", { class: "button", href: `/api/campaigns/${encodeURIComponent(draft.slug)}`, download: "" }, B.file));
  fill(
    place,
    h("h2", { class: "sr" }, W.tabs.findings),
    found.length > 0 && [h("h3", {}, B.findings.found), findingList(found), ask && h("p", {}, ask), h("h3", {}, B.findings.todo)],
    h("p", { class: gaps.length ? null : "good" }, lead(draft, draft.gaps)),
    shelved,
    areSteps(gaps) ? todo(gaps) : gaps.length > 0 && findingList(gaps),
    ask && !found.length && h("p", {}, ask),
  );
  if (held) /** @type {HTMLElement} */ (place.querySelector(held) ?? place).focus({ preventScroll: true });
}
