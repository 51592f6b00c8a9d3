// @ts-check
// The one way from a table to friends.

export const SEATED = {
  friends: "Friends",
  invite: "Play with friends",
  screen: "Table screen",
};
