// @ts-check
// Day, night, or as the machine has it. `first-paint.js` sets the remembered choice before anything is drawn.
import { byId, fill, h } from "./dom.js";
import { recall, remember } from "./memory.js";
import { S } from "./strings.js";

const ORDER = /** @type {const} */ (["auto", "light", "dark"]);
const SIGNS = { auto: "◐", light: "☼", dark: "☾" };

export function initTheme() {
  const button = byId("theme", HTMLButtonElement);
  let theme = ORDER.find((name) => name === recall("theme")) ?? "auto";
  const show = () => {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    fill(button, h("span", { "aria-hidden": "true" }, SIGNS[theme]), h("span", { class: "label" }, S.theme[theme]));
    button.setAttribute("aria-label", S.theme.now(S.theme[theme]));
  };
  button.addEventListener("click", () => {
    theme = ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length];
    remember("theme", theme === "auto" ? "" : theme);
    show();
  });
  show();
}
