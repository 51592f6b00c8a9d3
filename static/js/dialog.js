// @ts-check
// Dialogs. The native element keeps and restores the focus.
import { h, stylesheet } from "./dom.js";
import { S } from "./words/en.js";

/** @typedef {import("./dom.js").Kid} Kid */

// Whoever has a question waits for what it looks like, too.
await stylesheet("/css/dialog.css");

let numbers = 0;

/**
 * A dialog that is gone once it closes.
 * @param {string} title
 * @param {string} className
 * @param {...Kid} kids
 */
export function openDialog(title, className, ...kids) {
  const id = `dialog-${++numbers}`;
  const close = h("button", { type: "button", class: "quiet close", "aria-label": S.close }, "✕");
  const head = h("div", { class: "dialog-head" }, h("h2", { id }, title), close);
  const dialog = h("dialog", { class: className, "aria-labelledby": id }, head, ...kids);
  const end = () => dialog.close();
  close.addEventListener("click", end);
  // A press beside the box closes it; its own padding is inside it.
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog) return;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < left || x > right || y < top || y > bottom) end();
  });
  // Who goes elsewhere has left the question behind.
  addEventListener("hashchange", end);
  dialog.addEventListener("close", () => {
    removeEventListener("hashchange", end);
    dialog.remove();
    // What opened it may be gone by now; then the player goes on where they act.
    if (document.activeElement === document.body) document.getElementById("say")?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {{ title: string, text: string, yes: string, no?: string, danger?: boolean }} question
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, text, yes, no = S.cancel, danger = false }) {
  return new Promise((resolve) => {
    let answer = false;
    const stay = h("button", { type: "button" }, no);
    const go = h("button", { type: "button", class: danger ? "danger" : "primary" }, yes);
    const dialog = openDialog(title, "box", h("p", {}, text), h("div", { class: "row end" }, stay, go));
    stay.addEventListener("click", () => dialog.close());
    go.addEventListener("click", () => {
      answer = true;
      dialog.close();
    });
    dialog.addEventListener("close", () => resolve(answer));
    stay.focus();
  });
}

/**
 * Things to do, one of which is done.
 * @param {string} title
 * @param {{ label: string, hint?: string, danger?: boolean, run: () => void }[]} deeds
 */
export function openMenu(title, deeds) {
  const buttons = deeds.map(({ label, hint, danger, run }) => {
    const press = () => {
      dialog.close();
      run();
    };
    return h("button", { type: "button", class: danger ? "danger" : null, onclick: press }, h("span", {}, label, hint && h("small", {}, hint)));
  });
  const dialog = openDialog(title, "box menu", h("div", { class: "deeds" }, buttons));
  dialog.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons.at(to % buttons.length)?.focus();
  });
  buttons[0]?.focus();
}
