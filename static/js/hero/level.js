// @ts-check
// Level-up: what a level brings, with the rules' text, and its choices from the server.
import { get, json, sessionPath } from "../api.js";
import { art } from "../art.js";
import { openDialog } from "../dialog.js";
import { fill, h, stylesheet } from "../dom.js";
import { field, showFaults, showRefusal } from "../form.js";
import { totalOf } from "../lib/formtotal.js";
import { averageOf, hitPoints } from "./hitpoints.js";
import "./rulenames.js";
import { addressOf } from "../rules/rulesaddress.js";
import { app, remark } from "../state.js";
import { S } from "../words/en.js";
import { HERO } from "../words/en/hero.js";
import { LEVEL } from "../words/en/table/level.js";
import { calling, capitalised, curly, modifier, opening, properName, signed, term } from "../text.js";

/** @typedef {import("../types.js").Character} Character @typedef {import("../types.js").LevelChoice} LevelChoice @typedef {import("../types.js").Rule} Rule */

const ABILITIES = /** @type {const} */ (["str", "dex", "con", "int", "wis", "cha"]);
/** What the rules say of a feature is cut here. */
const LONGEST = 260;
/** So long a level waits for what the rules say of it: what comes later pushes the rest down. */
const PATIENCE_MS = 1_000;

/** @param {number} level */
const proficiencyAt = (level) => Math.ceil(level / 4) + 1;

/**
 * What the rules list a subclass by: “Oath of Devotion” as `devotion`.
 * @param {string} subclass
 */
export const slugOfSubclass = (subclass) => subclass.toLowerCase().replace(/\b(path|college|circle|way|oath|school|domain|bloodline|of|the)\b/g, " ").trim().replace(/ +/g, "-");

/**
 * An entry of the rules, which is searched for first: not every level has one, and only a core of the rules may be there.
 * @param {string} type
 * @param {string} slug
 * @param {string} name
 * @returns {Promise<Rule | null>}
 */
async function entry(type, slug, name) {
  try {
    const { items } = await get(`/api/rules?${new URLSearchParams({ q: name, type, limit: "5" })}`);
    return items.some((/** @type {import("../types.js").RuleItem} */ item) => item.slug === slug) ? await get(`/api/rules/${type}/${encodeURIComponent(slug)}`) : null;
  } catch {
    return null;
  }
}

/**
 * The features that a level of a class brings, by the rules.
 * @param {Character} hero
 * @param {number} level
 */
async function featuresAt({ class: profession, subclass }, level) {
  const lists = [profession.toLowerCase(), subclass ? slugOfSubclass(subclass) : ""].filter(Boolean);
  const levels = await Promise.all(lists.map((list) => entry("level", `${list}-${level}`, `${list.replaceAll("-", " ")} level ${level}`)));
  const names = levels.flatMap((found) => found?.references ?? []).filter(({ type, name }) => type === "feature" && !/^Ability Score/.test(name));
  return (await Promise.all(names.map(({ slug, name }) => entry("feature", slug, name)))).filter((feature) => feature !== null);
}

/** @param {string} title @param {import("../dom.js").Kid} note @param {string} [href] */
const gain = (title, note, href) => h("li", { class: "gain" }, href ? h("a", { href }, title) : h("b", {}, title), note && h("small", { lang: href ? "en" : null }, note));

/**
 * The points for abilities, each with what it makes of the score.
 * @param {Character} hero
 * @param {number} points
 * @param {() => void} changed
 */
function scores(hero, points, changed) {
  const left = h("p", { class: "soft", role: "status" });
  const boxes = ABILITIES.map((ability) => {
    const input = h("input", { type: "number", name: `abilityScores.${ability}`, min: 0, max: points, inputmode: "numeric", placeholder: "0" });
    const element = field(S.abilities[ability], input, LEVEL.uses[ability]);
    const total = totalOf(input);
    const show = () => {
      const score = hero.abilities[ability] + (Number(input.value) || 0);
      fill(total, `${hero.abilities[ability]}${score === hero.abilities[ability] ? "" : ` → ${score}`} (${signed(modifier(score))})`);
    };
    input.addEventListener("input", () => {
      show();
      const rest = points - boxes.reduce((sum, { input }) => sum + (Number(input.value) || 0), 0);
      left.textContent = rest === points ? "" : LEVEL.left(rest);
      changed();
    });
    show();
    element.append(total);
    return { input, element };
  });
  return h("fieldset", {}, h("legend", {}, LEVEL.points(points)), h("div", { class: "six" }, boxes.map(({ element }) => element)), left, h("small", {}, LEVEL.leftOpen));
}

/**
 * @param {LevelChoice} choice
 * @param {Character} hero
 * @param {() => void} changed
 * @returns {{ element: HTMLElement, ready?: Promise<void> } | null}
 */
function question(choice, hero, changed) {
  if (choice.kind === "abilityScores") return { element: scores(hero, choice.points, changed) };
  if (choice.kind === "subclass") {
    const select = h("select", { name: "subclass" }, choice.options.map((name) => h("option", { value: name }, properName(term(name)))));
    const element = field(LEVEL.subclass, select, " ");
    const explain = async () => {
      const found = await entry("subclass", slugOfSubclass(select.value), slugOfSubclass(select.value).replaceAll("-", " "));
      fill(/** @type {HTMLElement} */ (element.querySelector("small")), found && h("span", { lang: "en" }, opening(curly(found.text, "en"), LONGEST)));
    };
    select.addEventListener("change", explain);
    return { element, ready: explain() };
  }
  // A choice of a later server: it then chooses for the hero.
  return null;
}

/** @param {HTMLFormElement} form */
function answers(form) {
  /** @type {Record<string, number>} */
  const abilityScores = {};
  for (const ability of ABILITIES) {
    const box = form.elements.namedItem(`abilityScores.${ability}`);
    if (box instanceof HTMLInputElement && Number(box.value) > 0) abilityScores[ability] = Number(box.value);
  }
  const subclass = form.elements.namedItem("subclass");
  return {
    ...(Object.keys(abilityScores).length > 0 && { abilityScores }),
    ...(subclass instanceof HTMLSelectElement && { subclass: subclass.value }),
  };
}

/** What a level brought, in a line. @param {Character} before @param {Character} now */
export function gained(before, now) {
  const abilities = ABILITIES.filter((ability) => now.abilities[ability] > before.abilities[ability]);
  const had = new Set(before.features.map(({ name }) => name));
  const features = now.features.filter(({ name }) => !had.has(name));
  return [
    now.maxHP > before.maxHP && S.change.hp(signed(now.maxHP - before.maxHP)),
    ...abilities.map((ability) => `${S.abilities[ability]} ${now.abilities[ability]}`),
    now.proficiencyBonus > before.proficiencyBonus && `${HERO.proficiency} ${signed(now.proficiencyBonus)}`,
    ...features.map(({ name, chosenOption }) => [capitalised(term(name)), chosenOption && `(${capitalised(term(chosenOption))})`].filter(Boolean).join(" ")),
  ].filter(Boolean).join(", ");
}

/** Whether a level is on its way to be shown: the rules are asked first. */
let isOpening = false;

/** @param {Character} hero */
export async function offerLevel(hero) {
  if (isOpening) return;
  isOpening = true;
  try {
    await showLevel(hero);
  } finally {
    isOpening = false;
  }
}

/** @param {Character} hero */
async function showLevel(hero) {
  const session = app.get().session;
  await stylesheet("/css/table/level.css");
  if (!session || !hero.pendingLevelUp) return;
  const { toLevel, choices = [] } = hero.pendingLevelUp;
  const fault = h("p", { class: "fault", role: "alert" });
  const go = h("button", { type: "submit", class: "primary big" }, LEVEL.go(toLevel));
  const body = h("li", { class: "gain" });
  const list = h("ul", { class: "gains" }, body, proficiencyAt(toLevel) > hero.proficiencyBonus && gain(LEVEL.proficiency(signed(proficiencyAt(toLevel))), LEVEL.proficiencyNote));
  const tough = Number(hero.race === "hill dwarf") + Number(hero.features.some(({ name }) => name === "Draconic Resilience"));
  /** As the abilities are now. */
  const showBody = () => {
    const con = modifier(hero.abilities.con + (answers(form).abilityScores?.con ?? 0));
    const sides = hero.hitDice?.sides ?? 8;
    const more = Math.max(hitPoints(sides, con, tough, toLevel) - hitPoints(sides, modifier(hero.abilities.con), tough, toLevel - 1), 1);
    fill(body, h("b", {}, LEVEL.hp(hero.maxHP, hero.maxHP + more)), h("small", {}, LEVEL.hpNote(sides, averageOf(sides), signed(con)), con > modifier(hero.abilities.con) && ` ${LEVEL.hpBefore}`));
  };
  const form = h("form", { novalidate: true });
  const asked = choices.map((choice) => question(choice, hero, showBody)).filter((one) => one !== null);
  fill(form, h("section", {}, h("h3", {}, LEVEL.brings), list), asked.length > 0 && h("section", { class: "asked" }, h("h3", {}, LEVEL.choose), asked.map(({ element }) => element)), fault, h("div", { class: "row end" }, go));
  showBody();
  const head = h("div", { class: "level-head" }, art("person", "portrait", hero.name, `${hero.race}, ${hero.class}`), h("p", {}, h("span", { class: "rise", "aria-hidden": "true" }, hero.level, " → ", h("b", {}, toLevel)), h("span", { class: "soft" }, calling(hero))));
  const explained = featuresAt(hero, toLevel).then((features) => {
    // Whose classes the game has.
    const edition = /** @type {const} */ ("2014");
    for (const { type, slug, name, text } of features) list.append(gain(capitalised(term(name)), opening(curly(text, "en"), LONGEST), addressOf({ edition, entry: { type, slug } })));
  });
  await Promise.race([Promise.all([explained, ...asked.map(({ ready }) => ready)]), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const dialog = openDialog(LEVEL.title(hero.name, toLevel), "box level", head, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fault.textContent = "";
    const chosen = answers(form);
    const points = choices.find((choice) => choice.kind === "abilityScores")?.points ?? 0;
    const spent = Object.values(chosen.abilityScores ?? {}).reduce((sum, n) => sum + n, 0);
    const faults = spent && spent !== points ? [{ field: `abilityScores.${Object.keys(chosen.abilityScores ?? {})[0]}`, message: LEVEL.unspent(points) }] : [];
    showFaults(form, faults);
    if (faults.length) return;
    go.disabled = true;
    try {
      const body = { characterId: hero.id, ...(Object.keys(chosen).length > 0 && { choices: chosen }) };
      /** @type {import("../types.js").Session} */
      const raised = await json("POST", sessionPath(session.id, "/level-up"), body);
      const now = raised.characters.find(({ id }) => id === hero.id);
      app.set({ session: raised, trouble: null });
      if (now) remark(LEVEL.gained(hero.name, toLevel, gained(hero, now)));
      dialog.close();
    } catch (error) {
      showRefusal(form, error, fault);
    } finally {
      go.disabled = false;
    }
  });
}
