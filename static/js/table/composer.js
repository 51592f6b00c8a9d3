// @ts-check
// The input for the player's message. Text is never lost: it is saved with every key, and dropped only when the server has
// accepted it.
import { announce } from "../announcer.js";
import { byId, fill, h } from "../dom.js";
import { lastMessage } from "../turn/log.js";
import { draftOf, keepDraft, recall, remember } from "../memory.js";
import { app, isPlaying } from "../state.js";
import { S } from "../words/en.js";
import { clean, length } from "../text.js";

/** @typedef {import("../types.js").Session} Session */

const LIMIT = 8_000;
/** From here on the count is shown. */
const NEAR_LIMIT = 7_500;

const form = byId("composer", HTMLFormElement);
const box = byId("say", HTMLTextAreaElement);
const button = byId("send", HTMLButtonElement);
const counter = byId("counter", HTMLElement);
const who = byId("who", HTMLSelectElement);
const whoRow = byId("who-row", HTMLElement);

/** On glass, Enter is the only way to a new line, and the keyboard covers the story; anything else has real keys. */
const glass = matchMedia("(pointer: coarse)");

/** @param {import("../state.js").Phase} phase */
const isStoppable = (phase) => phase !== "idle" && phase !== "turningBack";

let sessionId = "";
/** How many actions back the box shows, 0 for none. */
let recalled = 0;
/** What stands in the box though nobody typed it there. */
let replaceable = "";

/** @param {string} text */
function put(text) {
  box.value = text;
  changed();
}

function changed() {
  if (!CSS.supports("field-sizing", "content")) {
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight + 2}px`;
  }
  const n = length(box.value.trim());
  counter.textContent = n > NEAR_LIMIT ? S.composer.count(n, LIMIT) : "";
  counter.classList.toggle("over", n > LIMIT);
}

/** @param {string} message the server has it */
export function accepted(message) {
  if (draftOf(sessionId).trim() === message) keepDraft(sessionId, box.value);
}

/**
 * Words that came to nothing go back into the box, unless the player has begun on others.
 * @param {string} message
 * @param {boolean} [undone] of a turn that was taken back: they give way to those of the turn before
 * @returns {boolean} whether they did
 */
export function giveBack(message, undone = false) {
  if (box.value.trim() && box.value !== replaceable) return false;
  replaceable = undone ? message : "";
  put(message);
  keepDraft(sessionId, message);
  return true;
}

/**
 * Puts words in the place of those in the box.
 * @param {string} message
 * @returns {string} what stood there
 */
export function exchange(message) {
  const before = box.value;
  put(message);
  keepDraft(sessionId, message);
  box.focus();
  return before;
}

/** @param {string} message sent again from elsewhere: it need not stand here any longer */
export function takeBack(message) {
  if (box.value.trim() === message) put("");
}

export function focusComposer() {
  box.focus();
}

/** Where a button that had the focus is gone, the player goes on here; a keyboard on glass is not called up for that. */
export function goOnWriting() {
  if (!glass.matches && document.activeElement === document.body) box.focus();
}

export function sendNow() {
  form.requestSubmit();
}

/** @param {Session | null} session */
function heroes(session) {
  const all = session?.characters ?? [];
  const chosen = who.value || recall(`hero.${session?.id}`) || "";
  whoRow.hidden = all.length < 2;
  fill(who, all.map(({ id, name }) => h("option", { value: id }, name)));
  if (all.some(({ id }) => id === chosen)) who.value = chosen;
  app.set({ acting: who.value });
}

/** @param {{ play: (message: string, characterId: string) => void, prepare: () => void, stop: () => void }} actions */
export function initComposer({ play, prepare, stop }) {
  const send = () => {
    const message = clean(box.value).trim();
    const { offline, waitUntil } = app.get();
    // The reason stands in the line above; who can't see it hears it.
    if (offline) return announce(S.status.offline);
    if (length(message) > LIMIT) return announce(S.composer.tooLong);
    if (isPlaying() || waitUntil > Date.now()) return;
    if (!message) return box.focus();
    recalled = 0;
    keepDraft(sessionId, message);
    put("");
    // A keyboard on glass would cover the answer.
    if (glass.matches) box.blur();
    play(message, app.get().acting);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  button.addEventListener("click", (event) => {
    if (!isStoppable(app.get().phase)) return;
    event.preventDefault();
    stop();
  });
  box.addEventListener("input", prepare, { once: true });
  box.addEventListener("input", () => {
    recalled = 0;
    keepDraft(sessionId, box.value);
    changed();
  });
  box.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey && (!glass.matches || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      sendNow();
    } else if (event.key === "ArrowUp" && (!box.value || recalled > 0) && box.selectionStart === box.selectionEnd) {
      const earlier = lastMessage(recalled + 1);
      if (!earlier) return;
      event.preventDefault();
      recalled++;
      put(earlier);
      keepDraft(sessionId, earlier);
      box.setSelectionRange(earlier.length, earlier.length);
    }
  });
  who.addEventListener("change", () => {
    remember(`hero.${sessionId}`, who.value);
    app.set({ acting: who.value });
  });

  app.watch(
    ({ session }) => session?.id ?? "",
    (id) => {
      sessionId = id;
      recalled = 0;
      who.value = "";
      put(id ? draftOf(id) : "");
    },
  );
  app.watch(({ session }) => session, heroes);
  app.watch(
    ({ phase }) => isStoppable(phase),
    (stoppable) => {
      fill(button, stoppable ? S.composer.stop : S.composer.send);
      button.classList.toggle("stop", stoppable);
    },
  );
}

/** @param {boolean} able @param {string} why what the send button says of itself */
export function allowSending(able, why) {
  button.setAttribute("aria-disabled", String(!able));
  button.title = why;
}
