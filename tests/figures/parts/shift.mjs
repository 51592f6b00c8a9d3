// @ts-check
// How far things move by themselves while a screen comes to be: where the typefaces come late, and in a fight that goes on.
import { FORMS, asStranger, see, settled } from "../browser.mjs";
import { ADDRESSES } from "../screens.mjs";

/** How much longer a typeface is on its way than all else. */
const LATE_MS = 400;

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
        return page.evaluate(() => ({ .../** @type {any} */ ({ shifted: globalThis.shifted, movers: globalThis.movers }), faces: [...document.fonts].filter(({ status }) => status === "loaded").length }));
      });
      if (!faces) throw new Error(`${name}: no typeface came.`);
      yield { part: "layout shift, typefaces late", what: `${name}, ${form}`, figure: shifted, is: "at most", goal: 0.005, note: [...new Set(movers)].slice(0, 5).join(", ") };
    }
  }
}
