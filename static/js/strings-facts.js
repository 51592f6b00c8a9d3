// @ts-check
// The words of what the journal holds line by line. Like `strings.js`, and fetched with the journal.
import { listed, plural } from "./strings.js";

export const FACTS = {
  title: "Written down",
  loading: "Opening the journal…",
  offline: "You are offline. What was read before stands here; what you write is kept in this browser until the network is back.",
  stale: (/** @type {string} */ why) => `What stands here was read before. ${why}`,
  again: "Try again",

  begin: "Write a note",
  yours: "Your note",

  find: "Search",
  kind: "Kind",
  kinds: /** @type {Record<string, string>} */ ({ "": "All", event: "What happened", person: "People", place: "Places", thing: "Things", quest: "Quests", note: "Your notes" }),
  earlier: "As it stood earlier",
  asOf: "After turn",
  asOfHint: (/** @type {number} */ last) => `From 0, before anything happened, to ${last}.`,
  show: "Show it",
  now: "Back to now",
  stood: (/** @type {string} */ seq) => `So the journal stood after turn ${seq}.`,

  empty: "Nothing yet. What matters will be written here, and you can write a note of your own.",
  noneFound: "Nothing in the journal is like that.",
  noneThen: "Nothing had been written down by then.",
  noneForgotten: "Nothing is forgotten.",
  found: (/** @type {number} */ n, /** @type {boolean} */ more) => `${more ? "At least " : ""}${plural(n, "line", "lines")} found.`,
  more: "Further lines",

  turn: (/** @type {number} */ seq) => `Turn ${seq}`,
  start: "From the start",
  seenBy: (/** @type {string[]} */ names) => `seen by ${listed(names, "and")}`,
  edited: "changed by you",
  past: "No longer so since",
  pinnedMark: "Pinned: ",
  deeds: (/** @type {string} */ text) => `What to do with “${text}”`,
  pin: "Pin",
  unpin: "Unpin",
  edit: "Change",
  asTold: "As it was told",
  forget: "Forget",
  restore: "Bring it back",
  destroy: "Delete for good",
  forgotten: "Forgotten: the Dungeon Master is no longer told of it.",
  wasRestored: "It is back in the journal.",
  wasPinned: "Pinned to the top.",
  wasUnpinned: "No longer pinned.",
  wasSetBack: "It says again what was told.",
  wasDestroyed: "Deleted for good.",
  among: "Forgotten",

  /** How many lines there are, and what became of the others. */
  counts: (/** @type {number} */ kept, /** @type {number} */ superseded, /** @type {number} */ duplicates, /** @type {number} */ junk) =>
    [
      kept > 0 && `The story left ${plural(kept, "line", "lines")} here.`,
      superseded > 0 && `${superseded} of them ${superseded === 1 ? "tells" : "tell"} of what is no longer so.`,
      duplicates > 0 && `${duplicates} said what stood there already, and ${duplicates === 1 ? "was" : "were"} not written again.`,
      junk > 0 && `${junk} had nothing in ${junk === 1 ? "it" : "them"} worth a line.`,
    ]
      .filter(Boolean)
      .join(" "),
  showForgotten: (/** @type {number} */ n) => `What is forgotten (${n})`,
  hideForgotten: "Back to the journal",
};
