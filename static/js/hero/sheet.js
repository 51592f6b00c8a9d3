// @ts-check
// The full sheet of a hero. Saving throws, skills and the rules of each feature come from the server; nothing is calculated here.
import { get, sessionPath } from "../api.js";
import { openDialog } from "../dialog.js";
import { fill, h, stylesheet } from "../dom.js";
import { heroPage } from "./hero.js";
import { facts, section } from "../lib/pieces.js";
import "./rulenames.js";
import { addressOf, slugOf } from "../rules/rulesaddress.js";
import { app, bring } from "../state.js";
import { S } from "../words/en.js";
import { A } from "../words/en/aside.js";
import { HERO } from "../words/en/hero.js";
import { calling, capitalised, curly, listedAs, signed, term } from "../text.js";

/** @typedef {import("../types.js").Character} Character @typedef {import("../types.js").Sheet} Sheet */

/** As the page spells it: the rules are American. @param {string[]} names */
const listed = (names) => names.map((name) => capitalised(term(name)).replace(/armor\b/, "armour")).join(", ");

/** What the rules say of each. @param {string} title @param {string[] | undefined} names */
function spellSection(title, names) {
  const edition = app.get().session?.rulesEdition;
  const links = names?.map((name, i) => [i > 0 && ", ", h("a", { href: addressOf({ edition, entry: { type: "spell", slug: slugOf(name) } }) }, capitalised(term(name)))]);
  return links?.length ? section(title, [h("li", {}, h("span", {}, links))]) : null;
}

/** @param {Character} hero */
function training({ proficiencies: p }) {
  /** @type {[string, string[] | undefined][]} */
  const all = [
    [HERO.weaponTraining, p?.weapons],
    [HERO.armorTraining, p?.armor],
    [HERO.tools, p?.tools],
    [HERO.languages, p?.languages],
  ];
  /** @type {[string, string][]} */
  const known = all.flatMap(([name, names]) => (names?.length ? [[name, listed(names)]] : []));
  return known.length ? h("section", {}, h("h3", {}, HERO.training), facts(known)) : null;
}

/** @param {Sheet["skills"][number]} bonus */
function bonusLine({ name, bonus, trained }) {
  const said = capitalised(listedAs(S.abilities, name) ?? term(name));
  return h("li", { class: trained ? "trained" : null }, h("span", {}, said, trained && h("span", { class: "sr" }, `, ${A.sheet.trained}`)), h("b", {}, signed(bonus)));
}

/** @param {Sheet["features"][number]} feature */
function featureLine({ name, chosenOption, rule }) {
  const said = capitalised(term(name));
  const title = rule ? h("a", { href: addressOf({ edition: rule.edition, entry: rule }) }, said) : h("b", {}, said);
  return h("li", { class: "feature" }, title, chosenOption && h("span", { class: "soft" }, ` · ${capitalised(term(chosenOption))}`), rule && h("small", {}, curly(rule.summary, "en")));
}

/** @param {Character} hero */
export async function openSheet(hero) {
  const { session } = app.get();
  if (!session) return;
  await stylesheet("/css/table/aside.css");
  const thrown = h("div", {}, h("p", { class: "soft" }, S.loading));
  const features = h("div", {});
  const { cantrips, spells } = hero.spellcasting ?? {};
  const known = h("div", {}, features, spellSection(HERO.cantrips, cantrips), spellSection(HERO.spells, spells), training(hero));
  bring("hero/heroes").then(({ keepButton }) => known.append(keepButton(hero)), () => {});
  // What the panel shows as well comes last: it is known.
  openDialog(hero.name, "sheet", h("p", { class: "soft" }, calling(hero)), h("div", { class: "spread" }, thrown, known, h("div", {}, heroPage(hero))));
  try {
    /** @type {Sheet} */
    const sheet = await get(sessionPath(session.id, `/characters/${encodeURIComponent(hero.id)}/sheet`));
    fill(thrown, section(HERO.saves, sheet.saves.map(bonusLine)), section(HERO.skills, sheet.skills.map(bonusLine)), h("p", { class: "soft" }, A.sheet.mark));
    fill(features, section(HERO.features, sheet.features.map(featureLine)));
  } catch (error) {
    fill(thrown, h("p", { role: "alert" }, /** @type {Error} */ (error).message));
  }
}
