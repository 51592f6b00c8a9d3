// @ts-check
// What the author is doing, and errors, above the input.
import { desk } from "./authordesk.js";
import { fill, h } from "../dom.js";
import { ATTEMPTS } from "../state.js";
import { S } from "../words/en.js";
import { SAID } from "../words/en/author/said.js";

const COUNT_FROM_MS = 3_000;

/** @param {import("./authordesk.js").Desk} state */
function line({ phase, since, doing, attempt }) {
  const waited = Math.floor((Date.now() - since) / 1000);
  const seconds = waited * 1000 >= COUNT_FROM_MS ? ` ${S.seconds(waited)}` : "";
  if (phase === "tool") return `${doing}…${seconds}`;
  if (phase === "reconnecting") return SAID.now.reconnecting(attempt, ATTEMPTS);
  return phase === "idle" ? "" : SAID.now[phase] + (phase === "telling" ? "" : seconds);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {HTMLElement} now */
export function showNow(now) {
  clearTimeout(timer);
  const said = line(desk.get());
  now.hidden = !said;
  if (now.textContent !== said) fill(now, h("span", { class: "ember", "aria-hidden": "true" }), said);
  if (said) timer = setTimeout(showNow, 1_000, now);
}

/** @param {HTMLElement} place @param {() => void} focusBox */
export function showTrouble(place, focusBox) {
  const { trouble } = desk.get();
  const had = place.contains(document.activeElement);
  place.hidden = !trouble;
  place.classList.toggle("plain", trouble?.tone === "plain");
  fill(place);
  if (trouble) {
    const dismiss = () => desk.set({ trouble: null });
    const actions = trouble.actions.map(({ label, run }) => h("button", { type: "button", onclick: () => (dismiss(), run()) }, label));
    fill(place, h("p", {}, trouble.text), actions.length > 0 && h("div", { class: "row" }, actions), h("button", { type: "button", class: "quiet", "aria-label": S.dismiss, onclick: dismiss }, "✕"));
  }
  if (had && document.activeElement === document.body) focusBox();
}
