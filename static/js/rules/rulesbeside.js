// @ts-check
// Shows the rules beside the story: in place of the panels, or over both in a narrow window.
import { byId } from "../dom.js";

/** The story they lie beside; none, if they don't. */
let session = "";
/** @type {HTMLElement | null} */
let rules = null;

const wide = matchMedia("(min-width: 64rem)");

/** What lies beneath is out of reach. */
function cover() {
  for (const id of ["story", "side"]) byId(id, HTMLElement).toggleAttribute("inert", session !== "" && !wide.matches);
}

/**
 * @param {HTMLElement} root the rules
 * @param {string} id of the session; empty when they are put away
 */
export function layBeside(root, id) {
  rules = root;
  session = id;
  cover();
}

/** Puts the rules away, and goes on with the story. */
export function backToStory() {
  location.hash = `#/s/${encodeURIComponent(session)}`;
}

/**
 * The table's keys for its regions: a panel takes the rules' place, and in the round of regions the rules stand where
 * the panels do.
 * @param {KeyboardEvent} event
 */
function key(event) {
  if (!session || document.querySelector("dialog[open]")) return;
  if (event.altKey && /^Digit[1-4]$/.test(event.code)) {
    // At once: the panel that is asked for can't have the focus while it has no place.
    rules?.toggleAttribute("hidden", true);
    return backToStory();
  }
  if (event.key !== "F6" || !wide.matches) return;
  const regions = [byId("say", HTMLElement), byId("log", HTMLElement), /** @type {HTMLElement} */ (rules?.querySelector("input"))];
  const at = rules?.contains(document.activeElement) ? 2 : document.activeElement?.closest(".log") ? 1 : 0;
  regions.at((at + (event.shiftKey ? -1 : 1)) % regions.length)?.focus();
  event.preventDefault();
  event.stopPropagation();
}

addEventListener("keydown", key, { capture: true });
wide.addEventListener("change", cover);
