// @ts-check
// Figures beside their goals: what is missed, the table that is printed, and the line of JSON behind it. Knows no browser.

/**
 * @typedef {object} Figure
 * @property {string} part which part of the measuring it comes from
 * @property {string} what
 * @property {number} figure
 * @property {"at most" | "at least"} is how it stands to its goal
 * @property {number} goal
 * @property {string} [unit]
 * @property {string} [note] what else there is to know, such as what was found
 */

/** @param {number[]} figures @param {number} share how many of them lie below it, from 0 to 1 */
export function quantile(figures, share) {
  if (figures.length === 0) throw new Error("Nothing was measured.");
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** @param {number[]} figures */
export const median = (figures) => quantile(figures, 0.5);

/** What was never measured, such as a score that could not be given, is missed as well. @param {Figure} figure */
export const isMet = ({ figure, is, goal }) => (is === "at most" ? figure <= goal : figure >= goal);

/** @param {number} number */
const short = (number) => (Number.isInteger(number) ? String(number) : number.toFixed(Math.abs(number) < 10 ? 2 : 1).replace(/\.?0+$/, ""));

/** A number with its unit. @param {number} number @param {string} [unit] */
const told = (number, unit = "") => `${short(number)}${unit && ` ${unit}`}`;

/**
 * One line a figure, part by part; what is missed is marked at the beginning of its line.
 * @param {Figure[]} figures
 */
export function table(figures) {
  const rows = figures.map((one) => [isMet(one) ? "  ok" : "MISS", one.what, told(one.figure, one.unit), `${one.is === "at most" ? "≤" : "≥"} ${told(one.goal, one.unit)}`, one.note ?? ""]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column].length)));
  /** @type {string[]} */
  const lines = [];
  rows.forEach(([mark, what, figure, goal, note], i) => {
    const { part } = figures[i];
    if (part !== figures[i - 1]?.part) lines.push(...(i ? [""] : []), part);
    lines.push(`  ${mark}  ${what.padEnd(widths[1])}  ${figure.padStart(widths[2])}  ${goal.padEnd(widths[3])}  ${note}`.trimEnd());
  });
  return lines.join("\n");
}

/** All of it on one line, for whoever keeps it. @param {Figure[]} figures */
export function jsonLine(figures) {
  const missed = figures.filter((one) => !isMet(one)).length;
  return JSON.stringify({ measured: figures.length, missed, figures: figures.map((one) => ({ ...one, met: isMet(one) })) });
}
