// @ts-check
// The whole sheet of a hero, as large as the window allows.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { heroPage } from "./hero.js";
import { facts, section } from "./pieces.js";
import { addressOf, slugOf } from "./rulesaddress.js";
import { app } from "./state.js";
import { S } from "./strings.js";
import { HERO } from "./strings-hero.js";
import { capitalised, listedAs } from "./text.js";

/** @typedef {import("./types.js").Character} Character */

/** @param {string[]} names */
const listed = (names) => names.map((name) => capitalised(name)).join(", ");

/** What the rules say of each. @param {string} title @param {string[] | undefined} names */
function spellSection(title, names) {
  const edition = app.get().session?.rulesEdition;
  const links = names?.map((name, i) => [i > 0 && ", ", h("a", { href: addressOf({ edition, entry: { type: "spell", slug: slugOf(name) } }) }, capitalised(name))]);
  return links?.length ? section(title, [h("li", {}, h("span", {}, links))]) : null;
}

/** @param {Character} hero */
function training({ proficiencies: p }) {
  const ability = (/** @type {string} */ name) => listedAs(S.abilities, name) ?? name;
  /** @type {[string, string[]][]} */
  const all = [
    [HERO.saves, (p?.saves ?? []).map(ability)],
    [HERO.skills, p?.skills ?? []],
    [HERO.weaponTraining, p?.weapons ?? []],
    [HERO.armorTraining, p?.armor ?? []],
    [HERO.tools, p?.tools ?? []],
    [HERO.languages, p?.languages ?? []],
  ];
  const known = all.filter(([, names]) => names.length);
  if (!known.length) return null;
  return h("section", {}, h("h3", {}, HERO.training), facts(known.map(([name, names]) => [name, listed(names)])));
}

/** @param {Character} hero */
export function openSheet(hero) {
  const features = hero.features.map(({ name, chosenOption }) => h("li", {}, capitalised(name), chosenOption && h("span", { class: "soft" }, capitalised(chosenOption))));
  const more = [
    spellSection(HERO.cantrips, hero.spellcasting?.cantrips),
    spellSection(HERO.spells, hero.spellcasting?.spells),
    section(HERO.features, features),
    training(hero),
  ];
  openDialog(HERO.full, "sheet", h("div", { class: "spread" }, h("div", {}, heroPage(hero)), h("div", {}, more)));
}
