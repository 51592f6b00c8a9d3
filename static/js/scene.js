// @ts-check
// The picture of a place, above the line that says where one has come to.
import { art } from "./art.js";
import { stylesheet } from "./dom.js";
import { app, bring } from "./state.js";
import { properName } from "./text.js";

/**
 * Puts it there: a campaign's own for its scenes, and for any other place one by its name.
 * @param {Element} place
 * @param {string | undefined} node
 * @param {string} name
 */
export async function paintArrival(place, node, name) {
  const campaign = app.get().session?.plot?.campaign;
  const image = node && campaign ? (await bring("scenery")).picture(campaign, node) : name && art("place", "scene", properName(name));
  if (!image) return place.classList.remove("view");
  await stylesheet("/scene.css");
  // Two scenes of one turn: the last is where one has come to.
  place.querySelector(".scene")?.remove();
  place.prepend(image);
}
