// @ts-check
// Search results of the rules as a list of links: entries, similar names, references; or the error.
import { ApiError } from "../api.js";
import { h } from "../dom.js";
import { addressOf } from "./rulesaddress.js";
import { S } from "../words/en.js";
import { R } from "../words/en/rules.js";
import { capitalised, listedAs } from "../text.js";

/**
 * @typedef {import("./rulesaddress.js").Asked} Asked @typedef {import("../types.js").RuleItem} RuleItem
 * @typedef {import("../types.js").RulesFound} RulesFound @typedef {import("../dom.js").Kid} Kid
 */

/** @param {string} type @param {0 | 1} many */
export const typeName = (type, many = 0) => listedAs(R.types, type)?.[many] ?? capitalised(type);

/** By what a link of the list is known. @param {{ type: string, slug: string }} entry */
export const keyOf = ({ type, slug }) => `${type}/${slug}`;

/** @param {string} text @param {Partial<Asked>} to */
const link = (text, to) => h("li", {}, h("a", { href: addressOf(to) }, text));

/** The package of the newer rules holds no chapters. @param {Asked} asked */
const chapters = (asked) => asked.edition === "2024" && h("p", { class: "notice" }, R.chapters, " ", h("a", { href: addressOf({ ...asked, edition: "2014", type: "rule", entry: null }) }, R.toChapters));

/** What stands there before anything was asked. @param {Asked} asked */
export const invitation = (asked) => [
  chapters(asked),
  h("p", { class: "lead" }, R.lead),
  h("p", { class: "soft" }, R.tryThese),
  h("ul", { class: "links" }, R.examples.map((query) => link(query, { ...asked, query, type: "", entry: null }))),
];

/** @param {RuleItem} item @param {Asked} asked */
function row({ type, slug, name, edition, summary }, asked) {
  const entry = { type, slug };
  const isOpen = asked.entry && keyOf(asked.entry) === keyOf(entry);
  return h(
    "li",
    {},
    h(
      "a",
      { href: addressOf({ ...asked, edition, entry }), "aria-current": isOpen ? "true" : null, "data-key": keyOf(entry) },
      h("span", { class: "name" }, name),
      " ",
      h("span", { class: "tag" }, typeName(type)),
      " ",
      h("span", { class: "summary" }, summary),
    ),
  );
}

/** @param {string} title @param {Kid[]} links */
const others = (title, links) => links.length > 0 && h("div", { class: "others" }, h("span", { class: "soft" }, title), h("ul", { class: "links" }, links));

/** @param {RulesFound} answer @param {Asked} asked @returns {Kid[]} */
export function findings({ items, near = [], related, advice }, asked) {
  return [
    chapters(asked),
    !items.length && h("p", {}, R.advice, asked.type && ` ${R.only(typeName(asked.type, 1))}`),
    // What is meant is more likely than what is only near in meaning.
    others(R.near, near.map((query) => link(query, { ...asked, query, entry: null }))),
    items.length > 0 && advice && h("p", {}, advice),
    items.length > 0 && h("ol", { "aria-label": R.list }, items.map((item) => row(item, asked))),
    others(R.related, (related ?? []).map(({ type, slug, name, edition }) => link(name, { ...asked, edition, entry: { type, slug } }))),
  ];
}

/**
 * What went wrong; what the server refuses as it is needs no second try.
 * @param {unknown} error
 * @param {() => unknown} again
 */
export function fault(error, again) {
  const refused = error instanceof ApiError && error.status < 500;
  const why = refused && error.fields.length ? error.fields.map(({ message }) => message).join(" ") : error instanceof TypeError ? S.couldNotLoad(error) : error instanceof Error ? error.message : String(error);
  return [h("p", { role: "alert", class: "fault" }, why), !refused && h("button", { type: "button", onclick: () => void again() }, S.retry)];
}
