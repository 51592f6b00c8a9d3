// @ts-check
// What every screen weighs: reckoned from the files (a table with the hero beside it, as at a desk), and counted as it comes over
// the line of a telephone, where it is dear, before anybody has pressed anything.
import { SCREENS, weigh } from "../../page/weigh.mjs";
import { FORMS } from "../browser.mjs";
import { ADDRESSES, GERMAN, visit } from "../screens.mjs";

const FIRST = 45 * 1_024;
const MORE = 8_000;

/** What comes first is the whole page; what is on top of another screen is weighed without it. */
const ALONE = ["the first visit", "the list of adventures", "a table", "the rules", "the drafts", "an empty desk"];

/** Runs in the page: its own files, as they were packed, and how many they are. What is told and drawn for one game isn't among them, nor are
 *  pictures, which come later than the words, and typefaces, which are kept for a year. */
function carried() {
  const entries = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]);
  // What was there already, such as a picture that is shown twice, comes over the line once.
  const own = entries.filter(({ name, transferSize }) => transferSize > 0 && !/^\/(api|art|fonts|icons)\//.test(new URL(name).pathname));
  return { bytes: own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0), files: own.length };
}

/** @param {import("../figures.mjs").Means} means @returns {AsyncGenerator<import("../report.mjs").Figure>} */
export async function* measure({ browser, stage }) {
  for (const name of Object.keys(SCREENS)) {
    const { brotli, gzip, files } = weigh(name);
    const isFirst = SCREENS[name].on === "";
    yield { part: "weight of the files, packed with brotli", what: name, figure: brotli, is: "at most", goal: isFirst ? FIRST : MORE, unit: "B", note: `${files.length} files, ${gzip} B with gzip` };
  }
  for (const screen of [...ADDRESSES.filter(({ name }) => ALONE.includes(name)), ...GERMAN]) {
    const { bytes, files } = await visit(browser, stage, screen, FORMS.phone, (page) => page.evaluate(carried));
    yield { part: "first load over the line, phone", what: screen.name, figure: bytes, is: "at most", goal: FIRST, unit: "B", note: `${files} files` };
  }
}
