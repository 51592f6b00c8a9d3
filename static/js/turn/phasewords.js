// @ts-check
// The current activity of a turn, as the line above the input.
import { ATTEMPTS } from "../state.js";
import { S } from "../words/en.js";
import { P } from "../words/en/play.js";

/** @typedef {import("../state.js").State} State */

/** A wait shorter than this is not worth counting. */
const COUNT_FROM_MS = 3_000;
/** Words that stay away for longer than this are waited for aloud. */
const QUIET_MS = 5_000;

/**
 * @param {State} state of a turn that plays
 * @param {number} now
 */
export function phaseLine({ phase, since, heardAt, doing, attempt }, now) {
  const waited = now - since;
  const seconds = waited >= COUNT_FROM_MS ? ` ${S.seconds(Math.floor(waited / 1000))}` : "";
  switch (phase) {
    case "thinking":
      return P.status.thinking + seconds;
    case "tool":
      return doing ? `${doing}…${seconds}` : P.status.thinking + seconds;
    case "telling":
      return now - heardAt < QUIET_MS ? P.status.telling : P.status.pausing(Math.floor((now - heardAt) / 1000));
    case "reconnecting":
      return P.status.reconnecting(attempt, ATTEMPTS);
    case "turningBack":
      return P.status.turningBack;
    case "stopping":
      return P.status.stopping;
    default:
      return S.status.sending + seconds;
  }
}
