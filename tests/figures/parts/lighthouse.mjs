// @ts-check
// What Lighthouse says of every screen, as loaded by a phone and at a desk; and of every state without an address, as it stands.
import lighthouse, { desktopConfig, startFlow } from "lighthouse";
import { FORMS, asStranger, press, see, settled } from "../browser.mjs";
import { median } from "../report.mjs";
import { ADDRESSES, GERMAN, STATES, asFault, visit } from "../screens.mjs";

/** @typedef {import("../report.mjs").Figure} Figure @typedef {import("lighthouse").Result} Result */

const PART = "lighthouse";
/** How often it may fail to look at a screen before that is taken for the screen's fault. */
const FAILURES = 2;
/** What doesn't change from run to run. */
const FIT = ["accessibility", "best-practices", "seo"];
/**
 * How long until something is seen, in seconds; what moves, where a fight's bar and a campaign's tab may make room for themselves
 * once; and how long the page is deaf, in milliseconds.
 */
const SPEED = {
  "first-contentful-paint": { what: "first contentful paint", phone: 1.5, desktop: 0.6, unit: "s", per: 1_000 },
  "cumulative-layout-shift": { what: "layout shift", phone: 0.05, desktop: 0.05, unit: "", per: 1 },
  "total-blocking-time": { what: "total blocking time", phone: 50, desktop: 50, unit: "ms", per: 1 },
};
/** @typedef {keyof typeof SPEED} Metric */
const METRICS = /** @type {Metric[]} */ (Object.keys(SPEED));
/** @typedef {keyof typeof FORMS} Form */
const FORM_NAMES = /** @type {Form[]} */ (Object.keys(FORMS));

/** @param {Form} form */
const config = (form) => (form === "desktop" ? desktopConfig : undefined);

/** @param {Result} result @param {string} category */
const score = (result, category) => Math.round((result.categories[category]?.score ?? Number.NaN) * 100);

/** What failed in some categories. @param {Result} result */
const faults = (result) =>
  FIT.flatMap((category) => result.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && result.audits[id].score !== null && (result.audits[id].score ?? 1) < 1)
    .map(({ id }) => id);

/** @param {Result} result @param {Metric} metric */
const value = (result, metric) => (result.audits[metric].numericValue ?? Number.NaN) / SPEED[metric].per;

/** The lowest of the scores that are the same each time, over all of these. @param {string} what @param {Result[]} results @returns {Figure} */
const fitness = (what, results) => ({
  part: PART,
  what: `${what}: accessibility, best practices, SEO`,
  figure: Math.min(...results.flatMap((result) => FIT.map((category) => score(result, category)))),
  is: "at least",
  goal: 100,
  note: [...new Set(results.flatMap(faults))].join(", "),
});

/**
 * One screen as it is loaded, some times.
 * @param {import("../figures.mjs").Means} means @param {import("../screens.mjs").Screen} screen @param {Form} form
 */
async function load({ browser, stage, runs }, screen, form) {
  const url = await screen.url(stage);
  /** @type {Result[]} */
  const results = [];
  for (let failures = 0; results.length < runs; ) {
    // A stranger's cache is empty, and nothing is remembered from the run before.
    const context = await browser.createBrowserContext();
    try {
      const page = await context.newPage();
      if (screen.language) await page.evaluateOnNewDocument((language) => Object.defineProperty(navigator, "languages", { get: () => [language] }), screen.language);
      const run = await lighthouse(url, { logLevel: "error" }, config(form), page);
      if (run && !run.lhr.runtimeError) results.push(run.lhr);
      // Where much else runs its trace may begin too late: that says nothing of the page.
      else if (++failures > FAILURES) throw new Error(`Lighthouse could not load ${url}: ${run?.lhr.runtimeError?.message}`);
    } finally {
      await context.close();
    }
  }
  return results;
}

/** What it says of a state as it stands. @param {import("../browser.mjs").Page} page @param {Form} form */
async function snapshot(page, form) {
  const flow = await startFlow(page, { config: config(form), flags: { logLevel: "error" } });
  await flow.snapshot();
  return (await flow.createFlowResult()).steps[0].lhr;
}

/** Settings open over any screen: how smoothly. @param {import("../figures.mjs").Means} means @param {Form} form @returns {Promise<Figure[]>} */
async function opening({ browser, stage }, form) {
  const { url } = await stage.empty();
  return asStranger(browser, { viewport: FORMS[form] }, async (page) => {
    await page.goto(`${url}/#/`);
    await see(page, ".hero-card");
    await settled(page);
    const flow = await startFlow(page, { config: config(form), flags: { logLevel: "error" } });
    await flow.startTimespan();
    await press(page, "#settings");
    await see(page, "dialog h2");
    await settled(page);
    await flow.endTimespan();
    const { lhr } = (await flow.createFlowResult()).steps[0];
    return /** @type {Metric[]} */ (["cumulative-layout-shift", "total-blocking-time"]).map((metric) => ({ part: PART, what: `settings open, ${form}: ${SPEED[metric].what}`, figure: value(lhr, metric), is: "at most", goal: SPEED[metric][form], unit: SPEED[metric].unit }));
  });
}

/** @param {import("../figures.mjs").Means} means @returns {AsyncGenerator<Figure>} */
export async function* measure(means) {
  const { browser, stage } = means;
  /** The slowest of all screens. @type {Map<string, Figure>} */
  const worst = new Map();
  for (const screen of [...ADDRESSES, ...GERMAN]) {
    for (const form of FORM_NAMES) {
      const results = await load(means, screen, form);
      const scores = results.map((result) => score(result, "performance"));
      const what = `${screen.name}, ${form}`;
      const middle = Object.fromEntries(METRICS.map((metric) => [metric, median(results.map((result) => value(result, metric)))]));
      yield { part: PART, what: `${what}: performance`, figure: median(scores), is: "at least", goal: 95, note: `${scores.join(", ")}; ${METRICS.map((metric) => `${SPEED[metric].what} ${+middle[metric].toFixed(3)} ${SPEED[metric].unit}`.trim()).join(", ")}` };
      yield fitness(what, results);
      for (const metric of METRICS) {
        const key = `${metric} ${form}`;
        if (middle[metric] <= (worst.get(key)?.figure ?? -1)) continue;
        worst.set(key, { part: PART, what: `${SPEED[metric].what}, ${form}, at worst`, figure: middle[metric], is: "at most", goal: SPEED[metric][form], unit: SPEED[metric].unit, note: screen.name });
      }
    }
  }
  yield* worst.values();
  for (const screen of STATES) {
    const what = `${screen.name}, phone and desktop`;
    try {
      /** @type {Result[]} */
      const results = [];
      for (const form of FORM_NAMES) results.push(await visit(browser, stage, screen, FORMS[form], (page) => snapshot(page, form)));
      yield fitness(what, results);
    } catch (error) {
      yield { ...fitness(what, []), figure: 0, note: asFault(error)[0] };
    }
  }
  for (const form of FORM_NAMES) yield* await opening(means, form);
}
