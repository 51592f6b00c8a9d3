// @ts-check
// The origin of a number: every change of it, newest first, with links to the turns.
import { get, sessionPath } from "../api.js";
import { markOf } from "../turn/changes.js";
import { rollInWords } from "../dice/dicewords.js";
import { openDialog } from "../dialog.js";
import { fill, h, stylesheet } from "../dom.js";
import { showTurn } from "../turn/showturn.js";
import { app } from "../state.js";
import { S } from "../words/en.js";
import { A } from "../words/en/aside.js";

/** @typedef {import("../types.js").Why} Why */

/** @param {Why["history"][number]} step */
function line({ seq, turnId, change, roll }) {
  const go = () => {
    // The sheet it was opened from lies over the story too.
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    void showTurn(seq);
  };
  // The panel is one hero's: whose change it was needs no saying.
  const text = markOf(change, [])?.text ?? "";
  return h(
    "li",
    {},
    turnId ? h("button", { type: "button", class: "quiet", onclick: go }, A.why.turn(seq)) : h("span", { class: "soft" }, A.why.between(seq)),
    h("span", {}, text, roll && h("small", {}, rollInWords(roll))),
  );
}

/**
 * @param {string} heroId
 * @param {string} field of the hero's sheet
 * @param {string} name
 * @param {string} text the value as it stands on the page
 */
export async function openWhy(heroId, field, name, text) {
  const { session } = app.get();
  const at = session?.characters.findIndex(({ id }) => id === heroId) ?? -1;
  if (!session || at < 0) return;
  const body = h("div", { "aria-live": "polite" }, h("p", { class: "soft" }, S.loading));
  await stylesheet("/css/table/aside.css");
  openDialog(A.why.title, "box why", h("p", { class: "soft" }, name, " ", h("b", {}, text)), body);
  try {
    /** @type {Why} */
    const { history } = await get(sessionPath(session.id, `/why?path=${encodeURIComponent(`characters.${at}.${field}`)}`));
    const lines = (history ?? []).map(line);
    fill(body, lines.length ? h("ol", { class: "steps" }, lines) : h("p", {}, A.why.start));
  } catch (error) {
    fill(body, h("p", { role: "alert" }, /** @type {Error} */ (error).message));
  }
}
