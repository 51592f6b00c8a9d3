// @ts-check
// The words of looking back over a whole adventure: finding what was said, how the dice fell, what each turn has cost. Like
// `words/en.js`, and fetched with the first such look.
import { plural } from "../../en.js";

export const PAST = {
  seek: {
    ask: "What do you want to find again?",
    hint: "A name, a thing, a question. Everything that was said, told and written down is looked through.",
    go: "Search",
    looking: "Searching…",
    found: (/** @type {number} */ n) => (n ? `${plural(n, "place", "places")} in the story, the likeliest first.` : "Nothing in the story speaks of that. Try another word for it."),
    turn: (/** @type {number} */ seq) => `Turn ${seq}`,
    day: (/** @type {number} */ day) => `Day ${day}`,
    start: "Before the first turn",
    kinds: /** @type {Record<string, string>} */ ({ written: "written down", edited: "as you put it", note: "your note" }),
  },

  recap: {
    away: "It has been a while. The story waits where you left it.",
    nothing: "Nothing has happened yet.",
    last: "Where you left off",
    past: (/** @type {number} */ seq) => `no longer true since turn ${seq}`,
  },

  dice: {
    looking: "Counting every roll…",
    none: "No dice have been rolled in this story yet.",
    which: "Which die",
    die: (/** @type {number} */ sides) => `d${sides}`,
    sum: (/** @type {number} */ n, /** @type {number} */ sides, /** @type {string} */ mean, /** @type {string} */ expected) =>
      `A d${sides} fell ${plural(n, "time", "times")}: ${mean} on average. A fair die averages ${expected}.`,
    counts: (/** @type {string} */ list) => `How often each number fell: ${list}.`,
    count: (/** @type {number} */ value, /** @type {number} */ times) => `${value}: ${times}`,
    line: "The dashed line is where every bar would end if chance were a clerk.",
    few: (/** @type {number} */ n) => `Too few to say more: ask again after ${n} rolls.`,
    even: "As uneven as fair dice are, and no more.",
    odd: "A little uneven. One fair table in twenty looks like this.",
    rare: "Very uneven. Of a hundred fair tables hardly one looks like this; the seal below lets you check every roll.",
  },

  cost: {
    looking: "Adding it up…",
    none: "No turn has cost anything.",
    from: (/** @type {number} */ first, /** @type {number} */ last) => (first === last ? `Turn ${first}` : `Turns ${first} to ${last}`),
    bar: (/** @type {string} */ which, /** @type {string} */ money) => `${which}: ${money}`,
    sum: (/** @type {string} */ middle, /** @type {number} */ seq, /** @type {string} */ most) => `Half of the turns cost ${middle} or less. The most expensive was turn ${seq}, at ${most}.`,
    grouped: (/** @type {number} */ n) => `Each bar stands for ${n} turns.`,
    unknown: (/** @type {number} */ n) => `${plural(n, "turn", "turns")} of unknown cost ${n === 1 ? "is" : "are"} left out.`,
  },
};
