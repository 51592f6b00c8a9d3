// @ts-check
// The player's settings, saved in this browser only; and the list of keys.
import { json } from "../api.js";
import { openDialog } from "../dialog.js";
import { byId, fill, h } from "../dom.js";
import { forgetStory, recall, remember } from "../memory.js";
import { app, isKeyless } from "../state.js";
import { A } from "../words/en/aside.js";

const T = A.settings;

/**
 * A choice that the style sheet sees on the document.
 * @param {"theme" | "size"} name
 * @param {string} title
 * @param {Record<string, string>} options
 */
function choice(name, title, options) {
  const now = recall(name) ?? "";
  const boxes = Object.entries(options).map(([value, label]) => {
    const set = () => {
      remember(name, value);
      document.documentElement.dataset[name] = value;
    };
    return h("label", { class: "check" }, h("input", { type: "radio", name, value, checked: value === now, onchange: set }), label);
  });
  return h("fieldset", {}, h("legend", {}, title), h("div", { class: "row" }, boxes));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} on what is remembered when it is ticked
 * @param {string} off
 * @param {boolean} [seen] by the style sheet too, on the document
 */
function tick(name, label, on, off, seen = false) {
  const set = () => {
    remember(name, box.checked ? on : off);
    if (seen) document.documentElement.dataset[name] = box.checked ? on : off;
  };
  const box = h("input", { type: "checkbox", checked: (recall(name) ?? "") === on, onchange: set });
  return h("label", { class: "check" }, box, label);
}

/** Words stand all over the page, and some in what was drawn before: it is loaded anew, and the player is led back here. */
function tongue() {
  const set = (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
    remember("language", target.value);
    history.replaceState({ ...history.state, tongue: true }, "");
    location.reload();
  };
  const now = recall("language") ?? "";
  return h("div", { class: "field" }, h("label", { for: "tongue" }, T.language), h("select", { id: "tongue", onchange: set }, Object.entries(T.languages).map(([value, label]) => h("option", { value, selected: value === now, lang: value || null }, label))));
}

const keyList = () =>
  h("dl", { class: "facts keys" }, A.keys.map(([key, deed]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, deed))));

/** Forgets the sign-in, and everything on the page with it. */
async function signOut() {
  forgetStory();
  await json("POST", "/api/sign-out");
  location.assign("/");
}

export function openSettings() {
  const { tongue: isBack, ...state } = history.state ?? {};
  const { info, session } = app.get();
  const story = h("div", {});
  if (session) import("./storysettings.js").then(({ storySettings }) => fill(story, storySettings(session))).catch(() => {});
  openDialog(
    T.title,
    "box",
    h(
      "div",
      { class: "settings" },
      tongue(),
      story,
      choice("theme", T.theme, T.themes),
      choice("size", T.size, T.sizes),
      tick("pace", T.pace, "", "off", true),
      tick("letters", T.letters, "", "off"),
      tick("whole", T.whole, "on", ""),
      h("details", {}, h("summary", {}, T.keys), keyList()),
      info && h("p", { class: "soft" }, T.about(info.version), " ", isKeyless() ? T.keyless : T.told(info.model.dm ?? info.model.provider)),
      info?.auth === "token" && h("button", { type: "button", onclick: () => void signOut() }, T.signOut),
    ),
  );
  if (!isBack) return;
  history.replaceState(state, "");
  byId("tongue", HTMLSelectElement).focus();
}

export function openKeys() {
  openDialog(T.keys, "box", keyList());
}
