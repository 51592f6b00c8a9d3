// @ts-check
// Aiming in a fight: distances, targets, and the resulting request. Loaded with the map, or with the first action that needs a
// target.
import { button, chanceAt, nameOf } from "./fightdeeds.js";
import { conditionsOf, deedName, healthOf } from "./fightwords.js";
import { h } from "../dom.js";
import { F } from "../words/en/table/fight.js";
import { capitalised } from "../text.js";

/**
 * @typedef {import("../types.js").Combatant} Combatant
 * @typedef {import("../types.js").LegalAct} LegalAct
 * @typedef {import("../types.js").Act} Act
 * @typedef {import("../types.js").Square} Square
 * @typedef {Pick<Combatant, "square" | "span">} Space
 * @typedef {import("./fightdeeds.js").Hands} Hands
 */

/** As many squares as the battle map is wide and high, and the feet of a square's side. */
export const MAP = { width: 12, height: 8, feet: 5 };

/** Feet between the nearest squares of two; diagonal steps count as steps, as the table measures. @param {Space} a @param {Space} b */
export function feetApart({ square: a, span: spanA }, { square: b, span: spanB }) {
  const gap = (/** @type {number} */ from, /** @type {number} */ to) => Math.max(0, to - from - (spanA ?? 1) + 1, from - to - (spanB ?? 1) + 1);
  return MAP.feet * Math.max(gap(a.x, b.x), gap(a.y, b.y));
}

/**
 * Someone as they are called where they are chosen: "Goblin A, bloodied, 15 ft away".
 * @param {Combatant} one
 * @param {Combatant} [from] whoever looks
 */
export function described(one, from) {
  const away = from && from.id !== one.id && F.away(feetApart(from, one));
  return [capitalised(one.name), healthOf(one), ...conditionsOf(one), away].filter(Boolean).join(", ");
}

/**
 * The act aimed at somebody, or at several. The server has put the first of the targets in.
 * @param {LegalAct} legal
 * @param {string[]} targets
 * @returns {Act}
 */
export function aimedAt({ act }, ...targets) {
  return act.action === "do" ? { ...act, targets } : { ...act, target: targets[0] };
}

/**
 * Those aimed at once one more is chosen, or one is not any more. Where no more can be, the last one gives way.
 * @param {LegalAct} legal
 * @param {string[]} aim
 * @param {string} id
 */
export function toggled({ maxTargets }, aim, id) {
  return aim.includes(id) ? aim.filter((one) => one !== id) : [...aim.slice(0, maxTargets - 1), id];
}

/**
 * The act at a square: where to go, or where a shape lies.
 * @param {LegalAct} legal
 * @param {Square} square
 * @returns {Act}
 */
export function laidAt({ act }, { x, y }) {
  return act.action === "move" ? { ...act, to: { x, y } } : { ...act, at: { x, y } };
}

/**
 * @param {LegalAct} legal
 * @param {Combatant | undefined} from
 * @param {Hands} hands
 */
export function targetButtons(legal, from, { order, busy, aim = [], aimAt, send, back }) {
  const name = deedName(legal);
  const several = legal.maxTargets > 1;
  const sendAt = (/** @type {string[]} */ ids) => send(aimedAt(legal, ...ids), F.deedAt(name, ids.map((id) => nameOf(order, id)).join(", ")));
  const targets = legal.targets.map((id) => {
    const one = order.find((it) => it.id === id);
    return button(`target-${id}`, busy, () => (several ? aimAt?.(id) : sendAt([id])), [[one ? described(one, from) : id, chanceAt(legal, id)].filter(Boolean).join(", ")], several && aim.includes(id) ? "chosen" : undefined, several ? aim.includes(id) : undefined);
  });
  const go = several && button("aimed", busy || !aim.length, () => sendAt(aim), [F.aimed(name, aim.length)], "primary");
  return h("div", { class: "deed-group targets", role: "group", "aria-labelledby": "at-whom" }, h("h3", { id: "at-whom" }, several ? F.atWhomOf(name, legal.maxTargets) : F.atWhom(name)), h("div", {}, targets, go, button("back", busy, back, [F.back], "quiet")));
}

/** @param {LegalAct} legal @param {Hands} hands */
export function squareLine(legal, { busy, back }) {
  return h("div", { class: "deed-group aiming" }, h("p", { class: "aim", role: "status" }, F.whereTo(deedName(legal))), h("div", {}, button("back", busy, back, [F.back], "quiet")));
}
