// @ts-check
// What can be done about who is at a table.

export const DEEDS = {
  leaveTitle: "Leave the table?",
  leaveText: "Your hero stays in the story. To come back you need a new link.",
  stay: "Stay",
  renameGo: "That’s me",
  name: "Name",
  deeds: {
    give: (/** @type {string} */ hero) => `Hand over ${hero}`,
    take: (/** @type {string} */ hero) => `Take ${hero} back`,
    away: "Mark as away",
    awayHint: "You act for their hero meanwhile.",
    back: "Mark as here",
    spectator: "Make a spectator",
    spectatorHint: "They keep watching, and you act for their hero.",
    player: "Make a player",
    playerHint: "Then hand them a hero.",
    remove: "Remove from the table",
  },
  removeTitle: (/** @type {string} */ name) => `Remove ${name}?`,
  removeText: "Whatever they have open closes at once, and they need a new link to come back. Their hero stays in the story.",
  removeGo: "Remove",
  leave: "Leave the table",
  rename: "Change your name",
};
