// @ts-check
// What a table with several people shows beside the story, without controls that the viewer may not use.
import { byId, fill, h } from "../dom.js";
import { joinPanel, leavePanel } from "../table/panels.js";
import { people } from "./people.js";
import { table } from "./seats.js";
import { app } from "../state.js";
import { C } from "../words/en/company.js";
import { talkBox } from "./talk.js";

/** The panels that are the host's alone. */
const FOR_HOSTS = ["journal", "cost"];

const tab = h("button", { type: "button", role: "tab", id: "tab-people", "aria-controls": "panel-people", "aria-selected": "false", tabindex: -1 });
const panel = h("section", { role: "tabpanel", id: "panel-people", "aria-labelledby": "tab-people", tabindex: 0, hidden: true });
const aside = h("p", { id: "aside-line", class: "soft" });

/** The unread mark, and whether the talk is in view. */
function watchTab() {
  const seen = new MutationObserver(() => {
    const isOpen = !panel.hidden;
    const { unread } = table.get();
    table.set({ isOpen, ...(isOpen && { unread: 0 }) });
    // Who was called here by new words reads them first.
    if (isOpen && unread) panel.lastElementChild?.scrollIntoView({ block: "end" });
  });
  seen.observe(panel, { attributes: true, attributeFilter: ["hidden"] });
  const stop = table.watch(
    ({ unread }) => unread,
    (unread) => fill(tab, C.tab, unread > 0 && [h("span", { class: "unread", "aria-hidden": "true" }, unread), h("span", { class: "sr" }, ` ${C.unread(unread)}`)]),
  );
  return () => {
    seen.disconnect();
    stop();
  };
}

/** Words go to heroes of one's own; the list has them all each time the session changes. */
function watchWho() {
  const who = byId("who", HTMLSelectElement);
  const row = byId("who-row", HTMLElement);
  return app.watch(
    ({ session }) => session,
    () => {
      const { mine, acting } = app.get();
      if (!mine) return;
      for (const option of [...who.options]) if (!mine.includes(option.value)) option.remove();
      if (who.selectedIndex < 0) who.selectedIndex = 0;
      row.hidden = who.options.length < 2;
      if (acting !== who.value) app.set({ acting: who.value });
    },
  );
}

/** Where one may not act, a line says why; the X card stays. */
function watchRole() {
  const composer = byId("composer", HTMLElement);
  composer.append(aside);
  return table.watch(
    ({ seats, me }) => {
      const seat = seats.find(({ id }) => id === me);
      return seat?.role === "player" && !seat.characterIds.length ? "heroless" : (seat?.role ?? "");
    },
    (role) => {
      document.body.dataset.seat = role;
      fill(aside, role === "spectator" ? C.watching : role === "heroless" && C.heroless);
    },
  );
}

/** A guest opens no sheet and takes no rest for the heroes of others, and looks behind no number. */
function watchHero() {
  const sheet = byId("panel-hero", HTMLElement);
  const look = () => {
    const { mine, acting } = app.get();
    const shown = sheet.querySelector("[aria-pressed=true]")?.getAttribute("data-key") ?? acting;
    sheet.classList.toggle("others", Boolean(mine) && !mine?.includes(shown));
    if (table.get().isGuest) for (const number of sheet.querySelectorAll("button.traced")) number.toggleAttribute("disabled", true);
  };
  const watch = new MutationObserver(look);
  watch.observe(sheet, { childList: true });
  const stop = app.watch(({ mine }) => mine, look);
  return () => {
    watch.disconnect();
    stop();
  };
}

/** The keys that tell a turn again and take it back are the host's. @param {KeyboardEvent} event */
const keepKeys = (event) => event.altKey && ["KeyR", "KeyZ"].includes(event.code) && event.stopImmediatePropagation();

/** @param {string} id @returns {() => void} takes it all away */
export function layPlaces(id) {
  const { isGuest } = table.get();
  const hosts = (isGuest ? FOR_HOSTS : []).map((name) => {
    const [tab, panel] = [byId(`tab-${name}`, HTMLButtonElement), byId(`panel-${name}`, HTMLElement)];
    const at = [.../** @type {HTMLElement} */ (tab.parentElement).children].indexOf(tab);
    return { tab, panel, at };
  });
  for (const { tab, panel } of hosts) leavePanel(tab, panel);
  if (isGuest) addEventListener("keydown", keepKeys, { capture: true });
  joinPanel(tab, panel, 1);
  const { root, stop } = talkBox(id);
  const list = people(id);
  fill(panel, list.root, root);
  const ends = [watchTab(), watchWho(), watchRole(), watchHero(), list.stop, stop];
  return () => {
    for (const end of ends) end();
    removeEventListener("keydown", keepKeys, { capture: true });
    leavePanel(tab, panel);
    for (const { tab, panel, at } of hosts) joinPanel(tab, panel, at);
    aside.remove();
    byId("panel-hero", HTMLElement).classList.remove("others");
  };
}
