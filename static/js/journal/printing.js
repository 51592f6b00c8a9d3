// @ts-check
// A story on paper: title and heroes on the first page, then everything. `print.css` hides the controls.
import { byId, h, stylesheet } from "../dom.js";
import { loadEarlier, turnsSoFar } from "../turn/log.js";
import { app } from "../state.js";
import { calling } from "../text.js";

/** As many turns as the server gives at once. */
const MOST = 100;

/** @param {import("../types.js").Session} session */
const titlePage = ({ title, characters }) => h("header", { class: "title-page" }, h("h1", {}, title), characters.map((hero) => h("p", {}, h("strong", {}, hero.name), calling(hero))));

/** @type {Promise<void> | undefined} */
let bound;

/** The title page is there while the browser prints, whoever asks it to. */
export const bindPages = () =>
  (bound ??= stylesheet("/css/print.css").then(() => {
    const log = byId("log", HTMLElement);
    const clear = () => log.querySelector(".title-page")?.remove();
    addEventListener("beforeprint", () => {
      const { session } = app.get();
      clear();
      if (session) log.prepend(titlePage(session));
    });
    addEventListener("afterprint", clear);
  }));

/** Prints a session from its first turn on, once it lies on the table. Who reads on does so where the story stands. @param {string} id */
export function printSession(id) {
  const whole = async () => {
    await bindPages();
    while ((turnsSoFar()[0]?.seq ?? 1) > 1 && (await loadEarlier(MOST)));
    print();
  };
  const isThere = () => app.get().session?.id === id && !byId("log", HTMLElement).hasAttribute("aria-busy");
  location.hash = `#/s/${encodeURIComponent(id)}`;
  const look = setInterval(() => {
    if (!isThere()) return;
    clearInterval(look);
    void whole();
  }, 200);
  setTimeout(() => clearInterval(look), 20_000);
}
