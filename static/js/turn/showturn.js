// @ts-check
// Scrolls to a turn, loading it if needed.
import { loadEarlier, reveal, turnsSoFar } from "./log.js";

/** As many as the server gives at once, on the way to a turn far back. */
const MOST = 100;

/** @param {number} seq */
export async function showTurn(seq) {
  const first = () => turnsSoFar()[0]?.seq ?? seq;
  while (first() > seq && (await loadEarlier(MOST)));
  reveal(turnsSoFar().find((view) => view.seq === seq));
}
