// @ts-check
// How smoothly a long telling comes into a very long story, all of which lies on the page.
import { FORMS, asStranger, see, settled } from "../browser.mjs";
import { TELL_ON } from "../messages.mjs";
import { quantile } from "../report.mjs";
import { LONG, PACE } from "../stage.mjs";

const PART = `${PACE.tokensPerSecond} tokens a second for ${PACE.seconds} s, behind ${LONG} turns`;
/** Turns that stand on the page by themselves, and those that are to. */
const TURNS = ".turn[data-turn]";

/** Runs in the page: notes every frame from now on, and whatever holds one up for long. */
function watch() {
  const seen = /** @type {{ frames: number[], long: number[] }} */ ({ frames: [], long: [] });
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => seen.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ entryTypes: ["longtask"] });
  let last = performance.now();
  /** @param {number} now */
  const frame = (now) => {
    seen.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Lays out the whole story. @param {import("../browser.mjs").Page} page */
async function layOut(page) {
  for (let laid = 0; laid < LONG; ) {
    laid = (await page.$$(TURNS)).length;
    await page.$eval("#earlier", (button) => void (button instanceof HTMLElement && !button.hidden && button.click()));
    await settled(page);
    if ((await page.$$(TURNS)).length === laid) break;
  }
  const laid = (await page.$$(TURNS)).length;
  if (laid < LONG) throw new Error(`Only ${laid} of ${LONG} turns lie on the page.`);
  await page.$eval("#log", (log) => log.scrollTo(0, log.scrollHeight));
  await settled(page);
}

/** @param {import("../figures.mjs").Means} means @returns {AsyncGenerator<import("../report.mjs").Figure>} */
export async function* measure({ browser, stage }) {
  const address = await stage.long();
  const found = await asStranger(browser, { viewport: FORMS.desktop }, async (page) => {
    await page.goto(address);
    await see(page, ".turn.newest .prose");
    await settled(page);
    await layOut(page);
    await page.type("#say", TELL_ON);
    await page.keyboard.press("Enter");
    await see(page, ".turn.open .prose", "lamp");
    const [before, since] = [await page.metrics(), performance.now()];
    await page.evaluate(watch);
    // What comes behind the last word, such as the record of the turn, is no longer part of the telling.
    await new Promise((resolve) => setTimeout(resolve, (PACE.seconds - 1) * 1_000));
    const { frames, long } = await page.evaluate(() => /** @type {{ seen: { frames: number[], long: number[] } }} */ (/** @type {unknown} */ (globalThis)).seen);
    const [after, until] = [await page.metrics(), performance.now()];
    const told = await page.$eval(".turn.open .prose", (prose) => prose.textContent?.length ?? 0);
    return { frames, long, told, busy: (((after.TaskDuration ?? Number.NaN) - (before.TaskDuration ?? 0)) * 1_000) / (until - since) };
  });
  const { frames, long, busy, told } = found;
  yield { part: PART, what: "99 of 100 frames within", figure: quantile(frames, 0.99), is: "at most", goal: 17, unit: "ms", note: `${frames.length} frames, the longest ${Math.max(...frames).toFixed(1)} ms, ${told} characters told` };
  yield { part: PART, what: "tasks of more than 50 ms", figure: long.length, is: "at most", goal: 0, note: long.map((ms) => `${ms.toFixed(0)} ms`).join(", ") };
  yield { part: PART, what: "main thread busy", figure: busy * 100, is: "at most", goal: 20, unit: "%" };
}
