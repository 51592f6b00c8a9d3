// @ts-check
// What the keys of the table do.
import { focusComposer, sendNow } from "./composer.js";
import { byId } from "./dom.js";
import { deedOf } from "./keymap.js";
import { stepTurn } from "./log.js";
import { recall } from "./memory.js";
import { closeSheet, openPanel } from "./panels.js";
import { stop } from "./playing.js";
import { isPlaying, later } from "./state.js";

/** @param {-1 | 1} step */
function toRegion(step) {
  const regions = [byId("say", HTMLElement), byId("log", HTMLElement), /** @type {HTMLElement} */ (byId("side", HTMLElement).querySelector("[role=tab][tabindex='0']"))];
  const at = regions.findIndex((region) => region === document.activeElement || region.closest("form, .log, .side")?.contains(document.activeElement));
  regions.at((Math.max(at, 0) + step) % regions.length)?.focus();
}

const past = () => import("./history.js");

/** @type {Record<string, () => unknown>} */
const DEEDS = {
  send: sendNow,
  away: () => closeSheet() || (isPlaying() && stop()),
  box: focusComposer,
  help: () => later(() => import("./settings.js"), ({ openKeys }) => openKeys()),
  retell: () => later(past, ({ retell }) => retell()),
  undo: () => later(past, ({ undo }) => undo()),
  turnBefore: () => stepTurn(-1),
  turnAfter: () => stepTurn(1),
  regionBefore: () => toRegion(-1),
  regionAfter: () => toRegion(1),
  panel1: () => openPanel(0),
  panel2: () => openPanel(1),
  panel3: () => openPanel(2),
  panel4: () => openPanel(3),
  panel5: () => openPanel(4),
};

export function initKeys() {
  const table = byId("table", HTMLElement);
  addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented || table.hidden || document.querySelector("dialog[open]")) return;
    const { target } = event;
    const typing = target instanceof HTMLElement && target.matches("input, textarea, select");
    const deed = deedOf(event, { typing, letters: recall("letters") !== "off" });
    if (!deed) return;
    if (deed !== "away") event.preventDefault();
    void DEEDS[deed]();
  });
}
