// @ts-check
// What the server keeps for the session on the table: the language its story is told in.
import { json, sessionPath } from "./api.js";
import { h } from "./dom.js";
import { field } from "./form.js";
import { app } from "./state.js";
import { A } from "./strings-aside.js";
import { storyLanguage } from "./storylanguage.js";

/** @param {import("./types.js").Session} session */
export function storySettings({ id, language }) {
  const select = storyLanguage(A.settings.ownWords, language);
  const fault = h("p", { class: "fault", role: "alert" });
  select.addEventListener("change", async () => {
    fault.textContent = "";
    try {
      app.set({ session: await json("PATCH", sessionPath(id, "/settings"), { language: select.value || null }) });
    } catch (error) {
      fault.textContent = /** @type {Error} */ (error).message;
    }
  });
  return h("div", {}, field(A.settings.story, select), fault);
}
