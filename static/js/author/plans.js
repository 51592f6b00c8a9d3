// @ts-check
// The list of drafts, and a new one.
import { ApiError, get, json } from "../api.js";
import { add, byId, fill, h, stylesheet } from "../dom.js";
import { field, showRefusal } from "../form.js";
import { lateBox } from "../settings/housebox.js";
import { ago } from "../lib/listing.js";
import { app, bring } from "../state.js";
import { S } from "../words/en.js";
import { L } from "../words/en/author/plans.js";
import { KEYLESS } from "../words/en/author/keyless.js";
import { clean } from "../text.js";

/** @typedef {import("../types.js").PlanItem} PlanItem @typedef {import("../types.js").CampaignCard} CampaignCard */

const PLANS = "/api/plans";
/** Languages that are offered; the author writes in any that has a name. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "cs", "uk", "tr", "ja", "zh", "ko"];

/** @param {string} tag a language, as those who speak it call it */
const ownName = (tag) => new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;

/** @param {CampaignCard[]} campaigns */
function form(campaigns) {
  const language = h("select", { name: "language" }, LANGUAGES.map((tag) => h("option", { value: tag, selected: tag === S.locale }, ownName(tag))));
  const from = h(
    "select",
    { name: "campaign" },
    h("option", { value: "" }, L.blank),
    campaigns.map(({ slug, title, ours }) => h("option", { value: slug }, ours ? L.copy(title) : L.own(title))),
  );
  const safety = lateBox(L.safety, async () => (await bring("settings/safety")).safetyForm({}, () => campaigns.find(({ slug }) => slug === from.value)?.contentTags ?? []));
  const go = h("button", { type: "submit", class: "primary big" }, L.begin);
  const fault = h("p", { class: "fault", role: "alert" });
  const languageField = field(L.language, language);
  const element = h("form", { class: "new-plan", novalidate: true }, field(L.from, from), languageField, safety.box, go, fault);
  // A campaign that is gone on from has its language already.
  from.addEventListener("change", () => {
    languageField.hidden = from.value !== "";
    safety.form()?.warn();
  });
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (go.getAttribute("aria-disabled") === "true") return;
    go.setAttribute("aria-disabled", "true");
    fill(go, L.beginning);
    fault.textContent = "";
    try {
      /** @type {{ id: string }} */
      const { id } = await json("POST", PLANS, { ...(from.value ? { campaign: from.value } : { language: language.value }), safety: safety.form()?.read() });
      location.hash = `#/author/${encodeURIComponent(id)}`;
    } catch (error) {
      showRefusal(element, error, fault);
    } finally {
      go.removeAttribute("aria-disabled");
      fill(go, L.begin);
    }
  });
  return element;
}

/** @param {PlanItem[]} items */
function list(items) {
  const rows = h("ul", { class: "adventures" });
  const status = h("p", { class: "soft", role: "status" });
  const none = h("p", { class: "soft", hidden: items.length > 0 }, L.none);

  /** @param {PlanItem} item */
  const row = ({ id, title, updatedAt }) => {
    const remove = h("button", { type: "button", class: "quiet", "aria-label": L.deleteOf(title) }, "✕");
    const open = h("a", { href: `#/author/${encodeURIComponent(id)}` }, h("span", { class: "name" }, title), h("span", { class: "soft" }, ago(updatedAt)));
    const element = h("li", {}, open, remove);
    remove.addEventListener("click", async () => {
      const { confirmed } = await import("../dialog.js");
      if (!(await confirmed({ title: L.deleteTitle, text: L.deleteText(title), yes: L.deleteGo, no: L.keep, danger: true }))) return;
      try {
        await json("DELETE", `${PLANS}/${encodeURIComponent(id)}`);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) return void (status.textContent = clean(/** @type {Error} */ (error).message));
      }
      const next = element.nextElementSibling ?? element.previousElementSibling;
      element.remove();
      none.hidden = rows.childElementCount > 0;
      status.textContent = clean(L.deleted(title));
      /** @type {HTMLElement | null} */ (next?.querySelector("a") ?? document.querySelector(".new-plan select"))?.focus();
    });
    return element;
  };
  add(rows, items.map(row));
  return [h("h2", {}, L.drafts), none, rows, status];
}

const HERE = "#/author";
const root = h("main", { class: "home", hidden: true, "aria-label": L.title });

/** Shows the drafts. */
export async function show() {
  /** @type {[{ items: PlanItem[] }, { items: CampaignCard[] }, import("../types.js").Info, ...unknown[]]} */
  const [plans, shelf, info] = await Promise.all([get(PLANS), get("/api/campaigns"), app.get().info ?? get("/api/info"), stylesheet("/css/home.css"), stylesheet("/css/plans.css")]);
  if (location.hash !== HERE) return;
  const heading = h("h1", { tabindex: -1 }, L.title);
  const keyless = info.model.provider === "storyteller" && h("p", { class: "notice" }, KEYLESS.why);
  fill(root, heading, h("p", { class: "lead" }, L.lead), keyless, form(shelf.items), list(plans.items));
  if (!root.isConnected) byId("home", HTMLElement).after(root);
  root.hidden = false;
  document.title = clean(`${L.title} · ${S.name}`);
  heading.focus({ preventScroll: true });
}

addEventListener("hashchange", () => {
  if (location.hash === HERE || root.hidden) return;
  root.hidden = true;
  document.title = S.name;
});
