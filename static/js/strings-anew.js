// @ts-check
// What is said where the telling of a story begins anew. Like `strings.js`, and fetched with the cost.

export const ANEW = {
  begin: "Begin the telling anew",
  ask: "From the next turn on the Dungeon Master is shown nothing of what was said so far. Your heroes, the world, the journal and the story on this page stay as they are. A turn costs less then; what nobody wrote down may be forgotten.",
  yes: "Begin anew",
  done: "The telling begins anew with the next turn.",
};
