// @ts-check
// Sections whose forms are loaded when first opened: house rules and lines.
import { fill, h } from "../dom.js";
import { bring, later } from "../state.js";

/** @typedef {import("../types.js").HouseRules} HouseRules */

/**
 * @template {{ fields: import("../dom.js").Kid }} Form
 * @param {string} label
 * @param {() => Promise<Form>} fetch
 */
export function lateBox(label, fetch) {
  /** @type {Form | undefined} */
  let form;
  const place = h("div", { class: "house" });
  const open = () => box.open && !form && void later(fetch, (got) => fill(place, (form = got).fields));
  const box = h("details", { ontoggle: open }, h("summary", {}, label), place);
  return { box, form: () => form };
}

/**
 * @param {string} label
 * @param {HouseRules} now
 * @param {...import("../dom.js").Kid} more what stands below the form
 */
export function houseBox(label, now, ...more) {
  const { box, form } = lateBox(label, async () => {
    const { fields, read } = (await bring("settings/houserules")).houseRules(now);
    return { fields: [fields, more], read };
  });
  return { box, read: () => form()?.read() };
}
