// @ts-check
// A table with several people: who is there, their chat, and the table's stream with the turns of others.
import { announce } from "../announcer.js";
import { get, onUnauthorized, sessionPath } from "../api.js";
import { stylesheet } from "../dom.js";
import { hearTurn, letGo, nameActors, turnsOf } from "./liveturns.js";
import { recall, remember } from "../memory.js";
import { showOut } from "./out.js";
import { layPlaces } from "./places.js";
import { reread } from "../reread.js";
import { HOST, mine, nameOf, newsOf, table } from "./seats.js";
import { app, bring, remark } from "../state.js";
import { F } from "../words/en/friends.js";
import { followTable } from "./tablestream.js";
import { hears } from "./talk.js";

/** @typedef {import("../types.js").Seat} Seat @typedef {import("../types.js").TableEvent} TableEvent @typedef {import("../types.js").Session} Session */

const NEWS_MS = 8_000;
/** Stops what follows the table there was. @type {(() => void) | null} */
let leave = null;

/** @param {string} id */
const isHere = (id) => app.get().session?.id === id;

/** @param {string} id */
function removed(id) {
  leave?.();
  showOut(id, "removed");
}

/** Asks who one is here. Who was a guest and is none any more was removed. @param {string} id */
async function ask(id) {
  const path = sessionPath(id, "/me");
  // Not through `get`: without a seat there is no use in a sign-in.
  const answer = await fetch(path, { cache: "no-store", credentials: "same-origin" });
  if (answer.status === 404) {
    // Deleted: who hosted it is told so.
    leave?.();
    await reread();
    return null;
  }
  if (answer.ok) {
    /** @type {{ seat: Seat }} */
    const { seat } = await answer.json();
    if ([null, "", HOST].includes(recall(`guest.${id}`)) || seat.role !== HOST) return seat;
  } else if (answer.status !== 401) throw new Error(`${answer.status}`);
  if (isHere(id)) removed(id);
  return null;
}

/** @param {string} id @param {TableEvent} told */
function hear(id, told) {
  switch (told.event) {
    case "hello":
    case "reset": {
      const before = app.get().session?.version ?? 0;
      if (told.event === "hello") table.set({ me: told.seat.id, isTalkOpen: told.table.talk.spectators });
      turnsOf(told.turnId ?? "");
      // Who came and went meanwhile was not told.
      if (told.event === "reset") void readSeats(id);
      newer(told.session);
      if (told.session.version > before || told.event === "reset") void reread();
      return;
    }
    case "session":
      newer(told.session);
      return void reread();
    case "seat":
      return sit(id, told.seat);
    case "talk":
      return talk(told);
    case "safety":
      remark(F.stoppedForSafety);
      announce(F.stoppedForSafety);
      return hearTurn(told);
    default:
      if ("session" in told && told.session) newer(told.session);
      return hearTurn(told);
  }
}

/** @param {string} id */
async function readSeats(id) {
  /** @type {{ items: Seat[] }} */
  const { items } = await get(sessionPath(id, "/seats")).catch(() => ({ items: table.get().seats }));
  if (isHere(id)) table.set({ seats: items });
}

/** Versions only grow: what was overtaken is old news. @param {Session} session */
function newer(session) {
  const now = app.get().session;
  if (now?.id === session.id && session.version > now.version) app.set({ session });
}

/** Who comes and goes is said above the box, and clears away by itself. @param {string} text */
function tellShortly(text) {
  remark(text);
  const { trouble } = app.get();
  setTimeout(() => app.get().trouble === trouble && app.set({ trouble: null }), NEWS_MS);
}

/** @param {string} id @param {Seat} seat */
function sit(id, seat) {
  const { me, seats } = table.get();
  if (seat.id === me && seat.state === "gone") return removed(id);
  const before = seats.find((one) => one.id === seat.id);
  table.set({ seats: before ? seats.map((one) => (one === before ? seat : one)) : [...seats, seat] });
  const news = seat.id === me ? "" : newsOf(before, seat);
  if (news) announce(news);
  if (news && !app.get().trouble) tellShortly(news);
  // Who came may have brought a hero along.
  if (seat.characterIds.some((hero) => !app.get().session?.characters.some((one) => one.id === hero))) void reread();
}

/** @param {import("../types.js").Talk} words */
function talk(words) {
  if (hears(words) && words.from !== table.get().me) announce((words.to ? F.heardWhisper : F.heard)(nameOf(words.from) + (words.from === HOST ? ` (${F.mark})` : ""), words.text));
}

/** Whoever acts, acts for heroes of their own. */
function watchHeroes() {
  let said = "?";
  return table.watch(
    ({ seats, me }) => JSON.stringify([seats, me]),
    () => {
      const { seats, me } = table.get();
      const own = mine(seats, me, app.get().session);
      if (own.join() === said) return;
      said = own.join();
      const { session } = app.get();
      // A copy makes all panels look again.
      app.set({ mine: own, session: session && { ...session } });
    },
  );
}

/** @param {string} id @returns {Promise<boolean>} false where the line was too bad */
export async function company(id) {
  leave?.();
  /** @type {(() => void)[]} */
  const ends = [];
  let isLeft = false;
  leave = () => {
    leave = null;
    isLeft = true;
    for (const end of ends) end();
    letGo();
    app.set({ mine: null });
    delete document.body.dataset.seat;
    onUnauthorized(async () => (await bring("app/signin")).askToSignIn());
    table.set({ sessionId: "", seats: [], me: "", talk: [], unread: 0, isOpen: false, isCut: false });
  };
  ends.push(app.watch(({ session }) => session?.id, (now) => now !== id && leave?.()));
  try {
    const [seat, { items }] = await Promise.all([ask(id), /** @type {Promise<{ items: Seat[] }>} */ (get(sessionPath(id, "/seats"))), stylesheet("/css/table/friends.css"), stylesheet("/css/table/aside.css")]);
    if (!seat || isLeft || !isHere(id)) {
      if (!isLeft) leave?.();
      return true;
    }
    const isGuest = seat.role !== HOST;
    if (isGuest) {
      remember(`guest.${id}`, seat.id);
      // Without a seat nobody is asked to sign in.
      onUnauthorized(async () => (await ask(id).catch(() => null), false));
    }
    table.set({ sessionId: id, seats: items, me: seat.id, isGuest });
    ends.push(layPlaces(id), watchHeroes(), nameActors());
    ends.push(followTable(id, { hear: (told) => hear(id, told), cut: (isCut) => table.set({ isCut }), refused: () => void ask(id).catch(() => {}) }));
    return true;
  } catch {
    if (!isLeft) leave?.();
    return false;
  }
}
