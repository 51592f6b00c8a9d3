// @ts-check
// A story on paper: title and heroes on the first page, then everything. `print.css` hides the controls.
import { byId, h, stylesheet } from "../dom.js";
import { showTurn } from "../turn/showturn.js";
import { app } from "../state.js";
import { calling } from "../text.js";

/** @param {import("../types.js").Session} session */
const titlePage = ({ title, characters }) => h("header", { class: "title-page" }, h("h1", {}, title), characters.map((hero) => h("p", {}, h("strong", {}, hero.name), calling(hero))));

/** The title page is there while the browser prints, whoever asks it to. */
export async function bindPages() {
  await stylesheet("/css/print.css");
  const log = byId("log", HTMLElement);
  addEventListener("beforeprint", () => {
    const { session } = app.get();
    if (session) log.prepend(titlePage(session));
  });
  addEventListener("afterprint", () => log.querySelector(".title-page")?.remove());
}

/** Prints a session from its first turn on, once it lies on the table. @param {string} id */
export function printSession(id) {
  const whole = async () => {
    await showTurn(1);
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
