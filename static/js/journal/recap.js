// @ts-check
// Recap for returning players; each sentence links to its turn.
import { get, sessionPath } from "../api.js";
import { openDialog } from "../dialog.js";
import { fill, h, stylesheet } from "../dom.js";
import { isGuest } from "../friends/guest.js";
import { showTurn } from "../turn/showturn.js";
import { namesOf, opened, remembered } from "../lib/names.js";
import { tongue } from "../prose.js";
import { app } from "../state.js";
import { S } from "../words/en.js";
import { A } from "../words/en/aside.js";
import { PAST } from "../words/en/table/past.js";
import { curly } from "../text.js";

/** @typedef {import("../types.js").Session} Session @typedef {import("../types.js").Recap} Recap */

const T = PAST.recap;

/** Offers it where the newest turns are, unless there is something else to say. */
export function offerRecap() {
  if (app.get().trouble || isGuest()) return;
  app.set({ trouble: { text: T.away, tone: "plain", actions: [{ label: A.journal.recap, run: () => void openRecap() }] } });
}

export async function openRecap() {
  const { session } = app.get();
  if (!session) return;
  await Promise.all([stylesheet("/css/table/aside.css"), stylesheet("/css/table/past.css")]);
  const names = namesOf(session);
  const body = h("div", { class: "recap", "aria-live": "polite" }, h("p", { class: "soft" }, S.loading));
  const dialog = openDialog(A.journal.recap, "box seek", body);
  /** @param {Recap["items"][number]} line */
  const sentence = ({ seq, text, until }) => {
    const go = (/** @type {Event} */ event) => {
      event.preventDefault();
      dialog.close();
      void showTurn(seq);
    };
    return [h("a", { href: location.hash, title: PAST.seek.turn(seq), onclick: go }, opened(curly(remembered(text, names), tongue))), until ? ` (${T.past(until)}) ` : " "];
  };
  try {
    /** @type {Recap} */
    const { items } = await get(sessionPath(session.id, "/recap"));
    const last = items.pop();
    fill(body, last ? [items.length > 0 && h("p", {}, items.map(sentence)), h("h3", {}, T.last), h("p", {}, sentence(last))] : h("p", { class: "soft" }, T.nothing));
  } catch (error) {
    fill(body, h("p", { class: "fault" }, S.couldNotLoad(error)));
  }
}
