// @ts-check
// The input for the author. Text is saved with every key, and dropped when it is sent.
import { desk, isWriting, onWordsBack, whyKeyless, withTalk } from "./authordesk.js";
import { fill, h, stylesheet, svg } from "../dom.js";
import { draftOf, keepDraft } from "../memory.js";
import { bring, later } from "../state.js";
import { S } from "../words/en.js";
import { W } from "../words/en/author/author.js";
import { clean, length } from "../text.js";

/** @typedef {import("./authordesk.js").Picture} Picture */

const LIMIT = 8_000;
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
  if (now.length) void withPictures(({ list }) => list(pictures, chosen, choose, attach));
}

/** @param {(part: typeof import("./authorpictures.js")) => unknown} use */
const withPictures = (use) => later(async () => (await Promise.all([bring("author/authorpictures"), stylesheet("/css/said.css")]))[0], use);

/** @param {File[]} files */
function takeIn(files) {
  if (!files.length) return;
  void withPictures(async ({ readAll }) => {
    const { pictures, why } = await readAll(files, chosen.length);
    choose([...chosen, ...pictures]);
    desk.set({ trouble: why ? { text: why, tone: "bad", actions: [] } : null });
  });
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
  if (isWriting() || desk.get().keyless) return;
  // Nothing is taken out of the box before there is somebody to hear it.
  if (clean(text.value).trim()) await withTalk(({ say }) => sendTo(say));
  else text.focus();
}

/** @param {(message: string, images: Picture[]) => Promise<void>} say */
async function sendTo(say) {
  const message = clean(text.value).trim();
  if (isWriting() || !message) return;
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

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void submit();
});
send.addEventListener("click", (event) => {
  if (!isWriting()) return;
  event.preventDefault();
  void withTalk(({ stop }) => stop());
});
attach.addEventListener("click", () => {
  const ask = h("input", { type: "file", accept: "image/*", multiple: true });
  ask.addEventListener("change", () => takeIn([...(ask.files ?? [])]));
  ask.click();
});
text.addEventListener("input", changed);
text.addEventListener("paste", (event) => {
  const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
  if (!files.length) return;
  event.preventDefault();
  takeIn(files);
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
/**
 * What the author does, and what went wrong, are said by a part that comes with the first of either.
 * @param {(part: typeof import("./authorstatus.js")) => void} use
 * @param {() => void} otherwise
 */
const status = (use, otherwise) => void Promise.all([bring("author/authorstatus"), stylesheet("/css/said.css")]).then(([part]) => use(part), otherwise);
desk.watch(({ phase, since, doing, attempt }) => [phase, since, doing, attempt].join(), () => (isWriting() || !now.hidden) && status(({ showNow }) => showNow(now), () => {}));
desk.watch(
  ({ trouble }) => trouble,
  (told) => {
    // Where that part can't be had either, the words alone must do.
    const plainly = () => ((trouble.hidden = !told), fill(trouble, told?.text));
    if (told || !trouble.hidden) status(({ showTrouble }) => showTrouble(trouble, focusBox), plainly);
  },
);
desk.watch(
  ({ phase, keyless }) => `${phase !== "idle"} ${keyless}`,
  () => {
    const { keyless } = desk.get();
    fill(send, isWriting() ? S.composer.stop : S.composer.send);
    send.classList.toggle("stop", isWriting());
    send.setAttribute("aria-disabled", String(keyless));
    send.title = "";
    if (keyless) whyKeyless().then((why) => (send.title = why), () => {});
  },
);
