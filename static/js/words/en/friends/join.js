// @ts-check
// What a guest reads on the way to a table, and at its door when they go.

export const JOIN = {
  looking: "One moment: opening your invitation…",
  invited: (/** @type {string} */ host) => `${host} invites you to`,
  invitedByHost: "You are invited to",
  plays: "Tell the others who you are and pick your hero. No account, nothing to install.",
  watches: "You are invited to watch: you see the story as it is told.",
  until: (/** @type {string} */ when) => `Your invitation is good until ${when}.`,
  name: "Your name",
  nameHint: "This is how the others at the table see you.",
  nameMissing: "What shall the others call you?",
  heroes: "Who do you play?",
  waiting: "Heroes of this story",
  fresh: "Heroes you can play",
  own: "Your own hero",
  ownText: "Name, class and origin are up to you.",
  sit: "Take your seat",
  watch: "Watch the story",
  sitting: "Finding you a chair…",
  noHero: "All heroes here are taken, and the party is full. Ask your host for a seat as a spectator, or for a free hero.",
  taken: "Somebody was faster and plays this hero now. Pick another one.",
  full: "The last seat was just taken.",
  over: {
    title: "This invitation is over",
    text: "It was used up, has run out or was taken back. Ask your host for a new link: it takes them a moment.",
  },
  tooMany: {
    title: "A moment, please",
    text: (/** @type {number} */ seconds) => `Too many wrong links came from your network. You can try again in ${seconds} s.`,
  },
  fullTable: {
    title: "The table is full",
    text: "Every seat is taken. Ask your host to make room, then open the link again.",
  },
  noToken: {
    title: "Open your link once more",
    text: "For safety the page keeps no invitations. Open the link from your friend’s message, or scan the code again.",
  },
  removed: {
    title: "Your seat is gone",
    text: "The host has closed this table or taken you off it, so this page shows nothing of it any more. If that was a mistake, ask for a new link.",
  },
  left: {
    title: "You have left the table",
    text: "Thank you for playing. Your hero stays in the story; to come back, ask your host for a link.",
  },
  noHost: {
    title: "This link opens nothing",
    text: "The host’s secret is another one by now. Open the link that the server printed when it was started last.",
  },
  away: { title: "Nobody answers the door" },
  again: "Try again",
};
