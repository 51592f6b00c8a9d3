// @ts-check
// What one wants to know of a hero at a glance. Every number is the server's, and most of them say where they are from.
import { coins } from "./changes.js";
import { h, svg } from "./dom.js";
import { emblem } from "./emblem.js";
import { facts, section } from "./pieces.js";
import { later } from "./state.js";
import { S } from "./strings.js";
import { A } from "./strings-aside.js";
import { calling, capitalised, count, modifier, signed } from "./text.js";

/** @typedef {import("./types.js").Character} Character @typedef {import("./dom.js").Kid} Kid */

const ABILITIES = /** @type {const} */ (["str", "dex", "con", "int", "wis", "cha"]);

/**
 * A number that tells where it came from.
 * @param {Character} hero
 * @param {string} field of the hero's sheet
 * @param {string} name
 * @param {string} text
 */
function traced(hero, field, name, text) {
  const press = () => void later(() => import("./why.js"), ({ openWhy }) => openWhy(hero.id, field, name, text));
  return h("button", { type: "button", class: "traced", "aria-haspopup": "dialog", onclick: press, "data-key": field }, text);
}

/** @param {Character} hero */
function hitPoints(hero) {
  const { currentHP, maxHP, tempHP, deathSaves } = hero;
  const state = currentHP <= 0 ? A.hero.down : currentHP * 4 <= maxHP ? A.hero.nearDeath : currentHP * 2 <= maxHP ? A.hero.bloodied : "";
  const left = maxHP > 0 ? (Math.min(Math.max(currentHP, 0), maxHP) / maxHP) * 100 : 0;
  const tone = left <= 25 ? "low" : left <= 50 ? "half" : "";
  const meter = h(
    "div",
    { class: `meter ${tone}`, role: "meter", "aria-label": A.hero.hp, "aria-valuemin": 0, "aria-valuemax": maxHP, "aria-valuenow": currentHP },
    svg("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { width: left, height: 1 })),
  );
  return h(
    "div",
    { class: "hp" },
    h(
      "p",
      {},
      h("span", {}, A.hero.hp, state && h("em", {}, ` · ${state}`)),
      h("b", {}, traced(hero, "currentHP", A.hero.hp, `${currentHP} / ${maxHP}`), tempHP > 0 && h("span", { class: "temp" }, ` ${A.hero.temp(tempHP)}`)),
    ),
    meter,
    currentHP <= 0 && h("p", { class: "soft" }, A.hero.deathSaves(deathSaves?.successes ?? 0, deathSaves?.failures ?? 0)),
  );
}

/** @param {Character} hero */
function slots(hero) {
  const { spellcasting } = hero;
  if (!spellcasting) return null;
  const levels = Object.entries(spellcasting.slots ?? {}).filter(([, { max }]) => max > 0);
  const rows = levels.map(([level, { max, used }]) => {
    const pips = Array.from({ length: max }, (_, i) => h("span", { class: i < max - used ? "pip" : "pip spent" }));
    return h("li", {}, h("span", {}, A.hero.slotLevel(level)), h("span", { class: "pips", "aria-hidden": "true" }, pips), h("span", {}, A.hero.slotsLeft(max - used, max)));
  });
  return section(A.hero.slots, rows);
}

/** @param {Character} hero */
function weapons({ weapons }) {
  return weapons.map(({ name, dice, bonus, damageType, range }) => {
    const harm = [`${dice}${bonus ? ` ${signed(bonus)}` : ""}`, damageType, range].filter(Boolean).join(" · ");
    return h("li", {}, h("span", {}, capitalised(name)), h("span", { class: "soft" }, harm));
  });
}

/** @param {Character} hero */
export function heroPage(hero) {
  const { pendingLevelUp, purse, hitDice } = hero;
  const take = pendingLevelUp && h("button", { type: "button", class: "primary wide", onclick: () => void later(() => import("./level.js"), ({ offerLevel }) => offerLevel(hero)), "data-key": "level" }, S.raiseLevel(hero.name));
  const money = purse ? coins(purse.gp * 100 + purse.sp * 10 + purse.cp) : `${hero.gold} gp`;
  return [
    h("div", { class: "sheet-head" }, emblem(hero.class), h("div", {}, h("h2", {}, hero.name), h("p", { class: "sub" }, calling(hero)))),
    hero.background && h("p", { class: "tale" }, capitalised(hero.background)),
    take,
    hitPoints(hero),
    h(
      "dl",
      { class: "vitals" },
      [
        [A.hero.ac, traced(hero, "armorClass", A.hero.ac, `${hero.armorClass}`)],
        [A.hero.speed, traced(hero, "speed", A.hero.speed, A.hero.feet(hero.speed))],
        [A.hero.proficiency, signed(hero.proficiencyBonus)],
      ].map(([name, value]) => h("div", {}, h("dt", {}, /** @type {string} */ (name)), h("dd", {}, value))),
    ),
    h(
      "dl",
      { class: "abilities" },
      ABILITIES.map((ability) => {
        const score = hero.abilities[ability];
        return h("div", {}, h("dt", {}, S.abilities[ability]), h("dd", {}, h("b", {}, signed(modifier(score))), h("span", {}, score)));
      }),
    ),
    hero.conditions.length
      ? h("section", {}, h("h3", {}, A.hero.conditions), h("ul", { class: "marks" }, hero.conditions.map(({ name, duration }) => h("li", { class: "bad" }, h("span", { "aria-hidden": "true" }, "▲ "), capitalised(name), duration && ` · ${duration}`))))
      : null,
    section(A.hero.weapons, weapons(hero)),
    slots(hero),
    section(
      A.hero.pack,
      hero.inventory.map(({ name, quantity, equipped }) =>
        h("li", {}, h("span", {}, capitalised(name), equipped && h("em", { class: "soft" }, ` ${A.hero.worn}`)), h("span", {}, quantity > 1 ? `× ${count(quantity)}` : "")),
      ),
      A.hero.emptyPack,
    ),
    h("section", {}, h("h3", {}, A.hero.more), facts([
      [A.hero.purse, traced(hero, "gold", A.hero.purse, money)],
      [A.hero.xp, traced(hero, "xp", A.hero.xp, count(hero.xp))],
      ...(hitDice ? [/** @type {[string, Kid]} */ ([A.hero.hitDice, A.hero.hitDiceLeft(hitDice.total - hitDice.used, hitDice.total, hitDice.sides)])] : []),
    ])),
  ];
}
