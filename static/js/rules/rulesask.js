// @ts-check
// The search form of the rules page, and the place for its results.
import { h } from "../dom.js";
import { EDITIONS } from "./rulesaddress.js";
import { R } from "../words/en/rules.js";
import { listedAs } from "../text.js";

const option = (/** @type {string} */ value, /** @type {string} */ label) => h("option", { value }, label);
export const box = h("input", { type: "search", id: "rules-ask", autocomplete: "off", spellcheck: "false", enterkeyhint: "search", maxlength: 300, placeholder: R.placeholder, "aria-describedby": "rules-hint", "aria-controls": "rules-found" });
export const types = h("select", { id: "rules-type" }, option("", R.allTypes), Object.entries(R.types).map(([type, [, many]]) => option(type, many)));
export const editions = h("select", { id: "rules-edition" }, EDITIONS.map((edition) => option(edition, listedAs(R.editions, edition) ?? edition)));
export const form = h(
  "form",
  { class: "asking", role: "search" },
  h("div", { class: "field words" }, h("label", { for: "rules-ask" }, R.ask), box),
  h("div", { class: "field" }, h("label", { for: "rules-type" }, R.type), types),
  h("div", { class: "field" }, h("label", { for: "rules-edition" }, R.edition), editions),
  h("small", { id: "rules-hint" }, R.hint),
);

export const missing = h("p", { class: "notice", hidden: true });
export const credits = h("footer", { class: "credits" });
export const lost = h("p", { class: "notice", hidden: true }, R.unknown);
export const status = h("p", { class: "soft", role: "status" });
export const found = h("div", { class: "found", id: "rules-found" });
export const open = h("div", { class: "opened" });
const heading = h("h1", { tabindex: -1 }, R.title);
export const back = h("button", { type: "button", class: "quiet" }, "✕ ", R.back);
export const root = h("section", { id: "rules", class: "rules", hidden: true, "aria-label": R.title }, h("div", { class: "rules-inner" }, h("div", { class: "rules-head" }, heading, back), form, missing, lost, status, h("div", { class: "leafing" }, found, open), credits));
