// @ts-check
// Keyboard shortcuts of the table. Loaded with the first key or message.
import { focusComposer, sendNow } from "./composer.js";
import { byId, h } from "../dom.js";
import { reveal, turnsSoFar } from "../turn/log.js";
import { closeSheet, openPanel } from "./panels.js";
import { stop } from "../turn/playing.js";
import { bring, isPlaying, later } from "../state.js";
import { P } from "../words/en/play.js";

/** @param {-1 | 1} step */
function toRegion(step) {
  const regions = [byId("say", HTMLElement), byId("log", HTMLElement), /** @type {HTMLElement} */ (byId("side", HTMLElement).querySelector("[role=tab][tabindex='0']"))];
  const at = regions.findIndex((region) => region.closest("form, .log, .side")?.contains(document.activeElement));
  regions.at((Math.max(at, 0) + step) % regions.length)?.focus();
}

/**
 * From the turn that has the focus, or the last one, to the one before or after it.
 * @param {-1 | 1} step
 */
function stepTurn(step) {
  const turns = turnsSoFar();
  const at = turns.findIndex(({ root }) => root.contains(document.activeElement));
  reveal(turns[at < 0 ? turns.length - 1 : at + step] ?? turns[at]);
}

const past = () => bring("turn/history");

/** Twice within so long, and no other key between, is the X card. */
const TWICE_MS = 600;
let awayAt = -TWICE_MS;
let otherAt = 0;
addEventListener("keydown", ({ key, timeStamp }) => key === "Escape" || (otherAt = timeStamp));

const playX = () => later(() => bring("settings/safety"), ({ playX }) => playX());

/** The X card's button, always in reach beside the player's words. Its sign is the same in every language. */
export function watchX() {
  byId("who-row", HTMLElement).before(h("button", { type: "button", id: "x", class: "quiet", "aria-label": P.xCard, title: P.xCard, onclick: playX }, P.xCard.replace(/:.*/, "")));
}

/** What each does, told whether a turn played when its key was pressed, and the press itself: its own time counts, because what it does may come later.
 * @type {Record<string, (played: boolean, press: KeyboardEvent) => unknown>} */
export const DEEDS = {
  send: sendNow,
  away: (played, { repeat, timeStamp }) => {
    // A key that is held down is pressed once.
    if (repeat) return;
    const isSecond = timeStamp - awayAt < TWICE_MS && otherAt < awayAt;
    awayAt = timeStamp;
    return isSecond ? playX() : closeSheet() || (played && isPlaying() && stop());
  },
  box: focusComposer,
  help: () => later(() => bring("settings/settings"), ({ openKeys }) => openKeys()),
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
