// @ts-check
// The panel that shows the heroes, one at a time.
import { byId, fill, h } from "./dom.js";
import { actingHero } from "./composer.js";
import { heroSheet } from "./hero.js";
import { app } from "./state.js";
import { S } from "./strings.js";

const panel = byId("panel-hero", HTMLElement);
/** Empty: whoever acts. */
let shownId = "";

export function showHero(id = "") {
  shownId = id;
  show();
}

function show() {
  const heroes = app.get().session?.characters ?? [];
  if (!heroes.length) return fill(panel, h("p", { class: "soft" }, S.hero.none));
  const hero = heroes.find(({ id }) => id === shownId) ?? heroes.find(({ id }) => id === actingHero()) ?? heroes[0];
  const focused = panel.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  const pick = h(
    "div",
    { class: "segments", role: "group", "aria-label": S.hero.party },
    heroes.map(({ id, name, currentHP, maxHP }) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(id === hero.id), "data-key": id, onclick: () => showHero(id) },
        name,
        h("small", {}, `${currentHP}/${maxHP}`),
      ),
    ),
  );
  fill(panel, heroes.length > 1 && pick, heroSheet(hero));
  if (focused) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
}

export function initHeroPanel() {
  app.watch(({ session }) => session, show);
}
