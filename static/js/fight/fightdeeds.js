// @ts-check
// The buttons of a fight: available actions by kind, then their targets. The server says what is allowed.
import { h } from "../dom.js";
import { choiceOf, deedName, grouped } from "./fightwords.js";
import { F } from "../words/en/table/fight.js";
import { capitalised, damage } from "../text.js";

/**
 * @typedef {import("../types.js").Combatant} Combatant
 * @typedef {import("../types.js").LegalAct} LegalAct
 * @typedef {import("../types.js").Act} Act
 * @typedef {import("../dom.js").Kid} Kid
 * @typedef {{ order: Combatant[], busy: boolean, ally?: import("../types.js").Intent | null, aim?: string[], aimAt?: (id: string) => void, choose: (legal: LegalAct) => void, send: (act: Act, words: string) => void, back: () => void }} Hands
 */

/** A button that waits keeps the focus it has. @param {string} key @param {boolean} busy @param {() => void} run @param {Kid[]} kids @param {string} [className] @param {boolean} [isOn] */
export function button(key, busy, run, kids, className, isOn) {
  const press = () => !busy && run();
  const pressed = isOn === undefined ? null : String(isOn);
  return h("button", { type: "button", class: className, "data-key": key, "aria-disabled": busy ? "true" : null, "aria-pressed": pressed, onclick: press }, kids);
}

/** @param {Combatant[]} order @param {string} id */
export const nameOf = (order, id) => capitalised(order.find((one) => one.id === id)?.name ?? id);

/** Lets the ally who comes next do what it means to do. @param {import("../types.js").Intent} ally @param {boolean} busy @param {Hands["send"]} send */
function allyButton({ ally, name, suggestion }, busy, send) {
  const words = F.letAct(capitalised(name));
  return button("deed-ally", busy, () => send({ action: "accept", ally }, words), [words, h("small", {}, suggestion)], "quiet");
}

/** How likely an attack is to hit somebody, in words. @param {LegalAct} legal @param {string} id */
export const chanceAt = ({ odds }, id) => odds?.filter(({ target }) => target === id).map(({ chance }) => F.chance(chance))[0];

/** @param {LegalAct} legal */
const keyOf = (legal) => `${legal.act.action}-${legal.name}-${legal.cost}-${legal.act.slot ?? ""}`;

/**
 * All that could be done in a turn so far, each in its place, as it can be done now if it still can.
 * @param {LegalAct[]} before
 * @param {LegalAct[]} now
 */
export function offered(before, now) {
  const legal = new Map(now.map((one) => [keyOf(one), one]));
  const kept = before.map((one) => legal.get(keyOf(one)) ?? one);
  return [...kept, ...now.filter((one) => !kept.includes(one))];
}

/**
 * @param {LegalAct[]} items what can be done
 * @param {LegalAct[]} all with what is spent, which keeps its place
 * @param {import("../types.js").Session["characters"][number]["attacks"]} attacks
 * @param {Hands} hands
 */
export function deedButtons(items, all, attacks, { order, busy, ally, choose, send }) {
  const [main] = items.filter(({ act }) => act.action === "attack");
  const deed = (/** @type {LegalAct} */ legal) => {
    const name = deedName(legal);
    const arm = legal.act.action === "attack" && attacks.find(({ name }) => name === legal.act.with);
    const isSpent = !items.includes(legal);
    const choice = choiceOf(legal);
    const [target] = legal.targets;
    const notes = [
      !choice && !isSpent && chanceAt(legal, target),
      arm && damage(arm),
      legal.cost === "bonus action" && F.costs[legal.cost],
      // Of two it is clear whom.
      !choice && target && order[2] && !isSpent && nameOf(order, target),
    ].filter((note) => note);
    const kids = [choice ? `${name}…` : name, notes.length > 0 && h("small", {}, notes.join(" · "))];
    if (isSpent) return h("button", { type: "button", class: "spent", disabled: true, "data-key": `spent-${keyOf(legal)}` }, kids);
    const run = () => (choice ? choose(legal) : send(legal.act, target ? F.deedAt(name, nameOf(order, target)) : name));
    return button(`deed-${keyOf(legal)}`, busy, run, kids, legal === main ? "primary" : undefined);
  };
  const groups = grouped(all).map(({ kind, title, deeds }) =>
    h("div", { class: `deed-group of-${kind}`, role: "group", "aria-labelledby": `kind-${kind}` }, h("h3", { id: `kind-${kind}` }, title), h("div", {}, deeds.map(deed))),
  );
  const end = items.find(({ act }) => act.action === "endTurn")?.act ?? { action: "endTurn" };
  // Once nothing is left that costs something, the turn is over.
  const isOver = !items.some(({ cost }) => /action/.test(cost));
  return [groups, ally && allyButton(ally, busy, send), button("deed-end", busy, () => send(end, F.endTurn), [F.endTurn], `end-turn${isOver ? " primary" : ""}`)];
}
