// @ts-check
// Wires the page together: which view the address asks for, the keys, and what wakes it up.
import { ApiError, get, sessionPath } from "./api.js";
import { focusComposer, initComposer } from "./composer.js";
import { initCostPanel } from "./costpanel.js";
import { initDicePanel } from "./dicepanel.js";
import { byId, fill, h } from "./dom.js";
import { initHeader } from "./header.js";
import { initHeroPanel, showHero } from "./heropanel.js";
import { initHome, openDrawer, showHome } from "./home.js";
import { initJournal } from "./journal.js";
import { watchNetwork } from "./net.js";
import { closeSheet, initPanels, openPanel } from "./panels.js";
import { play, stop } from "./play.js";
import { isPlaying, reread } from "./reread.js";
import { initSignIn } from "./signin.js";
import { app } from "./state.js";
import { watchStatus } from "./statusline.js";
import { S } from "./strings.js";
import { leaveTable, openTable } from "./table.js";
import { hearTabs } from "./tabsync.js";
import { initTheme } from "./theme.js";
import { watchTrouble } from "./trouble.js";

const home = byId("home", HTMLElement);
const table = byId("table", HTMLElement);

/** Counts the views asked for, so that a slow answer for one that was left is not shown. */
let visits = 0;

/** @param {"home" | "table"} view */
function turnTo(view) {
  document.body.dataset.view = view;
  home.hidden = view !== "home";
  table.hidden = view !== "table";
  // A document has one main part that shows, and says so itself.
  byId("story", HTMLElement).hidden = table.hidden;
}

async function route() {
  const visit = ++visits;
  const id = decodeURIComponent(/^#\/s\/([^/]+)$/.exec(location.hash)?.[1] ?? "");
  if (!id) {
    leaveTable();
    turnTo("home");
    return showHome(location.hash === "#/new");
  }
  if (app.get().session?.id === id) return;
  leaveTable();
  try {
    /** @type {import("./types.js").Session} */
    const session = await get(sessionPath(id));
    if (visit !== visits) return;
    turnTo("table");
    await openTable(session);
    focusComposer();
  } catch (error) {
    if (visit !== visits) return;
    leaveTable();
    const gone = error instanceof ApiError && error.status === 404;
    turnTo("home");
    fill(
      byId("home-body", HTMLElement),
      h("h1", { tabindex: -1 }, gone ? S.goneTitle : S.home.away),
      h("p", { role: "alert" }, gone ? S.sessionGone : S.couldNotLoad(/** @type {Error} */ (error).message)),
      h("div", { class: "row" }, gone ? null : h("button", { type: "button", class: "primary", onclick: () => void route() }, S.retry), h("a", { class: "button", href: "#/" }, S.home.toList)),
    );
  }
}

function initKeys() {
  addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.isComposing || document.querySelector("dialog[open]") || table.hidden) return;
    if (event.key === "Escape") {
      if (!closeSheet() && isPlaying()) void stop();
    } else if (event.altKey && /^[1-4]$/.test(event.key)) {
      event.preventDefault();
      openPanel(Number(event.key) - 1);
    } else if (event.key === "/" && !(target instanceof HTMLElement && target.matches("input, textarea, select"))) {
      event.preventDefault();
      focusComposer();
    }
  });
}

/** A tab that comes back may have slept through turns played elsewhere. */
function initWaking() {
  const wake = () => document.visibilityState === "visible" && !isPlaying() && void reread();
  document.addEventListener("visibilitychange", wake);
  addEventListener("focus", wake);
  hearTabs(({ sessionId }) => sessionId === app.get().session?.id && void reread());
}

async function loadInfo() {
  try {
    app.set({ info: await get("/api/info") });
  } catch {
    // Only the line about the storyteller is missing then; the view itself says that the server is away.
  }
}

initSignIn();
initTheme();
initHeader();
initHome();
initPanels();
initHeroPanel();
initJournal();
initDicePanel();
initCostPanel();
initComposer({ play, stop: () => void stop(), onHero: () => showHero() });
watchTrouble();
watchStatus();
initKeys();
initWaking();
byId("menu", HTMLButtonElement).addEventListener("click", () => void openDrawer());
addEventListener("hashchange", () => void route());
await loadInfo();
watchNetwork(() => void reread());
void route();
