// @ts-check
// Lines, veils, dials and the X card.

export const SAFETY = {
  intro: "A tool, not a promise: what you set here is told to all who tell the story, and what they tell is checked against the lines before you see it. Then it comes a sentence or a paragraph at a time.",
  rating: { "": "May be shown", veil: "Veil: only off screen", line: "Line: never" },
  lines: "More that is never shown",
  veils: "More that happens only off screen",
  ownHint: "In your own words, one in each line.",
  tags: "What can be in stories",
  dials: {
    tone: { title: "Tone", options: { "": "As it comes", light: "Light and hopeful", balanced: "Light and shadow", dark: "Dark" } },
    violence: { title: "Violence", options: { "": "As it comes", mild: "Without blood", moderate: "As in an adventure film", graphic: "Shown as it is" } },
    romance: { title: "Romance", options: { "": "As it comes", none: "None", subtle: "Hinted at", open: "A part of the story" } },
  },
  crossed: (/** @type {string} */ tags) => `This campaign has, by its own account: ${tags}. You have set that as a line.`,
  keep: "Keep the lines",
  kept: "Kept. They hold from the next turn on.",
  stopped: "The scene was stopped",
  gone: "It did not happen, and the story goes another way. You need not say why.",
  about: "What is not to come back?",
  aboutHint: "If you say it, it is a line from now on.",
  goOn: "Go on",
};
