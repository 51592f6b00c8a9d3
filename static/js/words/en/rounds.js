// @ts-check
// A table that plays in rounds. Fetched with the first of them.
import { listed } from "../en.js";

export const R = {
  section: "This round",
  you: "you",
  host: "your host",
  lead: "You play in rounds: everyone says what they do, then it’s all told together.",
  ready: (/** @type {string[]} */ names) => `Ready: ${names.join(", ")}`,
  waiting: (/** @type {string[]} */ names) => `Waiting for ${listed(names, "and")}`,
  isReady: (/** @type {string[]} */ names) => `${listed(names, "and")} ${names.length > 1 ? "are" : "is"} ready.`,
  left: (/** @type {string} */ time) => `${time} left`,
  until: (/** @type {string} */ time) => `until ${time}`,
  soon: "any moment now",
  told: "And here’s what happens…",
  failed: "That telling failed. Everyone’s words are kept.",
  failedGuest: "Your host can play it again.",
  held: "The fight comes first. This round waits until it’s over.",
  free: "Messages are played one by one again.",

  send: "Ready",
  instead: "Replace",
  changed: "Changed your mind?",
  change: "Change",
  passes: "You sit this one out.",
  pass: "Pass",
  playNow: "Play it now",
  playAgain: "Play it again",
  sent: "You’re ready.",

  problems: {
    plays_in_rounds: "This table plays in rounds: everyone says what they do, then it’s all told together.",
    no_round: "There’s no round to play right now. Your words are kept.",
    round_closed: "This round is already being told. Your words are kept for the next one.",
  },

  /** On the table screen. */
  begins: "Everyone: what do you do?",
};
