// @ts-check
// Questions in a box of their own. The native element keeps the focus in, and gives it back.
import { h } from "./dom.js";
import { S } from "./strings.js";

/** @typedef {import("./dom.js").Kid} Kid */

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
  close.addEventListener("click", () => dialog.close());
  // A press beside the box closes it; its own padding is inside it.
  dialog.addEventListener("click", (event) => {
    if (event.target !== dialog) return;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (x < left || x > right || y < top || y > bottom) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    // What opened it may be gone by now; then the player goes on where they act.
    if (document.activeElement === document.body) document.getElementById("say")?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {{ title: string, text: string, yes: string }} question
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, text, yes }) {
  return new Promise((resolve) => {
    let answer = false;
    const no = h("button", { type: "button" }, S.cancel);
    const go = h("button", { type: "button", class: "danger" }, yes);
    const dialog = openDialog(title, "box", h("p", {}, text), h("div", { class: "row end" }, no, go));
    no.addEventListener("click", () => dialog.close());
    go.addEventListener("click", () => {
      answer = true;
      dialog.close();
    });
    dialog.addEventListener("close", () => resolve(answer));
    no.focus();
  });
}
