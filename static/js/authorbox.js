// @ts-check
// Where one writes to the author. What is written is kept with every key, and let go when it is sent.
import { fill, h, svg } from "./dom.js";
import { desk, isWriting, onWordsBack, say, stop } from "./authortalk.js";
import { draftOf, keepDraft } from "./memory.js";
import { ATTEMPTS, later } from "./state.js";
import { S } from "./strings.js";
import { W } from "./strings-author.js";
import { clean, length } from "./text.js";

/** @typedef {import("./authortalk.js").Desk} Desk @typedef {import("./authortalk.js").Picture} Picture */

const LIMIT = 8_000;
const COUNT_FROM_MS = 3_000;
/** On glass, Enter is the only way to a new line. */
const glass = matchMedia("(pointer: coarse)");

const text = h("textarea", { id: "wish", rows: 1, autocomplete: "off", enterkeyhint: "send", "aria-describedby": "wish-hint" });
const send = h("button", { type: "submit", class: "primary" }, S.composer.send);
const attach = h("button", { type: "button", class: "quiet attach", title: W.composer.attach, "aria-label": W.composer.attach }, svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M15 9h.01" })));
const pictures = h("ul", { class: "pictures", "aria-label": W.composer.attached, hidden: true });
const now = h("p", { class: "now", hidden: true });
const trouble = h("div", { class: "trouble", role: "alert", hidden: true });
const form = h("form", { class: "asking-box", novalidate: true }, h("label", { for: "wish" }, W.composer.label), pictures, text, h("div", { class: "row" }, attach, send), h("small", { id: "wish-hint" }, W.composer.hint));

export const box = h("div", { class: "deck" }, trouble, now, form);

/** @type {Picture[]} */
let chosen = [];

/** @param {Picture[]} now */
function choose(now) {
  chosen = now;
  pictures.hidden = !now.length;
  fill(
    pictures,
    now.map((picture, i) => {
      const leaveOut = () => {
        choose(chosen.filter((_, j) => j !== i));
        (pictures.querySelectorAll("button")[Math.min(i, chosen.length - 1)] ?? attach).focus();
      };
      return h("li", {}, h("span", {}, picture.name), h("button", { type: "button", class: "quiet", "aria-label": W.composer.remove(picture.name), onclick: leaveOut }, "✕"));
    }),
  );
}

/** @param {File[]} files */
function bring(files) {
  if (!files.length) return;
  void later(
    () => import("./authorpictures.js"),
    async ({ readAll }) => {
      const { pictures, why } = await readAll(files, chosen.length);
      choose([...chosen, ...pictures]);
      desk.set({ trouble: why ? { text: why, tone: "bad", actions: [] } : null });
    },
  );
}

/** @param {string} words */
export function write(words) {
  text.value = words;
  changed();
  text.focus();
  text.setSelectionRange(words.length, words.length);
}

export const focusBox = () => text.focus({ preventScroll: true });

const draftName = () => `plan.${desk.get().id}`;

function changed() {
  keepDraft(draftName(), text.value);
  if (CSS.supports("field-sizing", "content")) return;
  text.style.height = "auto";
  text.style.height = `${text.scrollHeight + 2}px`;
}

async function submit() {
  const message = clean(text.value).trim();
  if (isWriting() || desk.get().keyless) return;
  if (!message) return text.focus();
  if (length(message) > LIMIT) return desk.set({ trouble: { text: S.composer.tooLong, tone: "bad", actions: [] } });
  const sent = chosen;
  text.value = "";
  choose([]);
  if (glass.matches) text.blur();
  const mine = draftName();
  await say(message, sent);
  // Given back, they stand in the box; begun anew meanwhile, what is new does.
  if (draftName() === mine) keepDraft(mine, text.value);
  if (text.value === message) choose(sent);
}

/** @param {Desk} state */
function line({ phase, since, doing, attempt }) {
  const waited = Math.floor((Date.now() - since) / 1000);
  const seconds = waited * 1000 >= COUNT_FROM_MS ? ` ${S.seconds(waited)}` : "";
  if (phase === "tool") return `${doing}…${seconds}`;
  if (phase === "reconnecting") return W.now.reconnecting(attempt, ATTEMPTS);
  return phase === "idle" ? "" : W.now[phase] + (phase === "telling" ? "" : seconds);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
function showNow() {
  clearTimeout(timer);
  const said = line(desk.get());
  now.hidden = !said;
  if (now.textContent !== said) fill(now, h("span", { class: "ember", "aria-hidden": "true" }), said);
  if (said) timer = setTimeout(showNow, 1_000);
}

function showTrouble() {
  const { trouble: now } = desk.get();
  const had = trouble.contains(document.activeElement);
  trouble.hidden = !now;
  trouble.classList.toggle("plain", now?.tone === "plain");
  fill(trouble);
  if (now) {
    const dismiss = () => desk.set({ trouble: null });
    const actions = now.actions.map(({ label, run }) => h("button", { type: "button", onclick: () => (dismiss(), run()) }, label));
    fill(trouble, h("p", {}, now.text), actions.length > 0 && h("div", { class: "row" }, actions), h("button", { type: "button", class: "quiet", "aria-label": S.dismiss, onclick: dismiss }, "✕"));
  }
  if (had && document.activeElement === document.body) focusBox();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void submit();
});
send.addEventListener("click", (event) => {
  if (!isWriting()) return;
  event.preventDefault();
  void stop();
});
attach.addEventListener("click", () => {
  const ask = h("input", { type: "file", accept: "image/*", multiple: true });
  ask.addEventListener("change", () => bring([...(ask.files ?? [])]));
  ask.click();
});
text.addEventListener("input", changed);
text.addEventListener("paste", (event) => {
  const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
  if (!files.length) return;
  event.preventDefault();
  bring(files);
});
text.addEventListener("keydown", (event) => {
  if (event.isComposing || event.key !== "Enter" || event.shiftKey || (glass.matches && !event.ctrlKey && !event.metaKey)) return;
  event.preventDefault();
  void submit();
});
onWordsBack((words) => {
  if (!text.value.trim()) write(words);
});
desk.watch(
  ({ id }) => id,
  (id) => {
    text.value = id ? draftOf(`plan.${id}`) : "";
    choose([]);
  },
);
desk.watch(({ phase, since, doing, attempt }) => [phase, since, doing, attempt].join(), showNow);
desk.watch(({ trouble }) => trouble, showTrouble);
desk.watch(
  ({ phase, keyless }) => `${phase !== "idle"} ${keyless}`,
  () => {
    const { keyless } = desk.get();
    fill(send, isWriting() ? S.composer.stop : S.composer.send);
    send.classList.toggle("stop", isWriting());
    send.setAttribute("aria-disabled", String(keyless));
    send.title = keyless ? W.needsKey : "";
  },
);
