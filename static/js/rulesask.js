// @ts-check
// The form the rules are asked by: the words, and what they are looked for among.
import { h } from "./dom.js";
import { EDITIONS } from "./rulesaddress.js";
import { R } from "./strings-rules.js";
import { listedAs } from "./text.js";

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
