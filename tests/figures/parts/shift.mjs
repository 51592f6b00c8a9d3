// @ts-check
// How far things move by themselves while a screen comes to be: where the typefaces come late, and in a fight that goes on.
import { FORMS, asStranger, press, see, settled } from "../browser.mjs";
import { ADDRESSES } from "../screens.mjs";

/** How much longer a typeface is on its way than all else. */
const LATE_MS = 400;

/** Longer than the half second that the browser counts as part of a press: an answer that takes as long is none. */
const PRESS_MS = 700;

/** Runs in the page before anything of it: adds up what the browser calls layout shift. */
function watch() {
  Object.assign(globalThis, { shifted: 0, movers: [] });
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) {
      if (entry.hadRecentInput) continue;
      globalThis.shifted += entry.value;
      globalThis.movers.push(...entry.sources.map((/** @type {any} */ { node }) => node?.id || node?.className || node?.nodeName));
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** What was added up so far. @param {import("../browser.mjs").Page} page */
const sum = (page) => page.evaluate(() => /** @type {{ shifted: number, movers: string[] }} */ ({ shifted: globalThis.shifted, movers: globalThis.movers }));

/** Plays two rounds of a fight, first what can be done and then the end of the turn. @param {import("../browser.mjs").Page} page @param {boolean} isPhone */
async function fight(page, isPhone) {
  if (isPhone) await press(page, "#tab-fight");
  await see(page, "#panel-fight .square");
  await settled(page);
  await page.evaluate(() => Object.assign(globalThis, { shifted: 0, movers: [] }));
  for (let turn = 0; turn < 4 && (await page.$("#panel-fight .end-turn")); turn++) {
    for (const words of ["Dodge", "End turn"]) {
      // By the mouse itself: what a press moves is its own.
      await (await see(page, "#panel-fight button:not(:disabled)", words)).click();
      await see(page, "#panel-fight[aria-busy=false] .square");
      await settled(page);
      await new Promise((resolve) => setTimeout(resolve, PRESS_MS));
    }
  }
}

/** @param {import("../figures.mjs").Means} means @returns {AsyncGenerator<import("../report.mjs").Figure>} */
export async function* measure({ browser, stage }) {
  for (const { name, url, shows } of ADDRESSES) {
    const address = await url(stage);
    for (const form of /** @type {(keyof typeof FORMS)[]} */ (Object.keys(FORMS))) {
      const { shifted, movers, faces } = await asStranger(browser, { viewport: FORMS[form] }, async (page) => {
        await page.evaluateOnNewDocument(watch);
        await page.setRequestInterception(true);
        page.on("request", (request) => void setTimeout(() => void request.continue().catch(() => {}), request.url().endsWith(".woff2") ? LATE_MS : 0));
        await page.goto(address);
        await see(page, ...shows);
        await page.evaluate(() => document.fonts.ready);
        await settled(page);
        return page.evaluate(() => ({ shifted: globalThis.shifted, movers: globalThis.movers, faces: [...document.fonts].filter(({ status }) => status === "loaded").length }));
      });
      if (!faces) throw new Error(`${name}: no typeface came.`);
      yield { part: "layout shift, typefaces late", what: `${name}, ${form}`, figure: shifted, is: "at most", goal: 0.005, note: [...new Set(movers)].slice(0, 5).join(", ") };
    }
  }
  for (const form of /** @type {(keyof typeof FORMS)[]} */ (Object.keys(FORMS))) {
    const address = await stage.fight(`fight, ${form}`);
    const { shifted, movers } = await asStranger(browser, { viewport: FORMS[form] }, async (page) => {
      await page.evaluateOnNewDocument(watch);
      await page.setRequestInterception(true);
      page.on("request", (request) => void setTimeout(() => void request.continue().catch(() => {}), request.method() === "POST" ? PRESS_MS : 0));
      await page.goto(address);
      await see(page, ".turn.newest .prose");
      await fight(page, form === "phone");
      return sum(page);
    });
    yield { part: "layout shift, two rounds of a fight", what: form, figure: shifted, is: "at most", goal: 0.005, note: [...new Set(movers)].slice(0, 5).join(", ") };
  }
}
