// @ts-check
// Chromium, and what one does at its pages.
import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";

/** @typedef {import("puppeteer-core").Browser} Browser @typedef {import("puppeteer-core").Page} Page */

const USUAL = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
const PATIENCE_MS = 20_000;

/** As the page is held by a hand, and as it stands on a desk. */
export const FORMS = {
  phone: { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true },
  desktop: { width: 1_350, height: 940, deviceScaleFactor: 1 },
};
/** @typedef {keyof typeof FORMS} Form */

/** Where the browser is. */
function chromium() {
  const named = process.env.CHROMIUM || process.env.CHROME;
  const found = (named ? [named] : USUAL).find((path) => existsSync(path));
  if (!found) throw new Error(named ? `There is no browser at ${named}, where CHROMIUM or CHROME says it is.` : "Chromium is missing: `apt-get install chromium`, or set CHROMIUM to its path.");
  return found;
}

/** A browser with a profile of its own, which goes with it. */
export const launch = () =>
  puppeteer.launch({
    executablePath: chromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"],
  });

/**
 * Does something at a page of somebody who has never been here, and closes it whatever comes of it.
 * @template T
 * @param {Browser} browser
 * @param {{ viewport: import("puppeteer-core").Viewport, language?: string, dark?: boolean }} as
 * @param {(page: Page) => Promise<T>} use
 */
export async function asStranger(browser, { viewport, language = "en", dark = true }, use) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.setViewport(viewport);
    await theme(page, dark);
    // The hour decides nothing here.
    await page.evaluateOnNewDocument(() => void (location.protocol === "http:" && (localStorage["embertale.theme"] ??= "")));
    // The first language of the browser's that the page speaks is the one it is in.
    await page.evaluateOnNewDocument((language) => Object.defineProperty(navigator, "languages", { get: () => [language] }), language);
    return await use(page);
  } finally {
    await context.close();
  }
}

/** By night or by day, and without motion, which would be caught in the middle. @param {Page} page @param {boolean} dark */
export const theme = (page, dark) =>
  page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);

/**
 * The first thing to be seen that says these words, or has this name.
 * @param {string} selector @param {string} words
 */
const seen = (selector, words) =>
  [...document.querySelectorAll(selector)].find((element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0 && (element.getAttribute("aria-label") === words || element.textContent?.includes(words)));

/** Waits for something to be seen. @param {Page} page @param {string} selector @param {string} [words] */
export async function see(page, selector, words = "") {
  try {
    return /** @type {import("puppeteer-core").ElementHandle<HTMLElement>} */ (await page.waitForFunction(seen, {}, selector, words));
  } catch (error) {
    throw new Error(`${page.url()} does not show ${selector} ${words && `with “${words}”`}`, { cause: error });
  }
}

/** @param {Page} page @param {string} selector @param {string} [words] */
export async function press(page, selector, words = "") {
  const there = await see(page, selector, words);
  await there.evaluate((element) => element.click());
}

/** Waits until nothing is fetched any more and the last of it is drawn. @param {Page} page */
export async function settled(page) {
  await page.waitForNetworkIdle({ idleTime: 300, timeout: PATIENCE_MS });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
