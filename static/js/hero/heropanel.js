// @ts-check
// The panel with the heroes, one at a time.
import { byId, fill, h } from "../dom.js";
import { heroPage } from "./hero.js";
import { keepingFocus } from "../lib/pieces.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";
import { HERO } from "../words/en/hero.js";

const panel = byId("panel-hero", HTMLElement);
/** The hero who was asked for, while another acts. */
let shownId = "";

function show() {
  const { session, acting } = app.get();
  const heroes = session?.characters ?? [];
  if (!heroes.length) return keepingFocus(panel, () => fill(panel, h("p", { class: "soft" }, HERO.none)));
  const hero = heroes.find(({ id }) => id === shownId) ?? heroes.find(({ id }) => id === acting) ?? heroes[0];
  const turnTo = (/** @type {string} */ id) => {
    shownId = id;
    show();
  };
  const pick = h(
    "div",
    { class: "segments", role: "group", "aria-label": HERO.party },
    heroes.map(({ id, name, currentHP, maxHP }) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(id === hero.id), "data-key": id, onclick: () => turnTo(id) },
        name,
        h("small", {}, `${currentHP}/${maxHP}`),
      ),
    ),
  );
  const whole = () => void later(() => bring("hero/sheet"), ({ openSheet }) => openSheet(hero));
  const full = h("button", { type: "button", class: "wide", "aria-haspopup": "dialog", onclick: whole, "data-key": "sheet" }, HERO.full);
  const sleep = () => void later(() => bring("hero/rest"), ({ openRest }) => openRest(hero));
  // Nobody rests in the middle of a fight.
  const rest = !session?.encounter && h("button", { type: "button", class: "wide", "aria-haspopup": "dialog", onclick: sleep, "data-key": "rest" }, HERO.rest);
  keepingFocus(panel, () => fill(panel, heroes.length > 1 && pick, heroPage(hero), rest, full));
}

export function initPanel() {
  app.watch(({ session }) => session, show);
  // What heroes carry has names in another language, too; they come behind the first look.
  if (S.locale !== "en") bring("hero/rulenames").then(show, () => {});
  app.watch(({ session }) => session?.characters.some(({ boons }) => boons.length), (blessed) => blessed && bring("hero/boonwords").then(show, () => {}));
  app.watch(
    ({ acting }) => acting,
    () => {
      shownId = "";
      show();
    },
  );
}
