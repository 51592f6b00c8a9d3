// @ts-check
// Measures the page and prints each figure beside its goal; the last line is all of it as JSON. Ends with 1
// where a goal is missed, and with 2 where something could not be measured.
//   node figures.mjs [--only lighthouse,axe,frames,weights,paint,shift,narrow] [--runs 3]
import { parseArgs } from "node:util";
import { launch } from "./browser.mjs";
import { held } from "./held.mjs";
import { program } from "./house.mjs";
import { measure as axe } from "./parts/axe.mjs";
import { measure as frames } from "./parts/frames.mjs";
import { measure as lighthouse } from "./parts/lighthouse.mjs";
import { measure as narrow } from "./parts/narrow.mjs";
import { measure as paint } from "./parts/paint.mjs";
import { measure as shift } from "./parts/shift.mjs";
import { measure as weights } from "./parts/weights.mjs";
import { isMet, jsonLine, table } from "./report.mjs";
import { Stage } from "./stage.mjs";

/** @typedef {{ browser: import("./browser.mjs").Browser, stage: Stage, runs: number }} Means what a part measures with */

/** The frames first, before anything else has run in the browser. */
const PARTS = { frames, weights, paint, shift, narrow, axe, lighthouse };
/** @typedef {keyof typeof PARTS} Part */

function asked() {
  const { values } = parseArgs({ options: { only: { type: "string", multiple: true }, runs: { type: "string", default: "3" } } });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is no number of runs.`);
  const names = values.only?.flatMap((words) => words.split(",")) ?? Object.keys(PARTS);
  const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown !== undefined) throw new Error(`There is no part “${unknown}”: ${Object.keys(PARTS).join(", ")}.`);
  return { runs, names: /** @type {Part[]} */ (names) };
}

async function main() {
  const { runs, names } = asked();
  console.error(`Measuring ${program()}`);
  const browser = await launch();
  const stage = new Stage();
  /** @type {Promise<void> | null} */
  let closing = null;
  const close = () => (closing ??= browser.close().then(() => stage.close()));
  // Who breaks off leaves nothing behind either, though what was being measured fails meanwhile and closes as well.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void close().finally(() => process.exit(130)));
  /** @type {import("./report.mjs").Figure[]} */
  const figures = [];
  let broken = false;
  for (const name of names) {
    try {
      for await (const figure of PARTS[name]({ browser, stage, runs })) {
        figures.push(figure);
        // It takes minutes: whoever waits sees that it goes on.
        console.error(`${isMet(figure) ? "  ok" : "MISS"}  ${figure.part}: ${figure.what}`);
      }
    } catch (error) {
      // What the other parts measure is worth having all the same.
      broken = true;
      console.error(`${name} broke off. ${error instanceof Error ? error.message : error}`);
    }
  }
  await close();
  console.log(table(figures));
  console.log(`\n${held()}\n`);
  console.log(jsonLine(figures));
  return broken ? 2 : figures.every(isMet) ? 0 : 1;
}

process.exitCode = await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});
