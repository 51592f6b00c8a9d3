// @ts-check
// Short and long rests. The rules decide what they restore.
import { openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { field } from "../form.js";
import { play } from "../turn/playing.js";
import { complain, isPlaying } from "../state.js";
import { A } from "../words/en/aside.js";

/** @typedef {import("../types.js").Character} Character */

/** @param {Character} hero */
export function openRest({ id, name, hitDice }) {
  const left = hitDice ? Math.max(hitDice.total - hitDice.used, 0) : 0;
  const dice = h("input", { type: "number", name: "hitDice", min: 0, max: left, value: Math.min(1, left), inputmode: "numeric" });
  const fault = h("p", { class: "fault", role: "alert" });
  const rest = (/** @type {string} */ words, /** @type {object} */ kind) => {
    if (isPlaying()) return void (fault.textContent = A.rest.busy);
    dialog.close();
    play(words, id, { act: { action: "rest", ...kind }, refused: complain });
  };
  const short = h(
    "form",
    { novalidate: true },
    left > 0 && field(A.rest.dice(name, left, hitDice.sides), dice),
    h("button", { type: "submit" }, A.rest.short),
    h("small", {}, left > 0 ? A.rest.shortHint : A.rest.noDice),
  );
  short.addEventListener("submit", (event) => {
    event.preventDefault();
    // More than there are, the server refuses.
    rest(A.rest.short, { kind: "short", hitDice: Math.max(Math.trunc(Number(dice.value)) || 0, 0) });
  });
  const long = h("form", {}, h("button", { type: "submit" }, A.rest.long), h("small", {}, A.rest.longHint));
  long.addEventListener("submit", (event) => {
    event.preventDefault();
    rest(A.rest.long, { kind: "long" });
  });
  const dialog = openDialog(A.rest.title, "box", short, long, fault);
}
