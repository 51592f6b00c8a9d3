// @ts-check
// The buttons of a fight: what can be done now, by what it costs; then at whom. The server says what is allowed.
import { h } from "./dom.js";
import { choiceOf, deedName, grouped } from "./fightwords.js";
import { F } from "./strings-fight.js";
import { capitalised } from "./text.js";

/**
 * @typedef {import("./types.js").Combatant} Combatant
 * @typedef {import("./types.js").LegalAct} LegalAct
 * @typedef {import("./types.js").Act} Act
 * @typedef {import("./dom.js").Kid} Kid
 * @typedef {{ order: Combatant[], busy: boolean, ally?: import("./types.js").Intent | null, aim?: string[], aimAt?: (id: string) => void, choose: (legal: LegalAct) => void, send: (act: Act, words: string) => void, back: () => void }} Hands
 */

/** A button that waits keeps the focus it has. @param {string} key @param {boolean} busy @param {() => void} run @param {Kid[]} kids @param {string} [className] @param {boolean} [isOn] */
export function button(key, busy, run, kids, className, isOn) {
  const press = () => !busy && run();
  const pressed = isOn === undefined ? null : String(isOn);
  return h("button", { type: "button", class: className, "data-key": key, "aria-disabled": busy ? "true" : null, "aria-pressed": pressed, onclick: press }, kids);
}

/** @param {Combatant[]} order @param {string} id */
export const nameOf = (order, id) => capitalised(order.find((one) => one.id === id)?.name ?? id);

/** Lets the ally who comes next do what it means to do. @param {import("./types.js").Intent} ally @param {boolean} busy @param {Hands["send"]} send */
function allyButton({ ally, name, suggestion }, busy, send) {
  const words = F.letAct(capitalised(name));
  return button("deed-ally", busy, () => send({ action: "accept", ally }, words), [words, h("small", {}, suggestion)], "quiet");
}

/**
 * @param {LegalAct[]} items
 * @param {Hands} hands
 */
export function deedButtons(items, { order, busy, ally, choose, send }) {
  const deed = (/** @type {LegalAct} */ legal) => {
    const name = deedName(legal);
    const key = `deed-${legal.act.action}-${legal.name}-${legal.cost}-${legal.act.slot ?? ""}`;
    if (choiceOf(legal)) return button(key, busy, () => choose(legal), [name, "…"]);
    const [target] = legal.targets;
    const words = target ? F.deedAt(name, nameOf(order, target)) : name;
    return button(key, busy, () => send(legal.act, words), [name, target && h("small", {}, nameOf(order, target))]);
  };
  const groups = grouped(items).map(({ cost, title, deeds }) =>
    h("div", { class: "deed-group", role: "group", "aria-labelledby": `cost-${cost.replace(/\W/g, "-")}` }, h("h3", { id: `cost-${cost.replace(/\W/g, "-")}` }, title), h("div", {}, deeds.map(deed))),
  );
  const end = items.find(({ act }) => act.action === "endTurn")?.act ?? { action: "endTurn" };
  return [groups, ally && allyButton(ally, busy, send), button("deed-end", busy, () => send(end, F.endTurn), [F.endTurn], "primary end-turn")];
}
