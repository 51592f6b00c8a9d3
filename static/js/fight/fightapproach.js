// @ts-check
// What stands in the attack's place where no weapon reaches anybody.
import { MAP, feetApart, laidAt } from "./fightaim.js";
import { button } from "./fightdeeds.js";
import { h } from "../dom.js";
import { APPROACH as W } from "../words/en/table/approach.js";
import { F } from "../words/en/table/fight.js";
import { capitalised, term } from "../text.js";

/** @typedef {import("./fightaim.js").Combatant} Combatant @typedef {import("./fightaim.js").LegalAct} LegalAct */
/** @typedef {import("./fightaim.js").Space} Space @typedef {import("./fightdeeds.js").Hands} Hands */

/**
 * Where no weapon reaches anybody: the way to the nearest foe, or how far away that is.
 * @param {LegalAct[]} items
 * @param {Combatant} current
 * @param {import("../types.js").Session["characters"][number]["attacks"]} attacks
 * @param {Hands} hands
 */
export function lines(items, current, attacks, { order, busy, send }) {
  const arm = attacks.find(({ range }) => !range?.includes("/"));
  const away = (/** @type {Space} */ to) => feetApart(current, to);
  const [foe] = order.filter(({ kind, hp }) => kind === "enemy" && hp !== "dead").sort((a, b) => away(a) - away(b));
  if (!arm || !foe || !current.turn?.action || items.some(({ act }) => act.action === "attack") || away(foe) <= MAP.feet) return null;
  const walk = items.find(({ act }) => act.action === "move");
  const [square] = (walk?.squares ?? []).filter((square) => feetApart({ square }, foe) <= MAP.feet).sort((a, b) => away({ square: a }) - away({ square: b }));
  const { name } = foe;
  const words = W.moveTo(name);
  const deed =
    walk && square
      ? button("deed-approach", busy, () => send(laidAt(walk, square), words), [words, h("small", {}, W.toStrike(capitalised(term(arm.name))))], "primary")
      : h("button", { type: "button", disabled: true }, capitalised(term(arm.name)), h("small", {}, W.tooFar(capitalised(name), away(foe))));
  return h("div", { class: "deed-group of-attack" }, h("h3", {}, F.kindsOfDeed.attack), h("div", {}, deed));
}
