// @ts-check
// One entry of the rules: a stat block, a spell card, an item, or a section of text. Every number is the server's.
import { h } from "../dom.js";
import { addressOf } from "./rulesaddress.js";
import { typeName } from "./ruleslist.js";
import { linkNames, ruleText, slanted } from "./rulestext.js";
import { R } from "../words/en/rules.js";
import { capitalised, count, listedAs, modifier, properName, signed } from "../text.js";

/**
 * @typedef {import("../types.js").Rule} Rule @typedef {import("../types.js").MonsterFacts} Monster
 * @typedef {import("../types.js").Deed} Deed @typedef {import("../dom.js").Kid} Kid
 */

const ABILITIES = ["str", "dex", "con", "int", "wis", "cha"];
/** So many of one type are put away behind their number. */
const MANY = 12;

/**
 * Names with values behind them, as stat blocks have them.
 * @param {[string, Kid][]} pairs
 * @param {string} className
 */
function pairs(pairs, className = "props") {
  const known = pairs.filter(([, value]) => value);
  return known.length ? h("dl", { class: className }, known.map(([name, value]) => h("div", {}, h("dt", {}, name), " ", h("dd", {}, value)))) : null;
}

/** @param {{ [name: string]: number }} bonuses */
function bonuses(bonuses) {
  const order = Object.values(R.abilities);
  const named = Object.entries(bonuses).map(([name, bonus]) => ({ name: listedAs(R.abilities, name) ?? properName(name), bonus }));
  return named.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)).map(({ name, bonus }) => `${name} ${signed(bonus)}`).join(", ");
}

/** How far it goes; walking goes without saying. @param {{ [how: string]: string }} speed */
function speeds({ walk, ...others }) {
  const more = Object.entries(others).map(([how, far]) => [how, far].filter(Boolean).join(" "));
  return [walk, ...more].filter(Boolean).join(", ");
}

/** @param {number} rating */
const challenge = (rating) => ({ 0.125: "1/8", 0.25: "1/4", 0.5: "1/2" })[rating] ?? String(rating);

/** @param {{ dice: string, damageType: string }[] | undefined} all */
const damages = (all) => (all ?? []).map(({ dice, damageType }) => `${dice} ${damageType}`.trim()).join(" + ");

/** @param {Deed} deed */
function deed({ name, usage, text }) {
  const often = usage ? ` (${capitalised(usage)})` : "";
  return ruleText(`**_${name}${often}._** ${slanted(text)}`);
}

/** @param {string | null} title @param {Deed[] | undefined} deeds */
const deeds = (title, deeds) => (deeds?.length ? h("section", {}, title && h("h3", {}, title), deeds.map(deed)) : null);

/** @param {Monster} m */
function statBlock(m) {
  const M = R.monster;
  const scores = ABILITIES.map((ability) => m.abilities[ability] ?? 10);
  const senses = [...Object.entries(m.senses).map(([sense, far]) => `${sense.replaceAll("_", " ")} ${far}`), M.passive(m.passivePerception)];
  const xp = m.xp === undefined || m.xp === null ? "" : ` (${M.xp(count(m.xp))})`;
  return [
    h("div", { class: "taper" }),
    pairs([
      [M.ac, m.armor ? `${m.armorClass} (${m.armor})` : String(m.armorClass)],
      [M.hp, `${m.hitPoints} (${m.hitDice})`],
      [M.speed, speeds(m.speed)],
    ]),
    h("div", { class: "taper" }),
    h(
      "table",
      { class: "scores", "aria-label": M.scores },
      h("thead", {}, h("tr", {}, ABILITIES.map((ability) => h("th", { scope: "col", abbr: R.abilities[ability] }, R.abilities[ability].slice(0, 3).toUpperCase())))),
      h("tbody", {}, h("tr", {}, scores.map((score) => h("td", {}, h("b", {}, score), " ", h("span", {}, `(${signed(modifier(score))})`))))),
    ),
    h("div", { class: "taper" }),
    pairs([
      [M.saves, bonuses(m.savingThrows ?? {})],
      [M.skills, bonuses(m.skills ?? {})],
      [M.vulnerabilities, (m.vulnerabilities ?? []).join(", ")],
      [M.resistances, (m.resistances ?? []).join(", ")],
      [M.immunities, (m.immunities ?? []).join(", ")],
      [M.conditionImmunities, (m.conditionImmunities ?? []).join(", ")],
      [M.senses, senses.join(", ")],
      [M.languages, m.languages || M.none],
      [M.challenge, challenge(m.challengeRating) + xp],
      [M.proficiency, signed(m.proficiencyBonus)],
    ]),
    h("div", { class: "taper" }),
    deeds(null, m.traits),
    deeds(M.actions, m.actions),
    deeds(M.bonusActions, m.bonusActions),
    deeds(M.reactions, m.reactions),
    deeds(M.legendaryActions, m.legendaryActions),
  ];
}

/** @param {import("../types.js").SpellFacts} s */
function spellTerms(s) {
  const material = s.material ? ` (${s.material.replace(/\.$/, "")})` : "";
  const duration = s.concentration && !/concentration/i.test(s.duration) ? R.spell.concentration(s.duration) : s.duration;
  return pairs(
    [
      [R.spell.time, s.castingTime],
      [R.spell.range, s.range],
      [R.spell.components, s.components.join(", ") + material],
      [R.spell.duration, duration],
      [R.spell.save, s.save && (listedAs(R.abilities, s.save) ?? s.save)],
      [R.spell.damage, damages(s.damage)],
    ],
    "terms",
  );
}

/** @param {import("../types.js").ItemFacts} i */
function itemTerms(i) {
  return pairs(
    [
      [R.item.cost, i.cost],
      [R.item.weight, i.weightPounds && R.item.pounds(i.weightPounds)],
      [R.item.damage, damages(i.damage)],
      [R.item.twoHanded, i.twoHandedDamage],
      [R.item.ac, i.armorClass],
      [R.item.range, i.range],
      [R.item.properties, capitalised((i.properties ?? []).join(", "))],
    ],
    "terms",
  );
}

/** What stands under the name. @param {Rule} rule */
function kind({ facts }) {
  switch (facts?.of) {
    case "monster":
      return `${facts.size} ${facts.creatureType}, ${facts.alignment}`;
    case "spell":
      return `${facts.level ? R.ofLevel(facts.level, facts.school) : capitalised(R.cantrip(facts.school))}${facts.ritual ? ` (${R.ritual})` : ""}`;
    case "item":
      return capitalised([facts.category, facts.rarity].filter(Boolean).join(", ")) + (facts.attunement ? ` (${R.item.attunement})` : "");
    case "feature":
      return R.feature(capitalised(facts.source), facts.level);
    default:
      return "";
  }
}

/** @param {Rule} rule */
function numbers({ facts }) {
  if (facts?.of === "monster") return statBlock(facts);
  if (facts?.of === "spell") return spellTerms(facts);
  return facts?.of === "item" ? itemTerms(facts) : null;
}

/** What it points to, type by type. @param {Rule} rule */
function seeAlso({ references = [], edition }) {
  if (!references.length) return null;
  const types = Object.keys(R.types).filter((type) => references.some((reference) => reference.type === type));
  const rows = types.map((type) => {
    const all = references.filter((reference) => reference.type === type);
    const links = h("ul", { class: "links" }, all.map(({ slug, name }) => h("li", {}, h("a", { href: addressOf({ edition, entry: { type, slug } }) }, name))));
    const title = typeName(type, all.length > 1 ? 1 : 0);
    return all.length > MANY ? h("details", {}, h("summary", {}, `${title} (${all.length})`), links) : h("div", {}, h("span", { class: "soft" }, title), links);
  });
  return h("section", { class: "see-also" }, h("h3", {}, R.seeAlso), rows);
}

/** @param {Rule} rule */
export function entryView(rule) {
  const { type, name, edition, prose } = rule;
  const line = kind(rule);
  const said = h("div", { class: "said-of-it" }, numbers(rule), prose && ruleText(prose), rule.facts?.of === "spell" && pairs([[R.spell.classes, (rule.facts.classes ?? []).join(", ")]]));
  const named = (rule.references ?? []).filter(({ type }) => type === "condition" || type === "spell");
  linkNames(said, named.map((to) => ({ name: to.name, type: to.type, href: addressOf({ edition, entry: to }) })));
  return h(
    "article",
    { class: `entry ${type}` },
    h("header", {}, h("h2", { tabindex: -1 }, name), h("p", { class: "tag" }, `${typeName(type)} · ${edition}`), line && h("p", { class: "kind" }, line)),
    said,
    seeAlso(rule),
  );
}
