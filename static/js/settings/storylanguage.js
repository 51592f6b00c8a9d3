// @ts-check
// The choice of the story's language: each in its own words.
import { h } from "../dom.js";

const TAGS = "cs de en es fr it ja nl pl pt ru uk zh".split(" ");

/**
 * @param {string} none what it says where no language is chosen
 * @param {string | null} [now]
 */
export function storyLanguage(none, now) {
  const tags = now && !TAGS.includes(now) ? [now, ...TAGS] : TAGS;
  const options = tags.map((tag) => h("option", { value: tag, lang: tag, selected: tag === now }, new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? tag));
  return h("select", { name: "language" }, h("option", { value: "" }, none), options);
}
