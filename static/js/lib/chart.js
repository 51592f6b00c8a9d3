// @ts-check
// Bar charts, with text for screen readers.
import { h, svg } from "../dom.js";

/** Of the whole, the room above the highest bar. */
const ROOM = 0.08;

/**
 * @param {string} label what is to be heard
 * @param {{ value: number, title: string }[]} bars
 * @param {{ at?: number, ends?: [string, string] }} [more] a line all bars are measured by, and what stands below the first and the last
 */
export function chart(label, bars, { at = 0, ends } = {}) {
  const most = Math.max(at, ...bars.map(({ value }) => value)) * (1 + ROOM) || 1;
  const y = (/** @type {number} */ value) => 100 - (value / most) * 100;
  const drawn = bars.map(({ value, title }, i) => svg("rect", { x: i * 10 + 1, width: 8, y: y(value), height: 100 - y(value) }, svg("title", {}, title)));
  return h(
    "figure",
    { class: "chart" },
    svg("svg", { viewBox: `0 0 ${bars.length * 10} 100`, preserveAspectRatio: "none", role: "img", "aria-label": label }, drawn, at > 0 && svg("line", { x1: 0, x2: bars.length * 10, y1: y(at), y2: y(at) })),
    ends && h("figcaption", { "aria-hidden": "true" }, h("span", {}, ends[0]), h("span", {}, ends[1])),
  );
}

/**
 * Something that is reckoned when it is opened, and once more when the adventure has gone on while it is open.
 * @param {string} title
 * @param {(place: HTMLElement) => unknown} draw
 */
export function reckoned(title, draw) {
  const place = h("div", {});
  const details = h("details", { class: "person reckoned" }, h("summary", {}, title), place);
  details.addEventListener("toggle", () => details.open && void draw(place));
  return { details, again: () => void (details.open && draw(place)) };
}
