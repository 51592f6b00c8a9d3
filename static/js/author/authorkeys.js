// @ts-check
// Keyboard shortcuts of the author's page: between regions and tabs, to the input, and stop.
import { box, focusBox } from "./authorbox.js";
import { isWriting, withTalk } from "./authordesk.js";

/** @typedef {"chat" | "outline" | "map" | "findings"} Pane */
/** @typedef {{ root: HTMLElement, panes: Pane[], tabs: HTMLButtonElement[], places: HTMLElement[], log: HTMLElement, choose: (pane: Pane) => void, toBox: () => void }} Desk */

/** @param {Desk} desk */
export function listen({ root, panes, tabs, places, log, choose, toBox }) {
  /** @param {-1 | 1} step */
  const toRegion = (step) => {
    const pane = places.find((place) => !place.hidden && place.classList.contains("pane"));
    const regions = [...(places[0].hidden ? [] : [box, log]), tabs.find(({ tabIndex, hidden }) => !tabIndex && !hidden), pane].filter((region) => region !== undefined);
    const at = regions.findIndex((region) => region.contains(document.activeElement));
    const next = regions.at((Math.max(at, 0) + step) % regions.length);
    if (next === box) focusBox();
    else next?.focus();
  };

  addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented || root.hidden || document.querySelector("dialog[open]")) return;
    const { key, code, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    const typing = target instanceof HTMLElement && target.matches("input, textarea, select");
    const seen = panes.filter((_, i) => !tabs[i].hidden);
    const panel = altKey && /^Digit[1-4]$/.test(code) ? seen[Number(code.at(-1)) - 1] : undefined;
    if (panel) {
      choose(panel);
      tabs[panes.indexOf(panel)].focus();
    } else if (key === "F6") toRegion(shiftKey ? -1 : 1);
    else if (key === "Escape" && isWriting()) void withTalk(({ stop }) => stop());
    else if (key === "/" && !typing && !altKey && !ctrlKey && !metaKey) toBox();
    else return;
    event.preventDefault();
  });

  tabs[0].parentElement?.addEventListener("keydown", (event) => {
    const seen = tabs.filter(({ hidden }) => !hidden);
    const at = seen.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const tab = /** @type {HTMLButtonElement} */ (seen.at(to % seen.length));
    choose(panes[tabs.indexOf(tab)]);
    tab.focus();
  });
}
