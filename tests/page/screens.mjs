// Every screen of the page: the modules and styles it needs, what is there by the time one opens it, and what the rest may weigh.
// `weigh.mjs` weighs them, `page.test.mjs` holds them to their limits, and `lists.mjs` writes the lists that the page keeps of its views.

/** The views that have an address of their own, each with its module. Beside the story, where there is room, stands the hero. */
export const VIEWS = { home: "home", author: "author", rules: "rules", table: "table", wide: "heropanel" };

const START = "index.html app.css icon.svg js/first-paint.js main";
const LIST = `${START} home.css home`;
const FIRST = `${START} table.css table heropanel`;
/** With what comes right behind it. */
const TABLE = `${FIRST} reread tabsync`;
const PANEL = `${TABLE} aside.css`;
const DESK = `${START} author.css author`;

/**
 * A word with a dot is a file, any other a module with all that it imports. `limit`: bytes as brotli packs them.
 * @typedef {{ on: string, has?: string, needs: string, limit: number, german?: true }} Screen `on` and `has`: what is there already
 */

/** @type {Record<string, Screen>} */
export const SCREENS = {
  "the first visit": { on: "", needs: `${LIST} newgame`, limit: 20_000 },
  "the list of adventures": { on: "", needs: `${LIST} sessionlist`, limit: 18_000 },
  "a table": { on: "", needs: FIRST, limit: 37_500 },
  "a new game": { on: LIST, needs: "newgame campaigns campaigns.css", limit: 8_000 },
  "a hero of one's own": { on: LIST, has: "newgame", needs: "herochoice heroform heroform.css", limit: 11_000 },
  "a level to take": { on: TABLE, needs: "level level.css dialog.css", limit: 7_500 },
  settings: { on: TABLE, needs: "settings dialog.css", limit: 7_000 },
  "house rules": { on: TABLE, has: "dialog.css settings storysettings", needs: "houserules", limit: 1_000 },
  "lines and veils": { on: TABLE, has: "dialog.css settings storysettings", needs: "safety safety.css", limit: 3_000 },
  "what the table does": { on: TABLE, needs: "toolwords", limit: 1_600 },
  "the first turn": { on: TABLE, needs: "play phasewords keys play.css", limit: 8_000 },
  "the journal": { on: TABLE, needs: "journal aside.css", limit: 8_000 },
  "what is written down": { on: PANEL, has: "journal", needs: "factbook facts.css", limit: 8_000 },
  "a line one writes": { on: PANEL, has: "factbook", needs: "factform", limit: 2_000 },
  "the dice": { on: PANEL, needs: "dicepanel", limit: 6_500 },
  "the cost": { on: PANEL, needs: "costpanel", limit: 7_000 },
  "how the dice fell": { on: PANEL, has: "dicepanel", needs: "dicefair past.css", limit: 4_000 },
  "what turns have cost": { on: PANEL, has: "costpanel", needs: "costchart past.css", limit: 4_000 },
  "what happened before": { on: PANEL, has: "journal", needs: "recap past.css dialog.css", limit: 4_000 },
  "a search of the story": { on: PANEL, has: "journal", needs: "seek past.css dialog.css", limit: 5_500 },
  "a question to the Dungeon Master": { on: PANEL, has: "journal", needs: "questions past.css dialog.css", limit: 4_000 },
  "a hero's sheet": { on: TABLE, needs: "sheet dialog.css", limit: 6_000 },
  "boons and curses": { on: TABLE, needs: "boonwords", limit: 1_200 },
  "the names of the rules": { on: TABLE, needs: "rulenames", limit: 500 },
  "what dice were thrown for": { on: TABLE, needs: "rollwords", limit: 2_000 },
  "a turn's menu": { on: PANEL, needs: "turnmenu dialog.css", limit: 8_000 },
  "how a turn was told": { on: PANEL, has: "dialog.css turnmenu", needs: "debugview debug.css", limit: 3_000 },
  "a fight": { on: TABLE, needs: "fight fight.css", limit: 8_000 },
  "who fights whom": { on: TABLE, has: "fight", needs: "fightsides likeness art fightsides.css", limit: 3_000 },
  "its map, where one aims": { on: TABLE, has: "fight.css fight", needs: "fightmap fightthrows fightodds fightmap.css", limit: 4_500 },
  "what is on its map": { on: TABLE, has: "fight.css fightmap.css fight fightmap", needs: "fightground fightground.css", limit: 2_000 },
  "a reaction that is asked for": { on: TABLE, has: "fight.css fight", needs: "fightasked fightasked.css", limit: 2_000 },
  "a campaign": { on: TABLE, needs: "plotpanel plot.css", limit: 7_500 },
  "its music": { on: TABLE, has: "plotpanel", needs: "music", limit: 1_500 },
  "the map of a campaign": { on: TABLE, has: "plot.css plotpanel", needs: "plotmap", limit: 3_500 },
  "its last page": { on: TABLE, has: "plot.css plotpanel", needs: "ending dialog.css", limit: 5_500 },
  "the rules": { on: START, needs: "rules rules.css", limit: 8_000 },
  "whose words the rules are": { on: START, has: "rules", needs: "rulescredit", limit: 1_000 },
  "a look for friends": { on: TABLE, needs: "seated keys", limit: 2_500 },
  "a table with friends": { on: TABLE, has: "seated play", needs: "company friends.css aside.css", limit: 13_600 },
  "what is done about a seat": { on: TABLE, has: "company", needs: "peopledeeds dialog.css", limit: 3_500 },
  "an invitation": { on: TABLE, has: "seated", needs: "invite invite.css dialog.css", limit: 7_500 },
  "how a table is played": { on: TABLE, has: "dialog.css invite.css invite", needs: "tablesettings", limit: 3_500 },
  "the table screen": { on: START, has: "home.css", needs: "watch table.css play.css scene.css watch.css", limit: 27_000 },
  "a round": { on: TABLE, has: "friends.css company", needs: "rounds roundbox rounds.css", limit: 5_500 },
  "a round on the table screen": { on: START, has: "watch", needs: "rounds watchround rounds.css", limit: 3_000 },
  "its way in": { on: START, has: "table.css watch", needs: "watchcode", limit: 3_000 },
  "joining a table": { on: START, needs: "join home.css join.css", limit: 10_800 },
  "rules beside a story": { on: TABLE, needs: "rules rulesbeside rules.css", limit: 8_000 },
  "an entry of the rules": { on: START, has: "rules", needs: "rulesentry rulesentry.css", limit: 7_500 },
  "the drafts": { on: START, needs: "plans plans.css home.css", limit: 5_500 },
  "the author's desk": { on: START, needs: "author author.css", limit: 8_000 },
  "the author's talk": { on: DESK, needs: "authortalk follow said.css", limit: 8_000 },
  "an answer of the author's": { on: DESK, has: "said.css authortalk", needs: "authorstatus turnstream announcer", limit: 3_000 },
  "the author's outline": { on: DESK, needs: "authoroutline written.css", limit: 6_500 },
  "the author's map": { on: DESK, needs: "authormap written.css", limit: 5_500 },
  "the author's findings": { on: DESK, needs: "authorfindings written.css campaigns.css", limit: 6_000 },
  "the author's pictures": { on: DESK, needs: "authorpictures said.css", limit: 3_500 },
  "the first visit in German": { on: "", needs: `${LIST} newgame`, limit: 25_500, german: true },
  "a table in German": { on: "", needs: FIRST, limit: 42_000, german: true },
  "the names of the rules in German": { on: TABLE, needs: "rulenames", limit: 8_000, german: true },
};
