// @ts-check
// Recap for returning players; each sentence links to its turn.
import { get, sessionPath } from "../api.js";
import { openDialog } from "../dialog.js";
import { fill, h, stylesheet } from "../dom.js";
import { isGuest } from "../friends/guest.js";
import { showTurn } from "../turn/showturn.js";
import { flowing } from "../lib/aloud.js";
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
  const heroes = session.characters.map(({ name }) => name);
  /** Of a hero who is alone it says who “the heroes” are. @param {string} text */
  const said = (text) => {
    const whole = opened(curly(remembered(text, names), tongue));
    return heroes[1] ? whole : whole.replace(/^The heroes(?= )/, heroes[0]);
  };
  /** @param {Recap["items"][number]} line @param {string} text */
  const sentence = ({ seq, until }, text) => {
    const go = (/** @type {Event} */ event) => {
      event.preventDefault();
      dialog.close();
      void showTurn(seq);
    };
    return h("a", { href: location.hash, title: PAST.seek.turn(seq), onclick: go }, text, until && `(${T.past(until)}) `);
  };
  try {
    /** @type {Recap} */
    const { items } = await get(sessionPath(session.id, "/recap"));
    const last = items.pop();
    // What a promise says already is not said again of the quest it began.
    const once = items.filter(({ text }) => !items.some((other) => other.text !== text && other.text.includes(text.replace(/^[^:]+: /, ""))));
    const told = flowing(once.map(({ text }) => said(text)), [...heroes, "The heroes"]);
    fill(body, last ? [once.length > 0 && h("p", {}, once.map((line, i) => sentence(line, told[i]))), h("h3", {}, T.last), h("p", {}, sentence(last, said(last.text)))] : h("p", { class: "soft" }, T.nothing));
  } catch (error) {
    fill(body, h("p", { class: "fault" }, S.couldNotLoad(error)));
  }
}
