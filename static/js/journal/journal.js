// @ts-check
// The memory of the story: events, people, quests, turning points.
import { byId, fill, h, stylesheet } from "../dom.js";
import { likeness } from "../hero/likeness.js";
import { speakTo } from "../table/mention.js";
import { namesOf, remembered } from "../lib/names.js";
import { facts, keepingFocus, section } from "../lib/pieces.js";
import { isHere } from "../table/presence.js";
import { tongue } from "../prose.js";
import { app, bring, later } from "../state.js";
import { A } from "../words/en/aside.js";
import { isDead, livingFirst } from "../lib/listing.js";
import { capitalised, curly, listedAs, properName, term, words } from "../text.js";

const { paragraph } = await import("../lib/aloud.js");

/** @typedef {import("../types.js").Session} Session @typedef {import("../types.js").SupportingNpc} SupportingNpc */

const panel = byId("panel-journal", HTMLElement);
/** What stands above the lines that are written down, and below them. They stand between, and are never moved: somebody may be writing there. */
const above = h("div", {});
const written = h("div", {});
const below = h("div", {});
/** Whether what must not be forgotten stands there, line by line. */
let isWritten = false;
/** Those who come from a campaign have faces. @type {typeof import("../campaign/faces.js") | null} */
let faces = null;
/** Whose page is open: it stays so when the panel is drawn anew. Read from the page, because `toggle` comes too late for a panel that is drawn at once. */
const openPages = () => new Set([...panel.querySelectorAll(".person[open] > summary")].map((one) => /** @type {HTMLElement} */ (one).dataset.key));

/** A place by its name as it is written, where the heroes know it. @param {string} location */
function placeName(location) {
  // Who left without a known destination is recorded as being elsewhere.
  if (location === "elsewhere") return "";
  const known = app.get().session?.places?.find(({ name }) => name.toLowerCase() === location.toLowerCase());
  return capitalised(curly(known?.name ?? properName(location)));
}

/** @param {SupportingNpc} npc @param {boolean} open */
function person(npc, open) {
  const { id, name, displayName, role, location, appearance, personality } = npc;
  const place = placeName(location);
  /** @type {[string, string][]} */
  const all = [
    [A.journal.looks, appearance],
    [A.journal.manner, personality],
  ];
  return h(
    "details",
    { open, class: "person" },
    h("summary", { "data-key": id }, app.get().session?.plot ? faces?.faceOf(id) : likeness(npc), h("b", {}, displayName ?? properName(name)), role !== "neutral" && h("span", { class: "role" }, listedAs(A.roles, role) ?? capitalised(words(role))), place && h("span", { class: "soft" }, place)),
    facts(all.filter(([, text]) => text).map(([title, text]) => [title, capitalised(text)])),
    isHere(app.get().session, npc) && h("button", { type: "button", class: "speak", onclick: () => speakTo(name), "data-key": `speak-${id}` }, A.journal.speak(displayName ?? properName(name))),
  );
}

/** @param {string[]} texts the newest last, as the server keeps them; read newest first @param {string[]} names */
const newestFirst = (texts, names) => [...texts].reverse().map((text) => h("li", {}, remembered(text, names)));

/** @param {Session} session */
function pages(session) {
  const { story, importantEvents, supportingNPCs, creatures = [], places = [] } = session;
  const names = namesOf(session);
  const told = paragraph([...story.milestones, ...story.recentEvents], names, session.characters.map(({ name }) => name));
  /** Where somebody is to be found. @param {string} who */
  const homeOf = (who) => {
    const { location = "" } = supportingNPCs.find(({ name, displayName }) => [name, displayName].some((one) => one?.toLowerCase() === who.toLowerCase())) ?? {};
    const place = placeName(location);
    return place && `, ${place}`;
  };
  const quests = story.activeQuests.map(({ name, title, giver, objectives = [] }) =>
    h(
      "li",
      { class: "quest" },
      h("b", {}, capitalised(title || remembered(name, names))),
      giver && h("span", { class: "soft" }, ` ${A.journal.from(properName(giver))}${homeOf(giver)}`),
      objectives.length > 0 && h("ul", {}, objectives.map(({ text, done }) => h("li", { class: done ? "done" : null }, h("span", { "aria-hidden": "true" }, done ? "☑ " : "☐ "), done && h("span", { class: "sr" }, A.journal.done), text))),
    ),
  );
  const closed = [...(story.closedQuests ?? [])].reverse().map(({ name, outcome }) => h("li", { class: "soft" }, `${outcome === "done" ? "✓" : "✗"} ${remembered(name, names)} (${A.journal.outcome[outcome]})`));
  const nameOf = new Map(places.map(({ id, name }) => [id, name]));
  const known = places.map(({ name, description, danger, ways, here, secrets }) =>
    h(
      "li",
      { class: "quest" },
      h("b", {}, properName(name)),
      h("span", { class: "soft" }, [here && A.journal.here, danger && A.journal.danger(danger)].filter(Boolean).map((text) => ` · ${text}`).join("")),
      description && h("p", {}, description),
      ways.length > 0 && h("p", { class: "soft" }, A.journal.ways(ways.map((id) => properName(nameOf.get(id) ?? words(id))).join(", "))),
      secrets.length > 0 && h("ul", {}, secrets.map((text) => h("li", {}, text))),
    ),
  );
  const present = livingFirst(creatures).map(({ name, disposition, health }) => {
    const dead = isDead(health);
    const state = dead ? `† ${A.journal.dead}` : [words(disposition), term(health)].filter(Boolean).join(", ");
    return h("li", { class: dead ? "dead" : null }, h("span", {}, properName(name)), h("span", { class: "soft" }, state));
  });
  const written = new Set(supportingNPCs.map(({ name }) => name.toLowerCase()));
  const open = openPages();
  const met = story.metNPCs.filter((name) => !written.has(name.toLowerCase()));
  fill(
    above,
    h("h2", {}, A.journal.title),
    seek(),
    (story.campaignSummary || told) && h("section", { class: "so-far" }, h("h3", {}, A.journal.soFar), story.campaignSummary && h("p", {}, curly(story.campaignSummary, tongue)), told && h("p", {}, curly(told, tongue))),
    section(A.journal.present, present),
    section(A.journal.quests, [...quests, ...closed], A.journal.noQuests),
    h("section", {}, h("h3", {}, A.journal.people), supportingNPCs.length ? supportingNPCs.map((npc) => person(npc, open.has(npc.id))) : h("p", { class: "soft" }, A.journal.noPeople), met.length > 0 && h("p", { class: "soft" }, A.journal.alsoMet(met.map(properName).join(", ")))),
  );
  fill(
    below,
    section(A.journal.places, known),
    !isWritten && section(A.journal.events, newestFirst(importantEvents, names), A.journal.noEvents),
  );
}

/** @param {Session | null} session */
const draw = (session) => keepingFocus(panel, () => (session ? pages(session) : [above, below].forEach((part) => fill(part))));

const seek = () =>
  h(
    "div",
    { class: "row look-back" },
    h("button", { type: "button", onclick: () => void later(() => bring("journal/seek"), ({ openSeek }) => openSeek()), "data-key": "seek" }, A.journal.seek),
    h("button", { type: "button", onclick: () => void later(() => bring("journal/recap"), ({ openRecap }) => openRecap()), "data-key": "recap" }, A.journal.recap),
    h("button", { type: "button", onclick: () => void later(() => bring("journal/questions"), ({ openQuestions }) => openQuestions()), "data-key": "ask" }, A.journal.ask),
  );

/** Lays out what is written down. Where that can't be had, the rest of the journal stands without it. */
const layOut = () =>
  later(
    () => Promise.all([bring("journal/factbook"), import("./facts.js"), stylesheet("/css/table/facts.css")]),
    ([{ factBook }, { book }]) => {
      written.append(factBook(panel));
      book.watch(({ state, items }) => state === "asking" || state === "here" || items.length > 0, (there) => {
        isWritten = there;
        draw(app.get().session);
      });
    },
  );

export function initPanel() {
  fill(panel, above, written, below);
  void layOut();
  app.watch(({ session }) => session, draw);
  app.watch(
    ({ session }) => Boolean(session?.plot),
    (plays) => {
      if (!plays || faces) return;
      bring("campaign/faces").then((part) => {
        faces = part;
        part.standing.watch(({ now }) => now?.people, () => draw(app.get().session));
      }, () => {});
    },
  );
}
