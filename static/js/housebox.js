// @ts-check
// The house rules of a table, in a box whose form is fetched when it is first opened.
import { fill, h } from "./dom.js";
import { bring, later } from "./state.js";

/** @typedef {import("./types.js").HouseRules} HouseRules */

/**
 * @param {string} label
 * @param {HouseRules} now
 * @param {...import("./dom.js").Kid} more what stands below the form
 */
export function houseBox(label, now, ...more) {
  /** @type {(() => HouseRules) | undefined} */
  let read;
  const place = h("div", { class: "house" });
  const open = () => {
    if (!box.open || read) return;
    void later(() => bring("houserules"), ({ houseRules }) => {
      const form = houseRules(now);
      read = form.read;
      fill(place, form.fields, more);
    });
  };
  const box = h("details", { ontoggle: open }, h("summary", {}, label), place);
  return { box, read: () => read?.() };
}
