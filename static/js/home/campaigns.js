// @ts-check
// Chooses the content of a new adventure: free play, a built-in campaign, or one's own.
import { ApiError, get, json, request } from "../api.js";
import { art } from "../art.js";
import { fill, h, stylesheet } from "../dom.js";
import { findingList } from "./findings.js";
import { houseBox, lateBox } from "../settings/housebox.js";
import { bring, isKeyless } from "../state.js";
import { C } from "../words/en/campaigns.js";
import { S } from "../words/en.js";
import { capitalised, clean, curly } from "../text.js";

/** @typedef {import("../types.js").CampaignCard} CampaignCard @typedef {import("../types.js").Diagnostic} Diagnostic */

const SHELF = "/api/campaigns";
/** What the server takes at most. */
const MOST_MIB = 4;

/** @param {string} slug */
const at = (slug) => `${SHELF}/${encodeURIComponent(slug)}`;

/** In half hours. @param {number} minutes */
const hours = (minutes) => Math.max(1, Math.round(minutes / 30)) / 2;

/**
 * What stands below a campaign's title, beside its blurb.
 * @param {CampaignCard} campaign
 */
export function facts({ party, acts, nodes, endings, endingsFound, language, ours, genre, minutes }) {
  const lines = [C.party(party.heroes, party.level), C.size(acts, nodes, endings, endingsFound?.length)];
  if (genre) lines.unshift(capitalised(genre));
  if (minutes) lines.push(C.time(hours(minutes.from), hours(minutes.to)));
  if (!/^en\b/i.test(language)) lines.push(C.language((/^[\w-]+$/.test(language) && new Intl.DisplayNames(S.locale, { type: "language" }).of(language)) || language));
  if (!ours) lines.push(C.own);
  return lines;
}

/**
 * @param {string} slug empty for none
 * @param {string} title
 * @param {string} text
 * @param {string[]} lines
 * @param {boolean} checked
 */
const card = (slug, title, text, lines, checked) =>
  h(
    "label",
    { class: "choice campaign-card" },
    h("input", { type: "radio", name: "campaign", value: slug, checked, "data-name": title }),
    slug ? art("place", "cover", title, text) : art("place", "cover", "The open road", "dawn"),
    h("span", { class: "name" }, title),
    h("span", { class: "tale" }, curly(text)),
    h("span", { class: "soft dots" }, lines.map((line) => h("span", {}, `${line} `))),
    h("span", { class: "chosen", "aria-hidden": "true" }, "✓"),
  );

/**
 * The part of the form that asks for it, once it is whole. Without the campaigns an adventure can be begun all the same.
 * @returns {Promise<{ element: HTMLElement, chosen: () => { campaign?: string, houseRules?: import("../types.js").HouseRules, safety?: import("../types.js").Safety } }>} `chosen` is what a new session is asked for with
 */
export async function campaignChoice() {
  const cards = h("div", { class: "cards campaigns" });
  const status = h("p", { class: "status", role: "status" });
  const report = h("div", {});
  const open = h("button", { type: "button", onclick: () => file.click() }, C.import);
  const file = h("input", { type: "file", accept: ".json,application/json", hidden: true });
  /** Gives out the one that is chosen. */
  const save = h("a", { download: "", hidden: true }, C.download);
  const house = houseBox(C.houseRules, {});
  /** The content tags of each campaign. @type {Map<string, string[]>} */
  const tags = new Map();
  const safety = lateBox(C.safety, async () => (await bring("settings/safety")).safetyForm({}, () => tags.get(chosen()) ?? []));
  const element = h(
    "fieldset",
    { class: "bare campaign-choice" },
    h("legend", {}, C.legend),
    cards,
    h("div", { class: "row" }, open, file, save, !isKeyless() && h("a", { href: "#/author" }, C.write), h("small", {}, C.importHint)),
    status,
    report,
    house.box,
    safety.box,
  );
  const radio = () => /** @type {HTMLInputElement | null} */ (cards.querySelector("input[name=campaign]:checked"));
  const chosen = () => radio()?.value ?? "";

  const offerFile = () => {
    const box = radio();
    save.hidden = !box?.value;
    save.href = at(box?.value ?? "");
    save.setAttribute("aria-label", C.downloadOf(box?.dataset.name ?? ""));
    safety.form()?.warn();
  };
  cards.addEventListener("change", offerFile);

  /** @param {string} text @param {boolean} [wrong] */
  const say = (text, wrong = false) => {
    status.textContent = clean(text);
    status.classList.toggle("fault", wrong);
  };

  /** @param {string} wanted */
  const show = async (wanted) => {
    /** @type {CampaignCard[]} */
    let items = [];
    try {
      ({ items } = await get(SHELF));
      for (const { slug, contentTags } of items) tags.set(slug, contentTags ?? []);
    } catch (error) {
      say(C.couldNot(/** @type {Error} */ (error).message), true);
    }
    if (!items.some(({ slug }) => slug === wanted)) wanted = "";
    fill(cards, h("div", { class: "campaign" }, card("", C.free, C.freeText, C.freeFacts, !wanted)), items.map((item) => offered(item, item.slug === wanted)));
    offerFile();
    // Who sets out says where to.
    cards.dispatchEvent(new Event("input", { bubbles: true }));
  };

  /** @param {CampaignCard} campaign @param {boolean} checked */
  const offered = (campaign, checked) => {
    const { slug, title, blurb, ours } = campaign;
    const remove = ours ? null : h("button", { type: "button", class: "quiet", "aria-label": C.deleteOf(title), onclick: () => void take(campaign) }, C.delete);
    return h("div", { class: "campaign" }, card(slug, title, blurb, facts(campaign), checked), remove && h("p", { class: "row small" }, remove));
  };

  /** @param {CampaignCard} campaign */
  const take = async ({ slug, title }) => {
    const { confirmed } = await import("../dialog.js");
    if (!(await confirmed({ title: C.deleteTitle, text: C.deleteText(title), yes: C.deleteGo, no: C.keep, danger: true }))) return;
    try {
      await json("DELETE", at(slug));
    } catch (error) {
      // Somebody else was faster, perhaps: then it is gone as well.
      if (!(error instanceof ApiError && error.status === 404)) return say(/** @type {Error} */ (error).message, true);
    }
    fill(report);
    await show(chosen());
    say(C.deleted(title));
    radio()?.focus();
  };

  /** @param {File} picked */
  const bringIn = async (picked) => {
    const name = clean(picked.name);
    fill(report);
    if (picked.size > MOST_MIB * 1024 * 1024) return say(C.failed(name, C.tooBig(MOST_MIB)), true);
    say(C.importing);
    open.setAttribute("aria-disabled", "true");
    try {
      const answer = await request(SHELF, { method: "POST", headers: { "content-type": "application/json" }, body: picked });
      /** @type {{ campaign: CampaignCard, findings: Diagnostic[] }} */
      const { campaign, findings } = await answer.json();
      await show(campaign.slug);
      say(C.imported(campaign.title));
      if (findings.length) fill(report, h("p", {}, C.amiss(findings.length)), findingList(findings));
      radio()?.focus();
    } catch (error) {
      const findings = error instanceof ApiError ? (error.problem.findings ?? []) : [];
      const n = findings.filter(({ severity }) => severity === "error").length;
      say(C.failed(name, n ? C.broken(n) : /** @type {Error} */ (error).message), true);
      if (!findings.length) return;
      const list = findingList(findings);
      fill(report, list);
      list.focus();
    } finally {
      open.removeAttribute("aria-disabled");
    }
  };

  file.addEventListener("change", () => {
    const [picked] = file.files ?? [];
    // The same file again, mended meanwhile, is a choice as well.
    if (picked) void bringIn(picked).finally(() => (file.value = ""));
  });

  // An address may name one: `#/new/SLUG`.
  await Promise.all([show(location.hash.slice(6)), stylesheet("/css/campaigns.css")]);
  // What nobody chose is undefined, and not sent.
  return { element, chosen: () => ({ campaign: chosen() || undefined, houseRules: house.read(), safety: safety.form()?.read() }) };
}
