// @ts-check
// A new adventure: ready-made or custom heroes, and start.
import { get, once } from "../api.js";
import { art } from "../art.js";
import { wayIn } from "./bringin.js";
import { fill, h, stylesheet } from "../dom.js";
import { field, showFaults, showRefusal } from "../form.js";
import { bring, later } from "../state.js";
import { storyLanguage } from "../settings/storylanguage.js";
import { S } from "../words/en.js";
import { H } from "../words/en/home.js";
import { calling, capitalised, modifier, signed } from "../text.js";

/** @typedef {import("../types.js").Character} Character @typedef {import("../types.js").Session} Session */

const MOST_HEROES = 6;
const ABILITIES = /** @type {const} */ (["str", "dex", "con", "int", "wis", "cha"]);
/** The classes a hero may have. */
// From crates/game, by UPDATE_PAGE=1:
export const CLASSES = ["barbarian", "bard", "cleric", "druid", "fighter", "monk", "paladin", "ranger", "rogue", "sorcerer", "warlock", "wizard"];
// End.

/**
 * One hero is picked as one of several; a party is put together. That is the difference between the two kinds of box.
 * @param {string} value empty for the hero of one's own
 * @param {string} name
 */
const box = (value, name) => h("input", { type: "radio", name: "hero", value, "data-name": name });

/**
 * @param {Character | import("../types.js").KeptHero} hero
 * @param {string} value what the box is known by
 */
function card(hero, value) {
  const { abilities } = hero;
  const best = [...ABILITIES].sort((a, b) => abilities[b] - abilities[a]).slice(0, 2);
  const gifts = best.map((ability) => `${S.abilities[ability]}\u00a0${signed(modifier(abilities[ability]))}`).join(", ");
  return h(
    "label",
    { class: "choice hero-card" },
    box(value, hero.name),
    art("person", "portrait", hero.name, `${hero.race}, ${hero.class}`),
    h("span", { class: "name" }, hero.name),
    // A path is the same for all of a class here, and its name comes with the rules.
    h("span", { class: "calling" }, calling({ ...hero, subclass: "" })),
    hero.background && h("span", { class: "tale" }, capitalised(hero.background)),
    "maxHP" in hero && h("span", { class: "soft" }, H.newGame.body(hero.maxHP, hero.armorClass)),
    h("span", { class: "soft" }, gifts),
    h("span", { class: "chosen", "aria-hidden": "true" }, H.newGame.chosen),
  );
}

/** Whether this browser has heroes of one's own (`heroes.js`). */
function keepsHeroes() {
  try {
    return "embertale.heroes" in localStorage;
  } catch {
    return false;
  }
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
  const choice = bring("home/campaigns").then(({ campaignChoice }) => campaignChoice());
  const [{ items, why }, campaign] = await Promise.all([fetchHeroes(), choice]);
  if (!isWanted()) return;
  const heading = h("h1", { tabindex: -1 }, isFirst ? H.newGame.first : H.newGame.title);
  const own = h("fieldset", { class: "own", hidden: true }, h("legend", {}, H.newGame.ownTitle));
  const title = h("input", { name: "title", autocomplete: "off", maxlength: 120, placeholder: H.newGame.titlePlaceholder });
  const edition = h("select", { name: "rulesEdition" }, H.newGame.editions.map(([value, name]) => h("option", { value }, name)));
  const language = storyLanguage(H.newGame.anyLanguage);
  const fault = h("p", { class: "fault", role: "alert" }, why);
  const brought = h("p", { class: "fault", role: "alert" });
  const party = h("p", { class: "party", role: "status" });
  const faces = h("span", { class: "going" });
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
  const mine = h("div", { class: "kept-heroes" });
  const cards = h("div", { class: "cards" }, items.map((hero) => card(hero, hero.id)), mine, ownCard);
  const form = h(
    "form",
    { novalidate: true, class: "new-game" },
    campaign.element,
    h("fieldset", { class: "bare" }, h("legend", {}, H.newGame.choose), cards, h("label", { class: "check" }, together, H.newGame.party)),
    own,
    h("details", { class: "more" }, h("summary", {}, H.newGame.more), field(H.newGame.adventureTitle, title, H.newGame.titleHint), field(H.newGame.edition, edition), field(H.newGame.language, language)),
    h("div", { class: "begin" }, faces, party, go),
    fault,
  );
  // Where others are, their list has the way in.
  const view = isFirst && art("place", "welcome", "Tavern", "dusk, lamplight");
  fill(place, view, isFirst && h("figure", { class: "sample" }, H.newGame.sample.map((words) => h("p", {}, words))), heading, h("p", { class: "lead" }, isFirst ? H.newGame.what : H.newGame.lead), h("p", { class: "hurry" }, H.newGame.hurry), isFirst && h("div", { class: "played" }, H.newGame.elsewhere, wayIn(brought), brought), form);

  const boxes = () => /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[name=hero]")]);
  const chosen = () => boxes().filter((box) => box.checked && box !== ownBox);
  /** Heroes of one's own, once they are asked for. @type {ReturnType<typeof import("./herochoice.js").heroChoice> | undefined} */
  let mineToo;
  const bringMine = () =>
    later(() => bring("home/herochoice"), ({ heroChoice }) => (mineToo ??= heroChoice({ mine, own, ownBox, together, card, show, tell: (text) => (fault.textContent = text) })));
  const show = () => {
    const names = [...chosen().map(({ dataset }) => dataset.name ?? ""), ...(ownBox.checked ? [mineToo?.name() || H.newGame.unnamed] : [])];
    const { value, dataset } = /** @type {HTMLInputElement} */ (form.querySelector("input[name=campaign]:checked") ?? ownBox);
    const line = !names.length ? H.newGame.nobody : names.length > MOST_HEROES ? H.newGame.tooMany(MOST_HEROES) : capitalised(H.newGame.sets(names, value && dataset.name));
    if (party.textContent !== line) fill(party, line);
    const face = chosen()[0]?.parentElement?.querySelector("img");
    face ? faces.replaceChildren(face.cloneNode()) : fill(faces);
    go.setAttribute("aria-disabled", String(!names.length || names.length > MOST_HEROES));
  };
  form.addEventListener("input", show);
  cards.addEventListener("change", () => void (mineToo ? mineToo.turn() : ownBox.checked && bringMine()));
  together.addEventListener("change", () => {
    const [first] = boxes().filter((box) => box.checked);
    for (const box of boxes()) {
      // In this order: several radio buttons that are on would put each other out.
      if (!together.checked) box.checked = box === first;
      box.type = together.checked ? "checkbox" : "radio";
    }
    mineToo?.turn();
    show();
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const made = ownBox.checked ? mineToo?.read() : null;
    if (go.getAttribute("aria-disabled") === "true" || made === undefined) return;
    fault.textContent = "";
    showFaults(form, made?.faults ?? []);
    if (made?.faults.length) return;
    const characters = [...chosen().map(({ value }) => (value[0] === "{" ? JSON.parse(value) : value)), ...(made ? [made.hero] : [])];
    if (made?.keep) mineToo?.keep(made.hero);
    const body = { characters, rulesEdition: edition.value, ...(language.value && { language: language.value }), ...campaign.chosen(), ...(title.value.trim() && { title: title.value.trim() }) };
    go.setAttribute("aria-disabled", "true");
    fill(go, H.newGame.beginning);
    // The table is fetched while the server sets it; what fails here is asked for again on the way there.
    Promise.all([import("../table/table.js"), stylesheet("/css/table.css")]).catch(() => {});
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

  if (keepsHeroes()) void bringMine();
  // For those who only want to begin; another choice takes its place.
  if (items.length) boxes()[0].checked = true;
  show();
}
