// @ts-check
// The form for a journal line, new or edited. Text is saved with every key, until it is in the journal or discarded.
import { announce } from "../announcer.js";
import { ApiError } from "../api.js";
import { fill, h } from "../dom.js";
import { change, draftFor, keepDraftFor, write } from "./facts.js";
import { field } from "../form.js";
import { FORM as T } from "../words/en/table/factform.js";
import { FACTS } from "../words/en/table/facts.js";
import { app } from "../state.js";
import { clean, length } from "../text.js";

/** As many characters as a line has room for. */
const ROOM = 2_000;

/** What is wrong with a line as it is written, if anything is. @param {string} text */
function faultOf(text) {
  const n = length(text);
  return n === 0 ? T.empty : n > ROOM ? T.tooLong(n, ROOM) : "";
}

/** A line is one, also where several were pasted. @param {string} text */
const lineOf = (text) => clean(text).replace(/\s+/g, " ").trim();

/**
 * @typedef {object} Page
 * @property {string} id the line's; nothing for a new one
 * @property {string} label
 * @property {string} [hint]
 * @property {string} before what stands in the box when nothing was begun yet
 * @property {string} go
 * @property {string} back
 * @property {import("../dom.js").Kid} [beside] what else is chosen
 * @property {(text: string) => Promise<unknown>} keep
 * @property {(error: ApiError) => string} refused why it could not be kept, where that is known better here; nothing says what the server said
 * @property {() => void} done all that was written is kept
 * @property {() => void} leave the player goes back
 * @property {() => void} away the player goes elsewhere for a while, and the words stay
 */

/** @param {Page} page */
function factForm({ id, label, hint, before, go, back, beside, keep, refused, done, leave, away }) {
  const box = h("textarea", { rows: 3, name: "text", enterkeyhint: "done" });
  const button = h("button", { type: "submit", class: "primary" }, go);
  const fault = h("p", { class: "fault", role: "alert" });
  const form = h("form", { novalidate: true }, field(label, box, hint), beside, h("div", { class: "row" }, button, h("button", { type: "button", onclick: leave }, back)), fault);
  box.value = draftFor(id) || before;
  const hold = () => keepDraftFor(id, box.value === before ? "" : box.value);
  let busy = false;

  const submit = async () => {
    const text = lineOf(box.value);
    fault.textContent = faultOf(text);
    if (fault.textContent) return box.focus();
    if (busy) return;
    busy = true;
    form.setAttribute("aria-busy", "true");
    try {
      await keep(text);
      // What was written on meanwhile is not kept yet.
      if (lineOf(box.value) !== text) return hold();
      box.value = before;
      hold();
      done();
    } catch (error) {
      fault.textContent = (error instanceof ApiError && (refused(error) || error.fields.map(({ message }) => message).join(" "))) || /** @type {Error} */ (error).message;
    } finally {
      busy = false;
      form.removeAttribute("aria-busy");
    }
  };

  box.addEventListener("input", hold);
  box.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter") void submit();
    else if (event.key === "Escape") away();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  return { form, box, button };
}

/** @param {string} text @param {boolean} [pinned] */
const asNote = (text, pinned = false) => write(text, pinned, app.get().session?.version ?? 0);

/**
 * The player's own note.
 * @param {() => void} close
 */
export function noteForm(close) {
  const pinned = h("input", { type: "checkbox" });
  const done = () => {
    pinned.checked = false;
    close();
    announce(T.written);
  };
  return factForm({
    id: "",
    label: FACTS.yours,
    hint: T.hint,
    before: "",
    go: T.write,
    back: T.put,
    beside: h("label", { class: "check" }, pinned, T.pinned),
    keep: (text) => asNote(text, pinned.checked),
    refused: ({ code }) => (code === "journal_full" ? T.full : ""),
    done,
    leave: close,
    away: close,
  }).form;
}

/**
 * A line in the player's words.
 * @param {string} id
 * @param {string} before as it stands
 * @param {string} told as the story said it, where that is something else
 * @param {{ kept: (entry: import("../types.js").JournalEntry) => void, close: () => void, away: () => void, lost: () => void }} line `lost` where the
 *   journal turns out to have it no longer
 */
export function lineForm(id, before, told, { kept, close, away, lost }) {
  let isLost = false;
  const lose = () => {
    isLost = true;
    fill(button, T.keepAsNote);
    lost();
  };
  const { form, box, button } = factForm({
    id,
    label: T.line,
    hint: told && T.told(told),
    before,
    go: T.keep,
    back: T.drop,
    keep: async (text) => {
      if (isLost) await asNote(text);
      else if (text !== before) kept(await change(id, { text }));
      announce(isLost ? T.written : T.wasKept);
    },
    refused: ({ code }) => {
      if (code === "journal_entry_not_found") lose();
      return isLost ? T.lineGone : "";
    },
    done: close,
    leave: close,
    away,
  });
  return { form, box, lose: () => isLost || lose(), why: T.lineGone };
}
