// Every screen of the page: the modules and styles it needs, what is there by the time one opens it, and what the rest may weigh.
// `weigh.mjs` weighs them, `page.test.mjs` holds them to their limits, and `lists.mjs` writes the lists that the page keeps of its views.

/** The views that have an address of their own, each with its module. Beside the story, where there is room, stands the hero. */
export const VIEWS = { home: "home/home", author: "author/author", rules: "rules/rules", table: "table/table", wide: "hero/heropanel" };

const START = "index.html css/app.css icon.svg js/first-paint.js main";
const LIST = `${START} css/home.css home/home`;
const FIRST = `${START} css/table.css table/table hero/heropanel`;
/** With what comes right behind it. */
const TABLE = `${FIRST} reread table/tabsync css/table/behind.css`;
const PANEL = `${TABLE} css/table/aside.css`;
const DESK = `${START} css/author.css author/author`;

/**
 * A word with a dot is a file, any other a module with all that it imports. `limit`: bytes as brotli packs them.
 * @typedef {{ on: string, has?: string, needs: string, limit: number, german?: true }} Screen `on` and `has`: what is there already
 */

/** @type {Record<string, Screen>} */
export const SCREENS = {
  "the first visit": { on: "", needs: `${LIST} home/newgame`, limit: 20_000 },
  "the list of adventures": { on: "", needs: `${LIST} home/sessionlist`, limit: 18_000 },
  "a table": { on: "", needs: FIRST, limit: 37_500 },
  "a new game": { on: LIST, needs: "home/newgame home/campaigns css/campaigns.css", limit: 8_000 },
  "a hero of one's own": { on: LIST, has: "home/newgame", needs: "home/herochoice hero/heroform css/table/heroform.css", limit: 11_000 },
  "a level to take": { on: TABLE, needs: "hero/level css/table/level.css css/dialog.css", limit: 7_500 },
  settings: { on: TABLE, needs: "settings/settings css/dialog.css", limit: 7_000 },
  "house rules": { on: TABLE, has: "css/dialog.css settings/settings settings/storysettings", needs: "settings/houserules", limit: 1_000 },
  "lines and veils": { on: TABLE, has: "css/dialog.css settings/settings settings/storysettings", needs: "settings/safety css/safety.css", limit: 3_000 },
  "what the table does": { on: TABLE, needs: "turn/toolwords", limit: 1_600 },
  "the first turn": { on: TABLE, needs: "turn/play turn/phasewords table/keys css/table/play.css", limit: 8_000 },
  "the journal": { on: TABLE, needs: "journal/journal css/table/aside.css", limit: 8_000 },
  "what is written down": { on: PANEL, has: "journal/journal", needs: "journal/factbook css/table/facts.css", limit: 8_000 },
  "a line one writes": { on: PANEL, has: "journal/factbook", needs: "journal/factform", limit: 2_000 },
  "the dice": { on: PANEL, needs: "dice/dicepanel", limit: 6_500 },
  "the cost": { on: PANEL, needs: "cost/costpanel", limit: 7_000 },
  "how the dice fell": { on: PANEL, has: "dice/dicepanel", needs: "dice/dicefair css/table/past.css", limit: 4_000 },
  "what turns have cost": { on: PANEL, has: "cost/costpanel", needs: "cost/costchart css/table/past.css", limit: 4_000 },
  "the story so far": { on: PANEL, has: "journal/journal", needs: "lib/aloud", limit: 1_000 },
  "what happened before": { on: PANEL, has: "journal/journal lib/aloud", needs: "journal/recap css/table/past.css css/dialog.css", limit: 4_000 },
  "a search of the story": { on: PANEL, has: "journal/journal", needs: "journal/seek css/table/past.css css/dialog.css", limit: 5_500 },
  "a question to the Dungeon Master": { on: PANEL, has: "journal/journal", needs: "journal/questions css/table/past.css css/dialog.css", limit: 4_000 },
  "a hero's sheet": { on: TABLE, needs: "hero/sheet css/dialog.css", limit: 6_000 },
  "boons and curses": { on: TABLE, needs: "hero/boonwords", limit: 1_200 },
  "the names of the rules": { on: TABLE, needs: "hero/rulenames", limit: 500 },
  "what dice were thrown for": { on: TABLE, needs: "dice/rollwords", limit: 2_000 },
  "a turn's menu": { on: PANEL, needs: "turn/turnmenu css/dialog.css", limit: 8_000 },
  "how a turn was told": { on: PANEL, has: "css/dialog.css turn/turnmenu", needs: "table/debugview css/table/debug.css", limit: 3_000 },
  "a fight": { on: TABLE, needs: "fight/fight css/fight/fight.css", limit: 8_000 },
  "who fights whom": { on: TABLE, has: "fight/fight", needs: "fight/fightsides hero/likeness art css/fight/fightsides.css", limit: 3_000 },
  "its map, where one aims": { on: TABLE, has: "css/fight/fight.css fight/fight", needs: "fight/fightmap fight/fightthrows fight/fightodds css/fight/fightmap.css", limit: 4_500 },
  "where no weapon reaches": { on: TABLE, has: "css/fight/fight.css css/fight/fightmap.css fight/fight fight/fightmap", needs: "fight/fightapproach", limit: 1_000 },
  "what is on its map": { on: TABLE, has: "css/fight/fight.css css/fight/fightmap.css fight/fight fight/fightmap", needs: "fight/fightground css/fight/fightground.css", limit: 2_000 },
  "a reaction that is asked for": { on: TABLE, has: "css/fight/fight.css fight/fight", needs: "fight/fightasked css/fight/fightasked.css", limit: 2_000 },
  "a campaign": { on: TABLE, needs: "campaign/plotpanel css/table/plot.css", limit: 7_500 },
  "its music": { on: TABLE, has: "campaign/plotpanel", needs: "campaign/music", limit: 1_500 },
  "the map of a campaign": { on: TABLE, has: "css/table/plot.css campaign/plotpanel", needs: "campaign/plotmap", limit: 3_500 },
  "its last page": { on: TABLE, has: "css/table/plot.css campaign/plotpanel", needs: "campaign/ending css/dialog.css", limit: 5_500 },
  "the rules": { on: START, needs: "rules/rules css/rules.css", limit: 8_000 },
  "whose words the rules are": { on: START, has: "rules/rules", needs: "rules/rulescredit", limit: 1_000 },
  "a look for friends": { on: TABLE, needs: "friends/seated table/keys", limit: 2_500 },
  "a table with friends": { on: TABLE, has: "friends/seated turn/play", needs: "friends/company css/table/friends.css css/table/aside.css", limit: 13_600 },
  "what is done about a seat": { on: TABLE, has: "friends/company", needs: "friends/peopledeeds css/dialog.css", limit: 3_500 },
  "an invitation": { on: TABLE, has: "friends/seated", needs: "friends/invite css/table/invite.css css/dialog.css", limit: 7_500 },
  "how a table is played": { on: TABLE, has: "css/dialog.css css/table/invite.css friends/invite", needs: "friends/tablesettings", limit: 3_500 },
  "the table screen": { on: START, has: "css/home.css", needs: "watch/watch css/table.css css/table/play.css css/table/scene.css css/table/watch.css", limit: 27_000 },
  "a round": { on: TABLE, has: "css/table/friends.css friends/company", needs: "friends/rounds friends/roundbox css/table/rounds.css", limit: 5_500 },
  "a round on the table screen": { on: START, has: "watch/watch", needs: "friends/rounds watch/watchround css/table/rounds.css", limit: 3_000 },
  "its way in": { on: START, has: "css/table.css watch/watch", needs: "watch/watchcode", limit: 3_000 },
  "joining a table": { on: START, needs: "friends/join css/home.css css/join.css", limit: 10_800 },
  "rules beside a story": { on: TABLE, needs: "rules/rules rules/rulesbeside css/rules.css", limit: 8_000 },
  "an entry of the rules": { on: START, has: "rules/rules", needs: "rules/rulesentry css/rulesentry.css", limit: 7_500 },
  "the drafts": { on: START, needs: "author/plans css/plans.css css/home.css", limit: 5_500 },
  "the author's desk": { on: START, needs: "author/author css/author.css", limit: 8_000 },
  "the author's talk": { on: DESK, needs: "author/authortalk lib/follow css/said.css", limit: 8_000 },
  "an answer of the author's": { on: DESK, has: "css/said.css author/authortalk", needs: "author/authorstatus turn/turnstream announcer", limit: 3_000 },
  "the author's outline": { on: DESK, needs: "author/authoroutline css/written.css", limit: 6_500 },
  "the author's map": { on: DESK, needs: "author/authormap css/written.css", limit: 5_500 },
  "the author's findings": { on: DESK, needs: "author/authorfindings css/written.css css/campaigns.css", limit: 6_000 },
  "the author's pictures": { on: DESK, needs: "author/authorpictures css/said.css", limit: 3_500 },
  "the first visit in German": { on: "", needs: `${LIST} home/newgame`, limit: 25_500, german: true },
  "a table in German": { on: "", needs: FIRST, limit: 42_000, german: true },
  "the names of the rules in German": { on: TABLE, needs: "hero/rulenames", limit: 8_000, german: true },
};
