// @ts-check
// Shown in place of a deleted draft.
import { byId, h } from "../dom.js";
import { W } from "../words/en/author/author.js";

export function showLost() {
  const heading = h("h1", { tabindex: -1 }, W.goneTitle);
  const lost = h("main", { class: "home", "aria-label": W.title }, heading, h("p", { role: "alert" }, W.gone), h("p", {}, h("a", { class: "button", href: "#/author" }, W.back)));
  byId("home", HTMLElement).after(lost);
  addEventListener("hashchange", () => lost.remove(), { once: true });
  heading.focus();
}
