// @ts-check
// Fields with labels and errors. An error is shown at its field and read with it.
import { ApiError } from "./api.js";
import { h } from "./dom.js";
import { S } from "./words/en.js";

/** @typedef {import("./types.js").FieldError} FieldError @typedef {import("./dom.js").Attributes} Attributes */

let numbers = 0;

/**
 * @template {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} T
 * @param {string} label
 * @param {T} control
 * @param {string} [hint]
 */
export function field(label, control, hint) {
  control.id ||= `field-${++numbers}`;
  const fault = h("p", { class: "fault", id: `${control.id}-fault`, hidden: true });
  const note = hint ? h("small", { id: `${control.id}-hint` }, hint) : null;
  control.setAttribute("aria-describedby", [note?.id, fault.id].filter(Boolean).join(" "));
  control.addEventListener("input", () => clearFault(control));
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, note, fault);
}

/** @param {HTMLElement} control */
function clearFault(control) {
  control.removeAttribute("aria-invalid");
  // Its own fault and hint describe it; a fault it shared with another field no longer does.
  const own = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id.startsWith(`${control.id}-`));
  control.setAttribute("aria-describedby", own.join(" "));
  const fault = document.getElementById(`${control.id}-fault`);
  if (fault) fault.hidden = true;
}

/**
 * The last part of a field's path names the control: `characters.0.abilities.str` is `abilities.str`, then `str`.
 * @param {string} path
 */
const names = (path) => {
  const parts = path.replace(/\[(\w+)\]/g, ".$1").split(".");
  return parts.map((_, i) => parts.slice(i).join("."));
};

/**
 * Shows a refusal: at its fields where it names some, else in the place for the rest.
 * @param {HTMLFormElement} form
 * @param {unknown} error
 * @param {HTMLElement} rest
 */
export function showRefusal(form, error, rest) {
  const fields = error instanceof ApiError ? error.fields : [];
  const homeless = showFaults(form, fields);
  if (!fields.length || homeless.length) rest.textContent = [...new Set(homeless)].join(" ") || /** @type {Error} */ (error).message;
}

/**
 * Puts each fault at its field and the focus on the first.
 * @param {HTMLFormElement} form
 * @param {FieldError[]} faults
 * @returns {string[]} what has no field here
 */
export function showFaults(form, faults) {
  for (const control of form.querySelectorAll("[aria-invalid]")) clearFault(/** @type {HTMLElement} */ (control));
  /** @type {string[]} */
  const homeless = [];
  /** @type {HTMLElement | null} */
  let first = null;
  // Several fields may share a fault: it is said once, and they all refer to it.
  /** @type {Map<string, string>} */
  const said = new Map();
  for (const { field, message } of faults) {
    const control = names(field)
      .map((name) => form.elements.namedItem(name))
      .find((found) => found instanceof HTMLElement);
    const fault = control instanceof HTMLElement ? document.getElementById(`${control.id}-fault`) : null;
    if (!(control instanceof HTMLElement) || !fault) {
      homeless.push(message);
      continue;
    }
    control.closest("details")?.setAttribute("open", "");
    control.setAttribute("aria-invalid", "true");
    first ??= control;
    const before = said.get(message);
    if (before) control.setAttribute("aria-describedby", `${control.getAttribute("aria-describedby")} ${before}`);
    if (before) continue;
    said.set(message, fault.id);
    fault.textContent = `${S.faultSign} ${message}`;
    fault.hidden = false;
  }
  first?.focus();
  return homeless;
}
