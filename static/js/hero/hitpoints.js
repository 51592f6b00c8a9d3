// @ts-check
// A hero's maximum hit points by level (SRD 5.1): the full hit die first, its average from then on. Pure.

/** @param {number} die its sides */
export const averageOf = (die) => die / 2 + 1;

/**
 * @param {number} die sides of the hit die
 * @param {number} con the modifier
 * @param {number} tough more at each level, by nature
 * @param {number} level
 */
export const hitPoints = (die, con, tough, level) => Math.max(die + con, 1) + tough + (Math.max(averageOf(die) + con, 1) + tough) * (level - 1);
