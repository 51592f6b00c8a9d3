// @ts-check
// Lines, veils, dials and the X card.

export const SAFETY = {
  intro: "A tool, not a promise: what you set here is told to all who tell the story, and what they tell is checked against the lines before you see it. Then it comes a sentence or a paragraph at a time.",
  rating: { "": "May be shown", veil: "Veil: only off screen", line: "Line: never" },
  lines: "Other lines",
  veils: "Other veils",
  ownHint: "In your own words, one in each line.",
  tags: "Content",
  dials: {
    tone: { title: "Tone", options: { "": "Not set", light: "Light and hopeful", balanced: "Light and shadow", dark: "Dark" } },
    violence: { title: "Violence", options: { "": "Not set", mild: "Without blood", moderate: "As in an adventure film", graphic: "Shown as it is" } },
    romance: { title: "Romance", options: { "": "Not set", none: "None", subtle: "Hinted at", open: "A part of the story" } },
  },
  contains: (/** @type {string} */ tags) => `This campaign says it contains: ${tags}.`,
  crossed: (/** @type {string} */ tags) => `This campaign contains what you set as a line: ${tags}.`,
  keep: "Save",
  kept: "Saved. This applies from the next turn.",
  stopped: "The scene was stopped",
  gone: "It did not happen, and the story goes another way. You don’t have to say why.",
  about: "What should not come up again?",
  aboutHint: "If you say it, it is a line from now on.",
  goOn: "Go on",
  notReached: "The X card didn’t reach the server. Press it again.",
};
