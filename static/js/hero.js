// @ts-check
// The hero's sheet. Every number on it is the server's.
import { coins } from "./changes.js";
import { h, svg } from "./dom.js";
import { emblem } from "./emblem.js";
import { offerLevel } from "./level.js";
import { S } from "./strings.js";
import { capitalised, count, listedAs, modifier, properName, signed } from "./text.js";

/** @typedef {import("./types.js").Character} Character @typedef {import("./dom.js").Kid} Kid */

const ABILITIES = /** @type {const} */ (["str", "dex", "con", "int", "wis", "cha"]);

/** @param {Character} hero */
export function calling({ race, class: profession, subclass, level }) {
  return S.hero.calling(properName(race), properName(profession), subclass ? properName(subclass) : "", level);
}

/** @param {Character} hero */
function hitPoints({ currentHP, maxHP, tempHP, deathSaves }) {
  const state = currentHP <= 0 ? S.hero.down : currentHP * 4 <= maxHP ? S.hero.nearDeath : currentHP * 2 <= maxHP ? S.hero.bloodied : "";
  const left = maxHP > 0 ? (Math.min(Math.max(currentHP, 0), maxHP) / maxHP) * 100 : 0;
  const tone = left <= 25 ? "low" : left <= 50 ? "half" : "";
  const meter = h(
    "div",
    { class: `meter ${tone}`, role: "meter", "aria-label": S.hero.hp, "aria-valuemin": 0, "aria-valuemax": maxHP, "aria-valuenow": currentHP },
    svg("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { width: left, height: 1 })),
  );
  return h(
    "div",
    { class: "hp" },
    h(
      "p",
      {},
      h("span", {}, S.hero.hp, state && h("em", {}, ` · ${state}`)),
      h("b", {}, `${currentHP} / ${maxHP}`, tempHP > 0 && h("span", { class: "temp" }, ` ${S.hero.temp(tempHP)}`)),
    ),
    meter,
    currentHP <= 0 && h("p", { class: "soft" }, S.hero.deathSaves(deathSaves?.successes ?? 0, deathSaves?.failures ?? 0)),
  );
}

/** @param {[string, Kid][]} pairs */
function facts(pairs) {
  return h("dl", { class: "facts" }, pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

/**
 * @param {string} title
 * @param {Kid[]} items
 * @param {string} [empty]
 */
export function section(title, items, empty) {
  if (!items.length && !empty) return null;
  return h("section", {}, h("h3", {}, title), items.length ? h("ul", { class: "lines" }, items) : h("p", { class: "soft" }, empty));
}

/** @param {string[]} names */
const listed = (names) => names.map((name) => capitalised(name)).join(", ");

/** @param {Character} hero */
function slots(hero) {
  const { spellcasting } = hero;
  if (!spellcasting) return null;
  const levels = Object.entries(spellcasting.slots ?? {}).filter(([, { max }]) => max > 0);
  const rows = levels.map(([level, { max, used }]) => {
    const pips = Array.from({ length: max }, (_, i) => h("span", { class: i < max - used ? "pip" : "pip spent" }));
    return h("li", {}, h("span", {}, S.hero.slotLevel(level)), h("span", { class: "pips", "aria-hidden": "true" }, pips), h("span", {}, S.hero.slotsLeft(max - used, max)));
  });
  return [
    section(S.hero.slots, rows),
    spellcasting.cantrips?.length ? section(S.hero.cantrips, [h("li", {}, listed(spellcasting.cantrips))]) : null,
    spellcasting.spells?.length ? section(S.hero.spells, [h("li", {}, listed(spellcasting.spells))]) : null,
  ];
}

/** @param {Character} hero */
function weapons({ weapons }) {
  return weapons.map(({ name, dice, bonus, damageType, range }) => {
    const harm = [`${dice}${bonus ? ` ${signed(bonus)}` : ""}`, damageType, range].filter(Boolean).join(" · ");
    return h("li", {}, h("span", {}, capitalised(name)), h("span", { class: "soft" }, harm));
  });
}

/** @param {Character} hero */
function training({ proficiencies: p }) {
  const ability = (/** @type {string} */ name) => listedAs(S.abilities, name) ?? name;
  /** @type {[string, string[]][]} */
  const all = [
    [S.hero.saves, (p?.saves ?? []).map(ability)],
    [S.hero.skills, p?.skills ?? []],
    [S.hero.weaponTraining, p?.weapons ?? []],
    [S.hero.armorTraining, p?.armor ?? []],
    [S.hero.tools, p?.tools ?? []],
    [S.hero.languages, p?.languages ?? []],
  ];
  const known = all.filter(([, names]) => names.length);
  if (!known.length) return null;
  return h("section", {}, h("h3", {}, S.hero.training), facts(known.map(([name, names]) => [name, listed(names)])));
}

/** @param {Character} hero */
export function heroSheet(hero) {
  const { pendingLevelUp, purse, hitDice } = hero;
  const take = pendingLevelUp && h("button", { type: "button", class: "primary wide", onclick: () => offerLevel(hero), "data-key": "level" }, S.level.take(hero.name));
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
        [S.hero.ac, hero.armorClass],
        [S.hero.speed, S.hero.feet(hero.speed)],
        [S.hero.proficiency, signed(hero.proficiencyBonus)],
      ].map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
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
      ? h("section", {}, h("h3", {}, S.hero.conditions), h("ul", { class: "marks" }, hero.conditions.map(({ name, duration }) => h("li", { class: "bad" }, h("span", { "aria-hidden": "true" }, "▲ "), capitalised(name), duration && ` · ${duration}`))))
      : null,
    section(S.hero.weapons, weapons(hero)),
    slots(hero),
    section(
      S.hero.pack,
      hero.inventory.map(({ name, quantity, equipped }) =>
        h("li", {}, h("span", {}, capitalised(name), equipped && h("em", { class: "soft" }, ` ${S.hero.worn}`)), h("span", {}, quantity > 1 ? `× ${count(quantity)}` : "")),
      ),
      S.hero.emptyPack,
    ),
    h("section", {}, h("h3", {}, S.hero.more), facts([
      [S.hero.purse, money],
      [S.hero.xp, count(hero.xp)],
      ...(hitDice ? [/** @type {[string, Kid]} */ ([S.hero.hitDice, S.hero.hitDiceLeft(hitDice.total - hitDice.used, hitDice.total, hitDice.sides)])] : []),
    ])),
    section(S.hero.features, hero.features.map(({ name, chosenOption }) => h("li", {}, capitalised(name), chosenOption && h("span", { class: "soft" }, capitalised(chosenOption))))),
    training(hero),
  ];
}
