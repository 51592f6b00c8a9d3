// @ts-check
// The turn order: health and conditions of each fighter.
import { art } from "../art.js";
import { h, svg } from "../dom.js";
import { conditionsOf, healthOf, isFallen, onTurn, tokenOf, turnLine } from "./fightwords.js";
import { likeness } from "../hero/likeness.js";
import { F } from "../words/en/table/fight.js";
import { capitalised } from "../text.js";

/**
 * @typedef {import("../types.js").Session} Session
 * @typedef {import("../types.js").Combatant} Combatant
 */

/** The face of a hero, and of somebody the journal knows by their looks. @param {Combatant} one @param {Session} session */
export function faceOf({ id }, { characters, supportingNPCs }) {
  const hero = characters.find((it) => it.id === id);
  if (hero) return art("person", "face", hero.name, `${hero.race}, ${hero.class}`);
  const npc = supportingNPCs.find((it) => it.id === id);
  return npc?.appearance ? likeness(npc) : null;
}

/** @param {Combatant} one the numbers say it all: the bar is for the eyes */
export function health(one) {
  const { hp, maxHP } = one;
  if (typeof hp !== "number" || !maxHP) return h("span", { class: "health" }, healthOf(one));
  const left = (Math.min(Math.max(hp, 0), maxHP) / maxHP) * 100;
  const tone = left <= 25 ? "low" : left <= 50 ? "half" : "";
  return h(
    "span",
    { class: "health" },
    h("span", { class: `meter ${tone}`, "aria-hidden": "true" }, svg("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none" }, svg("rect", { width: left, height: 1 }))),
    h("span", { "aria-hidden": "true" }, `${hp}/${maxHP}`),
    h("span", { class: "sr" }, healthOf(one)),
  );
}

/** @param {Session} session @param {import("./fightwords.js").Fight} fight */
export function orderList(session, fight) {
  const current = onTurn(fight);
  const lines = fight.order.map((one) => {
    const acts = one.id === current?.id;
    const fallen = isFallen(one, session);
    const ails = fallen ? [] : conditionsOf(one);
    return h(
      "li",
      { class: `${one.kind}${acts ? " acts" : ""}${fallen ? " fallen" : ""}`, "aria-current": acts ? "true" : null },
      h("span", { class: "marker", "aria-hidden": "true" }, acts ? "▶\ufe0e" : ""),
      h("span", { class: `token ${one.kind}${fallen ? " fallen" : ""}`, "data-sign": tokenOf(one.name), "aria-hidden": "true" }, faceOf(one, session)),
      h(
        "span",
        { class: "name" },
        h("span", { class: "called" }, capitalised(one.name)),
        h("span", { class: "sr" }, `, ${F.kinds[one.kind]}, ${F.initiative(one.initiative)}${acts ? ", " + turnLine(fight) : ""}, `),
        ails.length > 0 && h("span", { class: "ails" }, h("span", { "aria-hidden": "true" }, "▲ "), ails.join(" · ")),
      ),
      fallen && typeof one.hp === "number" ? h("span", { class: "health" }, F.dead) : health(one),
      h("span", { class: "initiative", "aria-hidden": "true" }, one.initiative),
    );
  });
  return h("section", {}, h("h3", {}, F.order), h("ol", { class: "order" }, lines));
}
