// @ts-check
// A new adventure: choose ready-made heroes, bring one of your own, begin.
import { get, once } from "./api.js";
import { art } from "./art.js";
import { wayIn } from "./bringin.js";
import { fill, h, stylesheet } from "./dom.js";
import { field, showFaults, showRefusal } from "./form.js";
import { bring } from "./state.js";
import { storyLanguage } from "./storylanguage.js";
import { S } from "./strings.js";
import { H } from "./strings-home.js";
import { calling, capitalised, modifier, signed, term } from "./text.js";

/** @typedef {import("./types.js").Character} Character @typedef {import("./types.js").Session} Session */

const MOST_HEROES = 6;
const ABILITIES = /** @type {const} */ (["str", "dex", "con", "int", "wis", "cha"]);
/** The classes a hero may have. */
// From crates/game, by UPDATE_PAGE=1:
export const CLASSES = ["barbarian", "bard", "cleric", "druid", "fighter", "monk", "paladin", "ranger", "rogue", "sorcerer", "warlock", "wizard"];
// End.
const RACES = ["dragonborn", "dwarf", "elf", "gnome", "half-elf", "half-orc", "halfling", "human", "tiefling"];

/**
 * One hero is picked as one of several; a party is put together. That is the difference between the two kinds of box.
 * @param {string} value empty for the hero of one's own
 * @param {string} name
 */
const box = (value, name) => h("input", { type: "radio", name: "hero", value, "data-name": name });

/** @param {Character} hero */
function card(hero) {
  const best = [...ABILITIES].sort((a, b) => hero.abilities[b] - hero.abilities[a]).slice(0, 2);
  const gifts = best.map((ability) => `${S.abilities[ability]}\u00a0${signed(modifier(hero.abilities[ability]))}`).join(", ");
  return h(
    "label",
    { class: "choice hero-card" },
    box(hero.id, hero.name),
    art("person", "portrait", hero.name, `${hero.race}, ${hero.class}`),
    h("span", { class: "name" }, hero.name),
    h("span", { class: "calling" }, calling(hero)),
    hero.background && h("span", { class: "tale" }, capitalised(hero.background)),
    h("span", { class: "soft" }, H.newGame.body(hero.maxHP, hero.armorClass)),
    h("span", { class: "soft" }, gifts),
    h("span", { class: "chosen", "aria-hidden": "true" }, H.newGame.chosen),
  );
}

/** @param {string[]} names */
const options = (names) => names.map((name) => h("option", { value: name }, capitalised(term(name.split("-").map(capitalised).join("-")))));

export function ownHero() {
  const input = (/** @type {string} */ name) => h("input", { name, autocomplete: "off", maxlength: 60 });
  const scores = ABILITIES.map((ability) =>
    field(S.abilities[ability], h("input", { type: "number", name: `abilities.${ability}`, min: 1, max: 20, inputmode: "numeric" })),
  );
  return h(
    "fieldset",
    { class: "own", hidden: true },
    h("legend", {}, H.newGame.ownTitle),
    h(
      "div",
      { class: "two" },
      field(H.newGame.name, input("name")),
      field(H.newGame.background, input("background"), H.newGame.backgroundHint),
      field(H.newGame.class, h("select", { name: "class" }, options(CLASSES))),
      field(H.newGame.race, h("select", { name: "race" }, options(RACES))),
    ),
    h("fieldset", {}, h("legend", {}, H.newGame.abilities), h("div", { class: "six" }, scores), h("small", {}, H.newGame.abilitiesHint)),
  );
}

/**
 * The hero in the form, or what is missing for one.
 * @param {HTMLFormElement} form
 */
export function readOwn(form) {
  const value = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.trim();
  const scores = ABILITIES.map((ability) => /** @type {const} */ ([ability, value(`abilities.${ability}`)]));
  const given = scores.filter(([, score]) => score !== "");
  const faults = [];
  if (!value("name")) faults.push({ field: "name", message: H.newGame.nameMissing });
  if (given.length > 0 && given.length < ABILITIES.length) {
    for (const [ability, score] of scores) if (!score) faults.push({ field: `abilities.${ability}`, message: H.newGame.scoreMissing });
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
 * The heroes there are; none, with why, where they can't be had.
 * @returns {Promise<{ items: Character[], why: string }>}
 */
async function fetchHeroes() {
  try {
    /** @type {{ items: Character[] }} */
    const { items } = await get("/api/heroes");
    return { items, why: "" };
  } catch (error) {
    return { items: [], why: S.couldNotLoad(/** @type {Error} */ (error).message) };
  }
}

/**
 * Shows the form once it is whole: heroes that came later would push away what is being read.
 * @param {Element} place
 * @param {boolean} isFirst
 * @param {() => boolean} isWanted whether the player is still here when it is
 */
export async function showNewGame(place, isFirst, isWanted) {
  const choice = bring("campaigns").then(({ campaignChoice }) => campaignChoice());
  const [{ items, why }, campaign] = await Promise.all([fetchHeroes(), choice]);
  if (!isWanted()) return;
  const heading = h("h1", { tabindex: -1 }, isFirst ? H.newGame.first : H.newGame.title);
  const own = ownHero();
  const title = h("input", { name: "title", autocomplete: "off", maxlength: 120, placeholder: H.newGame.titlePlaceholder });
  const edition = h("select", { name: "rulesEdition" }, H.newGame.editions.map(([value, name]) => h("option", { value }, name)));
  const language = storyLanguage(H.newGame.anyLanguage);
  const fault = h("p", { class: "fault", role: "alert" }, why);
  const brought = h("p", { class: "fault", role: "alert" });
  const party = h("p", { class: "party", role: "status" });
  const go = h("button", { type: "submit", class: "primary big" }, H.newGame.begin);
  const ownBox = box("", "");
  const together = h("input", { type: "checkbox", name: "party" });
  const ownCard = h(
    "label",
    { class: "choice hero-card own-card" },
    ownBox,
    art("person", "portrait", "you", "a dark hood, a grey cloak"),
    h("span", { class: "name" }, H.newGame.own),
    h("span", { class: "soft" }, H.newGame.ownText),
    h("span", { class: "chosen", "aria-hidden": "true" }, H.newGame.chosen),
  );
  const cards = h("div", { class: "cards" }, items.map(card), ownCard);
  const form = h(
    "form",
    { novalidate: true, class: "new-game" },
    campaign.element,
    h("fieldset", { class: "bare" }, h("legend", {}, H.newGame.choose), cards, h("label", { class: "check" }, together, H.newGame.party)),
    own,
    h("details", { class: "more" }, h("summary", {}, H.newGame.more), field(H.newGame.adventureTitle, title, H.newGame.titleHint), field(H.newGame.edition, edition), field(H.newGame.language, language)),
    h("div", { class: "begin" }, party, go),
    fault,
  );
  // Where others are, their list has the way in.
  const view = isFirst && art("place", "welcome", "Crossroads inn", "dusk, lamplit windows");
  fill(place, view, heading, h("p", { class: "lead" }, isFirst ? H.newGame.what : H.newGame.lead), isFirst && h("div", { class: "played" }, H.newGame.elsewhere, wayIn(brought), brought), form);

  const boxes = () => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[name=hero]")]);
  const chosen = () => boxes().filter((box) => box.checked && box !== ownBox);
  const ownName = () => /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value.trim() || H.newGame.unnamed;
  const show = () => {
    const names = [...chosen().map(({ dataset }) => dataset.name ?? ""), ...(ownBox.checked ? [ownName()] : [])];
    const line = !names.length ? H.newGame.nobody : names.length > MOST_HEROES ? H.newGame.tooMany(MOST_HEROES) : capitalised(H.newGame.sets(names));
    if (party.textContent !== line) fill(party, line);
    go.setAttribute("aria-disabled", String(!names.length || names.length > MOST_HEROES));
  };
  form.addEventListener("input", show);
  cards.addEventListener("change", ({ target }) => {
    own.hidden = !ownBox.checked;
    if (target === ownBox && ownBox.checked) /** @type {HTMLElement} */ (form.elements.namedItem("name")).focus();
  });
  together.addEventListener("change", () => {
    const [first] = boxes().filter((box) => box.checked);
    for (const box of boxes()) {
      // In this order: several radio buttons that are on would put each other out.
      if (!together.checked) box.checked = box === first;
      box.type = together.checked ? "checkbox" : "radio";
    }
    own.hidden = !ownBox.checked;
    show();
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (go.getAttribute("aria-disabled") === "true") return;
    fault.textContent = "";
    const { hero, faults } = ownBox.checked ? readOwn(form) : { hero: null, faults: [] };
    showFaults(form, faults);
    if (faults.length) return;
    const characters = [...chosen().map(({ value }) => value), ...(hero ? [hero] : [])];
    const body = { characters, rulesEdition: edition.value, ...(language.value && { language: language.value }), ...campaign.chosen(), ...(title.value.trim() && { title: title.value.trim() }) };
    go.setAttribute("aria-disabled", "true");
    fill(go, H.newGame.beginning);
    // The table is fetched while the server sets it; what fails here is asked for again on the way there.
    Promise.all([import("./table.js"), stylesheet("/table.css")]).catch(() => {});
    try {
      /** @type {Session} */
      const session = await once("/api/sessions", body);
      location.hash = `#/s/${encodeURIComponent(session.id)}`;
    } catch (error) {
      showRefusal(form, error, fault);
    } finally {
      fill(go, H.newGame.begin);
      show();
    }
  });

  // For those who only want to begin; another choice takes its place.
  if (items.length) boxes()[0].checked = true;
  show();
}
