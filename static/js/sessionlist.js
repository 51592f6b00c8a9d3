// @ts-check
// The list of adventures: opened, renamed, deleted. It stands on the first page and in the drawer of the table.
import { get, json, sessionPath } from "./api.js";
import { confirmed, openDialog } from "./dialog.js";
import { add, fill, h } from "./dom.js";
import { field, showFaults } from "./form.js";
import { ApiError } from "./api.js";
import { forgetSession } from "./memory.js";
import { app } from "./state.js";
import { S } from "./strings.js";
import { tellTabs } from "./tabsync.js";
import { ago, properName } from "./text.js";

/** @typedef {import("./types.js").SessionItem} SessionItem @typedef {import("./types.js").SessionPage} SessionPage */

const PAGE = 20;

/** @param {string} [cursor] @returns {Promise<SessionPage>} */
export function fetchSessions(cursor) {
  const query = new URLSearchParams({ limit: String(PAGE), ...(cursor && { cursor }) });
  return get(`/api/sessions?${query}`);
}

/** @param {SessionItem} item */
function about({ heroes, location, turns, updatedAt }) {
  const names = heroes.map((hero) => (typeof hero === "string" ? hero : hero.name)).join(", ");
  return [names, location && properName(location), S.home.turns(turns), ago(updatedAt)].filter(Boolean).join(" · ");
}

/**
 * @param {SessionItem} item
 * @returns {Promise<string | null>} the new title
 */
function askTitle(item) {
  return new Promise((resolve) => {
    /** @type {string | null} */
    let renamed = null;
    const title = h("input", { name: "title", value: item.title, maxlength: 200, autocomplete: "off" });
    const go = h("button", { type: "submit", class: "primary" }, S.home.rename);
    const form = h("form", { novalidate: true }, field(S.home.title, title), h("div", { class: "row end" }, go));
    const dialog = openDialog(S.home.renameTitle, "box", form);
    title.select();
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const words = title.value.trim();
      if (!words) return void showFaults(form, [{ field: "title", message: S.home.titleMissing }]);
      try {
        await json("PATCH", sessionPath(item.id), { title: words });
        renamed = words;
        dialog.close();
      } catch (error) {
        const faults = error instanceof ApiError && error.fields.length ? error.fields : [{ field: "title", message: /** @type {Error} */ (error).message }];
        showFaults(form, faults);
      }
    });
    dialog.addEventListener("close", () => resolve(renamed));
  });
}

/**
 * @param {SessionPage} first
 * @param {{ onEmpty: () => void, onOpen?: () => void }} on
 */
export function sessionList(first, { onEmpty, onOpen }) {
  const list = h("ul", { class: "adventures" });
  const fault = h("p", { class: "fault", role: "alert" });
  const more = h("button", { type: "button" }, S.home.more);
  let cursor = first.nextCursor;

  /** @param {SessionItem} item */
  const row = (item) => {
    const title = h("span", { class: "name" }, item.title);
    const open = h(
      "a",
      { href: `#/s/${encodeURIComponent(item.id)}`, "aria-current": app.get().session?.id === item.id ? "true" : null, onclick: () => onOpen?.() },
      title,
      h("span", { class: "soft" }, about(item)),
    );
    const rename = h("button", { type: "button", class: "quiet", "aria-label": S.home.renameOf(item.title) }, "✎");
    const remove = h("button", { type: "button", class: "quiet", "aria-label": S.home.deleteOf(item.title) }, "✕");
    const element = h("li", {}, open, rename, remove);
    rename.addEventListener("click", async () => {
      const words = await askTitle(item);
      if (words === null) return;
      item.title = words;
      fill(title, words);
      rename.setAttribute("aria-label", S.home.renameOf(words));
      remove.setAttribute("aria-label", S.home.deleteOf(words));
      const { session } = app.get();
      if (session?.id === item.id) app.set({ session: { ...session, title: words } });
    });
    remove.addEventListener("click", async () => {
      if (!(await confirmed({ title: S.home.deleteTitle, text: S.home.deleteText(item.title), yes: S.home.delete }))) return;
      fault.textContent = "";
      try {
        await json("DELETE", sessionPath(item.id));
      } catch (error) {
        // Deleted already, in another tab: that is what was wanted.
        if (!(error instanceof ApiError && error.status === 404)) return void (fault.textContent = /** @type {Error} */ (error).message);
      }
      forgetSession(item.id);
      tellTabs({ sessionId: item.id, gone: true });
      const neighbour = element.nextElementSibling ?? element.previousElementSibling;
      element.remove();
      if (app.get().session?.id === item.id) location.hash = "#/";
      if (!list.childElementCount && !cursor) onEmpty();
      else /** @type {HTMLElement | null} */ (neighbour?.querySelector("a") ?? more)?.focus();
    });
    return element;
  };

  /** @param {SessionPage} page */
  const show = (page) => {
    add(list, page.items.map(row));
    cursor = page.nextCursor;
    more.hidden = !cursor;
  };
  more.addEventListener("click", async () => {
    more.disabled = true;
    fault.textContent = "";
    try {
      const from = list.childElementCount;
      show(await fetchSessions(cursor ?? undefined));
      /** @type {HTMLElement | null} */ (list.children[from]?.querySelector("a"))?.focus();
    } catch (error) {
      fault.textContent = S.couldNotLoad(/** @type {Error} */ (error).message);
    } finally {
      more.disabled = false;
    }
  });
  show(first);
  return h("div", {}, list, more, fault);
}
