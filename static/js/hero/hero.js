// @ts-check
// A hero at a glance. Every number comes from the server, and most explain their origin.
import { art } from "../art.js";
import { coins, isAilment } from "../turn/changes.js";
import { h, svg } from "../dom.js";
import { facts, section } from "../lib/pieces.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";
import { HERO } from "../words/en/hero.js";
import { calling, capitalised, count, curly, damage, modifier, signed, term } from "../text.js";

/** @typedef {import("../types.js").Character} Character @typedef {import("../dom.js").Kid} Kid */

const ABILITIES = /** @type {const} */ (["str", "dex", "con", "int", "wis", "cha"]);

/**
 * A number that tells where it came from.
 * @param {Character} hero
 * @param {string} field of the hero's sheet
 * @param {string} name
 * @param {string} text
 */
function traced(hero, field, name, text) {
  const press = () => void later(() => bring("hero/why"), ({ openWhy }) => openWhy(hero.id, field, name, text));
  return h("button", { type: "button", class: "traced", "aria-haspopup": "dialog", onclick: press, "data-key": field }, text);
}

/** @param {Character} hero */
function hitPoints(hero) {
  const { currentHP, maxHP, tempHP, deathSaves } = hero;
  const state = currentHP <= 0 ? HERO.down : currentHP * 4 <= maxHP ? HERO.nearDeath : currentHP * 2 <= maxHP ? HERO.bloodied : "";
  const left = maxHP > 0 ? (Math.min(Math.max(currentHP, 0), maxHP) / maxHP) * 100 : 0;
  const tone = left <= 25 ? "low" : left <= 50 ? "half" : "";
  const meter = h(
    "div",
    { class: `meter ${tone}`, role: "meter", "aria-label": HERO.hp, "aria-valuemin": 0, "aria-valuemax": maxHP, "aria-valuenow": currentHP },
    svg("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { width: left, height: 1 })),
  );
  return h(
    "div",
    { class: "hp" },
    h(
      "p",
      {},
      h("span", {}, HERO.hp, state && h("em", {}, ` · ${state}`)),
      h("b", {}, traced(hero, "currentHP", HERO.hp, `${currentHP} / ${maxHP}`), tempHP > 0 && h("span", { class: "temp" }, ` ${HERO.temp(tempHP)}`)),
    ),
    meter,
    currentHP <= 0 && h("p", { class: "soft" }, HERO.deathSaves(deathSaves?.successes ?? 0, deathSaves?.failures ?? 0)),
  );
}

/** @param {Character} hero */
function slots({ spellcasting }) {
  const levels = Object.entries(spellcasting?.slots ?? {}).filter(([, { max }]) => max > 0);
  const rows = levels.map(([level, { max, used }]) => {
    const pips = Array.from({ length: max }, (_, i) => h("span", { class: i < max - used ? "pip" : "pip spent" }));
    return h("li", {}, h("span", {}, HERO.slotLevel(level)), h("span", { class: "pips", "aria-hidden": "true" }, pips), h("span", {}, HERO.slotsLeft(max - used, max)));
  });
  return section(HERO.slots, rows);
}

/** @param {Character} hero */
function weapons({ attacks = [] }) {
  return attacks.map((attack) => h("li", {}, h("span", {}, capitalised(term(attack.name))), h("span", { class: "soft" }, [HERO.toHit(signed(attack.toHit)), damage(attack), attack.range && HERO.range(attack.range)].filter(Boolean).join(" · "))));
}

/** @param {Character} hero */
export function heroPage(hero) {
  // In the page's words once `boonwords.js` is there.
  const { boonWords } = /** @type {{ boonWords?: (effect: import("../types.js").Effect) => string[] }} */ (HERO);
  const { pendingLevelUp, purse, hitDice, boons = [], effects = [] } = hero;
  const take = pendingLevelUp && h("button", { type: "button", class: "primary wide", onclick: () => void later(() => bring("hero/level"), ({ offerLevel }) => offerLevel(hero)), "data-key": "level" }, S.raiseLevel(hero.name));
  const money = coins(purse ? purse.gp * 100 + purse.sp * 10 + purse.cp : hero.gold * 100);
  return [
    h("div", { class: "sheet-head" }, art("person", "portrait", hero.name, `${hero.race}, ${hero.class}`), h("div", {}, h("h2", {}, hero.name), h("p", { class: "soft" }, calling(hero)))),
    hero.background && h("p", { class: "tale" }, capitalised(hero.background)),
    take,
    hitPoints(hero),
    facts(
      [
        [HERO.ac, traced(hero, "armorClass", HERO.ac, `${boons.length ? hero.armorClassNow : hero.armorClass}`)],
        [HERO.speed, traced(hero, "speed", HERO.speed, HERO.feet(boons.length ? hero.speedNow : hero.speed))],
        [HERO.proficiency, signed(hero.proficiencyBonus)],
      ],
      "vitals",
    ),
    facts(ABILITIES.map((ability) => [S.abilities[ability], [h("b", {}, signed(modifier(hero.abilities[ability]))), h("span", {}, hero.abilities[ability])]]), "abilities"),
    section(
      HERO.conditions,
      hero.conditions.map(({ name, duration }) => h("li", { class: isAilment(name) && "bad" }, isAilment(name) && h("span", { "aria-hidden": "true" }, "▲ "), h(isAilment(name) ? "a" : "span", { href: `#/rules/condition/${encodeURIComponent(name)}?edition=${app.get().session?.rulesEdition ?? ""}` }, capitalised(term(name))), duration && ` · ${duration}`)),
      "",
      "marks",
    ),
    section(HERO.boons, boons.map(({ name, changes, lasts, description }, i) => h("li", {}, h("span", {}, capitalised(term(name))), h("span", { class: "soft" }, [...(boonWords?.(effects[i]) ?? [...changes, lasts]), curly(description ?? "")].filter(Boolean).join(" · "))))),
    section(HERO.weapons, weapons(hero)),
    slots(hero),
    section(
      HERO.pack,
      hero.inventory.map(({ name, quantity, equipped }) =>
        h("li", {}, h("span", {}, capitalised(term(name)), equipped && h("em", { class: "soft" }, ` ${HERO.worn}`)), h("span", {}, quantity > 1 ? `× ${count(quantity)}` : "")),
      ),
      HERO.emptyPack,
    ),
    h("section", {}, h("h3", {}, HERO.more), facts([
      [HERO.purse, traced(hero, "purse", HERO.purse, money)],
      [HERO.xp, traced(hero, "xp", HERO.xp, count(hero.xp))],
      ...(hitDice ? [/** @type {[string, Kid]} */ ([HERO.hitDice, HERO.hitDiceLeft(hitDice.total - hitDice.used, hitDice.total, hitDice.sides)])] : []),
    ])),
  ];
}
