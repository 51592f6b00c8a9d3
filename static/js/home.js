// @ts-check
// The page before a table: the adventures there are, or the first one to begin.
import { byId, fill, h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { showNewGame } from "./newgame.js";
import { fetchSessions, sessionList } from "./sessionlist.js";
import { signOut } from "./signin.js";
import { app } from "./state.js";
import { S } from "./strings.js";

const place = byId("home-body", HTMLElement);

/** @param {Error} error @param {() => void} again */
function failed(error, again) {
  fill(place, h("h1", { tabindex: -1 }, S.home.away), h("p", { role: "alert" }, S.couldNotLoad(error.message)), h("button", { type: "button", class: "primary", onclick: again }, S.retry));
}

/** Counts what was asked for: a slow answer must not cover a later one. */
let visits = 0;

/** @param {boolean} asNew */
export async function showHome(asNew) {
  const visit = ++visits;
  fill(place, h("p", { class: "soft" }, S.loading));
  try {
    const first = await fetchSessions();
    if (visit !== visits) return;
    if (asNew || !first.items.length) await showNewGame(place, !first.items.length);
    else {
      fill(
        place,
        h("h1", { tabindex: -1 }, S.home.heading),
        h("p", { class: "lead" }, S.home.lead),
        h("p", {}, h("a", { class: "button primary big", href: "#/new" }, S.home.new)),
        sessionList(first, { onEmpty: () => void showHome(false) }),
      );
    }
    /** @type {HTMLElement | null} */ (place.querySelector("h1"))?.focus({ preventScroll: true });
  } catch (error) {
    if (visit !== visits) return;
    failed(/** @type {Error} */ (error), () => void showHome(asNew));
  }
}

/** The line that says who plays the Dungeon Master, and the way out where there was a way in. */
export function initHome() {
  const line = byId("who-plays", HTMLElement);
  const out = byId("sign-out", HTMLButtonElement);
  app.watch(
    ({ info }) => info,
    (info) => {
      line.hidden = info?.model.provider !== "storyteller";
      line.textContent = S.storytellerPlays;
      out.hidden = info?.auth !== "token";
    },
  );
  out.addEventListener("click", () => void signOut());
}

/** The list of adventures over the table. */
export async function openDrawer() {
  const body = h("div", {}, h("p", { class: "soft" }, S.loading));
  const fresh = h("a", { class: "button primary", href: "#/new" }, S.home.new);
  const all = h("a", { class: "button", href: "#/" }, S.home.toList);
  const dialog = openDialog(S.home.heading, "drawer", h("div", { class: "row" }, fresh, all), body);
  const close = () => dialog.close();
  for (const link of [fresh, all]) link.addEventListener("click", close);
  try {
    fill(body, sessionList(await fetchSessions(), { onEmpty: close, onOpen: close }));
  } catch (error) {
    fill(body, h("p", { role: "alert", class: "fault" }, S.couldNotLoad(/** @type {Error} */ (error).message)));
  }
}
