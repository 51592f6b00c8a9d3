// @ts-check
// The page in German. Its words take the place of the English ones, in the very objects the modules read them from, before a view
// is fetched; where they can't be had, the English ones stand.
import { PAGE, S as ours } from "./strings.de.js";
import { S } from "./strings.js";

/** What is said where: the module with the English words, and the one with ours. @type {Record<string, () => Promise<[object, object]>[]>} */
const PACKS = {
  home: () => [
    both(import("./strings-home.js"), import("./strings-home.de.js")),
    both(import("./strings-campaigns.js"), import("./strings-campaigns.de.js")),
    both(import("./strings-crash.js"), import("./strings-crash.de.js")),
  ],
  table: () => [
    both(import("./strings-anew.js"), import("./strings-anew.de.js")),
    both(import("./strings-aside.js"), import("./strings-aside.de.js")),
    both(import("./strings-debug.js"), import("./strings-debug.de.js")),
    both(import("./strings-factform.js"), import("./strings-factform.de.js")),
    both(import("./strings-facts.js"), import("./strings-facts.de.js")),
    both(import("./strings-fight.js"), import("./strings-fight.de.js")),
    both(import("./strings-hero.js"), import("./strings-hero.de.js")),
    both(import("./strings-past.js"), import("./strings-past.de.js")),
    both(import("./strings-play.js"), import("./strings-play.de.js")),
    both(import("./strings-plot.js"), import("./strings-plot.de.js")),
    both(import("./strings-tools.js"), import("./strings-tools.de.js")),
  ],
  rules: () => [both(import("./strings-rules.js"), import("./strings-rules.de.js"))],
  author: () => [
    both(import("./strings-keyless.js"), import("./strings-keyless.de.js")),
    both(import("./strings-author.js"), import("./strings-author.de.js")),
    both(import("./strings-plans.js"), import("./strings-plans.de.js")),
    both(import("./strings-said.js"), import("./strings-said.de.js")),
    both(import("./strings-written.js"), import("./strings-written.de.js")),
  ],
};

/** @param {Promise<object>} english @param {Promise<object>} german @returns {Promise<[object, object]>} */
const both = (english, german) => Promise.all([english, german]);

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

/** Packs that are there, or on their way. @type {Map<string, Promise<void>>} */
const learnt = new Map();

/** @param {string} name */
function pack(name) {
  const known = learnt.get(name);
  if (known) return known;
  const here = Promise.all(PACKS[name]()).then(
    (pairs) => {
      for (const [english, german] of pairs) {
        for (const [part, words] of Object.entries(german)) say(/** @type {any} */ (english)[part], words);
      }
    },
    // Asked for again with the next part of the page.
    () => void learnt.delete(name),
  );
  learnt.set(name, here);
  return here;
}

/**
 * @param {string} [view] whose words are needed; every one's if left out
 */
export async function learn(view) {
  const packs = view ? ["home", view] : Object.keys(PACKS);
  await Promise.all(packs.map(pack));
}

say(S, ours);
sayPage();
