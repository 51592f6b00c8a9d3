// @ts-check
// The panel of who is at a table, and what they say to each other.
import { listed, plural } from "../en.js";

export const C = {
  tab: "Table",
  people: "At the table",
  you: "you",
  roles: { host: "hosts", player: "plays", spectator: "watches" },
  states: /** @type {Record<string, string>} */ ({ here: "here", away: "away", sent: "ready", awaited: "not yet" }),
  plays: (/** @type {string[]} */ heroes) => `plays ${listed(heroes, "and")}`,
  noHero: "has no hero yet",
  gone: (/** @type {string[]} */ names) => `Left: ${listed(names, "and")}`,
  options: (/** @type {string} */ name) => `${name}: more`,
  inviteMore: "Invite a friend",
  settings: "Table settings",
  goAway: "Step away",
  awayHint: "The host can act for your hero until you are back.",
  comeBack: "I’m back",
  leave: "Leave the table",
  rename: "Change your name",
  offline: "The table can’t be heard right now. Listening again as soon as it answers…",

  talk: "Talk",
  talkHint: "Just between you: the Dungeon Master doesn’t hear it. Nothing is kept: once you reload the page, it’s all gone.",
  whisperHint: "Choose a name to whisper.",
  ask: "Ask the Dungeon Master",
  talkClosed: "Your host lets spectators read along, not join in.",
  silence: "Nothing has been said since you opened this page.",
  to: "To",
  everyone: "Everyone",
  say: "Your message",
  sayTo: (/** @type {string[]} */ names) => `Whisper to ${listed(names, "and")}`,
  send: "Say it",
  whisper: "Whisper",
  whispers: (/** @type {string[]} */ names) => `whispers to ${listed(names, "and")}`,
  toYou: "you",
  unread: (/** @type {number} */ n) => plural(n, "new message", "new messages"),

  watching: "You are watching. The story appears as it is told.",
  heroless: "You have no hero at the moment. Your host can hand you one.",
};
