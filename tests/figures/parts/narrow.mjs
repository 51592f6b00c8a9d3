// @ts-check
// No screen is wider than the narrowest window there is.
import { ADDRESSES, GERMAN, STATES, asFault, visit } from "../screens.mjs";

const NARROW = { width: 320, height: 640, isMobile: true, hasTouch: true };

/** Runs in the page: whatever a reader would have to push to and fro. A map or a table that scrolls by itself may. */
const wider = () =>
  [document.documentElement, ...document.querySelectorAll("main, #log, .deck, .panels, .panel, .pane, .rules-inner, .talk, dialog[open]")]
    .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
    .map((element) => `<${element.localName} id="${element.id}" class="${element.className}"> ${element.scrollWidth} > ${element.clientWidth}`);

/** @param {import("../figures.mjs").Means} means @returns {AsyncGenerator<import("../report.mjs").Figure>} */
export async function* measure({ browser, stage }) {
  for (const screen of [...ADDRESSES, ...STATES, ...GERMAN]) {
    const found = await visit(browser, stage, screen, NARROW, (page) => page.evaluate(wider)).catch(asFault);
    yield { part: "320 px wide", what: `${screen.name}: scrolls sideways`, figure: found.length, is: "at most", goal: 0, note: found.join("; ") };
  }
}
