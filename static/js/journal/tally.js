// @ts-check
// Statistics over a whole adventure. Pure.

/** @typedef {import("../types.js").Turn} Turn */
/** @typedef {{ sides: number, counts: number[], n: number, mean: number, expected: number, verdict: "few" | "even" | "odd" | "rare" }} Tally */

/** A face should have been due so often before anything is said of it. */
const DUE = 5;

/** How many throws of a die tell something. @param {number} sides */
export const enough = (sides) => sides * DUE;

/**
 * Every die of every throw, whether it counted or not: what was dropped fell as well.
 * @param {Pick<Turn, "rolls">[]} turns
 * @returns {Tally[]} by number of sides, the most thrown first
 */
export function tallyDice(turns) {
  /** @type {Map<number, number[]>} */
  const fallen = new Map();
  for (const { rolls } of turns) {
    for (const { sides, value } of rolls.flatMap(({ dice }) => dice)) {
      if (sides < 2 || value < 1 || value > sides) continue;
      const counts = fallen.get(sides) ?? Array.from({ length: sides }, () => 0);
      counts[value - 1]++;
      fallen.set(sides, counts);
    }
  }
  return [...fallen].map(([sides, counts]) => judged(sides, counts)).sort((a, b) => b.n - a.n || b.sides - a.sides);
}

/** @param {number} sides @param {number[]} counts @returns {Tally} */
function judged(sides, counts) {
  const n = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, i) => sum + count * (i + 1), 0) / n;
  const z = unevenness(counts, n);
  const verdict = n < enough(sides) ? "few" : z < 1.645 ? "even" : z < 2.326 ? "odd" : "rare";
  return { sides, counts, n, mean, expected: (sides + 1) / 2, verdict };
}

/**
 * How far counts are from even, in standard deviations: Pearson's sum of squares by the cube root of Wilson and Hilferty.
 * @param {number[]} counts
 * @param {number} n
 */
function unevenness(counts, n) {
  const due = n / counts.length;
  const free = counts.length - 1;
  const sum = counts.reduce((sum, count) => sum + (count - due) ** 2 / due, 0);
  const spread = 2 / (9 * free);
  return (Math.cbrt(sum / free) - (1 - spread)) / Math.sqrt(spread);
}

/** @typedef {{ first: number, last: number, usd: number }} Bar */

/**
 * What turns have cost, in as many bars as can be told apart.
 * @param {Pick<Turn, "seq" | "usage">[]} turns
 * @param {number} most
 */
export function tallyCost(turns, most) {
  const known = turns.flatMap(({ seq, usage }) => (typeof usage.costUsd === "number" ? [{ seq, usd: usage.costUsd }] : []));
  const perBar = Math.max(1, Math.ceil(known.length / most));
  /** @type {Bar[]} */
  const bars = [];
  for (let i = 0; i < known.length; i += perBar) {
    const some = known.slice(i, i + perBar);
    bars.push({ first: some[0].seq, last: some[some.length - 1].seq, usd: some.reduce((sum, { usd }) => sum + usd, 0) });
  }
  const sorted = [...known].sort((a, b) => a.usd - b.usd);
  const dearest = sorted.at(-1) ?? { seq: 0, usd: 0 };
  return { bars, perBar, middle: sorted[Math.ceil(sorted.length / 2) - 1]?.usd ?? 0, dearest, nUnknown: turns.length - known.length };
}
