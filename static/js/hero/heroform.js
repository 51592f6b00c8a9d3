// @ts-check
// The form for a custom hero: descriptions of classes and races, scores in one of four ways, and totals.
import { art } from "../art.js";
import { fill, h, stylesheet } from "../dom.js";
import { field } from "../form.js";
import { totalOf } from "../lib/formtotal.js";
import { importButton } from "./heroes.js";
import { ABILITIES, ARRAY, HIGHEST, LEAST, MOST, POINTS, RACES, added, cost, outset, placed, rollScore } from "./heroscores.js";
import { CLASSES } from "../home/newgame.js";
import { facts } from "../lib/pieces.js";
import { bring } from "../state.js";
import { S } from "../words/en.js";
import { OWN } from "../words/en/heroform.js";
import { H } from "../words/en/home.js";
import { calling, capitalised, modifier, signed, term } from "../text.js";

/** @typedef {import("../types.js").KeptHero} KeptHero @typedef {import("../types.js").Abilities} Abilities @typedef {keyof typeof OWN.ways} Way */

const LEVELS = Array.from({ length: 20 }, (_, i) => i + 1);
/** A face is painted once the name has stood this long. */
const FACE_MS = 500;

/** One to six, each as likely. @returns {number} */
function die() {
  const [byte] = crypto.getRandomValues(new Uint8Array(1));
  return byte < 252 ? (byte % 6) + 1 : die();
}

/** @param {string[]} names */
const options = (names) => names.map((name) => h("option", { value: name }, capitalised(term(name.split("-").map(capitalised).join("-")))));

/** What unfolds. @param {any} title @param {any[]} parts */
const fold = (title, ...parts) => h("details", {}, h("summary", {}, title), parts);

/** How often something is there, and what. @param {string} thing such as “20 Bolt” */
const thing = (thing) => thing.replace(/^(?:(\d+) )?(.+)$/, (_, n, name) => `${n ? `${n}\u00a0×\u00a0` : ""}${capitalised(term(name))}`);

/**
 * @param {{ changed: () => void, brought: (hero: KeptHero) => void, tell: (fault: string) => void }} on
 */
export async function heroForm({ changed, brought, tell }) {
  await stylesheet("/css/table/heroform.css");
  const name = h("input", { name: "name", autocomplete: "off", maxlength: 60 });
  const background = h("input", { name: "background", autocomplete: "off", maxlength: 60 });
  const profession = h("select", { name: "class" }, options(CLASSES));
  const race = h("select", { name: "race" }, options(Object.keys(RACES)));
  race.value = "human";
  const level = h("select", { name: "level" }, LEVELS.map((n) => h("option", { value: n }, n)));
  const keep = h("input", { type: "checkbox", name: "keepHero" });
  const classField = field(H.newGame.class, profession, " ");
  const raceField = field(H.newGame.race, race, " ");

  /** @type {Way} */
  let way = "array";
  let pool = ARRAY;
  /** @type {Abilities} */
  let scores = placed(profession.value, pool);
  /** Whether the player has put scores in places of their own. */
  let arranged = false;

  const ways = /** @type {Way[]} */ (Object.keys(OWN.ways)).map((value) =>
    h("label", { class: "score-way" }, h("input", { type: "radio", name: "way", value, checked: value === way, onchange: () => choose(value) }), h("span", {}, OWN.ways[value])),
  );
  const hint = h("small", {});
  const state = h("p", { class: "soft", role: "status" });
  const again = h("button", { type: "button", onclick: () => choose("rolled") }, OWN.again);
  const cells = h("div", { class: "hero-scores" });
  const rolls = h("ul", { class: "thrown", hidden: true });
  const view = h("div", {});
  const start = h("div", {});
  /** @type {Record<string, HTMLOutputElement>} */
  const totals = {};
  const sum = h("span", { class: "soft" });
  const scoring = fold([OWN.scores, sum], h("div", { class: "score-ways", role: "group", "aria-label": OWN.scores }, ways), hint, rolls, cells, h("div", { class: "row" }, again, state));

  /** @param {Way} next */
  function choose(next) {
    const made = final();
    way = next;
    arranged = false;
    if (way === "rolled") {
      const thrown = ABILITIES.map(() => rollScore(die)).sort((a, b) => b.score - a.score);
      pool = thrown.map(({ score }) => score);
      fill(rolls, thrown.map(({ dice, score }) => h("li", {}, h("b", {}, score), h("span", { "aria-hidden": "true" }, dice.slice(0, 3).map((die) => h("i", {}, die)), h("s", {}, dice[3])), h("span", { class: "sr" }, `: ${dice.slice(0, 3).join(", ")}; ${OWN.dropped(dice[3])}`))));
    } else if (way === "array") pool = ARRAY;
    if (way === "array" || way === "rolled") scores = placed(profession.value, pool);
    if (way === "points") scores = placed(profession.value, ARRAY);
    if (way === "typed") scores = made;
    layCells();
    say();
  }

  /** A box for each score: one of those there are, or a number. */
  function layCells() {
    const taken = new Set();
    const boxes = ABILITIES.map((ability) => {
      /** @type {HTMLInputElement | HTMLSelectElement} */
      let box;
      const key = `abilities.${ability}`;
      if (way === "points" || way === "typed") {
        const [min, max] = way === "points" ? [LEAST, MOST] : [1, HIGHEST];
        box = h("input", { type: "number", name: key, min, max, inputmode: "numeric", value: scores[ability] });
        box.addEventListener("input", () => {
          arranged = true;
          scores = { ...scores, [ability]: Number(box.value) };
          say();
        });
      } else {
        const at = pool.findIndex((score, i) => score === scores[ability] && !taken.has(i));
        taken.add(at);
        box = h("select", { name: key, "data-at": at }, pool.map((score, i) => h("option", { value: i, selected: i === at }, score)));
        box.addEventListener("change", () => swap(/** @type {HTMLSelectElement} */ (box)));
      }
      const element = field(S.abilities[ability], box);
      totals[ability] = totalOf(box);
      element.append(totals[ability]);
      return element;
    });
    fill(cells, boxes);
  }

  /** Whoever had the score gets the other one for it. @param {HTMLSelectElement} box */
  function swap(box) {
    arranged = true;
    const other = [...cells.querySelectorAll("select")].find((one) => one !== box && one.value === box.value);
    if (other) other.value = box.dataset.at ?? "";
    for (const one of [other, box]) if (one) one.dataset.at = one.value;
    ABILITIES.forEach((ability, i) => (scores[ability] = pool[Number(cells.querySelectorAll("select")[i].value)]));
    say();
  }

  const final = () => (way === "typed" ? scores : added(scores, profession.value, race.value, Number(level.value)));
  const left = () => POINTS - cost(ABILITIES.map((ability) => scores[ability]));
  /** @returns {KeptHero} */
  const hero = () => ({
    name: name.value.trim(),
    class: profession.value,
    race: race.value,
    level: Number(level.value),
    abilities: final(),
    ...(background.value.trim() && { background: background.value.trim() }),
  });

  let face = art("person", "portrait", "you", "a dark hood, a grey cloak");
  let painted = "";
  let timer = 0;
  function paint() {
    clearTimeout(timer);
    const { name, class: profession, race } = hero();
    const words = JSON.stringify([name, profession, race]);
    if (words === painted) return;
    timer = setTimeout(() => {
      painted = words;
      const next = art("person", "portrait", name || profession, `${race}, ${profession}`);
      face.replaceWith(next);
      face = next;
    }, FACE_MS);
  }

  function say() {
    const made = hero();
    const { abilities } = made;
    fill(hint, OWN.hints[way]);
    fill(sum, ABILITIES.map((ability) => abilities[ability]).join(" · "));
    again.hidden = rolls.hidden = way !== "rolled";
    state.textContent = way === "points" ? OWN.left(left()) : way === "rolled" ? OWN.rolled(pool) : "";
    // Who sees the dice need not read them again.
    state.className = way === "rolled" ? "sr" : way === "points" && left() < 0 ? "fault" : "soft";
    for (const ability of ABILITIES) {
      const more = abilities[ability] - scores[ability];
      const sum = more ? `${signed(more)} = ${abilities[ability]}` : "";
      fill(totals[ability], h("span", { "aria-hidden": "true" }, sum && h("span", { class: "soft" }, sum), h("b", {}, signed(modifier(abilities[ability])))), h("span", { class: "sr" }, OWN.total(abilities[ability], signed(modifier(abilities[ability])))));
    }
    fill(/** @type {HTMLElement} */ (classField.querySelector("small")), OWN.classes[made.class]);
    fill(/** @type {HTMLElement} */ (raceField.querySelector("small")), OWN.races[made.race]);
    const { hp, ac, skills, kit, cantrips, spells } = outset(made);
    const listed = (/** @type {string[]} */ names) => names.map(thing).join(", ");
    /** @type {[string, string][]} */
    const all = [[OWN.skills, listed(skills)], [OWN.gear, listed(kit)]];
    // Higher levels bring others.
    if (made.level === 1) all.push([OWN.cantrips, listed(cantrips)], [OWN.spells, listed(spells)]);
    fill(
      view,
      h("div", { class: "sheet-head" }, face, h("div", {}, h("p", { class: "name" }, made.name || H.newGame.ownTitle), h("p", { class: "calling" }, calling(made)), h("p", { class: "soft" }, OWN.body(hp, ac)))),
    );
    fill(start, facts(all.filter(([, names]) => names)), h("small", {}, OWN.skillsHint));
    paint();
  }

  profession.addEventListener("change", () => {
    if (!arranged && way !== "typed") scores = placed(profession.value, way === "points" ? ARRAY : pool);
    if (!arranged) layCells();
    say();
  });
  for (const box of [name, background, race, level]) box.addEventListener("input", say);
  layCells();
  say();
  // What the rules call skills and gear has names in another language, too; they come behind the first look.
  if (S.locale !== "en") bring("hero/rulenames").then(say, () => {});

  const element = h(
    "div",
    { class: "hero-form" },
    h(
      "div",
      { class: "hero-fields" },
      h("div", { class: "two" }, field(H.newGame.name, name), field(H.newGame.background, background, H.newGame.backgroundHint)),
      h("div", { class: "hero-kind" }, classField, raceField, field(OWN.level, level)),
      scoring,
      fold(OWN.shelf, h("label", { class: "check" }, keep, OWN.keep), h("div", { class: "row" }, importButton(brought, tell), h("small", {}, OWN.keepHint))),
    ),
    h("div", { class: "hero-view" }, view, fold(OWN.start, start)),
  );
  element.addEventListener("input", changed);

  /** The hero in the form, or what is missing for one. */
  const read = () => {
    const made = hero();
    const faults = [];
    if (!made.name) faults.push({ field: "name", message: H.newGame.nameMissing });
    const [least, most] = way === "points" ? [LEAST, MOST] : [1, HIGHEST];
    const numbers = way === "points" || way === "typed";
    for (const ability of ABILITIES) {
      const isOut = numbers && !(Number.isInteger(scores[ability]) && scores[ability] >= least && scores[ability] <= most);
      if (isOut) faults.push({ field: `abilities.${ability}`, message: OWN.range(least, most) });
    }
    if (way === "points" && !faults.length && left() < 0) faults.push({ field: "abilities.str", message: OWN.tooMany(-left()) });
    return { hero: made, faults, keep: keep.checked };
  };
  return { element, read, name };
}
