// @ts-check
// Whom the table waits for. Pure.
import { S } from "./strings.js";

/**
 * Who is still to answer before the story goes on, in a line; empty where nobody is.
 * @param {import("./types.js").Session | null} session
 */
export function owedLine(session) {
  const awaiting = session?.awaiting;
  const names = (session?.characters ?? []).filter(({ id }) => awaiting?.owed.includes(id)).map(({ name }) => name);
  return names.length ? S.status.owed(names, awaiting?.prompt ?? "") : "";
}

/**
 * The hero who speaks next: whoever is chosen, unless others are asked since it was last looked.
 * @param {import("./types.js").Session | null} session
 * @param {string} chosen
 * @param {string} before whom the table waited for then, as `owedBy` has it
 */
export function nextToSpeak(session, chosen, before) {
  const owed = session?.awaiting?.owed ?? [];
  return owed.length && owedBy(session) !== before && !owed.includes(chosen) ? (owed[0] ?? chosen) : chosen;
}

/** @param {import("./types.js").Session | null} session */
export const owedBy = (session) => (session?.awaiting?.owed ?? []).join();
