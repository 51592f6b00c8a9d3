// @ts-check
// The form for house rules.
import { h } from "../dom.js";
import { field } from "../form.js";
import { HOUSE } from "../words/en/house.js";

/** @typedef {import("../types.js").HouseRules} HouseRules */

/** @param {HouseRules} now */
export function houseRules(now) {
  const text = h("textarea", { name: "houseRules.text", rows: 3, maxlength: 2000 }, now.text ?? "");
  const switches = Object.entries(HOUSE.switches).map(([name, { title, options }]) => {
    const chosen = now[/** @type {keyof HouseRules} */ (name)];
    const select = h("select", { name: `houseRules.${name}` }, Object.entries(options).map(([value, label]) => h("option", { value, selected: value === chosen }, label)));
    return { name, title, select };
  });
  return {
    fields: [switches.map(({ title, select }) => field(title, select)), field(HOUSE.text, text, HOUSE.hint)],
    /** @returns {HouseRules} */
    read: () => ({ text: text.value.trim(), ...Object.fromEntries(switches.map(({ name, select }) => [name, select.value])) }),
  };
}
