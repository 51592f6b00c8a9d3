// @ts-check
// What axe finds on every screen and in every state: at four widths, by night and by day.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { theme } from "../browser.mjs";
import { ADDRESSES, GERMAN, STATES, asFault, visit } from "../screens.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [360, 768, 1_280, 1_920];
const HEIGHT = 800;

/** Runs in the page: the rules that are broken, each with the first of what breaks it. */
async function check() {
  const { axe } = /** @type {{ axe: typeof import("axe-core") }} */ (/** @type {unknown} */ (globalThis));
  const { violations } = await axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } }, preload: false });
  return violations.map(({ id, nodes }) => `${id} (${nodes.length}: ${nodes[0].html.slice(0, 120)})`);
}

/** @param {import("../browser.mjs").Page} page */
async function everywhere(page) {
  // By way of the debugger, as the page's own policy lets in no script of others.
  await page.evaluate(AXE);
  /** @type {string[]} */
  const found = [];
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: HEIGHT });
    for (const dark of [true, false]) {
      await theme(page, dark);
      found.push(...(await page.evaluate(check)).map((what) => `${width} px, ${dark ? "dark" : "light"}: ${what}`));
    }
  }
  return found;
}

/** @param {import("../figures.mjs").Means} means @returns {AsyncGenerator<import("../report.mjs").Figure>} */
export async function* measure({ browser, stage }) {
  for (const screen of [...ADDRESSES, ...STATES, ...GERMAN]) {
    const found = await visit(browser, stage, screen, { width: 1_280, height: HEIGHT }, everywhere).catch(asFault);
    yield { part: "axe, 4 widths, 2 themes", what: screen.name, figure: found.length, is: "at most", goal: 0, note: found.slice(0, 3).join("; ") };
  }
}
