// @ts-check
// The picture of a place in free play: fitting what one sees there and, where the heroes are, the hour.
import { art } from "./art.js";

/** The most characters that are sent of what one sees. */
const MOST = 400;

/**
 * A place of a session: by its name, by what one sees there, and by the hour if the heroes are there.
 * @param {string} style @param {string} name
 * @param {Pick<import("./types.js").Session, "places" | "clock" | "story"> | null} session
 */
export function artOfPlace(style, name, session) {
  const isIt = (/** @type {string} */ other) => other.toLowerCase() === name.toLowerCase();
  const { currentLocation, currentScene } = session?.story ?? {};
  const isHere = currentLocation && isIt(currentLocation);
  const seen = session?.places.find((place) => isIt(place.name))?.description || (isHere && currentScene) || "";
  const hour = session && isHere ? session.clock.hour : -1;
  const when = hour < 0 ? "" : hour < 5 || hour > 20 ? "night" : hour < 9 ? "dawn" : hour < 18 ? "day" : "dusk";
  return art("place", style, ...[name, seen.slice(0, MOST), when].filter((words, i, all) => words || all.slice(i + 1).some(Boolean)));
}
