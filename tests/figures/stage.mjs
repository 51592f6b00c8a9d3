// @ts-check
// What is measured has to be there first: servers, and adventures, fights and drafts at them, made over the API as any client does.
import { readFileSync } from "node:fs";
import { House } from "./house.mjs";
import { Messages, calling } from "./messages.mjs";

/** A campaign of the tests that comes to its end in a few turns. */
const SHORT = new URL("../it/campaign/clean.json", import.meta.url);
/** How long the long story is, in turns. */
export const LONG = 500;
/** How the long telling comes in it. */
export const PACE = { tokensPerSecond: 60, seconds: 10 };

/** What is said in a story that has no end, none of it contested. */
const DEEDS = ["I look around.", "I listen.", "I ask who is here.", "I wait a while.", "I look at the ground.", "I go on along the wall."];

export class Stage {
  #isClosed = false;
  /** What is closed at the end, the last first. @type {{ close: () => unknown }[]} */
  #open = [];
  /** Each thing is made once, when it is first needed. @type {Map<string, Promise<any>>} */
  #made = new Map();

  /** @template T @param {string} name @param {() => Promise<T>} make @returns {Promise<T>} */
  #once(name, make) {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made;
  }

  /** @param {Record<string, string>} [settings] */
  async #light(settings) {
    if (this.#isClosed) throw new Error("All is closed already.");
    const house = await House.light(settings);
    this.#open.push(house);
    return house;
  }

  /** Where nobody has played yet. */
  empty = () => this.#once("empty", () => this.#light());

  /** Where one has to sign in. */
  locked = () => this.#once("locked", () => this.#light({ AUTH: "token", AUTH_TOKENS: "ada:lovelace" }));

  /** Where the built-in storyteller plays. */
  keyless = () => this.#once("keyless", () => this.#light());

  /** Where a model plays, which is ours. */
  keyed = () =>
    this.#once("keyed", async () => {
      const messages = await Messages.open(PACE);
      this.#open.push(messages);
      return this.#light({ ANTHROPIC_API_KEY: "none", ANTHROPIC_BASE_URL: messages.url });
    });

  /** An adventure of some turns, with dice and places. */
  tale = () =>
    this.#once("tale", async () => {
      const house = await this.keyless();
      const { id } = await house.ask("/api/sessions", { character: "brannoc-ashdown" });
      await house.play(id, "I look around.", "I search the place for anything of use.", "I talk to whoever is here.", "I go on to the next place.");
      return `${house.url}/#/s/${id}`;
    });

  /** A campaign in its second scene, with something found out. */
  campaign = () =>
    this.#once("campaign", async () => {
      const house = await this.keyless();
      const { id } = await house.ask("/api/sessions", { campaign: "the-ice-house-at-sundry" });
      await house.play(id, "I look at the frost on the cobbles.", "Down Frog Lane, where the frost is going");
      return `${house.url}/#/s/${id}`;
    });

  /** A campaign that has come to its end. */
  ending = () =>
    this.#once("ending", async () => {
      const house = await this.keyless();
      await house.ask("/api/campaigns", JSON.parse(readFileSync(SHORT, "utf8")));
      const { id } = await house.ask("/api/sessions", { campaign: "the-salt-road" });
      await house.play(id, "By to-the-toll");
      for (let i = 0; i < 6 && !(await house.ask(`/api/sessions/${id}`)).plot.ending; i++) await house.play(id, "Home");
      return `${house.url}/#/s/${id}`;
    });

  /** A fight of two heroes with two goblins; another by each name. @param {string} [name] */
  fight = (name = "fight") =>
    this.#once(name, async () => {
      const house = await this.keyed();
      const { id } = await house.ask("/api/sessions", { characters: ["kethra-thornwalk", "brannoc-ashdown"] });
      const goblins = { npcs_to_create: [{ slug: "goblin", name: "goblin", count: 2, disposition: "hostile" }] };
      await house.play(id, calling("I look about.", "update_game_state", goblins));
      if (!(await house.ask(`/api/sessions/${id}`)).encounter) throw new Error("No fight broke out.");
      return `${house.url}/#/s/${id}`;
    });

  /** A turn that a model has told, which can be looked into. */
  told = () =>
    this.#once("told", async () => {
      const house = await this.keyed();
      const { id } = await house.ask("/api/sessions", { character: "ilvara-starfall" });
      await house.play(id, "I look around.");
      return `${house.url}/#/s/${id}`;
    });

  /** A campaign that is being written, with all of its outline. */
  draft = () =>
    this.#once("draft", async () => {
      const house = await this.keyed();
      const { id } = await house.ask("/api/plans", { campaign: "short-weight" });
      return `${house.url}/#/author/${id}`;
    });

  /** One of which nothing is written yet. */
  blank = () =>
    this.#once("blank", async () => {
      const house = await this.keyed();
      const { id } = await house.ask("/api/plans", {});
      return `${house.url}/#/author/${id}`;
    });

  /** A story of very many turns. */
  long = () =>
    this.#once("long", async () => {
      const house = await this.keyed();
      const { id } = await house.ask("/api/sessions", { character: "brannoc-ashdown" });
      await house.play(id, ...Array.from({ length: LONG }, (_, i) => DEEDS[i % DEEDS.length]));
      return `${house.url}/#/s/${id}`;
    });

  async close() {
    this.#isClosed = true;
    // What is on its way must not stay behind alone.
    await Promise.allSettled(this.#made.values());
    await Promise.allSettled(this.#open.toReversed().map((one) => one.close()));
  }
}
