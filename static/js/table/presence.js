// @ts-check
// The people present, according to the session. Pure.
import { isDead } from "../lib/listing.js";

/** @typedef {import("../types.js").Session} Session */

/** @param {string} text */
const plain = (text) => text.trim().toLowerCase();

/**
 * Whether somebody could answer; undefined of whom nothing is written down. The server has the last word on it.
 * @param {Session | null} session
 * @param {{ id: string, name: string }} who
 */
export function isHere(session, { id, name }) {
  if (!session) return false;
  const { story, creatures = [], supportingNPCs } = session;
  const same = (/** @type {{ id: string, name: string }} */ one) => one.id === id || plain(one.name) === plain(name);
  const seen = creatures.find(same);
  const known = supportingNPCs.find(same);
  if (known?.dead || (seen && isDead(seen.health))) return false;
  if (seen) return true;
  return known && (!known.location.trim() || plain(known.location) === plain(story.currentLocation ?? ""));
}
