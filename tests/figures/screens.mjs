// @ts-check
// Every screen of the page, and every state that has no address of its own, with the way there.
import { asStranger, press, see, settled } from "./browser.mjs";

/**
 * @typedef {readonly [selector: string, words?: string]} Thing
 *
 * @typedef {object} Screen
 * @property {string} name
 * @property {(stage: import("./stage.mjs").Stage) => Promise<string>} url
 * @property {Thing} shows what is seen once it is there
 * @property {Thing[]} [way] what is pressed, one thing after the other; a screen without is its address
 * @property {string} [language]
 */

/** @param {"empty" | "keyless" | "keyed" | "locked"} house @param {string} hash @returns {Screen["url"]} */
const at = (house, hash) => async (stage) => `${(await stage[house]()).url}/${hash}`;

/** Who has played is shown what was played, and so is whoever looks at it. @type {Screen["url"]} */
const list = async (stage) => {
  await stage.tale();
  return at("keyless", "#/")(stage);
};

/** @type {Screen[]} */
export const ADDRESSES = [
  { name: "the first visit", url: at("empty", "#/"), shows: [".hero-card"] },
  { name: "the list of adventures", url: list, shows: [".adventures li"] },
  { name: "a new game", url: at("keyless", "#/new"), shows: [".hero-card"] },
  { name: "a table", url: (stage) => stage.tale(), shows: [".turn.newest .prose"] },
  { name: "a campaign", url: (stage) => stage.campaign(), shows: [".turn.newest .prose"] },
  { name: "a fight", url: (stage) => stage.fight(), shows: [".turn.newest .prose"] },
  { name: "a story of 500 turns", url: (stage) => stage.long(), shows: [".turn.newest .prose"] },
  { name: "the rules", url: at("keyless", "#/rules?q=goblin"), shows: [".found ol a"] },
  { name: "an entry of the rules", url: at("keyless", "#/rules/monster/goblin"), shows: [".entry h2", "Goblin"] },
  { name: "the drafts", url: at("keyed", "#/author"), shows: [".new-plan"] },
  { name: "the author's desk", url: (stage) => stage.draft(), shows: ["#author h1", "Short Weight"] },
  { name: "an empty desk", url: (stage) => stage.blank(), shows: ["#author h1"] },
];

/** @param {string} name @param {Screen["url"]} url @param {Thing[]} way @param {Thing} shows @returns {Screen} */
const state = (name, url, way, shows) => ({ name, url, way, shows });
/** @type {Screen["url"]} */
const table = (stage) => stage.tale();

/** @type {Screen[]} */
export const STATES = [
  state("settings", at("empty", "#/"), [["#settings"], ["dialog summary"]], ["dialog .keys"]),
  state("a hero of one's own", at("empty", "#/"), [[".own-card"], [".new-game button[type=submit]"]], ["[aria-invalid=true]"]),
  state("the door", at("locked", "#/"), [], ["dialog input"]),
  state("an adventure that is gone", at("empty", "#/s/nobody"), [], ["#home-body [role=alert]"]),
  state("what can be done with an adventure", list, [[".adventures li button"]], ["dialog.menu button"]),
  state("the hero", table, [["#tab-hero"]], ["#panel-hero h2"]),
  state("the journal", table, [["#tab-journal"]], ["#panel-journal .facts-book h3"]),
  state("a note", table, [["#tab-journal"], [".facts-book button", "Write a note"]], [".facts-book textarea"]),
  state("a search of the story", table, [["#tab-journal"], ["#panel-journal [data-key=seek]"]], ["dialog.seek input"]),
  state("what happened before", table, [["#tab-journal"], ["#panel-journal [data-key=recap]"]], ["dialog h2"]),
  state("the dice", table, [["#tab-dice"], ["#panel-dice form button[type=submit]"], ["#panel-dice .reckoned summary"]], ["#panel-dice .reckoned p", "fell"]),
  state("the cost", (stage) => stage.told(), [["#tab-cost"], ["#panel-cost .reckoned summary"]], ["#panel-cost .reckoned p"]),
  state("the sheet", table, [["#tab-hero"], ["[data-key=sheet]"]], ["dialog.sheet h2"]),
  state("why a number is as it is", table, [["#tab-hero"], ["[data-key=currentHP]"]], ["dialog.why h2"]),
  state("a rest", table, [["#tab-hero"], ["[data-key=rest]"]], ["dialog h2"]),
  state("a turn's menu", table, [[".turn.newest [data-deed=menu]"]], ["dialog.menu button"]),
  state("how a turn was told", (stage) => stage.told(), [[".turn.newest [data-deed=menu]"], ["dialog.menu button", "How it was told"], ["dialog.debug button", "Show it anyway"]], ["dialog.debug .call h4"]),
  state("the adventures beside the story", table, [["#menu"]], [".drawer .adventures li"]),
  state("the rules beside the story", table, [["#to-rules"]], ["#rules-ask"]),
  state("a fight's panel and map", (stage) => stage.fight(), [["#tab-fight"]], ["#panel-fight .square"]),
  state("a square to go to", (stage) => stage.fight(), [["#tab-fight"], ["#panel-fight button", "Move…"]], ["#panel-fight .square.marked"]),
  state("a campaign's panel and map", (stage) => stage.campaign(), [["#tab-plot"]], ["#panel-plot .plot-node"]),
  state("a campaign that is over", (stage) => stage.ending(), [["#tab-plot"]], ["#panel-plot .plot-over"]),
  state("the last page", (stage) => stage.ending(), [[".ending-card button", "Read the last page"]], ["dialog.last-page .prose"]),
  state("the author's outline", (stage) => stage.draft(), [["#author-tab-outline"]], ["#author-outline h3", "People"]),
  state("the author's map", (stage) => stage.draft(), [["#author-tab-map"]], [".web button"]),
  state("the author's findings", (stage) => stage.draft(), [["#author-tab-findings"]], ["#author-findings h2"]),
];

/** @type {Screen[]} */
export const GERMAN = ["the first visit", "a table"].map((name) => {
  const english = /** @type {Screen} */ (ADDRESSES.find((one) => one.name === name));
  return { ...english, name: `${name}, in German`, language: "de" };
});

/** A screen was not reached, though the server is there. */
class Astray extends Error {}

/**
 * What stands in the way of a screen is told as what is wrong with it, and the others are measured all the same. Without a server
 * nothing is.
 * @param {unknown} error
 */
export function asFault(error) {
  if (error instanceof Astray) return [error.message];
  throw error;
}

/**
 * Goes to a screen as a stranger, and does something there once all of it has come.
 * @template T
 * @param {import("./browser.mjs").Browser} browser
 * @param {import("./stage.mjs").Stage} stage
 * @param {Screen} screen
 * @param {import("puppeteer-core").Viewport} viewport
 * @param {(page: import("./browser.mjs").Page) => Promise<T>} use
 */
export async function visit(browser, stage, { name, url, way = [], shows, language }, viewport, use) {
  const address = await url(stage);
  try {
    return await asStranger(browser, { viewport, language }, async (page) => {
      await page.goto(address);
      for (const [selector, words] of way) {
        await press(page, selector, words);
        // What a press brings may move what is pressed next.
        await settled(page);
      }
      await see(page, ...shows);
      await settled(page);
      return use(page);
    });
  } catch (error) {
    throw new Astray(`On the way to “${name}”: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}
