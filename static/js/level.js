// @ts-check
// Takes a level that has been earned. What there is to choose, the server says; what is left open, it chooses.
import { json, sessionPath } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { field, showRefusal } from "./form.js";
import "./rulenames.js";
import { app, remark } from "./state.js";
import { S } from "./strings.js";
import { A } from "./strings-aside.js";
import { HERO } from "./strings-hero.js";
import { capitalised, properName, signed, term } from "./text.js";

/** @typedef {import("./types.js").Character} Character @typedef {import("./types.js").LevelChoice} LevelChoice */

const ABILITIES = /** @type {const} */ (["str", "dex", "con", "int", "wis", "cha"]);

/** @param {LevelChoice} choice */
function question(choice) {
  if (choice.kind === "abilityScores") {
    const boxes = ABILITIES.map((ability) => {
      const input = h("input", { type: "number", name: `abilityScores.${ability}`, min: 0, max: choice.points, inputmode: "numeric", placeholder: "0" });
      return field(S.abilities[ability], input);
    });
    return h("fieldset", {}, h("legend", {}, A.level.points(choice.points)), h("div", { class: "six" }, boxes), h("small", {}, A.level.leftOpen));
  }
  if (choice.kind === "subclass") {
    const options = choice.options.map((name) => h("option", { value: name }, properName(term(name))));
    return field(A.level.subclass, h("select", { name: "subclass" }, options));
  }
  return null; // a choice of a later server: it then chooses for the hero
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

/** @param {Character} hero */
export function offerLevel(hero) {
  const session = app.get().session;
  if (!session || !hero.pendingLevelUp) return;
  const { toLevel, choices = [] } = hero.pendingLevelUp;
  const fault = h("p", { class: "fault", role: "alert" });
  const go = h("button", { type: "submit", class: "primary" }, A.level.go(toLevel));
  const form = h("form", { novalidate: true }, choices.map(question), fault, h("div", { class: "row end" }, go));
  const dialog = openDialog(A.level.title(hero.name, toLevel), "box", h("p", {}, A.level.text), form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    fault.textContent = "";
    try {
      const chosen = answers(form);
      const body = { characterId: hero.id, ...(Object.keys(chosen).length > 0 && { choices: chosen }) };
      /** @type {import("./types.js").Session} */
      const raised = await json("POST", sessionPath(session.id, "/level-up"), body);
      const now = raised.characters.find(({ id }) => id === hero.id);
      app.set({ session: raised, trouble: null });
      if (now) remark(A.level.gained(hero.name, toLevel, gained(hero, now)));
      dialog.close();
    } catch (error) {
      showRefusal(form, error, fault);
    } finally {
      go.disabled = false;
    }
  });
}
