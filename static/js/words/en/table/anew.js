// @ts-check
// What is said where the telling of a story begins anew. Like `words/en.js`, and fetched with the cost.

export const ANEW = {
  begin: "Start with a clean slate",
  ask: "From the next turn on, the Dungeon Master no longer sees what was said so far. Your heroes, the world, the journal and the story on this page stay as they are. Turns cost less; what is not in the journal may be forgotten.",
  yes: "Start clean",
  done: "The next turn starts with a clean slate.",
};
