// @ts-check
// The page in German. Its words take the place of the English ones, in the very objects the modules read them from, before a part
// that says them is fetched; where they can't be had, the English ones stand.
import { PAGE, S as ours } from "./strings.de.js";
import { S } from "./strings.js";

/** The parts of the page that read each list, as tests/page/lists.mjs writes them. @type {Record<string, string>} */
const READ_BY = {
  anew: "costpanel",
  aside: "costpanel dicepanel history journal recap rest seek settings sheet speakers strings-aside tellings turnmenu why",
  asked: "fightasked owed",
  author: "author authorfindings authorfinish authormap authoroutline authorstatus authortalk",
  boons: "boonwords",
  campaigns: "authorfindings campaigns",
  debug: "turnmenu",
  facts: "factbook factform",
  fight: "fight fightaim fightasked fightmap fightodds fightsides fightthrows",
  friends: "company peopledeeds roundbox rounds watch watchround",
  ground: "fightground",
  hero: "boonwords heropanel level sheet",
  heroform: "herochoice heroes heroform",
  home: "drawer ending heroform home",
  house: "houserules",
  invite: "invite watchcode",
  keyless: "plans strings-keyless",
  names: "fight level rulenames sheet",
  past: "costchart dicefair recap seek",
  play: "history keys owed phasewords play troublewords turnmenu",
  plot: "ending faces plotpanel scenery",
  rolls: "rollwords",
  rounds: "roundbox watchround",
  said: "authorpictures authorstatus authortalk",
  seated: "company invite seated watch",
  spells: "fight level rulenames sheet",
  watch: "watch watchcode",
  written: "authorfindings authorfinish authormap authoroutline",
};

/** The parts that alone read the list of their own name, likewise. */
const ALONE = "company crash factform join level peopledeeds plans questions rules safety signin tablesettings";

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
    const [english, german] = await Promise.all([import(`./strings-${name}.js`), import(`./strings-${name}.de.js`)]);
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
