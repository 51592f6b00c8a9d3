// @ts-check
// Texts about owed answers, and the next speaker. Pure.
import { Q } from "../words/en/table/asked.js";
import { P } from "../words/en/play.js";
import { listedAs } from "../text.js";

/** @typedef {import("../types.js").Session} Session */

/**
 * Who is still to answer before the story goes on, in a line; empty where nobody is.
 * @param {Session | null} session
 * @param {boolean} [isForeign] whether the story is told in another language than the page: what is asked for is said in the page's then,
 *   where it has a kind
 */
export function owedLine(session, isForeign = false) {
  const owed = session?.awaiting?.owed ?? [];
  const names = (session?.characters ?? []).filter(({ id }) => owed.includes(id)).map(({ name }) => name);
  if (!names.length) return "";
  const { kind, prompt = "", responseType = "free_form" } = session?.awaiting ?? {};
  // A reaction is asked for in the panel of the fight, with what happened.
  if (kind === "reaction") return P.owed(names, "");
  return P.owed(names, (prompt && isForeign && listedAs(Q.askedFor, responseType)) || prompt);
}

/** @param {Session | null} session */
export const owedBy = (session) => (session?.awaiting?.owed ?? []).join();

/**
 * The hero who speaks next: whoever is chosen, unless others are asked since it was last looked.
 * @param {Session | null} session
 * @param {string} chosen
 * @param {string} before whom the table waited for then, as `owedBy` has it
 */
export function nextToSpeak(session, chosen, before) {
  const owed = session?.awaiting?.owed ?? [];
  return owed.length && owedBy(session) !== before && !owed.includes(chosen) ? (owed[0] ?? chosen) : chosen;
}
