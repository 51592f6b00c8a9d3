// @ts-check
// What is said where one looks into how a turn was told. Fetched with a turn's menu.
import { S } from "../../en.js";

export const D = {
  open: "How it was told",
  openHint: "What each agent saw and did. It may give the story away.",
  title: (/** @type {number} */ seq) => `How turn ${seq} was told`,
  warning: "This is everything the Dungeon Master read for this turn: what people hide, what a place holds, enemies in numbers. It may spoil the story.",
  show: "Show it anyway",
  json: "As JSON",

  agents: "Who was asked",
  nobody: "Nobody was asked: the rules settled it, or nothing of it is kept.",
  leftOut: (/** @type {number} */ n) => (n === 1 ? "One more question had no room." : `${n} more questions had no room.`),
  blocksLeftOut: (/** @type {number} */ n) => (n === 1 ? "One more part of the prompt had no room." : `${n} more parts of the prompt had no room.`),
  tokens: (/** @type {number} */ n) => `about ${n.toLocaleString(S.locale)} tokens`,
  used: (/** @type {number} */ read, /** @type {number} */ cached, /** @type {number} */ written) =>
    `${read.toLocaleString(S.locale)} tokens read${cached ? `, ${cached.toLocaleString(S.locale)} of them from the cache` : ""}, ${written.toLocaleString(S.locale)} written`,
  took: (/** @type {number} */ ms) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`),
  called: (/** @type {string} */ names) => `Used ${names}.`,
  same: "The same as in a question before.",
  fixed: "Always the same; not kept word for word.",
  turns: (/** @type {number[]} */ seqs) => `Turns ${seqs.length > 2 ? `${seqs[0]} to ${seqs.at(-1)}` : seqs.join(" and ")}, as the story has them.`,
  cut: "Cut here: no room for more.",

  hints: "Hints before",
  sure: (/** @type {number} */ share) => `${Math.round(share * 100)} %`,
  followed: "followed",
  ignored: "not followed",

  checks: "Rulings",
  commands: "State commands",
  done: "done",
  refused: "refused",

  narration: "The check after",
  claimed: (/** @type {string} */ quote, /** @type {string} */ truth) => `“${quote}” – ${truth}`,
  rejected: "Withdrawn by the reviewer",
  added: "Added by the reviewer",
  objection: "Put back to the model",
  detected: (/** @type {string} */ kinds) => (kinds ? `Read out of the story: ${kinds}.` : "Nothing was read out of the story."),
  remaining: "Told to the player",
  discarded: (/** @type {string} */ reason) => /** @type {string} */ (reason === "replaced" ? "The story as it was first told" : "Said to the check, and shown to nobody"),
  clean: "Nothing in the story was at odds with the table.",
};
