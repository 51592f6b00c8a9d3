// @ts-check
// What the story remembers: events, people, quests, turning points.
import { byId, fill, h } from "./dom.js";
import { section } from "./hero.js";
import { app } from "./state.js";
import { S } from "./strings.js";
import { capitalised, listedAs, properName, words } from "./text.js";

/** @typedef {import("./types.js").Session} Session @typedef {import("./types.js").SupportingNpc} SupportingNpc */

const panel = byId("panel-journal", HTMLElement);
/** People whose page is open stay so when the panel is drawn anew. @type {Set<string>} */
const opened = new Set();

/** @param {SupportingNpc} npc */
function person(npc) {
  const { id, name, role, location, appearance, personality, motivations = [], notes } = npc;
  /** @type {[string, string][]} */
  const all = [
    [S.journal.looks, appearance],
    [S.journal.manner, personality],
    [S.journal.wants, motivations.join("; ")],
    [S.journal.notes, notes],
  ];
  const page = h(
    "details",
    { open: opened.has(id), class: "person" },
    h("summary", { "data-key": id }, h("b", {}, properName(name)), h("span", { class: "role" }, listedAs(S.roles, role) ?? capitalised(words(role))), location && h("span", { class: "soft" }, properName(location))),
    h("dl", {}, all.filter(([, text]) => text).map(([title, text]) => h("div", {}, h("dt", {}, title), h("dd", {}, capitalised(text))))),
  );
  page.addEventListener("toggle", () => (page.open ? opened.add(id) : opened.delete(id)));
  return page;
}

/** @param {string[]} texts the newest last, as the server keeps them; read newest first */
const newestFirst = (texts) => [...texts].reverse().map((text) => h("li", {}, capitalised(text)));

/** @param {Session} session */
function pages({ story, importantEvents, supportingNPCs, creatures = [] }) {
  const quests = story.activeQuests.map(({ name, objectives = [] }) =>
    h("li", { class: "quest" }, h("b", {}, capitalised(name)), objectives.length > 0 && h("ul", {}, objectives.map((text) => h("li", {}, capitalised(text))))),
  );
  const present = creatures.map(({ name, disposition, health }) =>
    h("li", {}, h("span", {}, properName(name)), h("span", { class: "soft" }, [words(disposition), health].filter(Boolean).join(", "))),
  );
  const known = new Set(supportingNPCs.map(({ name }) => name.toLowerCase()));
  const met = story.metNPCs.filter((name) => !known.has(name.toLowerCase()));
  return [
    story.campaignSummary && h("section", {}, h("h3", {}, S.journal.soFar), h("p", {}, story.campaignSummary)),
    section(S.journal.present, present),
    section(S.journal.quests, quests, S.journal.noQuests),
    section(S.journal.events, newestFirst(importantEvents), S.journal.noEvents),
    h("section", {}, h("h3", {}, S.journal.people), supportingNPCs.length ? supportingNPCs.map(person) : h("p", { class: "soft" }, S.journal.noPeople), met.length > 0 && h("p", { class: "soft" }, S.journal.alsoMet(met.map(properName).join(", ")))),
    section(S.journal.milestones, newestFirst(story.milestones)),
    section(S.journal.recent, newestFirst(story.recentEvents)),
  ];
}

export function initJournal() {
  app.watch(
    ({ session }) => session,
    (session) => {
      const key = panel.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
      fill(panel, h("h2", {}, S.journal.title), session && pages(session));
      if (key) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
    },
  );
}
