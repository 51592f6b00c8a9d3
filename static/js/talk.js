// @ts-check
// Words among the people at a table: to all, or whispered to some. Nothing of it is kept.
import { get, json, sessionPath } from "./api.js";
import { fill, h } from "./dom.js";
import { showRefusal } from "./form.js";
import { keepingFocus } from "./pieces.js";
import { hostMark, nameOf, present, table } from "./seats.js";
import { S } from "./strings.js";
import { C } from "./strings-company.js";

/** @typedef {import("./types.js").Talk} Talk */

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

/** @param {Talk} words */
function line({ from, to, text, at }) {
  const { me } = table.get();
  const names = (to ?? []).map((id) => (id === me ? C.toYou : nameOf(id)));
  const time = new Date(at).toLocaleTimeString(S.locale, { hour: "2-digit", minute: "2-digit" });
  return h(
    "li",
    { class: [from === me && "mine", to && "whisper"].filter(Boolean).join(" ") || null },
    h("p", {}, h("b", {}, nameOf(from), hostMark(from)), to && h("i", {}, ` ${C.whispers(names)}`), h("time", { datetime: at }, time)),
    h("p", {}, text),
  );
}

/** @param {string} sessionId */
export function talkBox(sessionId) {
  /** Those it is whispered to; nobody is everyone. @type {Set<string>} */
  const to = new Set();
  const list = h("ol", { class: "talk", tabindex: 0, "aria-label": C.talk });
  const silence = h("p", { class: "soft" }, C.silence);
  const whom = h("div", { class: "segments", role: "group", "aria-label": C.to });
  const box = h("textarea", { name: "text", rows: 1, maxlength: LIMIT, "aria-label": C.say, placeholder: C.say, enterkeyhint: "send" });
  const go = h("button", { type: "submit", class: "primary" }, C.send);
  const fault = h("p", { class: "fault", role: "alert" });
  const form = h("form", { novalidate: true, class: "say-it" }, whom, box, go, fault);
  const hint = h("p", { class: "soft" });
  const closed = h("p", { class: "soft", hidden: true }, C.talkClosed);
  const root = h("section", {}, h("h2", {}, C.talk), hint, silence, list, form, closed);
  /** Whether the host lets spectators talk. */
  let isOpenToAll = false;

  const others = () => present(table.get().seats).filter(({ id }) => id !== table.get().me);
  const isSpectator = () => table.get().seats.find(({ id }) => id === table.get().me)?.role === "spectator";
  const drawWhom = () => {
    const there = others();
    for (const id of to) if (!there.some((seat) => seat.id === id)) to.delete(id);
    const press = (/** @type {string} */ id) => () => {
      if (!id) to.clear();
      else if (!to.delete(id)) to.add(id);
      drawWhom();
    };
    const button = (/** @type {string} */ id, /** @type {string} */ name, /** @type {boolean} */ on) => h("button", { type: "button", "aria-pressed": String(on), "data-key": `to-${id}`, onclick: press(id) }, name, hostMark(id));
    keepingFocus(whom, () => fill(whom, button("", C.everyone, !to.size), there.map(({ id }) => button(id, nameOf(id), to.has(id)))));
    const said = to.size ? C.sayTo([...to].map((id) => nameOf(id))) : C.say;
    box.placeholder = said;
    box.setAttribute("aria-label", said);
    fill(go, to.size ? C.whisper : C.send);
    closed.hidden = isOpenToAll || !isSpectator();
    form.hidden = !closed.hidden || !there.length;
    fill(hint, C.talkHint, !form.hidden && ` ${C.whisperHint}`);
  };
  /** Nobody tells a spectator when the host changes it, so each look at the talk asks. */
  const askWhoTalks = async () => {
    if (!isSpectator()) return;
    isOpenToAll = (await get(sessionPath(sessionId, "/table"))).talk.spectators;
    drawWhom();
  };
  const drawTalk = () => {
    const { talk } = table.get();
    silence.hidden = talk.length > 0;
    list.hidden = !talk.length;
    fill(list, talk.map(line));
    list.scrollTop = list.scrollHeight;
  };
  const send = async () => {
    const text = box.value.trim();
    if (!text || go.disabled) return box.focus();
    fault.textContent = "";
    go.disabled = true;
    try {
      const said = await json("POST", sessionPath(sessionId, "/talk"), { text, ...(to.size && { to: [...to] }) });
      if (table.get().sessionId === sessionId) hears(said);
      box.value = "";
    } catch (error) {
      showRefusal(form, error, fault);
    } finally {
      go.disabled = false;
      box.focus();
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  box.addEventListener("keydown", (event) => {
    if (event.isComposing || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    void send();
  });
  const stops = [
    table.watch(({ seats, me }) => [seats, me].map((value) => JSON.stringify(value)).join(), () => (drawWhom(), drawTalk())),
    table.watch(({ talk }) => talk, (talk) => {
      drawTalk();
      const { me, isOpen } = table.get();
      // New words would stand below the edge; whoever is busy with the people above is left there.
      const isBusy = root.previousElementSibling?.matches(":hover, :focus-within");
      if (isOpen && talk.length && (talk.at(-1)?.from === me || !isBusy)) root.scrollIntoView({ block: "end" });
    }),
    table.watch(({ isOpen }) => isOpen, () => {
      // What came while it was out of view is at the end.
      list.scrollTop = list.scrollHeight;
      void askWhoTalks().catch(() => {});
    }),
  ];
  return { root, stop: () => stops.forEach((stop) => stop()) };
}
