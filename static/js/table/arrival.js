// @ts-check
// Arrival at a place: a line with its name, and its picture above it.
import { h } from "../dom.js";
import { S } from "../words/en.js";
import { capitalised, curly, properName } from "../text.js";

/** @param {string} label @param {string} name */
const placeLine = (label, name) => h("p", { class: "place" }, h("span", {}, curly(label)), h("strong", {}, capitalised(curly(properName(name)))));

/**
 * Where one stands: by the scene's name, as it is on the map, where there is one; the place stands above it unless it is called the same.
 * @param {string} label
 * @param {string} place
 * @param {string} [scene]
 */
export const sceneLine = (label, place, scene = "") => placeLine(scene && !isSame(scene, place) ? place : label, scene || place);

/** Whether a scene is called like its place. @param {string} scene @param {string} place */
export function isSame(scene, place) {
  const plain = (/** @type {string} */ name) => name.toLowerCase().replace(/^the /, "");
  return plain(scene) === plain(place);
}

/**
 * The picture comes later, and without it the name does.
 * @param {Element} place
 * @param {string | undefined} node the scene's id; free play has none, and its places are painted by their names
 * @param {string} name
 */
export function painted(place, node, name) {
  // Its room is kept meanwhile.
  place.classList.add("view");
  import("./scene.js").then(({ paintArrival }) => paintArrival(place, node, name), () => {});
}

/** Where a turn has led. */
export class Arrival {
  root = h("div", { class: "arrival" });
  #place = "";
  #scene = "";

  /** @param {import("../types.js").Change} change @returns {boolean} whether it leads somewhere */
  follow({ kind, title, node, to }) {
    // A scene comes before its place; another place after that is none of the scene's.
    if (kind === "nodeReached") [this.#place, this.#scene] = ["", title];
    else if (kind === "locationChanged" && to) [this.#place, this.#scene] = [to, this.#place ? "" : this.#scene];
    else return false;
    this.root.querySelector(".place")?.remove();
    this.root.append(sceneLine(S.turn.arrived, this.#place, this.#scene));
    if (node || !this.#scene) painted(this.root, node, this.#place);
    return true;
  }

  clear() {
    this.root.replaceChildren();
    this.#place = this.#scene = "";
  }
}
