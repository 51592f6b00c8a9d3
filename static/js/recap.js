// @ts-check
// What happened before, for who comes back after a while: line by line, each with the way to its turn.
import { get, sessionPath } from "./api.js";
import { openDialog } from "./dialog.js";
import { fill, h, stylesheet } from "./dom.js";
import { showTurn } from "./log.js";
import { namesOf, remembered } from "./names.js";
import { app } from "./state.js";
import { S } from "./strings.js";
import { A } from "./strings-aside.js";
import { PAST } from "./strings-past.js";

/** @typedef {import("./types.js").Session} Session @typedef {import("./types.js").Recap} Recap */

const T = PAST.recap;

/** Offers it where the newest turns are, unless there is something else to say. */
export function offerRecap() {
  if (app.get().trouble) return;
  app.set({ trouble: { text: T.away, tone: "plain", actions: [{ label: A.journal.recap, run: () => void openRecap() }] } });
}

export async function openRecap() {
  const { session } = app.get();
  if (!session) return;
  await Promise.all([stylesheet("/aside.css"), stylesheet("/past.css")]);
  const names = namesOf(session);
  const body = h("div", { "aria-live": "polite" }, h("p", { class: "soft" }, S.loading));
  const dialog = openDialog(A.journal.recap, "box seek", body);
  /** @param {Recap["items"][number]} line */
  const line = ({ seq, text, until }) => {
    const go = () => {
      dialog.close();
      void showTurn(seq);
    };
    return h("li", {}, h("button", { type: "button", class: "quiet", onclick: go }, h("span", { class: "turn-mark" }, PAST.seek.turn(seq)), h("span", { class: "excerpt" }, remembered(text, names)), until && h("span", { class: "soft" }, T.past(until))));
  };
  try {
    /** @type {Recap} */
    const { items } = await get(sessionPath(session.id, "/recap"));
    fill(body, items.length ? h("ol", { class: "found-places" }, items.map(line)) : h("p", { class: "soft" }, T.nothing));
  } catch (error) {
    fill(body, h("p", { class: "fault" }, S.couldNotLoad(error)));
  }
}
