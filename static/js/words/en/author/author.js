// @ts-check
// The words of the author's desk before anything is said at it. Like `words/en.js`; what is said and written brings its own.
import { plural } from "../../en.js";

export const W = {
  title: "Write a campaign",
  untitled: "A campaign without a name",

  needsKeyHere: "Until then this draft can be read, finalised and deleted.",

  goneTitle: "This draft is gone",
  gone: "This draft was deleted, perhaps in another tab.",
  back: "All drafts",
  tabs: { chat: "Talk", outline: "Outline", map: "Map", findings: "Findings" },
  panes: "What is written",
  chat: "What you say to each other",

  composer: {
    label: "What should it be about?",
    hint: "Enter sends · Shift+Enter for a new line · Esc stops",
    attach: "Add a picture",
    attached: "Pictures that go with it",
  },

  invitation: "Begin anywhere: with a place, a feeling, a crime, somebody who is half right.",
  ideas: [
    "A ferry town where the drowned come back on the last boat and want their fare returned.",
    "One evening, one house: everybody in it owes money to the man who has just been found dead.",
    "A mountain road that grows shorter each time it is walked, and the toll house that knows why.",
  ],

  newest: "To the newest words",
  unanswered: "Your last message was not answered in full. Everything written so far is kept.",
  goOn: "Go on",
  goOnWords: "Please go on from where you left off.",

  progress: (/** @type {number} */ n, /** @type {number} */ all) => `${n} of ${plural(all, "scene", "scenes")} finished`,

  nothing: "Nothing is written yet. What the two of you write appears here as you go.",

  finalise: "Finalise",
  play: "Play it",
};
