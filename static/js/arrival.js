// @ts-check
// Where a story has come to: a line with the place's name, and above it its picture where a campaign has one.
import { h } from "./dom.js";
import { capitalised, properName } from "./text.js";

/** @param {string} label @param {string} name */
export const placeLine = (label, name) => h("p", { class: "place" }, h("span", {}, label), h("strong", {}, capitalised(properName(name))));

/**
 * The picture comes later, and without it the name does.
 * @param {Element} place
 * @param {string} node the scene's id
 * @param {string} [title]
 */
export const painted = (place, node, title = "") => void import("./scenery.js").then(({ paintArrival }) => paintArrival(place, node, title), () => {});
