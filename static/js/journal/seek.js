// @ts-check
// Search in the whole story; every result leads to its turn.
import { ApiError, get, sessionPath } from "../api.js";
import { openDialog } from "../dialog.js";
import { fill, h, stylesheet } from "../dom.js";
import { field } from "../form.js";
import { showTurn } from "../turn/showturn.js";
import { app } from "../state.js";
import { S } from "../words/en.js";
import { A } from "../words/en/aside.js";
import { PAST } from "../words/en/table/past.js";
import { properName } from "../text.js";

/** @typedef {import("../types.js").MemoryFound} MemoryFound */

const T = PAST.seek;
const MOST = 20;

/** What was asked last, and of which adventure: who comes back from a turn goes on with it. */
let asked = { id: "", words: "" };

export async function openSeek() {
  const { session } = app.get();
  if (!session) return;
  const { id } = session;
  await Promise.all([stylesheet("/css/table/aside.css"), stylesheet("/css/table/past.css")]);
  const words = h("input", { type: "search", name: "q", autocomplete: "off", maxlength: 200, enterkeyhint: "search", value: asked.id === id ? asked.words : "" });
  const status = h("p", { class: "soft", role: "status" });
  const list = h("ol", { class: "found-places" });
  const form = h("form", { novalidate: true, role: "search" }, field(T.ask, words, T.hint), h("button", { type: "submit", class: "primary" }, T.go));
  const dialog = openDialog(A.journal.seek, "box seek", form, status, list);

  /** @param {MemoryFound["items"][number]} item */
  const place = ({ turn, seq, kind, excerpt, speaker, day }) => {
    const go = () => {
      dialog.close();
      void showTurn(seq);
    };
    const about = [day && T.day(day), speaker ? properName(speaker) : T.kinds[kind]].filter(Boolean).join(" · ");
    const mark = h("span", { class: "turn-mark" }, turn ? T.turn(seq) : T.start, about && h("small", { class: "soft" }, ` · ${about}`));
    const found = [mark, h("span", { class: "excerpt" }, excerpt)];
    // What was written before the first turn stands nowhere in the story.
    return h("li", {}, turn ? h("button", { type: "button", class: "quiet", onclick: go }, found) : h("div", {}, found));
  };

  /** Counts what was asked, so that a slow answer is not shown for a newer question. */
  let questions = 0;
  const ask = async () => {
    const q = words.value.trim();
    if (!q) return words.focus();
    const question = ++questions;
    asked = { id, words: q };
    status.textContent = T.looking;
    try {
      /** @type {MemoryFound} */
      const { items } = await get(sessionPath(id, `/memory/search?${new URLSearchParams({ q, limit: String(MOST) })}`));
      if (question !== questions) return;
      fill(list, items.map(place));
      status.textContent = T.found(items.length);
    } catch (error) {
      if (question !== questions) return;
      fill(list);
      status.textContent = error instanceof ApiError && error.fields.length ? error.fields.map(({ message }) => message).join(" ") : S.couldNotLoad(error);
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void ask();
  });
  words.focus();
  if (words.value) void ask();
}
