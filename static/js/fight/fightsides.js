// @ts-check
// Both sides of a fight with faces and health, and the turn order. Loaded with a fight.
import { h } from "../dom.js";
import { faceOf, health } from "./fightorder.js";
import { healthOf, isFallen, onTurn, tokenOf, turnLine } from "./fightwords.js";
import { F } from "../words/en/table/fight.js";
import { capitalised } from "../text.js";

export { faceOf, orderList } from "./fightorder.js";
export { fightOf } from "./fightwords.js";

/**
 * @typedef {import("../types.js").Session} Session
 * @typedef {import("../types.js").Combatant} Combatant
 */

/** @param {Combatant} one @param {Session} session @param {boolean} acts */
function line(one, session, acts) {
  const fallen = isFallen(one, session);
  return h(
    "li",
    { class: `${acts ? "acts" : ""}${fallen ? " fallen" : ""}` },
    h("span", { class: `token ${one.kind}${fallen ? " fallen" : ""}`, "data-sign": tokenOf(one.name), "aria-hidden": "true" }, faceOf(one, session)),
    h("span", { class: "called" }, capitalised(one.name)),
    fallen && typeof one.hp === "number" ? h("span", { class: "health" }, F.dead) : health(one),
  );
}

/** @param {Session} session @param {import("./fightwords.js").Fight} fight */
export function sides(session, fight) {
  const current = onTurn(fight);
  const side = (/** @type {string} */ label, /** @type {(one: Combatant) => boolean} */ isOf) =>
    h("ul", { "aria-label": label }, fight.order.filter(isOf).map((one) => line(one, session, one.id === current?.id)));
  const isOurs = (/** @type {Combatant} */ { kind }) => kind === "hero" || kind === "ally";
  return h("div", { class: "sides" }, side(F.ours, isOurs), side(F.theirs, ({ kind }) => kind === "enemy"));
}

/** How it stands, in two lines above the box on a narrow screen. @param {import("./fightwords.js").Fight} fight */
export function barLine(fight) {
  const one = onTurn(fight);
  const own = typeof one?.hp === "number" && one.maxHP ? F.bar(one.hp, one.maxHP) : "";
  const foes = fight.order.filter(({ kind, hp }) => kind === "enemy" && hp !== "dead").map((foe) => `${capitalised(foe.name)}: ${healthOf(foe)}`);
  return h("span", {}, h("b", {}, [F.round(fight.round), turnLine(fight), own].filter(Boolean).join(" · ")), h("small", {}, foes.join(" · ")));
}

/** What is left of a turn; its line stays where nobody has one. @param {Combatant["turn"]} turn */
export function left(turn) {
  if (!turn) return h("p", { class: "left-room", "aria-hidden": "true" }, "\u00a0");
  const parts = /** @type {const} */ (["action", "bonusAction", "reaction"]).map((part) =>
    h("li", { class: turn[part] ? "there" : "spent" }, h("span", { "aria-hidden": "true" }, turn[part] ? "◆ " : "◇ "), F.leftOf[part], !turn[part] && h("span", { class: "sr" }, F.spent)),
  );
  return h("ul", { class: "left", "aria-label": F.left }, parts, h("li", { class: turn.feet > 0 ? "there" : "spent" }, F.feetLeft(turn.feet)));
}

/** Where one could go, and who could be struck. @param {import("../types.js").LegalAct[]} items */
export const within = (items) => ({
  walk: items.find(({ act }) => act.action === "move"),
  struck: new Set(items.filter(({ act }) => act.action === "attack").flatMap(({ targets }) => targets)),
});

/** Keeps the room that the deeds of a turn take, as long as the panel is as wide. */
export class Room {
  #width = 0;
  #height = 0;

  /** @param {HTMLElement} panel @param {boolean} counts whether what stands there now is what usually does */
  keep(panel, counts) {
    const { clientWidth } = panel;
    if (!counts || !clientWidth) return;
    if (clientWidth !== this.#width) panel.style.setProperty("--room", "0");
    const height = /** @type {HTMLElement} */ (panel.querySelector(".deeds-now")).offsetHeight;
    this.#height = clientWidth === this.#width ? Math.max(height, this.#height) : height;
    this.#width = clientWidth;
    panel.style.setProperty("--room", `${this.#height}`);
  }
}
