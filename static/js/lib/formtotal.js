// @ts-check
// The total of a field's number.
import { h } from "../dom.js";

/**
 * Read with its field, and not aloud by itself: one choice may change many of them.
 * @param {HTMLInputElement | HTMLSelectElement} control as `field` made it
 */
export function totalOf(control) {
  const id = `${control.id}-total`;
  control.setAttribute("aria-describedby", `${control.getAttribute("aria-describedby")} ${id}`);
  return h("output", { id, for: control.id, class: "total", "aria-live": "off" });
}
