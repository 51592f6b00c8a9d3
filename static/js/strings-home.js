// @ts-check
// The words of the first page and its list, of the new game, of what is done with an adventure as a whole, and of the
// door. Like `strings.js`, and fetched with the first of them.
import { plural } from "./strings.js";

/** @param {string[]} names */
const and = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

export const H = {
  storytellerPlays:
    "The built-in storyteller is your Dungeon Master. Start the server with ANTHROPIC_API_KEY set, and Claude takes the chair.",

  home: {
    heading: "Your adventures",
    lead: "The fire is lit and the chairs are where you left them.",
    new: "Begin a new adventure",
    write: "Write one with the Dungeon Master",
    import: "Bring one from a file",
    more: "Show older ones",
    search: "Find an adventure",
    found: (/** @type {number} */ n) => (n ? `${plural(n, "adventure", "adventures")} found.` : "No adventure of that name."),
    optionsOf: (/** @type {string} */ title) => `Rename, export or delete ${title}`,
    turns: (/** @type {number} */ n) => (n ? plural(n, "turn", "turns") : "not begun"),
  },

  sessions: {
    title: "Title",
    rename: "Rename",
    renameTitle: "Rename this adventure",
    titleMissing: "Give it a name.",
    delete: "Delete",
    deleteForGood: "Delete for good",
    deleteTitle: "Delete this adventure?",
    deleteText: (/** @type {string} */ title) => `“${title}” and every turn of it will be gone. There is no way back.`,
    keep: "Keep it",
    export: "Export to a file",
    exportTitle: "Export this adventure?",
    exportText:
      "The file holds every turn, and the seed of the dice thrown so far, so that anyone who has it can check each throw. (Throws that a branch shares with the adventure it left are checked there: the origin may still play with their seed.) Here the adventure goes on with fresh dice.",
    exportGo: "Export",
    exported: (/** @type {string} */ file) => `Saved as ${file}. From now on the dice are fresh ones.`,
    importing: "Bringing it in…",
    imported: (/** @type {string} */ title) => `“${title}” is here, as it was when it was exported.`,
    tooBig: (/** @type {number} */ most) => `It is too big: at most ${most} MiB can be brought in.`,
    notJson: "It can't be read: it is no JSON, or only part of it arrived.",
    notOurs: "It is not an adventure exported from Embertale.",
    damaged: (/** @type {string} */ part) => `Its record of ${part} does not agree with the rest: the file was altered, or did not arrive whole. Export it once more where it was played.`,
    damagedTurn: (/** @type {number} */ seq) => `turn ${seq}`,
    damagedDice: "the dice",
    damagedStory: "the heroes and their story",
    importFailed: (/** @type {string} */ file, /** @type {string} */ why) => `“${file}” was not brought in. ${why} Nothing here has changed.`,
    importUnknown: (/** @type {string} */ file, /** @type {string} */ why) => `${why} Whether “${file}” was brought in is not known. Choose the same file once more: it is brought in only once.`,
  },

  newGame: {
    first: "Begin your first adventure",
    title: "A new adventure",
    lead: "Say who you are, and the Dungeon Master does the rest.",
    choose: "Who goes?",
    party: "Go as a party of up to six",
    chosen: "✓",
    body: (/** @type {number} */ hp, /** @type {number} */ ac) => `${hp} hit points · armour ${ac}`,
    own: "A hero of your own",
    ownText: "A name, a calling and a people; the rest is filled in for you.",
    ownTitle: "Your hero",
    unnamed: "your own hero",
    name: "Name",
    class: "Class",
    race: "Race",
    background: "Background",
    backgroundHint: "If you like: lamplighter, deserter, baker’s child…",
    abilities: "Ability scores",
    abilitiesHint: "Leave all six empty and they are placed as the class needs them.",
    scoreMissing: "Give all six, or none.",
    nameMissing: "Every hero needs a name.",
    adventureTitle: "Title of the adventure",
    titlePlaceholder: "The lantern under the hill",
    titleHint: "May stay empty.",
    edition: "Rules",
    editions: [["2014", "Those of 2014 (SRD 5.1)"], ["2024", "Those of 2024 (SRD 5.2)"]],
    nobody: "Choose at least one hero.",
    tooMany: (/** @type {number} */ most) => `That is a crowd: at most ${most} heroes.`,
    sets: (/** @type {string[]} */ names) => `${and(names)} ${names.length > 1 ? "set" : "sets"} out.`,
    begin: "Begin",
    beginning: "Setting out…",
  },

  signIn: {
    title: "Who is at the door?",
    why: "This table asks its players for their secret.",
    secret: "Your secret",
    go: "Sign in",
    missing: "Type the secret you were given.",
    wrong: "That is not a secret this server knows.",
  },
};
