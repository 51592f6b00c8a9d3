// @ts-check
// The end of a campaign: a card at the end of the story, and the page it opens.
import { get } from "../api.js";
import { openDialog } from "../dialog.js";
import { byId, fill, h } from "../dom.js";
import { keepingFocus } from "../lib/pieces.js";
import { prose } from "../prose.js";
import { picture } from "./scenery.js";
import { exportSession } from "../home/sessionfile.js";
import { app } from "../state.js";
import { S } from "../words/en.js";
import { PLOT } from "../words/en/table/plot.js";
import { listedAs } from "../text.js";

/** @typedef {import("../types.js").Session} Session */

const T = PLOT.ending;

/** @param {string} kind */
const signOf = (kind) => h("span", { "aria-hidden": "true" }, `${listedAs(T.signs, kind) ?? "❖"} `);

export function openEnding() {
  const { session } = app.get();
  const plot = session?.plot;
  if (!session || !plot?.ending) return;
  const { title, kind, epilogue } = plot.ending;
  const names = new Intl.ListFormat(S.locale).format(session.characters.map(({ name }) => name));
  const others = h("p", { class: "soft" });
  const dialog = openDialog(
    title,
    "last-page",
    picture(plot.campaign, plot.node),
    h("p", { class: "last-kind" }, signOf(kind), [listedAs(T.kinds, kind), T.of(plot.campaign.title)].filter(Boolean).join(" · ")),
    prose(epilogue),
    h("p", { class: "soft" }, `${T.heroes(names)} ${T.sum(plot.visited.length, plot.findings.length, session.clock.day)}`),
    others,
    h(
      "div",
      { class: "row" },
      h("a", { class: "button primary", href: "#/new" }, T.another),
      h("button", { type: "button", onclick: () => void exportSession(session.id) }, T.save),
      h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, T.stay),
    ),
    h("p", { class: "soft" }, T.stayHint),
  );
  // One begins at the top of a page, not at its first button below.
  dialog.scrollTop = 0;
  void sayOthers(others, plot.campaign.slug, title);
}

/**
 * How many other ways it could have ended, where the campaign is still on the shelf; those one has seen have their names.
 * @param {HTMLElement} place
 * @param {string} slug
 * @param {string} title
 */
async function sayOthers(place, slug, title) {
  /** @type {{ items: import("../types.js").CampaignCard[] }} */
  const { items } = await get("/api/campaigns").catch(() => ({ items: [] }));
  const { endings = 0, endingsFound = [] } = items.find((campaign) => campaign.slug === slug) ?? {};
  if (endings < 2) return;
  const seen = [...new Set([title, ...endingsFound])];
  const blank = h("span", { "aria-hidden": "true" }, " · ……".repeat(Math.max(0, endings - seen.length)));
  fill(place, T.others(endings - 1), h("br", {}), `✓ ${seen.join(" · ✓ ")}`, blank);
}

const card = h("section", { class: "ending-card", hidden: true, "aria-label": T.over });

/** @param {Session | null} session */
function drawCard(session) {
  const ending = session?.plot?.ending;
  card.hidden = !ending;
  if (!ending) return fill(card);
  keepingFocus(card, () => fill(card, h("p", { class: "soft" }, T.over), h("p", { class: "ending-title" }, signOf(ending.kind), ending.title), h("button", { type: "button", class: "primary", onclick: openEnding }, T.open)));
}

let watches = false;

export function watchEnding() {
  if (watches) return;
  watches = true;
  byId("turns", HTMLElement).after(card);
  app.watch(({ session }) => session, drawCard);
}
