// @ts-check
// Pieces that several panels are put together from.
import { h } from "./dom.js";

/** @typedef {import("./dom.js").Kid} Kid */

/** @param {[string, Kid][]} pairs */
export function facts(pairs) {
  return h("dl", { class: "facts" }, pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

/**
 * @param {string} title
 * @param {Kid[]} items
 * @param {string} [empty]
 */
export function section(title, items, empty) {
  if (!items.length && !empty) return null;
  return h("section", {}, h("h3", {}, title), items.length ? h("ul", { class: "lines" }, items) : h("p", { class: "soft" }, empty));
}

/**
 * Draws a panel anew and leaves the focus where it was, on what has the same `data-key`.
 * @param {HTMLElement} panel
 * @param {() => void} draw
 */
export function keepingFocus(panel, draw) {
  const key = panel.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  draw();
  if (key) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}
