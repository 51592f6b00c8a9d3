// @ts-check
// The form for lines, veils and dials, and the X card.
import { get, json, sessionPath } from "../api.js";
import { openDialog } from "../dialog.js";
import { h, stylesheet } from "../dom.js";
import { field, showRefusal } from "../form.js";
import { rereadAfter } from "../reread.js";
import { app, remark } from "../state.js";
import { SAFETY as T } from "../words/en/safety.js";

/** @typedef {import("../types.js").Safety} Safety @typedef {"lines" | "veils"} Kind */

/** @type {Kind[]} */
const KINDS = ["lines", "veils"];

/**
 * @param {Safety} now
 * @param {() => string[]} [inCampaign] the content tags of the campaign that is chosen
 */
export async function safetyForm(now, inCampaign = () => []) {
  /** @type {[{ items: { id: string, en: string, de: string }[] }, unknown]} */
  const [{ items }] = await Promise.all([get("/api/safety/tags"), stylesheet("/css/safety.css")]);
  const name = (/** @type {{ en: string, de: string }} */ tag) => (document.documentElement.lang === "de" ? tag.de : tag.en);
  const contents = h("p", { class: "soft" });
  const warning = h("p", { class: "fault", role: "status" });
  const options = (/** @type {Record<string, string>} */ all, /** @type {string} */ chosen) => Object.entries(all).map(([value, label]) => h("option", { value, selected: value === chosen }, label));
  const rated = items.map((tag) => {
    const chosen = now.lines?.includes(tag.id) ? "line" : now.veils?.includes(tag.id) ? "veil" : "";
    return { tag, select: h("select", { name: `tag.${tag.id}` }, options(T.rating, chosen)) };
  });
  const isTag = (/** @type {string} */ entry) => items.some(({ id }) => id === entry);
  const own = KINDS.map((kind) => ({ kind, text: h("textarea", { name: kind, rows: 2 }, (now[kind] ?? []).filter((entry) => !isTag(entry)).join("\n")) }));
  const dials = Object.entries(T.dials).map(([dial, { title, options: all }]) => {
    const select = h("select", { name: dial }, options(all, now[/** @type {keyof typeof T.dials} */ (dial)] ?? ""));
    return { dial, title, select };
  });
  const warn = () => {
    const there = rated.filter(({ tag }) => inCampaign().includes(tag.id));
    const crossed = there.filter(({ select }) => select.value === "line");
    const list = (/** @type {typeof rated} */ some) => some.map(({ tag }) => name(tag)).join(", ");
    contents.textContent = there.length ? T.contains(list(there)) : "";
    warning.textContent = crossed.length ? T.crossed(list(crossed)) : "";
  };
  const read = () => {
    const entries = (/** @type {Kind} */ kind, /** @type {string} */ rating) => [
      ...rated.filter(({ select }) => select.value === rating).map(({ tag }) => tag.id),
      ...(own.find((it) => it.kind === kind)?.text.value ?? "").split("\n").map((line) => line.trim()).filter(Boolean),
    ];
    const set = dials.filter(({ select }) => select.value).map(({ dial, select }) => [dial, select.value]);
    return /** @type {Safety} */ ({ lines: entries("lines", "line"), veils: entries("veils", "veil"), ...Object.fromEntries(set) });
  };
  const tags = h("fieldset", { onchange: warn }, h("legend", {}, T.tags), h("div", { class: "ratings" }, rated.map(({ tag, select }) => field(name(tag), select))));
  warn();
  return {
    fields: h("div", { class: "safety" }, h("p", { class: "soft" }, T.intro), dials.map(({ title, select }) => field(title, select)), own.map(({ kind, text }) => field(T[kind], text, T.ownHint)), contents, tags, warning),
    read,
    warn,
  };
}

/** The form for the session on the table, which keeps what is set. @param {string} sessionId */
export async function sessionSafety(sessionId) {
  const path = sessionPath(sessionId, "/safety");
  const now = await get(path);
  const tags = now.crossed.map((/** @type {{ id: string }} */ { id }) => id);
  const { fields, read } = await safetyForm(now, () => tags);
  const fault = h("p", { class: "fault", role: "alert" });
  const kept = h("p", { class: "soft", role: "status" });
  const keep = async (/** @type {Event} */ event) => {
    event.preventDefault();
    fault.textContent = kept.textContent = "";
    try {
      await json("PUT", path, read());
      kept.textContent = T.kept;
    } catch (error) {
      showRefusal(form, error, fault);
    }
  };
  const form = h("form", { novalidate: true, onsubmit: keep }, fields, h("button", { type: "submit" }, T.keep), kept, fault);
  return form;
}

let isPlayed = false;

/** Plays the X card for the session on the table, then asks what it was about; nobody has to answer. */
export async function playX() {
  const { session } = app.get();
  if (!session || isPlayed) return;
  isPlayed = true;
  const path = sessionPath(session.id, "/x");
  try {
    await rereadAfter(async () => app.set({ session: await json("POST", path, {}), trouble: null }));
  } catch {
    return remark(T.notReached);
  } finally {
    isPlayed = false;
  }
  const about = h("input", { name: "about", maxlength: 80, autocomplete: "off" });
  const fault = h("p", { class: "fault", role: "alert" });
  const say = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      if (about.value.trim()) app.set({ session: await json("POST", path, { about: about.value.trim() }) });
      form.closest("dialog")?.close();
    } catch (error) {
      showRefusal(form, error, fault);
    }
  };
  const form = h("form", { novalidate: true, onsubmit: say }, h("p", {}, T.gone), field(T.about, about, T.aboutHint), h("button", { type: "submit", class: "primary" }, T.goOn), fault);
  openDialog(T.stopped, "box", form);
  about.focus();
}
