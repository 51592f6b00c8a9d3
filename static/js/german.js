// @ts-check
// The page in German. Its words take the place of the English ones, in the very objects the modules read them from, before a part
// that says them is fetched; where they can't be had, the English ones stand.
import { PAGE, S as ours } from "./strings.de.js";
import { S } from "./strings.js";

/** The lists that each part of the page reads its words from. Parts with words of their own are left out. @type {Partial<Record<keyof import("./types.js").Parts, string>>} */
const SAID = {
  author: "author",
  authorfindings: "author campaigns written",
  authorfinish: "author written",
  authormap: "author written",
  authoroutline: "author written",
  authorpictures: "said",
  authorstatus: "author said",
  authortalk: "author said",
  boonwords: "boons hero",
  campaigns: "campaigns",
  company: "friends",
  costchart: "past",
  costpanel: "anew aside",
  crash: "crash",
  dicefair: "past",
  dicepanel: "aside",
  drawer: "home",
  ending: "home plot",
  faces: "plot",
  factbook: "facts",
  factform: "factform facts",
  fight: "fight names spells",
  fightaim: "fight",
  fightasked: "asked fight",
  fightground: "ground",
  fightmap: "fight",
  fightodds: "fight",
  fightsides: "fight",
  fightthrows: "fight",
  herochoice: "heroform",
  heroes: "heroform",
  heroform: "heroform home",
  heropanel: "hero",
  history: "aside play",
  home: "home",
  houserules: "house",
  invite: "friends seated",
  join: "join",
  journal: "aside",
  keys: "play",
  level: "hero level names spells",
  owed: "play",
  phasewords: "play",
  plans: "keyless plans",
  play: "play",
  plotpanel: "plot",
  recap: "aside past",
  rest: "aside",
  rollwords: "rolls",
  rulenames: "names spells",
  rules: "rules",
  safety: "safety",
  scenery: "plot",
  seated: "seated",
  seek: "aside past",
  settings: "aside",
  sheet: "aside hero names spells",
  signin: "home",
  speakers: "aside",
  "strings-aside": "aside",
  "strings-keyless": "keyless",
  tellings: "aside",
  troublewords: "play",
  turnmenu: "aside debug play",
  why: "aside",
};

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
    const words = PAGE[text.data.trim()];
    if (words) text.data = text.data.replace(text.data.trim(), words);
  }
  for (const element of document.querySelectorAll("[aria-label]")) {
    const words = PAGE[element.getAttribute("aria-label") ?? ""];
    if (words) element.setAttribute("aria-label", words);
  }
}

/** Lists that are there, or on their way. @type {Map<string, Promise<void>>} */
const learnt = new Map();

/** @param {string} name */
async function read(name) {
  try {
    const [english, german] = await Promise.all([import(`./strings-${name}.js`), import(`./strings-${name}.de.js`)]);
    for (const [part, words] of Object.entries(german)) say(english[part], words);
  } catch {
    // Asked for again with the next part that says it.
    learnt.delete(name);
  }
}

/** Waits for the words of a part. @param {keyof import("./types.js").Parts} part */
export async function learn(part) {
  await Promise.all(SAID[part]?.split(" ").map((name) => learnt.set(name, learnt.get(name) ?? read(name)).get(name)) ?? []);
}

say(S, ours);
sayPage();
