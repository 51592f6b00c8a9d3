// @ts-check
// Lines, veils, dials and the X card.

export const SAFETY = {
  intro: "A line is something that must never happen in your story; a veil may happen, but is not shown. Whoever tells the story is told, and every sentence is checked against your lines before you see it, so the story comes a sentence or a paragraph at a time. It is a help, not a guarantee.",
  rating: { "": "May be shown", veil: "Veil: happens unseen", line: "Line: never happens" },
  lines: "Other lines: what must never happen",
  veils: "Other veils: what may happen, but is not shown",
  ownHint: "In your own words, one in each line.",
  tags: "Content",
  dials: {
    tone: { title: "Tone", options: { "": "Not set", light: "Light and hopeful", balanced: "Light and shadow", dark: "Dark" } },
    violence: { title: "Violence", options: { "": "Not set", mild: "Without blood", moderate: "As in an adventure film", graphic: "Shown as it is" } },
    romance: { title: "Romance", options: { "": "Not set", none: "None", subtle: "Hinted at", open: "A part of the story" } },
  },
  contains: (/** @type {string} */ tags) => `This campaign says it contains: ${tags}.`,
  crossed: (/** @type {string} */ tags) => `This campaign contains what you asked never to meet: ${tags}.`,
  keep: "Save",
  kept: "Saved. This applies from the next turn.",
  stopped: "The scene was stopped",
  gone: "It did not happen, and the story goes another way. You don’t have to say why.",
  about: "What should not come up again?",
  aboutHint: "What you write here will never be shown in this story again. You can leave it empty.",
  goOn: "Go on",
  notReached: "The X card didn’t reach the server. Press it again.",
};
