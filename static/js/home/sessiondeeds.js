// @ts-check
// Actions on an adventure in the list: rename, export, delete.
import { ApiError, json, sessionPath } from "../api.js";
import { confirmed, openMenu, openDialog } from "../dialog.js";
import { h } from "../dom.js";
import { field, showFaults } from "../form.js";
import { forgetSession } from "../memory.js";
import { exportSession } from "./sessionfile.js";
import { app, complain, later } from "../state.js";
import { H } from "../words/en/home.js";
import { tellTabs } from "../table/tabsync.js";

/** @typedef {import("./sessionlist.js").Row} Row */

const T = H.sessions;

/** @param {Row} row */
export function offerDeeds(row) {
  openMenu(row.item.title, [
    { label: T.rename, run: () => rename(row) },
    { label: T.export, run: () => void exportSession(row.item.id) },
    { label: T.print, run: () => void later(() => import("../journal/printing.js"), ({ printSession }) => printSession(row.item.id)) },
    { label: T.delete, run: () => void remove(row), danger: true },
  ]);
}

/** @param {Row} row */
function rename({ item, renamed }) {
  const title = h("input", { name: "title", value: item.title, maxlength: 120, autocomplete: "off" });
  const go = h("button", { type: "submit", class: "primary" }, T.rename);
  const form = h("form", { novalidate: true }, field(T.title, title), h("div", { class: "row end" }, go));
  const dialog = openDialog(T.renameTitle, "box", form);
  title.select();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const words = title.value.trim();
    if (!words) return void showFaults(form, [{ field: "title", message: T.titleMissing }]);
    try {
      await json("PATCH", sessionPath(item.id), { title: words });
    } catch (error) {
      const faults = error instanceof ApiError && error.fields.length ? error.fields : [{ field: "title", message: /** @type {Error} */ (error).message }];
      return void showFaults(form, faults);
    }
    item.title = words;
    renamed();
    const { session } = app.get();
    if (session?.id === item.id) app.set({ session: { ...session, title: words } });
    dialog.close();
  });
}

/** @param {Row} row */
async function remove({ item, removed }) {
  if (!(await confirmed({ title: T.deleteTitle, text: T.deleteText(item.title), yes: T.deleteForGood, no: T.keep, danger: true }))) return;
  try {
    await json("DELETE", sessionPath(item.id));
  } catch (error) {
    // Deleted already, in another tab: that is what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) return complain(error);
  }
  forgetSession(item.id);
  tellTabs({ sessionId: item.id, gone: true });
  if (app.get().session?.id === item.id) location.hash = "#/";
  removed();
}
