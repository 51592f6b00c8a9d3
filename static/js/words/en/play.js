// @ts-check
// What is said of a turn while it plays, and when it comes to nothing. Like `words/en.js`, and fetched with the first turn.
import { listed } from "../en.js";

export const P = {
  xCard: "X card: stop this scene and undo it",
  begin: "The Dungeon Master considers.",
  dropped: "The line dropped. Picking it up again.",

  status: {
    thinking: "The Dungeon Master considers…",
    telling: "The Dungeon Master tells…",
    pausing: (/** @type {number} */ seconds) => `The Dungeon Master pauses… ${seconds} s`,
    stopping: "Stopping…",
    turningBack: "Turning back the pages…",
    reconnecting: (/** @type {number} */ n, /** @type {number} */ most) => `The line dropped. Picking it up again, try ${n} of ${most}…`,
  },

  undone: "None of this happened: the story is as it was before.",
  unsure: "You stopped it here. Whether it still counts, the server has not said yet.",
  cutOff: "The line was cut here.",
  refused: "This was not played.",

  stopped: "You stopped the telling. Nothing of it counts, and your words are back in the box.",
  stoppedForSafety: "The scene was stopped. This turn doesn’t count.",
  stoppedElsewhere: "The telling was stopped from elsewhere, perhaps in another tab. Nothing of it counts, and your words are kept.",
  stoppedUnconfirmed: "You stopped the telling. The server has not said yet whether it still counted; the story above shows what counts. Your words are kept; nothing is played twice.",
  failed: (/** @type {string} */ why) => `The turn failed, and the story is as it was before. ${why} Your words are kept.`,
  lost: "The server no longer knows this turn; it may have been restarted. The story is as it was before, and your words are kept.",
  seeCost: "See what it cost",
  wordsKept: (/** @type {string} */ why) => `${why} Your words are kept.`,
  reference: (/** @type {string} */ id) => `(Reference ${id}.)`,
  lineLost: "The server can’t be reached. Your words are kept. If the turn went on without you, trying again picks it up; nothing is played twice.",
  owed: (/** @type {string[]} */ names, /** @type {string} */ asked) => `${listed(names, "and")} ${names.length > 1 ? "are" : "is"} still to answer${asked ? `: ${asked}` : "."}`,
  retellStopped: "You stopped the new telling. The earlier one stays.",
  retellFailed: (/** @type {string} */ why) => `The new telling failed, and the earlier one stays. ${why}`,
};
