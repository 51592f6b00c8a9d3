// @ts-check
// The panels beside the story, as tabs. On a narrow screen the tabs lie at the bottom and open a sheet over it.
// What is in a panel is fetched when it is first shown.
import { byId, h, stylesheet } from "../dom.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";

/** What stands behind the hero's panel comes with a style of its own. @template T @param {Promise<T>} part */
const styled = async (part) => (await Promise.all([part, stylesheet("/css/table/aside.css")]))[0];

/** @type {(() => Promise<{ initPanel: () => void }>)[]} in the order of the tabs the page is written with */
const CONTENTS = [() => bring("hero/heropanel"), () => styled(bring("journal/journal")), () => styled(bring("dice/dicepanel")), () => styled(bring("cost/costpanel"))];

const side = byId("side", HTMLElement);
const list = /** @type {HTMLElement} */ (side.firstElementChild);
const panels = /** @type {HTMLElement} */ (side.lastElementChild);
const tabs = /** @type {HTMLButtonElement[]} */ ([...list.children]);
/** What is still to be fetched, and for which panel. */
const waiting = new Map(tabs.map((tab, i) => [tab, CONTENTS[i]]));
const first = tabs[0];
const wide = matchMedia("(min-width: 64rem)");

/** Above the sheet of a narrow screen. */
const shut = h("button", { type: "button", id: "shut", class: "quiet", "aria-label": S.close, onclick: closeSheet }, "✕");

let chosen = first;
/** On a narrow screen: whether the sheet is up. */
let open = false;

/** @param {HTMLButtonElement} tab */
async function furnish(tab) {
  const load = waiting.get(tab);
  if (!load) return;
  waiting.delete(tab);
  let here = false;
  await later(load, ({ initPanel }) => {
    here = true;
    initPanel();
  });
  // The next look at the panel asks again.
  if (!here) waiting.set(tab, load);
}

function show() {
  const shown = wide.matches || open;
  side.classList.toggle("open", open);
  shut.dataset.name = chosen.firstChild?.textContent ?? "";
  for (const tab of tabs) {
    tab.setAttribute("aria-selected", String(shown && tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls") ?? "", HTMLElement).hidden = !shown || tab !== chosen;
  }
  if (shown) void furnish(chosen);
}

/** @param {HTMLButtonElement} tab */
function choose(tab) {
  if (tab !== chosen) panels.scrollTop = 0;
  chosen = tab;
  show();
}

/** @returns {boolean} whether there was a sheet to close */
export function closeSheet() {
  if (wide.matches || !open) return false;
  const inside = side.contains(document.activeElement);
  open = false;
  show();
  if (inside) chosen.focus();
  return true;
}

/** @param {string} name as in its tab's id */
export function openPanel(name) {
  const tab = tabs.find(({ id }) => id === `tab-${name}`);
  // One that has nothing to show has no tab.
  if (!tab?.offsetParent) return;
  open = true;
  choose(tab);
  tab.focus();
}

/**
 * Takes in a panel that comes and goes, and looks after itself. One that stands behind all others is shown at once where
 * there is room, in the place of the first one.
 * @param {HTMLButtonElement} tab
 * @param {HTMLElement} panel
 * @param {number} [at] the place of its tab
 */
export function joinPanel(tab, panel, at = tabs.length) {
  list.insertBefore(tab, list.children[at] ?? null);
  panels.append(panel);
  // Whoever looks at another panel has opened it on purpose.
  if (wide.matches && at === tabs.length && chosen === first) chosen = tab;
  tabs.splice(at, 0, tab);
  show();
}

/** @param {HTMLButtonElement} tab @param {HTMLElement} panel */
export function leavePanel(tab, panel) {
  tabs.splice(tabs.indexOf(tab), 1);
  tab.remove();
  panel.remove();
  if (chosen !== tab) return;
  open = false;
  choose(first);
}

export function initPanels() {
  list.addEventListener("click", ({ target }) => {
    const tab = tabs.find((tab) => tab.contains(/** @type {Node} */ (target)));
    if (!tab) return;
    // A second press on the tab of an open sheet puts it away.
    open = !(open && tab === chosen);
    choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const there = tabs.filter(({ offsetParent }) => offsetParent);
    const at = there.indexOf(chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(/** @type {HTMLButtonElement} */ (there.at(to % there.length)));
    chosen.focus();
  });
  void stylesheet("/css/table/behind.css");
  panels.prepend(shut);
  wide.addEventListener("change", show);
  app.watch(({ session }) => session?.id, () => (panels.scrollTop = 0));
  byId("log", HTMLElement).addEventListener("click", () => void closeSheet());
  show();
}
