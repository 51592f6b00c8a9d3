// @ts-check
// Import of an adventure: on the first page if there are none, and below the list of adventures.
import { h } from "../dom.js";
import { later } from "../state.js";
import { H } from "../words/en/home.js";

/** @param {HTMLElement} fault where it is said what becomes of the file */
export function wayIn(fault) {
  const ask = () => void later(() => import("./sessionfile.js"), ({ askForFile }) => askForFile((text) => (fault.textContent = text)));
  return h("button", { type: "button", onclick: ask }, H.home.import);
}
