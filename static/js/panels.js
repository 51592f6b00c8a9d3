// @ts-check
// The panels beside the story, as tabs. On a narrow screen the tabs lie at the bottom and open a sheet over it.
// What is in a panel is fetched when it is first shown.
import { byId, stylesheet } from "./dom.js";
import { later } from "./state.js";

/** What stands behind the hero's panel comes with a style of its own. @template T @param {Promise<T>} part */
const styled = async (part) => (await Promise.all([part, stylesheet("/aside.css")]))[0];

/** @type {(() => Promise<{ initPanel: () => void }>)[]} in the order of the tabs */
const CONTENTS = [() => import("./heropanel.js"), () => styled(import("./journal.js")), () => styled(import("./dicepanel.js")), () => styled(import("./costpanel.js"))];

const side = byId("side", HTMLElement);
const list = /** @type {HTMLElement} */ (side.firstElementChild);
const tabs = /** @type {HTMLButtonElement[]} */ ([...list.children]);
const wide = matchMedia("(min-width: 64rem)");

let chosen = 0;
/** On a narrow screen: whether the sheet is up. */
let open = false;
/** @type {Set<number>} panels that have their contents, or are getting them */
const filled = new Set();

/** @param {number} i */
async function furnish(i) {
  if (filled.has(i)) return;
  filled.add(i);
  let here = false;
  await later(CONTENTS[i], ({ initPanel }) => {
    here = true;
    initPanel();
  });
  // The next look at the panel asks again.
  if (!here) filled.delete(i);
}

function show() {
  const shown = wide.matches || open;
  side.classList.toggle("open", open);
  tabs.forEach((tab, i) => {
    tab.setAttribute("aria-selected", String(shown && i === chosen));
    tab.tabIndex = i === chosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls") ?? "", HTMLElement).hidden = !shown || i !== chosen;
  });
  if (shown) void furnish(chosen);
}

/** @param {number} i */
function choose(i) {
  chosen = (i + tabs.length) % tabs.length;
  show();
}

/** @returns {boolean} whether there was a sheet to close */
export function closeSheet() {
  if (wide.matches || !open) return false;
  const inside = side.contains(document.activeElement);
  open = false;
  show();
  if (inside) tabs[chosen].focus();
  return true;
}

/** @param {number} i */
export function openPanel(i) {
  if (!tabs[i]) return;
  open = true;
  choose(i);
  tabs[chosen].focus();
}

/**
 * Takes in a panel that comes and goes, and looks after itself; it is shown at once where there is room, in the place of
 * the first one.
 * @param {HTMLButtonElement} tab
 * @param {HTMLElement} panel
 */
export function joinPanel(tab, panel) {
  filled.add(tabs.push(tab) - 1);
  list.append(tab);
  side.lastElementChild?.append(panel);
  // Whoever looks at another panel has opened it on purpose.
  if (wide.matches && !chosen) chosen = tabs.length - 1;
  show();
}

/** @param {HTMLButtonElement} tab @param {HTMLElement} panel */
export function leavePanel(tab, panel) {
  const i = tabs.indexOf(tab);
  tabs.splice(i, 1);
  filled.delete(i);
  tab.remove();
  panel.remove();
  if (chosen !== i) return;
  open = false;
  choose(0);
}

export function initPanels() {
  list.addEventListener("click", ({ target }) => {
    const i = tabs.findIndex((tab) => tab === target);
    if (i < 0) return;
    // A second press on the tab of an open sheet puts it away.
    open = !(open && i === chosen);
    choose(i);
  });
  list.addEventListener("keydown", (event) => {
    const to = { ArrowRight: chosen + 1, ArrowLeft: chosen - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
    tabs[chosen].focus();
  });
  wide.addEventListener("change", show);
  byId("log", HTMLElement).addEventListener("click", () => void closeSheet());
  show();
}
