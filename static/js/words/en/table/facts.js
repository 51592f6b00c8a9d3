// @ts-check
// The words of what the journal holds line by line. Like `words/en.js`, and fetched with the journal.
import { listed, plural } from "../../en.js";

export const FACTS = {
  title: "Written down",
  loading: "Opening the journal…",
  offline: "You are offline. This is the journal as last loaded; what you write is kept in this browser until the network is back.",
  stale: (/** @type {string} */ why) => `This is the journal as last loaded. ${why}`,
  again: "Try again",

  begin: "Write a note",
  yours: "Your note",

  find: "Search",
  kind: "Kind",
  kinds: /** @type {Record<string, string>} */ ({ "": "All", event: "What happened", person: "People", place: "Places", thing: "Things", quest: "Quests", note: "Your notes" }),
  earlier: "At an earlier turn",
  asOf: "After turn",
  asOfHint: (/** @type {number} */ last) => `From 0, before anything happened, to ${last}.`,
  show: "Show it",
  now: "Back to now",
  stood: (/** @type {string} */ seq) => `The journal after turn ${seq}.`,

  empty: "Nothing yet. What matters will be written here, and you can write a note of your own.",
  noneFound: "Nothing in the journal matches.",
  noneThen: "Nothing had been written down by then.",
  noneForgotten: "Nothing is forgotten.",
  found: (/** @type {number} */ n, /** @type {boolean} */ more) => `${more ? "At least " : ""}${plural(n, "entry", "entries")} found.`,
  more: "Show more",

  turn: (/** @type {number} */ seq) => `Turn ${seq}`,
  start: "From the start",
  seenBy: (/** @type {string[]} */ names) => `seen by ${listed(names, "and")}`,
  edited: "changed by you",
  past: "No longer true since",
  pinnedMark: "Pinned: ",
  deeds: (/** @type {string} */ text) => `What to do with “${text}”`,
  pin: "Pin",
  unpin: "Unpin",
  edit: "Change",
  asTold: "Original wording",
  forget: "Forget",
  restore: "Restore",
  destroy: "Delete for good",
  forgotten: "Forgotten: the Dungeon Master no longer sees it.",
  wasRestored: "It is back in the journal.",
  wasPinned: "Pinned to the top.",
  wasUnpinned: "No longer pinned.",
  wasSetBack: "Back to the original wording.",
  wasDestroyed: "Deleted for good.",
  among: "Forgotten",

  /** How many lines there are, and what became of the others. */
  counts: (/** @type {number} */ kept, /** @type {number} */ superseded, /** @type {number} */ duplicates, /** @type {number} */ junk) =>
    [
      kept > 0 && `${plural(kept, "entry", "entries")} from the story.`,
      superseded > 0 && `${superseded} of them ${superseded === 1 ? "is" : "are"} no longer true.`,
      duplicates > 0 && `${plural(duplicates, "repeat was", "repeats were")} left out.`,
      junk > 0 && `${junk} ${junk === 1 ? "was" : "were"} not worth an entry.`,
    ]
      .filter(Boolean)
      .join(" "),
  showForgotten: (/** @type {number} */ n) => `What is forgotten (${n})`,
  hideForgotten: "Back to the journal",
};
