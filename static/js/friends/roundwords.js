// @ts-check
// Texts about the state of a round. Pure.
import { R } from "../words/en/rounds.js";
import { S } from "../words/en.js";

/** @typedef {import("../types.js").Round} Round */
/** @typedef {"" | "begins" | "open" | "told" | "failed" | "held"} Standing */

const MINUTE_MS = 60_000;
/** From here on the time of day says more than a count. */
const LONG_MS = 60 * MINUTE_MS;

/**
 * Nothing where the table plays words as they come.
 * @param {boolean} inRounds
 * @param {Round | null} round
 * @param {boolean} fights
 * @returns {Standing}
 */
export function standing(inRounds, round, fights) {
  if (!inRounds || (fights && !round)) return "";
  if (fights) return "held";
  if (!round) return "begins";
  if (round.state !== "open") return "told";
  // Only one whose turn has failed has no time.
  return round.closesAt ? "open" : "failed";
}

/** Who has sent their part, and who has not. @param {Round} round @param {(seat: string) => string} nameOf */
export function whoIsReady({ ready, waitingFor }, nameOf) {
  return [ready.length > 0 && R.ready(ready.map(nameOf)), waitingFor.length > 0 && R.waiting(waitingFor.map(nameOf))].filter((words) => words !== false);
}

/**
 * What the eyes read of the time that is left.
 * @param {string} closesAt
 * @param {number} now
 */
export function timeLeft(closesAt, now) {
  const left = Date.parse(closesAt) - now;
  if (left > LONG_MS) return R.until(timeOf(closesAt));
  if (left < 1_000) return R.soon;
  const seconds = Math.floor(left / 1_000);
  return R.left(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
}

/** The hour when a round is played at the latest. @param {string} closesAt */
export const timeOf = (closesAt) => new Date(closesAt).toLocaleTimeString(S.locale, { hour: "numeric", minute: "2-digit" });

/**
 * What those who listen hear of a round that went on: who is ready now, that it is told, or that its turn failed. One's own part is
 * said where it is sent.
 * @param {Round | null} before
 * @param {Round | null} now
 * @param {string} me
 * @param {(seat: string) => string} nameOf
 */
export function newsOfRound(before, now, me, nameOf) {
  if (!now) return "";
  const isSame = before?.id === now.id;
  if (now.state !== "open") return isSame && before.state !== "open" ? "" : R.told;
  if (isSame && before.state !== "open") return R.failed;
  const fresh = now.ready.filter((seat) => seat !== me && !(isSame && before.ready.includes(seat)));
  if (!fresh.length) return "";
  return [R.isReady(fresh.map(nameOf)), now.waitingFor.length > 0 && R.waiting(now.waitingFor.map(nameOf))].filter(Boolean).join(" ");
}
