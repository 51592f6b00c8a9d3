// @ts-check
// The last read story, saved in this browser for offline reading. Nothing here needs the server.
import { STORY } from "../memory.js";

/** @typedef {{ seq: number, message: string, narrative: string }} Told a turn, as far as one reads it @typedef {{ id: string, title: string, hero: string, turns: Told[] }} Story */

/** No request ever goes there. */
const AT = "/js/kept-story.json";
/** As many turns are kept. */
const MOST = 300;

/**
 * A story with the newest turns put in: those take the place of all from the first of them on, because turns can be taken back.
 * @param {Story | null} old
 * @param {Story} now
 * @returns {Story}
 */
export function joined(old, now) {
  const first = now.turns[0]?.seq ?? 1;
  const before = old?.id === now.id ? old.turns.filter(({ seq }) => seq < first) : [];
  // With a gap between them they would read as if nothing were missing.
  const isWhole = !before.length || before[before.length - 1].seq === first - 1;
  return { ...now, turns: [...(isWhole ? before : []), ...now.turns].slice(-MOST) };
}

/** @returns {Promise<Story | null>} */
export const keptStory = async () => (await (await caches.open(STORY)).match(AT))?.json() ?? null;

/** @param {Story} now */
export async function keepStory(now) {
  const shelf = await caches.open(STORY);
  await shelf.put(AT, new Response(JSON.stringify(joined(await keptStory(), now)), { headers: { "content-type": "application/json" } }));
}
