// @ts-check
// Opens and closes a session, and wires the modules of a table.
import { announce } from "../announcer.js";
import { focusComposer, giveBack, initComposer } from "./composer.js";
import { byId } from "../dom.js";
import { initHeader } from "./header.js";
import { deedOf } from "./keymap.js";
import { lastTurn, openLog, turnOf } from "../turn/log.js";
import { holdsDraft, keepUnderway, recall, remember, underwayOf, watchMemory } from "../memory.js";
import { initPanels } from "./panels.js";
import { abandon, play, prepare, resume, stop } from "../turn/playing.js";
import { tellIn } from "../prose.js";
import { app, bring, isPlaying, later, remark } from "../state.js";
import { watchNetwork, watchStatus } from "./statusline.js";
import { watchTrouble } from "./trouble.js";

/** @typedef {import("../types.js").Session} Session */

/** Who was away for so long may want to hear what happened before. */
const LONG_MS = 4 * 3_600_000;

/**
 * Lays a session on the table, and reads on a turn of it that was under way when the page was left.
 * @param {Session} session
 */
export async function openTable(session) {
  const { arrival } = app.get();
  const { text: said = "", words = "" } = arrival?.sessionId === session.id ? arrival : {};
  // Where the server is away, its name is not to be asked for.
  remember(`title.${session.id}`, session.title);
  // The built-in storyteller tells in English; where no language is chosen, only the model knows.
  tellIn(session.model === "storyteller" ? "en" : (session.language ?? ""));
  app.set({ session, arrival: null, trouble: said ? { text: said, tone: "plain", actions: [] } : null });
  // What was said of another table is no longer said.
  announce(said);
  if (!(await openLog(session)) || app.get().session?.id !== session.id) return;
  const underway = underwayOf(session.id);
  const turnId = /\/turns\/([^/]+)\/events/.exec(underway?.url ?? "")?.[1] ?? "";
  if (underway?.url && !turnOf(decodeURIComponent(turnId))) resume(session.id, underway);
  // Words that were never answered use the same key when they are sent again; a telling or a deed is simply asked for again.
  else if (underway && !underway.url && !underway.again && !underway.act) giveBack(underway.message);
  else keepUnderway(session.id, null);
  if (words) giveBack(words);
  // On glass the keyboard would cover the story.
  if (!matchMedia("(pointer: coarse)").matches) focusComposer();
  if (lastTurn() && Date.now() - Date.parse(session.updatedAt) > LONG_MS) void later(() => bring("journal/recap"), ({ offerRecap }) => offerRecap());
}

/** Clears the table. A turn that plays goes on at the server. */
export function leaveTable() {
  abandon();
  tellIn("");
  app.set({ session: null, trouble: null });
}

/** Reads the session again. What does it comes behind the table; where it can't be had, the next reason to look asks for it again. */
const look = () => import("../reread.js").then(({ reread }) => reread(), () => {});

/** A tab that comes back may have slept through turns played elsewhere. */
function initWaking() {
  const wake = () => document.visibilityState === "visible" && !isPlaying() && void look();
  document.addEventListener("visibilitychange", wake);
  addEventListener("focus", wake);
  void import("../reread.js").catch(() => {});
  import("./tabsync.js").then(({ hearTabs }) => hearTabs(({ sessionId }) => sessionId === app.get().session?.id && void look()), () => {});
}

/** What a key means is known at once; what it does comes with the first of them. */
function initKeys() {
  const table = byId("table", HTMLElement);
  addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented || table.hidden || document.querySelector("dialog[open]")) return;
    const { target } = event;
    const typing = target instanceof HTMLElement && target.matches("input, textarea, select");
    const deed = deedOf(event, { typing, letters: recall("letters") !== "off" });
    if (!deed) return;
    if (deed !== "away") event.preventDefault();
    // A key pressed at a quiet table must not stop the turn that began while its code was on the way.
    const played = isPlaying();
    void later(() => bring("table/keys"), ({ DEEDS }) => DEEDS[deed](played, event));
  });
}

initHeader();
initPanels();
initComposer({ play, prepare, stop });
watchTrouble();
watchStatus();
watchNetwork(() => void look());
initKeys();
void later(() => bring("friends/seated"), ({ watchSeats }) => watchSeats());
watchMemory(() => void later(() => bring("words/en/aside"), ({ A }) => remark(A.forgetful)));
// Words that are kept nowhere else are not thrown away without a question.
addEventListener("beforeunload", (event) => holdsDraft() && event.preventDefault());
initWaking();
app.watch(({ session }) => Boolean(session?.awaiting), (waits) => waits && void later(() => bring("table/owed"), ({ watchOwed }) => watchOwed()));
// A fight and a campaign bring panels of their own, which are fetched with the first.
app.watch(({ session }) => Boolean(session?.encounter), (fights) => fights && void later(() => bring("fight/fight"), ({ openFight }) => openFight()));
app.watch(({ session }) => Boolean(session?.plot), (plays) => plays && void later(() => bring("campaign/plotpanel"), ({ openPlot }) => openPlot()));
byId("menu", HTMLButtonElement).addEventListener("click", () => void later(() => bring("home/drawer"), ({ openDrawer }) => openDrawer()));
