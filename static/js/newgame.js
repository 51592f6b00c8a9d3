// @ts-check
// A new adventure: choose ready-made heroes, bring one of your own, begin.
import { ApiError, freshKey, get, json } from "./api.js";
import { fill, h } from "./dom.js";
import { emblem } from "./emblem.js";
import { field, showFaults } from "./form.js";
import { calling } from "./hero.js";
import { S } from "./strings.js";
import { capitalised, modifier, signed } from "./text.js";

/** @typedef {import("./types.js").Character} Character @typedef {import("./types.js").Session} Session */

const MOST_HEROES = 6;
const ABILITIES = /** @type {const} */ (["str", "dex", "con", "int", "wis", "cha"]);
const CLASSES = ["barbarian", "bard", "cleric", "druid", "fighter", "monk", "paladin", "ranger", "rogue", "sorcerer", "warlock", "wizard"];
const RACES = ["dragonborn", "dwarf", "elf", "gnome", "half-elf", "half-orc", "halfling", "human", "tiefling"];

/** @param {Character} hero */
function card(hero) {
  const best = [...ABILITIES].sort((a, b) => hero.abilities[b] - hero.abilities[a]).slice(0, 2);
  const gifts = best.map((ability) => `${S.abilities[ability]}\u00a0${signed(modifier(hero.abilities[ability]))}`).join(", ");
  const arms = hero.weapons.slice(0, 2).map(({ name }) => capitalised(name)).join(", ");
  return h(
    "label",
    { class: "hero-card" },
    h("input", { type: "checkbox", name: "hero", value: hero.id, "data-name": hero.name }),
    emblem(hero.class),
    h("span", { class: "name" }, hero.name),
    h("span", { class: "calling" }, calling(hero)),
    hero.background && h("span", { class: "tale" }, capitalised(hero.background)),
    h("span", { class: "soft" }, S.newGame.body(hero.maxHP, hero.armorClass)),
    h("span", { class: "soft" }, gifts),
    arms && h("span", { class: "soft" }, arms),
    h("span", { class: "chosen", "aria-hidden": "true" }, S.newGame.chosen),
  );
}

/** @param {string[]} names */
const options = (names) => names.map((name) => h("option", { value: name }, name.split("-").map(capitalised).join("-")));

function ownHero() {
  const input = (/** @type {string} */ name) => h("input", { name, autocomplete: "off", maxlength: 60 });
  const scores = ABILITIES.map((ability) =>
    field(S.abilities[ability], h("input", { type: "number", name: `abilities.${ability}`, min: 1, max: 20, inputmode: "numeric" })),
  );
  return h(
    "fieldset",
    { class: "own", hidden: true },
    h("legend", {}, S.newGame.ownTitle),
    h(
      "div",
      { class: "two" },
      field(S.newGame.name, input("name")),
      field(S.newGame.background, input("background"), S.newGame.backgroundHint),
      field(S.newGame.class, h("select", { name: "class" }, options(CLASSES))),
      field(S.newGame.race, h("select", { name: "race" }, options(RACES))),
    ),
    h("fieldset", {}, h("legend", {}, S.newGame.abilities), h("div", { class: "six" }, scores), h("small", {}, S.newGame.abilitiesHint)),
  );
}

/**
 * The hero in the form, or what is missing for one.
 * @param {HTMLFormElement} form
 */
function readOwn(form) {
  const value = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.trim();
  const scores = ABILITIES.map((ability) => /** @type {const} */ ([ability, value(`abilities.${ability}`)]));
  const given = scores.filter(([, score]) => score !== "");
  const faults = [];
  if (!value("name")) faults.push({ field: "name", message: S.newGame.nameMissing });
  if (given.length > 0 && given.length < ABILITIES.length) {
    for (const [ability, score] of scores) if (!score) faults.push({ field: `abilities.${ability}`, message: S.newGame.scoreMissing });
  }
  const hero = {
    name: value("name"),
    class: value("class"),
    race: value("race"),
    ...(value("background") && { background: value("background") }),
    ...(given.length > 0 && { abilities: Object.fromEntries(given.map(([ability, score]) => [ability, Number(score)])) }),
  };
  return { hero, faults };
}

/**
 * @param {Element} place
 * @param {boolean} isFirst
 */
export async function showNewGame(place, isFirst) {
  const heading = h("h1", { tabindex: -1 }, isFirst ? S.newGame.first : S.newGame.title);
  const cards = h("div", { class: "cards" }, h("p", { class: "soft" }, S.loading));
  const own = ownHero();
  const title = h("input", { name: "title", autocomplete: "off", maxlength: 200, placeholder: S.newGame.titlePlaceholder });
  const fault = h("p", { class: "fault", role: "alert" });
  const party = h("p", { class: "party", role: "status" });
  const go = h("button", { type: "submit", class: "primary big" }, S.newGame.begin);
  const ownBox = h("input", { type: "checkbox", name: "own" });
  const ownCard = h(
    "label",
    { class: "hero-card own-card" },
    ownBox,
    emblem(""),
    h("span", { class: "name" }, S.newGame.own),
    h("span", { class: "soft" }, S.newGame.ownText),
    h("span", { class: "chosen", "aria-hidden": "true" }, S.newGame.chosen),
  );
  const form = h(
    "form",
    { novalidate: true, class: "new-game" },
    h("fieldset", { class: "bare" }, h("legend", {}, S.newGame.choose), cards),
    own,
    field(S.newGame.adventureTitle, title, S.newGame.titleHint),
    h("div", { class: "begin" }, party, go),
    fault,
  );
  fill(place, heading, h("p", { class: "lead" }, S.newGame.lead), form);

  const chosen = () => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[name=hero]:checked")]);
  const ownName = () => /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value.trim() || S.newGame.unnamed;
  const show = () => {
    const names = [...chosen().map(({ dataset }) => dataset.name ?? ""), ...(ownBox.checked ? [ownName()] : [])];
    const line = !names.length ? S.newGame.nobody : names.length > MOST_HEROES ? S.newGame.tooMany(MOST_HEROES) : S.newGame.sets(names);
    if (party.textContent !== line) party.textContent = line;
    go.setAttribute("aria-disabled", String(!names.length || names.length > MOST_HEROES));
  };
  form.addEventListener("input", show);
  // The first hero is chosen for those who only want to begin; who brings their own did not ask for company.
  let untouched = true;
  cards.addEventListener("change", ({ target }) => (untouched &&= target === ownBox));
  ownBox.addEventListener("change", () => {
    own.hidden = !ownBox.checked;
    if (untouched) for (const box of chosen()) box.checked = false;
    untouched = false;
    show();
    if (ownBox.checked) /** @type {HTMLElement} */ (form.elements.namedItem("name")).focus();
  });

  // The key names this adventure: an answer that got lost on its way does not begin it twice. Another wish is another key.
  let key = freshKey();
  let sent = "";
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (go.getAttribute("aria-disabled") === "true") return;
    fault.textContent = "";
    const { hero, faults } = ownBox.checked ? readOwn(form) : { hero: null, faults: [] };
    showFaults(form, faults);
    if (faults.length) return;
    const characters = [...chosen().map(({ value }) => value), ...(hero ? [hero] : [])];
    const body = { characters, ...(title.value.trim() && { title: title.value.trim() }) };
    if (sent !== JSON.stringify(body)) key = freshKey();
    sent = JSON.stringify(body);
    go.setAttribute("aria-disabled", "true");
    fill(go, S.newGame.beginning);
    try {
      /** @type {Session} */
      const session = await json("POST", "/api/sessions", body, { key });
      location.hash = `#/s/${encodeURIComponent(session.id)}`;
    } catch (error) {
      const homeless = error instanceof ApiError ? showFaults(form, error.fields) : [];
      if (!(error instanceof ApiError && error.fields.length) || homeless.length) {
        fault.textContent = homeless.join(" ") || /** @type {Error} */ (error).message;
      }
    } finally {
      fill(go, S.newGame.begin);
      show();
    }
  });

  show();
  try {
    /** @type {{ items: Character[] }} */
    const { items } = await get("/api/heroes");
    fill(cards, items.map(card), ownCard);
    const first = form.querySelector("input[name=hero]");
    if (first instanceof HTMLInputElement) first.checked = true;
  } catch (error) {
    fill(cards, ownCard);
    fault.textContent = S.couldNotLoad(/** @type {Error} */ (error).message);
  }
  show();
}
