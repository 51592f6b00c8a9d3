// @ts-check
// Parts of a fight that are loaded later: the map once it is visible, aiming, odds, recent rolls.
import { h, stylesheet } from "../dom.js";
import { bring, later } from "../state.js";

/** @typedef {import("../types.js").Encounter} Encounter */

export class Parts {
  /** @type {import("./fightmap.js").BattleMap | null} */
  map = null;
  /** @type {typeof import("./fightaim.js") | null} */
  aiming = null;
  /** Where the map comes to lie. */
  table = h("div", { class: "map-frame" });
  /** @type {import("./fightodds.js").Odds | null} */
  #odds = null;
  /** What says how the dice fell, and what asks for a reaction. @type {Record<string, any>} */
  #tellers = {};
  /** @type {Promise<void> | null} */
  #unrolling = null;
  #come;

  /** @param {() => void} come called when one of them is here */
  constructor(come) {
    this.#come = come;
  }

  /** Unrolls the map. */
  unroll() {
    this.#unrolling ??= (async () => {
      try {
        const [{ BattleMap }, aiming] = await Promise.all([bring("fight/fightmap"), bring("fight/fightaim"), stylesheet("/css/fight/fightmap.css")]);
        this.aiming = aiming;
        this.map = new BattleMap();
        this.table = this.map.root;
        this.#come();
      } catch {
        // The list says who stands where, and the next look tries again.
        this.#unrolling = null;
      }
    })();
    return this.#unrolling;
  }

  /** Brings what aims. @param {boolean} onMap */
  aim(onMap) {
    return later(() => Promise.all([bring("fight/fightaim"), stylesheet("/css/fight/fightmap.css")]), ([part]) => {
      this.aiming = part;
      return onMap && this.unroll();
    });
  }

  /** @param {string} sessionId @param {Encounter} encounter */
  async forecast(sessionId, encounter) {
    try {
      this.#odds ??= new (await bring("fight/fightodds")).Odds(this.#come);
      await this.#odds.ask(sessionId, encounter);
    } catch {
      // A fight can be fought without its odds.
    }
  }

  /** @template {"fight/fightthrows" | "fight/fightasked" | "fight/fightapproach"} Name @param {Name} name @param {Parameters<import("../types.js").Parts[Name]["lines"]>} what @returns {import("../dom.js").Kid} */
  lines(name, ...what) {
    if (!this.#tellers[name]) Promise.all([bring(name), stylesheet("/css/fight/fightmap.css")]).then(([part]) => ((this.#tellers[name] = part), this.#come()), () => {});
    return this.#tellers[name]?.lines(...what);
  }

  odds() {
    return this.#odds?.line();
  }
}
