// @ts-check
// The table that waits: drawn in lines, as the signs of the callings are. It only decorates.
import { svg } from "./dom.js";

/** What lies on it and stands by it: two chairs, a lamp, a book, dice, a mug. */
const LINES =
  "M28 124V82c0-8 26-8 26 0v42M35 92h12M266 124V82c0-8 26-8 26 0v42M273 92h12M160 0v28M98 120c-10-6-22-6-34-3v14c12-3 24-2 34 3 10-5 22-6 34-3v-14c-12-3-24-3-34 3v14M70 122q10-2 20 2M106 124q10-4 20-2M176 109l13 7v15l-13 8-13-8v-15ZM176 115l9 15h-18ZM163 116l13-1 13 1-4 14 4 1M163 116l4 14-4 1M176 109v6M176 130v9M198 129l7-3 7 3v8l-7 3-7-3v-8l7 3 7-3M205 132v8M230 108h18v20q-9 4-18 0ZM248 112h4a5 5 0 0 1 0 12h-4M235 102q-3-4 0-8M242 102q-3-4 0-8";

export const hearth = () =>
  svg(
    "svg",
    { viewBox: "0 0 320 152", class: "hearth", "aria-hidden": "true" },
    svg("path", { class: "glow", d: "M142 50 14 144h292L178 50Z" }),
    svg("path", { class: "wood", d: "M36 124h248l22 20v6H14v-6Z" }),
    svg("path", { class: "flame", d: "M152 50a8 8 0 0 0 16 0Z" }),
    svg("path", { class: "wood", d: "M140 50 152 28h16l12 22Z" }),
    svg("path", { d: LINES }),
  );
