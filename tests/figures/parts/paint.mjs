// @ts-check
// When the first words are seen on a slow telephone with an empty cache: a line of 1.6 Mbit/s that takes 150 ms to answer, and a
// processor four times as slow as this one.
import { FORMS, asStranger } from "../browser.mjs";
import { median } from "../report.mjs";
import { ADDRESSES, GERMAN } from "../screens.mjs";

const LINE = { download: (1.6 * 1024 * 1024) / 8, upload: (750 * 1024) / 8, latency: 150 };
const SLOWER = 4;

/** Runs in the page. @returns {Promise<number>} */
const firstPaint = () =>
  new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName("first-contentful-paint");
      if (paint) resolve(paint.startTime);
    }).observe({ type: "paint", buffered: true });
  });

/** @param {import("../figures.mjs").Means} means @returns {AsyncGenerator<import("../report.mjs").Figure>} */
export async function* measure({ browser, stage, runs }) {
  for (const { name, url, language } of [...ADDRESSES, ...GERMAN]) {
    const address = await url(stage);
    /** @type {number[]} */
    const paints = [];
    while (paints.length < runs) {
      await asStranger(browser, { viewport: FORMS.phone, language }, async (page) => {
        await page.emulateNetworkConditions(LINE);
        await page.emulateCPUThrottling(SLOWER);
        await page.goto(address, { waitUntil: "domcontentloaded" });
        paints.push((await page.evaluate(firstPaint)) / 1_000);
      });
    }
    yield { part: "first contentful paint, slow phone", what: name, figure: median(paints), is: "at most", goal: 1.5, unit: "s", note: paints.map((paint) => paint.toFixed(2)).join(", ") };
  }
}
