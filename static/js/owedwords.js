// @ts-check
// Whom the table waits for, in words, and who speaks next. Pure.
import { P } from "./strings-play.js";

/** @typedef {import("./types.js").Session} Session */

/**
 * Who is still to answer before the story goes on, in a line; empty where nobody is.
 * @param {Session | null} session
 */
export function owedLine(session) {
  const owed = session?.awaiting?.owed ?? [];
  const names = (session?.characters ?? []).filter(({ id }) => owed.includes(id)).map(({ name }) => name);
  if (!names.length) return "";
  // A reaction is asked for in the panel of the fight, with what happened.
  return P.owed(names, session?.awaiting?.kind === "reaction" ? "" : (session?.awaiting?.prompt ?? ""));
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
