// @ts-check
// Settings of the session on the server: language and house rules.
import { json, sessionPath } from "../api.js";
import { h } from "../dom.js";
import { field, showRefusal } from "../form.js";
import { isGuest } from "../friends/guest.js";
import { houseBox, lateBox } from "./housebox.js";
import { app, bring } from "../state.js";
import { A } from "../words/en/aside.js";
import { storyLanguage } from "./storylanguage.js";

/** @param {import("../types.js").Session} session */
export function storySettings({ id, language, houseRules }) {
  const select = storyLanguage(A.settings.ownWords, language);
  const fault = h("p", { class: "fault", role: "alert" });
  const kept = h("p", { class: "soft", role: "status" });
  const house = houseBox(A.settings.houseRules, houseRules, h("button", { type: "submit" }, A.settings.keepRules));
  /** @param {object} settings */
  const set = async (settings) => {
    fault.textContent = kept.textContent = "";
    try {
      app.set({ session: await json("PATCH", sessionPath(id, "/settings"), settings) });
      kept.textContent = A.settings.kept;
    } catch (error) {
      showRefusal(form, error, fault);
    }
  };
  select.addEventListener("change", () => void set({ language: select.value || null }));
  const keep = (/** @type {Event} */ event) => {
    event.preventDefault();
    void set({ houseRules: house.read() });
  };
  const form = h("form", { novalidate: true, onsubmit: keep }, field(A.settings.story, select), house.box, kept, fault);
  const safety = lateBox(A.settings.safety, async () => ({ fields: await (await bring("settings/safety")).sessionSafety(id) }));
  // The story's settings are the host's; lines and veils are each player's own.
  return [!isGuest() && form, document.body.dataset.seat !== "spectator" && safety.box];
}
