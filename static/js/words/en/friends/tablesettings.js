// @ts-check
// How the host sets a table with friends.

export const SETTINGS = {
  title: "Table settings",
  lead: "For everyone at this table, from the next turn on.",
  mode: "Who acts when?",
  modes: { free: "Everyone, whenever they like", rounds: "In rounds" },
  modeHints: { free: "Messages become turns in the order they come.", rounds: "Everyone says what they do, then it’s all told together." },
  modeHint: "In a fight, initiative decides.",
  wait: "How long a round waits, in seconds",
  waitHint: "For everyone who is here. Then the story goes on without those who have said nothing.",
  spectators: "Spectators may join the talk",
  spectatorsHint: "Otherwise they can only read it.",
  cap: "What each guest may cost you, in US dollars",
  capHint: "For all their turns together; empty means no limit. A guest who has used it up can still fight with the buttons, roll dice and talk.",
  capKeyless: "Empty means no limit. The built-in storyteller costs nothing, so nobody will reach it.",
  capWrong: "Write an amount from 0 to 1,000,000, such as 0.50, or leave it empty.",
  spent: "What your guests have cost",
  gone: "Somebody who has left",
  usedUp: "used up",
  save: "Save",
  saved: "Saved.",
  unsaved: "Not saved yet: here is what you chose before.",
};
