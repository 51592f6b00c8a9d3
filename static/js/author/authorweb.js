// @ts-check
// Where the scenes of a draft stand on its map: in rows from its beginning to its endings, act by act, never wider than
// three, so that the map fits a telephone. Pure.

/** @typedef {import("../types.js").Draft} Draft @typedef {import("../types.js").DraftedNode} DraftedNode */
/**
 * @typedef {{ id: string, title: string, kind: "node" | "ending", about: string, col: number, row: number }} Spot
 *   `col` is its first of six columns and `row` its first row, both from 1
 * @typedef {{ title: string, row: number }} Band the heading of an act
 * @typedef {{ from: string, to: string, back: boolean, path: string }} Line
 */

/** So many boxes side by side, each as wide as two columns. */
const ABREAST = 3;
/** In rows of the grid: a box, the room below it, and the heading of an act. */
export const BOX = 8;
const GAP = 4;
const HEAD = 5;

/**
 * The scenes of an act in the order they are come to: those nearest to its first scene first.
 * @param {DraftedNode[]} nodes
 */
function ranks(nodes) {
  const left = new Map(nodes.map((node) => [node.id, node]));
  /** @type {DraftedNode[][]} */
  const found = [];
  /** @type {DraftedNode[]} */
  let next = [];
  while (left.size) {
    // Where nothing leads on, the outline does.
    if (!next.length) next = [/** @type {DraftedNode} */ (left.values().next().value)];
    for (const { id } of next) left.delete(id);
    found.push(next);
    const ahead = new Set(next.flatMap(({ ways }) => ways.filter(({ kind }) => kind === "node").map(({ to }) => to)));
    next = [...left.values()].filter(({ id }) => ahead.has(id));
  }
  return found;
}

/**
 * @param {Draft} draft
 * @returns {{ spots: Spot[], bands: Band[], lines: Line[], rows: number }}
 */
export function lay(draft, endings = "") {
  /** @type {Spot[]} */
  const spots = [];
  /** @type {Band[]} */
  const bands = [];
  let row = 1;
  /** @param {string} title */
  const head = (title) => {
    bands.push({ title, row });
    row += HEAD;
  };
  /** @param {Omit<Spot, "col" | "row">[]} boxes */
  const put = (boxes) => {
    for (let i = 0; i < boxes.length; i += ABREAST) {
      const line = boxes.slice(i, i + ABREAST);
      line.forEach((box, j) => spots.push({ ...box, col: 1 + (ABREAST - line.length) + 2 * j, row }));
      row += BOX + GAP;
    }
  };
  for (const act of draft.acts) {
    head(act.title);
    for (const rank of ranks(act.nodes)) put(rank.map(({ id, title, stage }) => ({ id, title, kind: /** @type {const} */ ("node"), about: stage })));
  }
  if (draft.endings.length && draft.acts.length) {
    head(endings);
    put(draft.endings.map(({ id, title, kind }) => ({ id, title, kind: /** @type {const} */ ("ending"), about: kind })));
  }
  return { spots, bands, lines: lines(draft, spots), rows: row - 1 };
}

/**
 * @param {Draft} draft
 * @param {Spot[]} spots
 */
function lines(draft, spots) {
  const at = (/** @type {string} */ kind, /** @type {string} */ id) => spots.find((spot) => spot.kind === kind && spot.id === id);
  const firstOf = new Map(draft.acts.map((act) => [act.id, act.nodes[0]?.id ?? ""]));
  /** @type {Line[]} */
  const all = [];
  for (const { id, ways } of draft.acts.flatMap((act) => act.nodes)) {
    const from = at("node", id);
    for (const { kind, to } of ways) {
      const goal = kind === "act" ? at("node", firstOf.get(to) ?? "") : at(kind, to);
      if (from && goal && from !== goal && !all.some((line) => line.from === id && line.to === goal.id)) all.push(line(from, goal));
    }
  }
  return all;
}

/**
 * From a box down to another; along the row, or around the side where it leads back up. Half a column is left free at
 * the sides of a box.
 * @param {Spot} from
 * @param {Spot} to
 * @returns {Line}
 */
function line(from, to) {
  const [x, y, goalX, goalY] = [from.col, from.row - 1, to.col, to.row - 1];
  const ends = { from: from.id, to: to.id };
  if (goalY > y) {
    const bend = Math.max(GAP / 2, (goalY - y - BOX) / 2);
    return { ...ends, back: false, path: `M${x} ${y + BOX} C${x} ${y + BOX + bend} ${goalX} ${goalY - bend} ${goalX} ${goalY}` };
  }
  const side = 0.94;
  if (goalY === y) {
    const way = Math.sign(goalX - x) * side;
    return { ...ends, back: false, path: `M${x + way} ${y + BOX / 2} L${goalX - way} ${goalY + BOX / 2}` };
  }
  const out = Math.max(x, goalX) + 1.15;
  return { ...ends, back: true, path: `M${x + side} ${y + BOX / 2} C${out} ${y + BOX / 2} ${out} ${goalY + BOX / 2} ${goalX + side} ${goalY + BOX / 2}` };
}
