// @ts-check
// The page in German. Its words take the place of the English ones, in the very objects the modules read them from, before a part
// that says them is fetched; where they can't be had, the English ones stand.
import { PAGE, S as ours } from "./words/de.js";
import { S } from "./words/en.js";

/** The parts of the page that read each list, as tests/page/lists.mjs writes them. @type {Record<string, string>} */
const READ_BY = {
  aside: "cost/costpanel dice/dicepanel hero/rest hero/sheet hero/why journal/journal journal/recap journal/seek settings/settings turn/history turn/speakers turn/tellings turn/turnmenu words/en/aside",
  "author/author": "author/author author/authorfindings author/authorfinish author/authormap author/authoroutline author/authorstatus author/authortalk",
  "author/keyless": "author/plans words/en/author/keyless",
  "author/said": "author/authorpictures author/authorstatus author/authortalk",
  "author/written": "author/authorfindings author/authorfinish author/authormap author/authoroutline",
  campaigns: "author/authorfindings home/campaigns",
  company: "friends/company",
  crash: "app/crash",
  friends: "friends/company friends/peopledeeds friends/roundbox friends/rounds watch/watch watch/watchround",
  "friends/invite": "friends/invite watch/watchcode",
  "friends/watch": "watch/watch watch/watchcode",
  hero: "hero/boonwords hero/heropanel hero/level hero/sheet",
  heroform: "hero/heroes hero/heroform home/herochoice",
  home: "campaign/ending hero/heroform home/drawer home/home",
  house: "settings/houserules",
  names: "fight/fight hero/level hero/rulenames hero/sheet",
  play: "table/keys table/owed table/troublewords turn/history turn/phasewords turn/play turn/turnmenu",
  rounds: "friends/roundbox watch/watchround",
  rules: "rules/rules",
  safety: "settings/safety",
  seated: "friends/company friends/invite friends/seated watch/watch",
  signin: "app/signin",
  spells: "fight/fight hero/level hero/rulenames hero/sheet",
  "table/anew": "cost/costpanel",
  "table/approach": "fight/fightapproach",
  "table/asked": "fight/fightasked table/owed",
  "table/boons": "hero/boonwords",
  "table/debug": "turn/turnmenu",
  "table/factform": "journal/factform",
  "table/facts": "journal/factbook journal/factform",
  "table/fight": "fight/fight fight/fightaim fight/fightapproach fight/fightasked fight/fightmap fight/fightodds fight/fightsides fight/fightthrows",
  "table/ground": "fight/fightground",
  "table/level": "hero/level",
  "table/past": "cost/costchart dice/dicefair journal/recap journal/seek",
  "table/plot": "campaign/ending campaign/faces campaign/plotpanel campaign/scenery",
  "table/questions": "journal/questions",
  "table/rolls": "dice/rollwords",
};

/** The parts that alone read the list of their own name, likewise. */
const ALONE = "author/plans friends/join friends/peopledeeds friends/tablesettings";

/**
 * Puts words in the place of others. What was taken out of the list before, in part, says the new ones too.
 * @param {any} there
 * @param {any} words
 */
export function say(there, words) {
  for (const [name, word] of Object.entries(words)) {
    if (word && typeof word === "object" && there[name]) say(there[name], word);
    else there[name] = word;
  }
}

/** What the document said before anything ran. */
function sayPage() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = /** @type {Text} */ (walker.currentNode);
    const word = text.data.trim();
    text.data = text.data.replace(word, PAGE[word] ?? word);
  }
  for (const element of document.querySelectorAll("[aria-label]")) element.ariaLabel = PAGE[`${element.ariaLabel}`] ?? element.ariaLabel;
}

/** Lists that are there, or on their way. @type {Record<string, Promise<void>>} */
const learnt = {};

/** @param {string} name */
async function read(name) {
  try {
    const [english, german] = await Promise.all([import(`./words/en/${name}.js`), import(`./words/de/${name}.js`)]);
    say(english, german);
  } catch {
    // Asked for again with the next part that says it.
    delete learnt[name];
  }
}

/** Waits for the words of a part. @param {keyof import("./types.js").Parts} part */
export async function learn(part) {
  const lists = [part, ...Object.keys(READ_BY)].filter((name) => (READ_BY[name] ?? ALONE).split(" ").includes(part));
  await Promise.all(lists.map((name) => (learnt[name] ??= read(name))));
}

say(S, ours);
sayPage();
