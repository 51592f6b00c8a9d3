// @ts-check
// Elements shared by several panels.
import { h } from "../dom.js";

/** @typedef {import("../dom.js").Kid} Kid */

/** @param {[string, Kid][]} pairs */
export function facts(pairs, style = "facts") {
  return h("dl", { class: style }, pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

/**
 * @param {string} title
 * @param {Kid[]} items
 * @param {string} [empty] what stands there without any; with no such words, the section is left out
 */
export function section(title, items, empty, style = "lines") {
  if (!items.length && !empty) return null;
  return h("section", {}, h("h3", {}, title), items.length ? h("ul", { class: style }, items) : h("p", { class: "soft" }, empty));
}

/** The panels that wait to be drawn. @type {Map<HTMLElement, number>} */
const waiting = new Map();

/**
 * Draws a panel anew and leaves the focus where it was, on what has the same `data-key`. While something in it is pressed, it waits: a press whose target is replaced reaches nothing.
 * @param {HTMLElement} panel
 * @param {() => void} draw
 */
export function keepingFocus(panel, draw) {
  clearTimeout(waiting.get(panel));
  if (panel.querySelector(":active")) return void waiting.set(panel, setTimeout(keepingFocus, 50, panel, draw));
  const key = /** @type {HTMLElement | null} */ (panel.querySelector(":focus"))?.dataset.key;
  draw();
  if (key) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}
