// @ts-check
// Words among the people at a table: to all, or whispered to some. Nothing of it is kept.
import { json, sessionPath } from "../api.js";
import { fill, h } from "../dom.js";
import { showRefusal } from "../form.js";
import { keepingFocus } from "../lib/pieces.js";
import { hostMark, nameOf, present, table } from "./seats.js";
import { bring, later } from "../state.js";
import { S } from "../words/en.js";
import { C } from "../words/en/company.js";

/** @typedef {import("../types.js").Talk} Talk */

/** The most characters of words among people. */
const LIMIT = 2_000;
/** As many words of talk are kept on the page. */
const KEPT = 200;

/**
 * Keeps what was said; says whether it is new. One's own words come as an answer and on the stream, which may be cut, or tell them again.
 * @param {Talk} words
 */
export function hears(words) {
  const { me, isOpen, unread, talk } = table.get();
  if (talk.some(({ at, from, text }) => at === words.at && from === words.from && text === words.text)) return false;
  table.set({ talk: [...talk, words].slice(-KEPT), unread: words.from === me || isOpen ? 0 : unread + 1 });
  return true;
}

const others = () => present(table.get().seats).filter(({ id }) => id !== table.get().me);

/** @param {Talk} words */
function line({ from, to, text, at }) {
  const { me } = table.get();
  const names = (to ?? []).map((id) => (id === me ? C.toYou : nameOf(id)));
  const time = new Date(at).toLocaleTimeString(S.locale, { hour: "numeric", minute: "2-digit" });
  return h(
    "li",
    { class: [from === me && "mine", to && "whisper"].filter(Boolean).join(" ") || null },
    h("p", {}, h("b", {}, nameOf(from), hostMark(from)), to && h("i", {}, ` ${C.whispers(names)}`), h("time", { datetime: at }, time)),
    h("p", {}, text),
  );
}

/** Whom words go to: everyone, or those that are chosen. @param {(names: string[]) => void} chose */
function recipients(chose) {
  /** @type {Set<string>} */
  const chosen = new Set();
  const root = h("div", { class: "segments", role: "group", "aria-label": C.to });
  /** @param {string} id */
  const press = (id) => () => {
    if (!id) chosen.clear();
    else if (!chosen.delete(id)) chosen.add(id);
    draw();
  };
  /** @param {string} id @param {string} name @param {boolean} on */
  const button = (id, name, on) => h("button", { type: "button", "aria-pressed": String(on), "data-key": `to-${id}`, onclick: press(id) }, name, hostMark(id));
  function draw() {
    const there = others();
    for (const id of chosen) if (!there.some((seat) => seat.id === id)) chosen.delete(id);
    keepingFocus(root, () => fill(root, button("", C.everyone, !chosen.size), there.map(({ id }) => button(id, nameOf(id), chosen.has(id)))));
    chose([...chosen].map((id) => nameOf(id)));
  }
  return { root, chosen, draw };
}

/** The box for one's own words. @param {string} sessionId */
function writer(sessionId) {
  const box = h("textarea", { name: "text", rows: 1, maxlength: LIMIT, enterkeyhint: "send" });
  const go = h("button", { type: "submit", class: "primary" });
  const fault = h("p", { class: "fault", role: "alert" });
  const { root: whom, chosen, draw } = recipients((names) => {
    box.placeholder = names.length ? C.sayTo(names) : C.say;
    box.setAttribute("aria-label", box.placeholder);
    fill(go, names.length ? C.whisper : C.send);
  });
  const root = h("form", { novalidate: true, class: "say-it" }, whom, box, go, fault);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (!text || go.disabled) return box.focus();
    fault.textContent = "";
    go.disabled = true;
    try {
      const said = await json("POST", sessionPath(sessionId, "/talk"), { text, ...(chosen.size && { to: [...chosen] }) });
      if (table.get().sessionId === sessionId) hears(said);
      box.value = "";
    } catch (error) {
      showRefusal(root, error, fault);
    } finally {
      go.disabled = false;
      box.focus();
    }
  };
  root.addEventListener("submit", send);
  box.addEventListener("keydown", (event) => !event.isComposing && event.key === "Enter" && !event.shiftKey && void send(event));
  return { root, draw };
}

/** What was said, the newest last. */
function lines() {
  const list = h("ol", { class: "talk", tabindex: 0, "aria-label": C.talk });
  const silence = h("p", { class: "soft" }, C.silence);
  // What came while it was out of view is at the end.
  const toEnd = () => (list.scrollTop = list.scrollHeight);
  const draw = () => {
    const { talk } = table.get();
    silence.hidden = talk.length > 0;
    list.hidden = !talk.length;
    fill(list, talk.map(line));
    toEnd();
  };
  return { roots: [silence, list], draw, toEnd };
}

/** @param {string} sessionId */
export function talkBox(sessionId) {
  const said = lines();
  const own = writer(sessionId);
  const hint = h("p", { class: "soft" });
  const closed = h("p", { class: "soft" }, C.talkClosed);
  const ask = h("button", { type: "button", onclick: () => void later(() => bring("journal/questions"), ({ openQuestions }) => openQuestions()) }, C.ask);
  const root = h("section", {}, h("h2", {}, C.talk), hint, ...said.roots, own.root, closed, ask);
  const drawSeats = () => {
    const { seats, me, isTalkOpen } = table.get();
    ask.hidden = seats.find(({ id }) => id === me)?.role === "spectator";
    closed.hidden = isTalkOpen || !ask.hidden;
    own.root.hidden = !closed.hidden || !others().length;
    own.draw();
    fill(hint, C.talkHint, !own.root.hidden && ` ${C.whisperHint}`);
    said.draw();
  };
  const stops = [
    table.watch(({ seats, me, isTalkOpen }) => JSON.stringify([seats, me, isTalkOpen]), drawSeats),
    table.watch(({ talk }) => talk, (talk) => {
      said.draw();
      const { me, isOpen } = table.get();
      // New words would stand below the edge; whoever is busy with the people above is left there.
      const isBusy = root.previousElementSibling?.matches(":hover, :focus-within");
      if (isOpen && talk.length && (talk.at(-1)?.from === me || !isBusy)) root.scrollIntoView({ block: "end" });
    }),
    table.watch(({ isOpen }) => isOpen, said.toEnd),
  ];
  return { root, stop: () => stops.forEach((stop) => stop()) };
}
