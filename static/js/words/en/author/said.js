// @ts-check
// The words of what is said at the author's desk. Like `words/en.js`, and fetched with the first of it.
import { plural } from "../../en.js";

export const SAID = {
  now: {
    sending: "Your words are on their way…",
    thinking: "The author considers…",
    telling: "The author speaks…",
    stopping: "Stopping…",
    reconnecting: (/** @type {number} */ n, /** @type {number} */ most) => `The line dropped. Picking it up again, try ${n} of ${most}…`,
  },
  begins: "The author begins to answer.",
  stopped: "You stopped the author. What it had written by then is kept.",
  stoppedHere: "Stopped here.",
  brokeOff: "It broke off here.",
  kept: (/** @type {string} */ why) => `${why} Everything written by then is kept.`,
  lineDown: "The connection is lost. The author goes on writing; everything is kept.",
  again: "Load it again",

  pictures: {
    remove: (/** @type {string} */ name) => `Leave out ${name}`,
    most: (/** @type {number} */ n) => `At most ${n} pictures go with one message.`,
    noPicture: (/** @type {string} */ name) => `“${name}” is not a picture this browser can read.`,
    sent: (/** @type {number} */ n) => (n === 1 ? "with a picture" : `with ${n} pictures`),
  },

  did: (/** @type {number} */ n) => plural(n, "thing done", "things done"),
  refused: (/** @type {string} */ doing) => `${doing}: once more, another way`,
  /** What a tool does and did, without and with what it did it to. */
  tools: /** @type {Record<string, { doing: string, done: string, to?: (name: string) => string }>} */ ({
    propose_premise: { doing: "Writing the premise", done: "Wrote the premise" },
    propose_character: { doing: "Bringing somebody in", done: "Brought somebody in", to: (name) => `Brought in ${name}` },
    draft_act_outline: { doing: "Outlining an act", done: "Outlined an act", to: (name) => `Outlined the act “${name}”` },
    draft_node_web: { doing: "Weaving the scenes together", done: "Wove the scenes together", to: (name) => `Wove the web of “${name}”` },
    draft_node_beats: { doing: "Writing a scene", done: "Wrote a scene", to: (name) => `Wrote what happens at “${name}”` },
    finalize_node: { doing: "Giving a scene its light and sound", done: "Gave a scene its light and sound", to: (name) => `Gave “${name}” its light and sound` },
    update_element: { doing: "Looking something over", done: "Looked something over", to: (name) => `Looked over “${name}”` },
    finalize_package: { doing: "Reading the whole of it through", done: "Read the whole of it through" },
  }),
  atWork: "At work",
};
