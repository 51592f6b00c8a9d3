// @ts-check
// The list of adventures, as an overlay.
import { fetchSessions } from "../api.js";
import { openDialog } from "../dialog.js";
import { fill, h, stylesheet } from "../dom.js";
import { sessionList } from "./sessionlist.js";
import { S } from "../words/en.js";
import { H } from "../words/en/home.js";

export async function openDrawer() {
  const body = h("div", {}, h("p", { class: "soft" }, S.loading));
  const fresh = h("a", { class: "button primary", href: "#/new" }, H.home.new);
  const all = h("a", { class: "button", href: "#/" }, S.home.toList);
  const dialog = openDialog(H.home.heading, "drawer", h("div", { class: "row" }, fresh, all), body);
  const close = () => dialog.close();
  try {
    const [first] = await Promise.all([fetchSessions(), stylesheet("/css/home.css")]);
    fill(body, sessionList(first, { onEmpty: close, onOpen: close }));
  } catch (error) {
    fill(body, h("p", { role: "alert", class: "fault" }, S.couldNotLoad(error)));
  }
}
