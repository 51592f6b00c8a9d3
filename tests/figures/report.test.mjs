// What is printed of the figures, and what counts as missed.
import assert from "node:assert/strict";
import test from "node:test";
import { isMet, jsonLine, median, quantile, table } from "./report.mjs";

/** @type {import("./report.mjs").Figure[]} */
const FIGURES = [
  { part: "weights", what: "a table", figure: 36_800, is: "at most", goal: 40_000, unit: "B" },
  { part: "weights", what: "a fight", figure: 8_001, is: "at most", goal: 8_000, unit: "B" },
  { part: "lighthouse", what: "home, phone", figure: 98, is: "at least", goal: 95, note: "97, 98, 99" },
  { part: "lighthouse", what: "first paint", figure: 1.2049, is: "at most", goal: 1.5, unit: "s" },
];

test("the middle of three is no mean, and of two the upper one", () => {
  assert.equal(median([100, 3, 97]), 97);
  assert.equal(median([1, 2]), 2);
  assert.equal(quantile([4, 1, 3, 2], 0), 1);
  assert.equal(quantile([4, 1, 3, 2], 1), 4);
  assert.equal(quantile(Array.from({ length: 600 }, (_, i) => i), 0.99), 594);
  assert.throws(() => median([]), /Nothing was measured/);
});

test("a goal is met where the figure lies on it, and never by what is no figure", () => {
  assert(isMet({ part: "", what: "", figure: 40, is: "at most", goal: 40 }));
  assert(isMet({ part: "", what: "", figure: 95, is: "at least", goal: 95 }));
  assert(!isMet({ part: "", what: "", figure: 94.9, is: "at least", goal: 95 }));
  for (const is of /** @type {const} */ (["at most", "at least"])) assert(!isMet({ part: "", what: "", figure: Number.NaN, is, goal: 1 }));
});

test("the table names each part once and marks what is missed", () => {
  assert.equal(
    table(FIGURES),
    `weights
    ok  a table      36800 B  ≤ 40000 B
  MISS  a fight       8001 B  ≤ 8000 B

lighthouse
    ok  home, phone       98  ≥ 95       97, 98, 99
    ok  first paint    1.2 s  ≤ 1.5 s`,
  );
});

test("the last line is one line of JSON that says how many are missed", () => {
  const line = jsonLine(FIGURES);
  assert(!line.includes("\n"));
  const { measured, missed, figures } = JSON.parse(line);
  assert.deepEqual([measured, missed], [4, 1]);
  assert.deepEqual(figures[1], { ...FIGURES[1], met: false });
});
