// @ts-check
// What the keys of the table do. Fetched with the first of them, or of the player's words.
import { focusComposer, sendNow } from "./composer.js";
import { byId } from "./dom.js";
import { stepTurn } from "./log.js";
import { closeSheet, openPanel } from "./panels.js";
import { stop } from "./playing.js";
import { bring, isPlaying, later } from "./state.js";

/** @param {-1 | 1} step */
function toRegion(step) {
  const regions = [byId("say", HTMLElement), byId("log", HTMLElement), /** @type {HTMLElement} */ (byId("side", HTMLElement).querySelector("[role=tab][tabindex='0']"))];
  const at = regions.findIndex((region) => region === document.activeElement || region.closest("form, .log, .side")?.contains(document.activeElement));
  regions.at((Math.max(at, 0) + step) % regions.length)?.focus();
}

const past = () => bring("history");

/** What each does, told whether a turn played when its key was pressed.
 * @type {Record<string, (played: boolean) => unknown>} */
export const DEEDS = {
  send: sendNow,
  away: (played) => closeSheet() || (played && isPlaying() && stop()),
  box: focusComposer,
  help: () => later(() => bring("settings"), ({ openKeys }) => openKeys()),
  retell: () => later(past, ({ retell }) => retell()),
  undo: () => later(past, ({ undo }) => undo()),
  turnBefore: () => stepTurn(-1),
  turnAfter: () => stepTurn(1),
  regionBefore: () => toRegion(-1),
  regionAfter: () => toRegion(1),
  panel1: () => openPanel("hero"),
  panel2: () => openPanel("journal"),
  panel3: () => openPanel("dice"),
  panel4: () => openPanel("cost"),
  panel5: () => openPanel("fight"),
  panel6: () => openPanel("plot"),
};
