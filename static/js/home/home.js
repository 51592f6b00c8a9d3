// @ts-check
// The start page: the list of adventures, or the first one.
import { ApiError, fetchSessions } from "../api.js";
import { byId, fill, h } from "../dom.js";
import { app, isKeyless } from "../state.js";
import { S } from "../words/en.js";
import { H } from "../words/en/home.js";

const place = byId("home-body", HTMLElement);
const hitch = byId("hitch", HTMLElement);

/** Counts what was asked for: a slow answer must not cover a later one. */
let visits = 0;

/** @param {boolean} asNew */
export async function showHome(asNew) {
  const visit = ++visits;
  fill(place, h("p", { class: "soft" }, S.loading));
  app.set({ trouble: null });
  try {
    const first = await fetchSessions();
    if (visit !== visits) return;
    const isFirst = !first.items.length;
    if (asNew || isFirst) {
      const { showNewGame } = await import("./newgame.js");
      await showNewGame(place, isFirst, () => visit === visits);
      if (visit !== visits) return;
    } else {
      const [{ sessionList }, { art }] = await Promise.all([import("./sessionlist.js"), import("../art.js")]);
      if (visit !== visits) return;
      fill(
        place,
        h("h1", { tabindex: -1 }, H.home.heading),
        h("p", { class: "lead" }, H.home.lead),
        h("p", { class: "row" }, h("a", { class: "button primary big", href: "#/new" }, H.home.new), !isKeyless() && h("a", { href: "#/author" }, H.home.write)),
        sessionList(first, { onEmpty: () => void showHome(false) }),
        art("place", "hearth", "Crossroads inn", "dusk, lamplit windows"),
      );
    }
    /** @type {HTMLElement | null} */ (place.querySelector("h1"))?.focus({ preventScroll: true });
  } catch (error) {
    if (visit !== visits) return;
    const shut = error instanceof ApiError && error.status === 401;
    const again = h("button", { type: "button", class: "primary", onclick: () => void showHome(asNew) }, shut ? S.signIn : S.retry);
    fill(place, h("h1", { tabindex: -1 }, shut ? S.home.closed : S.home.away), h("p", { role: "alert" }, S.couldNotLoad(error)), again);
  }
}

// At the table trouble has a place of its own.
app.watch(
  ({ trouble }) => trouble,
  (trouble) => {
    hitch.textContent = trouble?.text ?? "";
    hitch.className = trouble?.tone === "plain" ? "soft" : "fault";
  },
);
