// @ts-check
// The odds of a fight, by simulation. Requested once per round; hidden on errors.
import { get, sessionPath } from "../api.js";
import { h } from "../dom.js";
import { app } from "../state.js";
import { F } from "../words/en/table/fight.js";

/**
 * @typedef {import("../types.js").Encounter} Encounter
 * @typedef {import("../types.js").Odds} Forecast
 */

/** How the odds are said, and what they were worked out from. @param {Pick<Forecast, "n" | "victory" | "rounds" | "heroesFallen">} forecast */
export const oddsWords = ({ n, victory, rounds, heroesFallen }) => ({
  line: F.odds(victory.mean * 100),
  title: F.simulated(n, Math.round(rounds.mean), Math.round(heroesFallen.mean * 10) / 10),
});

/**
 * Reads them, unless the fight is over, or is being taken back, since they were wanted.
 * @param {string} path
 * @returns {Promise<Forecast>}
 */
async function readWhileOn(path) {
  const { phase, session } = app.get();
  if (phase === "turningBack" || !session?.encounter) throw new Error("over");
  return get(path);
}

/** The odds of one fight, by the round. */
export class Odds {
  #asked = "";
  /** @type {Forecast | null} */
  #forecast = null;
  /** @type {HTMLElement | null} */
  #line = null;
  #come;
  #read;

  /**
   * @param {() => void} come called when there are others
   * @param {(path: string) => Promise<Forecast>} [read]
   */
  constructor(come, read = readWhileOn) {
    this.#come = come;
    this.#read = read;
  }

  /** Asks for them at the beginning of a round. @param {string} sessionId @param {Encounter} encounter */
  async ask(sessionId, { id, round }) {
    const asked = `${id} ${round}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const forecast = await this.#read(sessionPath(sessionId, "/forecast")).catch(() => null);
    if (asked !== this.#asked) return;
    this.#forecast = forecast;
    this.#line = null;
    this.#come();
  }

  line() {
    if (!this.#forecast) return null;
    const { line, title } = oddsWords(this.#forecast);
    // Drawn once, so that it stays open.
    return (this.#line ??= h("details", { class: "odds" }, h("summary", {}, line), h("p", {}, title)));
  }
}
