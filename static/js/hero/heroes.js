// @ts-check
// Heroes saved in this browser for other adventures, in the form of the API. Saved from a sheet, used for a new adventure, and
// exported as a file.
import { fill, h } from "../dom.js";
import { recall, remember } from "../memory.js";
import { remark } from "../state.js";
import { OWN } from "../words/en/heroform.js";
import { clean } from "../text.js";

/** @typedef {import("../types.js").KeptHero} KeptHero @typedef {import("../types.js").Character} Character */

const KEPT = "heroes";
/** What a file with a hero is known by. */
const FORMAT = "embertale.hero";
const LONGEST = 60;

/**
 * What a new hero is made of; nothing where it is no hero.
 * @param {any} hero
 * @returns {KeptHero | null}
 */
export function newHero(hero) {
  const { name, class: profession, race, level, abilities, background } = hero ?? {};
  const isLine = (/** @type {unknown} */ text) => typeof text === "string" && text.trim() !== "" && text.length <= LONGEST;
  const isWithin = (/** @type {any} */ n) => Number.isInteger(n) && n >= 1 && n <= 20;
  if (![name, profession, race].every(isLine) || !isWithin(level ?? 1)) return null;
  const scores = ["str", "dex", "con", "int", "wis", "cha"].map((ability) => [ability, abilities?.[ability]]);
  if (!scores.every(([, score]) => isWithin(score))) return null;
  return { name, class: profession, race, level: level ?? 1, abilities: Object.fromEntries(scores), ...(isLine(background) && { background }) };
}

/** @returns {KeptHero[]} */
export function keptHeroes() {
  try {
    return JSON.parse(recall(KEPT) ?? "[]").map(newHero).filter(Boolean);
  } catch {
    // Somebody else's, or broken.
    return [];
  }
}

/** Another of the name and class takes its place: it is the same hero, later. @param {KeptHero} hero @param {KeptHero[]} heroes */
const without = (hero, heroes) => heroes.filter(({ name, class: profession }) => name !== hero.name || profession !== hero.class);

/** @param {KeptHero} hero */
export const keepHero = (hero) => remember(KEPT, JSON.stringify([...without(hero, keptHeroes()), hero]));

/** What another of the same name is called beside it. @param {KeptHero} hero @param {KeptHero[]} heroes */
export function besides(hero, heroes = keptHeroes()) {
  for (let n = 2; ; n++) {
    const name = `${hero.name.slice(0, LONGEST - 4)} ${n}`;
    if (without({ ...hero, name }, heroes).length === heroes.length) return { ...hero, name };
  }
}

/** Who has the place of a hero that comes, and is not the same. @param {KeptHero} hero @param {KeptHero[]} heroes */
export const inItsPlace = (hero, heroes = keptHeroes()) => heroes.find((one) => one.name === hero.name && one.class === hero.class && JSON.stringify(one) !== JSON.stringify(hero));

/** @param {KeptHero} hero */
function forgetHero(hero) {
  const left = without(hero, keptHeroes());
  remember(KEPT, left.length ? JSON.stringify(left) : "");
}

/** @param {string} text of a file */
export function heroIn(text) {
  try {
    const { format, hero } = JSON.parse(text);
    return format === FORMAT ? newHero(hero) : null;
  } catch {
    return null;
  }
}

/** @param {KeptHero} hero */
function exportHero(hero) {
  const url = URL.createObjectURL(new Blob([JSON.stringify({ format: FORMAT, version: 1, hero }, null, 2)], { type: "application/json" }));
  h("a", { href: url, download: `${hero.name.replace(/[^\p{L}\p{N}]+/gu, "-")}.hero.json` }).click();
  // The browser reads the file in its own time.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * A button that brings a hero from a file.
 * @param {(hero: KeptHero) => void} brought
 * @param {(fault: string) => void} tell
 */
export function importButton(brought, tell) {
  const file = h("input", { type: "file", accept: ".json,application/json", hidden: true });
  file.addEventListener("change", async () => {
    const [picked] = file.files ?? [];
    if (!picked) return;
    const hero = heroIn(await picked.text());
    file.value = "";
    if (!hero) return tell(OWN.notOurs(clean(picked.name)));
    tell("");
    const take = (/** @type {KeptHero} */ one) => (keepHero(one), brought(one));
    const there = inItsPlace(hero);
    if (!there) return take(hero);
    const { openMenu } = await import("../dialog.js");
    const both = besides(hero);
    openMenu(OWN.twice(hero.name), [
      { label: OWN.keepBoth, hint: OWN.bothText(both.name), run: () => take(both) },
      { label: OWN.replace, hint: OWN.replaceText(there.level, hero.level), danger: true, run: () => take(hero) },
    ]);
  });
  return [h("button", { type: "button", onclick: () => file.click() }, OWN.import), file];
}

/**
 * The kept heroes, each with what can be done with it.
 * @param {(hero: KeptHero, value: string) => HTMLElement} card
 * @param {() => void} changed one was removed
 */
export function shelf(card, changed) {
  return keptHeroes().map((hero) => {
    const remove = async () => {
      const { confirmed } = await import("../dialog.js");
      if (!(await confirmed({ title: OWN.removeOf(hero.name), text: OWN.removeText(hero.name), yes: OWN.remove, danger: true }))) return;
      forgetHero(hero);
      changed();
    };
    const deeds = h(
      "p",
      { class: "row small" },
      h("small", {}, OWN.kept),
      h("button", { type: "button", class: "quiet", "aria-label": OWN.exportOf(hero.name), onclick: () => exportHero(hero) }, OWN.export),
      h("button", { type: "button", class: "quiet", "aria-label": OWN.removeOf(hero.name), onclick: () => void remove() }, OWN.remove),
    );
    return h("div", { class: "kept" }, card(hero, JSON.stringify(hero)), deeds);
  });
}

/** Saves the hero of a sheet. @param {Character} hero */
export function keepButton(hero) {
  const made = newHero(hero);
  if (!made) return "";
  const said = h("p", { class: "soft", role: "status" }, OWN.notes);
  const keep = () => {
    keepHero(made);
    fill(said, OWN.saved(hero.name));
    remark(OWN.saved(hero.name));
  };
  return h("section", {}, h("button", { type: "button", class: "wide", onclick: keep, "data-key": "keep" }, OWN.keep), said);
}
