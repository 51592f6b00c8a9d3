// @ts-check
// A round at the table: what one sends stands above the box and can be changed until it is played, beside who is ready, whom it waits
// for and until when. Words stay in the box until the server has them.
import { announce } from "../announcer.js";
import { ApiError, freshKey, json, serverNow, sessionPath } from "../api.js";
import { exchange, focusComposer, giveBack, goOnWriting } from "../table/composer.js";
import { byId, fill, h, stylesheet } from "../dom.js";
import { follower } from "../turn/log.js";
import { keepingFocus } from "../lib/pieces.js";
import { answered, readTable } from "./rounds.js";
import { newsOfRound, standing, timeLeft, timeOf, whoIsReady } from "./roundwords.js";
import { mine, nameOf, table } from "./seats.js";
import { app, bring, remark } from "../state.js";
import { F } from "../words/en/friends.js";
import { R } from "../words/en/rounds.js";
import { S } from "../words/en.js";
import { hearTabs, tellTabs } from "../table/tabsync.js";
import { capitalised, clean, length } from "../text.js";

/** @typedef {import("../types.js").TableSettings} TableSettings @typedef {import("../types.js").OwnPart} OwnPart */
/** @typedef {{ message: string, characterId?: string } | { pass: true }} Part */

Object.assign(S.problems, R.problems);

/** The most characters of what a hero does in a round. */
const LIMIT = 1_200;
/** From here on the count is shown. */
const NEAR_LIMIT = 1_000;
const TICK_MS = 1_000;

const form = byId("composer", HTMLFormElement);
const box = byId("say", HTMLTextAreaElement);
const button = byId("send", HTMLButtonElement);
const counter = byId("counter", HTMLElement);
const who = byId("who", HTMLSelectElement);
const label = /** @type {HTMLElement} */ (form.querySelector("label[for=say]"));
const asks = label.textContent;

const left = h("span", { class: "left" });
const root = h("section", { class: "this-round", "aria-label": R.section });

/** The session whose rounds are shown. */
let shown = "";
/** What one has sent. @type {OwnPart | null} */
let part = null;
/** What went out and was never answered keeps its key: had it arrived after all, it is not sent twice. @type {{ part: Part, key: string } | null} */
let pending = null;
let isSending = false;
/** Counts what was asked about one's own part: only the last answer holds. */
let n = 0;
/** What was said of a round that took no words. @type {import("../state.js").Trouble | null} */
let refusal = null;

/** As one is called within a sentence. @param {string} seat */
const called = (seat) => (seat === table.get().me ? R.you : nameOf(seat).replace(F.host, R.host));

function now() {
  const { together, round } = table.get();
  return { round, state: standing(Boolean(together), round, Boolean(app.get().session?.encounter)) };
}
/** Whether words go to the round. */
const takesWords = () => !["", "held"].includes(now().state);

/** Puts words in the box as if they were typed. @param {string} text */
function write(text) {
  box.value = text;
  box.dispatchEvent(new Event("input"));
}

/** @param {OwnPart | null} [own] */
function keepPart(own = null) {
  if (JSON.stringify(own) === JSON.stringify(part)) return;
  part = own;
  const { characterId, message } = part ?? {};
  if (table.get().together) table.set({ together: message && characterId ? [{ seat: table.get().me, characterId, message }] : [] });
  // Words whose answer was lost, and that came all the same.
  if (message && pending && clean(box.value).trim() === message) write("");
  draw();
}

/** What one has sent may have been sent elsewhere: in another tab, or on another machine. */
async function readPart() {
  const asked = ++n;
  const id = shown;
  const answer = await readTable(id).catch(() => null);
  if (answer && asked === n && id === shown) keepPart(answer.ownPart);
}

function lookAgain() {
  const { round, me } = table.get();
  if (round?.ready.includes(me) && !isSending && document.visibilityState !== "hidden") void readPart();
}

/** @param {unknown} error @param {() => void} again */
async function refused(error, again) {
  if (error instanceof ApiError && Object.hasOwn(R.problems, error.code)) {
    remark(error.message);
    refusal = app.get().trouble;
    await readPart();
  } else app.set((await bring("table/troublewords")).troubleOf(error, again));
}

/**
 * Asks the server for something about the round; one thing at a time.
 * @param {string} path @param {object} body @param {string} key @param {(answer: TableSettings) => void} use @param {() => void} again
 */
async function ask(path, body, key, use, again) {
  if (isSending) return;
  isSending = true;
  const asked = ++n;
  const id = shown;
  app.set({ trouble: null });
  draw();
  try {
    const answer = await answered(id, /** @type {Promise<TableSettings>} */ (json("POST", sessionPath(id, path), body, { key })));
    if (id !== shown) return;
    if (asked === n) keepPart(answer.ownPart);
    use(answer);
    tellTabs({ sessionId: id });
  } catch (error) {
    // An answer that says no; an error of the server's, or of a proxy in between, leaves open what was done.
    if (error instanceof ApiError && error.status < 500) pending = null;
    if (id === shown) await refused(error, again);
  } finally {
    isSending = false;
    draw();
    goOnWriting();
  }
}

/** @param {Part} part */
function send(part) {
  if (JSON.stringify(pending?.part) !== JSON.stringify(part)) pending = { part, key: freshKey() };
  const use = (/** @type {TableSettings} */ { round }) => {
    pending = null;
    if ("message" in part && clean(box.value).trim() === part.message) write("");
    follower.toEnd();
    // A keyboard on glass would cover the story.
    if (matchMedia("(pointer: coarse)").matches) box.blur();
    announce(["pass" in part ? R.passes : R.sent, round?.state === "open" && round.waitingFor.length > 0 && R.waiting(round.waitingFor.map(called))].filter(Boolean).join(" "));
  };
  void ask("/ready", part, /** @type {{ key: string }} */ (pending).key, use, () => send(part));
}

const playNow = () => void ask("/round", { close: true }, freshKey(), () => {}, playNow);

/** Takes the place of the composer's own way, which is a turn for every message. @param {Event} event */
function submit(event) {
  if (!takesWords() || app.get().phase !== "idle") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const message = clean(box.value).trim();
  const { offline, waitUntil, acting } = app.get();
  if (offline) return announce(S.status.offline);
  if (length(message) > LIMIT) return announce(S.composer.tooLong);
  if (now().state === "told" && message) {
    remark(R.problems.round_closed);
    refusal = app.get().trouble;
    return;
  }
  if (waitUntil > Date.now()) return;
  if (!message) return box.focus();
  send({ message, ...(acting && { characterId: acting }) });
}

/** One's words go back into the box, before others that were begun there. */
function change() {
  const { message = "", characterId } = part ?? {};
  if ([...who.options].some(({ value }) => value === characterId)) {
    who.value = `${characterId}`;
    who.dispatchEvent(new Event("change"));
  }
  if (message && clean(box.value).trim() !== message) giveBack(message) || giveBack(`${message}\n${exchange("")}`);
  focusComposer();
}

function count() {
  const many = length(box.value.trim());
  if (!takesWords() || many <= NEAR_LIMIT) return;
  counter.textContent = S.composer.count(many, LIMIT);
  counter.classList.toggle("over", many > LIMIT);
}

function tick() {
  const { round, state } = now();
  const at = state === "open" ? round?.closesAt : null;
  left.hidden = !at;
  if (at) fill(left, h("span", { "aria-hidden": "true" }, timeLeft(at, serverNow())), h("span", { class: "sr" }, R.until(timeOf(at))));
}

/** @param {string} key @param {string} text @param {() => void} onclick @param {boolean} [isMain] */
const press = (key, text, onclick, isMain = false) => h("button", { type: "button", class: isMain ? "primary" : null, "data-key": key, "aria-disabled": String(isSending), onclick }, text);

function draw() {
  const { round, state } = now();
  const { session, phase } = app.get();
  const { isGuest, seats, me } = table.get();
  const isOpen = state === "begins" || state === "open" || state === "failed";
  const said = { "": [], begins: [R.lead], open: round ? whoIsReady(round, called) : [], told: [R.told], failed: [isGuest ? `${R.failed} ${R.failedGuest}` : R.failed], held: [R.held] }[state];
  const own = isOpen ? part : null;
  const hero = session?.characters.find(({ id }) => id === own?.characterId)?.name;
  const pass = isOpen && mine(seats, me, session).length > 0 && (!own || own.message) && press("pass", R.pass, () => send({ pass: true }));
  root.hidden = !state;
  tick();
  keepingFocus(root, () =>
    fill(
      root,
      h("p", { class: "stand" }, said.map((words) => h("span", {}, words)), left),
      h(
        "div",
        { class: "row" },
        !own && pass,
        !isGuest && state === "open" && round && round.waitingFor.length > 0 && press("now", R.playNow, playNow),
        !isGuest && state === "failed" && press("again", R.playAgain, playNow, true),
      ),
      own && h("div", { class: "own-part" }, h("p", {}, h("b", {}, h("span", { "aria-hidden": "true" }, "✓ "), hero && `${hero} `), own.message ?? R.passes), h("div", { class: "row" }, own.message && press("change", R.change, change), pass)),
    ),
  );
  label.textContent = own ? R.changed : asks;
  if (phase === "idle") fill(button, !state || state === "held" ? S.composer.send : own ? R.instead : R.send);
}

/** @param {string} id */
export function showRounds(id) {
  const { sessionId, together } = table.get();
  if (shown === id) return lookAgain();
  // Fetched too late, perhaps.
  if (sessionId !== id || !together) return;
  shown = id;
  void stylesheet("/css/table/rounds.css");
  form.before(root);
  /** @type {(() => void)[]} */
  const stops = [];
  const leave = () => {
    for (const stop of stops) stop();
    timers.forEach((timer) => clearInterval(timer));
    root.remove();
    shown = "";
    pending = part = null;
    label.textContent = asks;
    fill(button, S.composer.send);
    box.removeEventListener("input", count);
    form.removeEventListener("submit", submit, { capture: true });
  };
  const timers = [setInterval(tick, TICK_MS)];
  box.addEventListener("input", count);
  form.addEventListener("submit", submit, { capture: true });
  let before = table.get().round;
  stops.push(
    table.watch(({ round }) => round, (round) => {
      const { me } = table.get();
      const news = newsOfRound(before, round, me, called);
      if (round !== before && news) announce(capitalised(news));
      before = round;
      if (!round?.ready.includes(me)) keepPart();
      if (!round && refusal && app.get().trouble === refusal) app.set({ trouble: null });
    }),
    table.watch(({ round, seats, isGuest, me }) => JSON.stringify([round, seats, isGuest, me]), draw),
    app.watch(({ session, phase }) => [session?.version, Boolean(session?.encounter), phase].join(), draw),
    table.watch(({ together, sessionId }) => Boolean(together) && sessionId === id, (stays) => {
      if (stays) return;
      leave();
      if (table.get().sessionId === id) remark(R.free);
    }),
  );
  lookAgain();
}

hearTabs(({ sessionId }) => sessionId === shown && lookAgain());
document.addEventListener("visibilitychange", lookAgain);
