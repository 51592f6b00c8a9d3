// @ts-check
// The picture of a place, above the line that says where one has come to.
import { stylesheet } from "../dom.js";
import { artOfPlace } from "../placeart.js";
import { app, bring } from "../state.js";
import { properName } from "../text.js";

/** What one sees at a new place is known at the end of the turn, which may be long. */
const MOST_MS = 1_000;

/** @returns {Promise<void>} */
const turnEnds = () =>
  new Promise((resolve) => {
    const stop = app.watch(({ phase }) => phase, (phase) => phase === "idle" && resolve());
    setTimeout(() => (stop(), resolve()), MOST_MS);
  });

/**
 * Puts it there: a campaign's own for its scenes, and for any other place one by its name.
 * @param {Element} place
 * @param {string | undefined} node
 * @param {string} name
 */
export async function paintArrival(place, node, name) {
  const campaign = app.get().session?.plot?.campaign;
  const isScene = node && campaign;
  if (!isScene && name) await turnEnds();
  const image = isScene ? (await bring("campaign/scenery")).picture(campaign, node) : name && artOfPlace("scene", properName(name), app.get().session);
  if (!image) return place.classList.remove("view");
  await stylesheet("/css/table/scene.css");
  // Two scenes of one turn: the last is where one has come to.
  place.querySelector(".scene")?.remove();
  place.prepend(image);
}
