// @ts-check
// The words of a campaign at the table: its panel, its map, its music, its last page. Like `words/en.js`, and fetched with the first
// session that plays one.
import { plural } from "../../en.js";

export const PLOT = {
  title: "Campaign",
  news: "something new",
  act: (/** @type {number} */ n, /** @type {string} */ title) => `Act ${n}: ${title}`,
  objective: "What you are after",
  failed: (/** @type {string} */ why) => `The campaign could not be loaded. ${why}`,

  /** What the story waits for, by what the server calls it. @type {Record<string, string>} */
  awaits: {
    choice: "There is more than one way on. Choose one, in your own words or with a click.",
    freeText: "Something is in play here. Do whatever you like about it.",
    continue: "There is one way on from here.",
    combatResult: "How this fight comes out decides what is next.",
    diceResult: "The dice decide what is next.",
  },
  nothingOpen: "You don’t know a way on yet. Look around, ask, try things.",
  ways: "Where to go next",
  wayHint: "A click puts it into the box, for you to send or change.",
  shut: (/** @type {number} */ n) => `${plural(n, "way", "ways")} still closed`,
  offers: "Worth a try",

  doom: {
    of: (/** @type {number} */ filled, /** @type {number} */ segments) => `${filled} of ${segments}`,
    /** From far off to here. */
    near: ["Nothing stirs yet.", "It has begun, a long way off.", "It comes nearer.", "It is close.", "It is at the door.", "It is here."],
  },

  map: {
    title: "The map so far",
    keys: "Arrow keys go from scene to scene, Enter looks at one.",
    here: "you are here",
    alt: (/** @type {number} */ n) => `You have seen ${plural(n, "scene", "scenes")}.`,
    from: (/** @type {string} */ from, /** @type {string} */ to) => `From ${from} you know ways to ${to}.`,
    at: (/** @type {string} */ title) => `You are at ${title}.`,
    picture: (/** @type {string} */ title) => `A picture of ${title}`,
    to: (/** @type {string} */ label, /** @type {string} */ to) => `${label} → ${to}`,
    noWays: "You know of no way from here to another scene you have seen.",
  },

  findings: {
    title: "What you found out",
    none: "Nothing yet. Look closely, ask around.",
    led: (/** @type {string} */ names) => `This pointed to ${names}.`,
  },

  music: {
    title: "Pictures and music",
    play: "Music",
    volume: "Volume",
    waits: "It begins with your next click or key.",
    failed: "The music could not be loaded.",
    pictures: "Show the place behind the story",
    anew: "Another picture of this place",
  },

  ending: {
    over: "The story has come to its end",
    /** @type {Record<string, string>} */
    kinds: { triumph: "A triumph", bittersweet: "A bittersweet end", defeat: "A defeat" },
    /** @type {Record<string, string>} */
    signs: { triumph: "☀\ufe0e", bittersweet: "☾", defeat: "†" },
    open: "Read the last page",
    of: (/** @type {string} */ campaign) => `The end of ${campaign}`,
    sum: (/** @type {number} */ scenes, /** @type {number} */ findings, /** @type {number} */ days) =>
      `${plural(scenes, "scene", "scenes")} seen, ${plural(findings, "thing", "things")} found out, ${plural(days, "day", "days")} gone by.`,
    heroes: (/** @type {string} */ names) => `This was the story of ${names}.`,
    others: (/** @type {number} */ n) => (n === 1 ? "It could have ended one other way." : `It could have ended in ${n} other ways.`),
    save: "Save a copy of this adventure",
    another: "Play another",
    stay: "Stay at the table",
    stayHint: "You can play on: what you do now is told after the end.",
  },
};
