// @ts-check
// The layout of a campaign's map: acts from top to bottom, three scenes per row. Pure.

/**
 * @typedef {import("../types.js").PlotWeb} PlotWeb
 * @typedef {{ id: string, title: string, x: number, y: number }} Spot a scene: `x` from 0 to 1 across, `y` its row
 * @typedef {{ from: Spot, to: Spot }} Line
 * @typedef {{ id: string, title: string, rows: number, spots: Spot[], lines: Line[] }} Act
 */

/** Scenes that stand side by side where a panel is narrow. */
const ABREAST = 3;

/**
 * How many steps each scene is from where the act was come into. One that no known way leads to stands behind the one that was
 * seen before it.
 * @param {string[]} ids in the order they were seen
 * @param {Map<string, string[]>} next
 */
function depths(ids, next) {
  /** @type {Map<string, number>} */
  const depth = new Map();
  ids.forEach((id, i) => {
    if (depth.has(id)) return;
    depth.set(id, i ? (depth.get(ids[i - 1]) ?? 0) + 1 : 0);
    for (const queue = [id]; queue.length; ) {
      const from = /** @type {string} */ (queue.shift());
      for (const to of next.get(from) ?? []) {
        if (depth.has(to)) continue;
        depth.set(to, (depth.get(from) ?? 0) + 1);
        queue.push(to);
      }
    }
  });
  return depth;
}

/**
 * @param {PlotWeb["nodes"]} nodes of one act, in the order they were seen
 * @param {PlotWeb["ways"]} ways
 * @returns {Omit<Act, "id" | "title">}
 */
function lay(nodes, ways) {
  const known = new Set(nodes.map(({ id }) => id));
  const pairs = ways.flatMap(({ from, to }) => ("node" in to && from !== to.node && known.has(from) && known.has(to.node) ? [[from, to.node]] : []));
  /** @type {Map<string, string[]>} */
  const next = new Map(nodes.map(({ id }) => [id, pairs.filter(([from]) => from === id).map(([, to]) => to)]));
  const depth = depths([...known], next);
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  let rows = 0;
  for (let step = 0; spots.size < nodes.length; step++) {
    const here = nodes.filter(({ id }) => depth.get(id) === step);
    // Below where the ways to them come from, so that few lines cross.
    const above = (/** @type {string} */ id) => {
      const from = pairs.flatMap(([from, to]) => (to === id && spots.has(from) ? [spots.get(from)?.x ?? 0] : []));
      return from.length ? from.reduce((sum, x) => sum + x, 0) / from.length : 0.5;
    };
    const sorted = here.map((node, i) => ({ node, i, at: above(node.id) })).sort((a, b) => a.at - b.at || a.i - b.i);
    for (let i = 0; i < sorted.length; i += ABREAST) {
      const row = sorted.slice(i, i + ABREAST);
      row.forEach(({ node: { id, title } }, j) => spots.set(id, { id, title, x: (j + 0.5 + (ABREAST - row.length) / 2) / ABREAST, y: rows }));
      rows++;
    }
  }
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const [from, to] of pairs) {
    const [a, b] = [spots.get(from), spots.get(to)];
    // There and back is one line.
    if (a && b) lines.set([from, to].sort().join("\n"), { from: a, to: b });
  }
  return { rows, spots: [...spots.values()], lines: [...lines.values()] };
}

/**
 * @param {PlotWeb} map
 * @param {string[]} visited ids in the order they were first seen
 * @returns {Act[]}
 */
export function layOut(map, visited) {
  const order = new Map(visited.map((id, i) => [id, i]));
  const nodes = [...map.nodes].sort((a, b) => (order.get(a.id) ?? Infinity) - (order.get(b.id) ?? Infinity));
  const acts = new Map(nodes.map(({ act, actTitle }) => [act, actTitle]));
  return [...acts].map(([id, title]) => ({ id, title, ...lay(nodes.filter(({ act }) => act === id), map.ways) }));
}

/**
 * The scene that an arrow key leads to: the nearest one on that side.
 * @param {Spot[]} spots with rows counted through all acts
 * @param {Spot} at
 * @param {string} key
 * @returns {Spot | undefined}
 */
export function neighbour(spots, at, key) {
  const side = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!side) return undefined;
  const [across, down] = side;
  const far = (/** @type {Spot} */ { x, y }) => {
    const [dx, dy] = [(x - at.x) * ABREAST, y - at.y];
    const ahead = dx * across + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * across);
    return ahead > 0.1 ? ahead + aside * 2 : Infinity;
  };
  const [nearest] = spots.filter((spot) => spot.id !== at.id && far(spot) < Infinity).sort((a, b) => far(a) - far(b));
  return nearest;
}
