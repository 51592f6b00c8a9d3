// @ts-check
// The rules: searched as one types, filtered, and read. A page of its own, or beside the story, which goes on meanwhile.
// What is shown is what the address says (`rulesaddress.js`); nothing else is remembered.
import { ApiError, json } from "./api.js";
import { fill, h, stylesheet } from "./dom.js";
import { recall } from "./memory.js";
import { EDITIONS, addressOf, readAddress } from "./rulesaddress.js";
import { backToStory, layBeside } from "./rulesbeside.js";
import { credits, leaveRules, missing, watchRules } from "./rulescredit.js";
import { entryView } from "./rulesentry.js";
import { findings, invitation, keyOf } from "./ruleslist.js";
import { app } from "./state.js";
import { S } from "./strings.js";
import { R } from "./strings-rules.js";
import { clean, listedAs } from "./text.js";

/** @typedef {import("./rulesaddress.js").Asked} Asked @typedef {import("./types.js").RulesFound} RulesFound @typedef {import("./types.js").Rule} Rule */

/** As many as the server gives. */
const MOST = 10;
/** After this long an answer is not waited for any more once there is something else to ask. */
const SLOW_MS = 600;

const option = (/** @type {string} */ value, /** @type {string} */ label) => h("option", { value }, label);
const box = h("input", { type: "search", id: "rules-ask", autocomplete: "off", spellcheck: "false", enterkeyhint: "search", maxlength: 300, placeholder: R.placeholder, "aria-describedby": "rules-hint", "aria-controls": "rules-found" });
const types = h("select", { id: "rules-type" }, option("", R.allTypes), Object.entries(R.types).map(([type, [, many]]) => option(type, many)));
const editions = h("select", { id: "rules-edition" }, EDITIONS.map((edition) => option(edition, listedAs(R.editions, edition) ?? edition)));
const lost = h("p", { class: "notice", hidden: true }, R.unknown);
const status = h("p", { class: "soft", role: "status" });
const found = h("div", { class: "found", id: "rules-found" });
const open = h("div", { class: "opened" });
const heading = h("h1", { tabindex: -1 }, R.title);
const back = h("button", { type: "button", class: "quiet" }, "✕ ", R.back);
const form = h(
  "form",
  { class: "asking", role: "search" },
  h("div", { class: "field words" }, h("label", { for: "rules-ask" }, R.ask), box),
  h("div", { class: "field" }, h("label", { for: "rules-type" }, R.type), types),
  h("div", { class: "field" }, h("label", { for: "rules-edition" }, R.edition), editions),
  h("small", { id: "rules-hint" }, R.hint),
);
const root = h("section", { id: "rules", class: "rules", hidden: true, "aria-label": R.title }, h("div", { class: "rules-inner" }, h("div", { class: "rules-head" }, heading, back), form, missing, lost, status, h("div", { class: "leafing" }, found, open), credits));

let isOpen = false;
/** What the address says. @type {Asked} */
let asked = readAddress("");
/** Where it pointed before. */
let before = "";
/** The session beside whose story the rules lie open; none on their own page. */
let beside = "";

const hasSearch = (/** @type {Asked} */ { query, type, edition }) => JSON.stringify([query, type, edition]);
/** What the list on the page answers. */
let listed = "";
/** The search under way. @type {{ abort: AbortController, since: number } | null} */
let search = null;
/** The entry whose place in the list is gone back to. */
let returning = "";
/** The entry that is on its way, or here. */
let opened = "";
/** @type {AbortController | null} */
let opening = null;

/** Writes what is asked now into the address, without a step to go back over: nobody goes back letter by letter. */
function rewrite() {
  history.replaceState({ beside }, "", addressOf(asked));
}

/** @param {Asked} to */
const goTo = (to) => (location.hash = addressOf(to));

const links = () => /** @type {HTMLAnchorElement[]} */ ([...found.querySelectorAll("a")]);

/** @param {string} key @returns {HTMLElement | null} */
const linkTo = (key) => found.querySelector(`[data-key="${CSS.escape(key)}"]`);

/**
 * What went wrong; what the server refuses as it is needs no second try.
 * @param {unknown} error
 * @param {() => unknown} again
 */
function fault(error, again) {
  const refused = error instanceof ApiError && error.status < 500;
  const why = refused && error.fields.length ? error.fields.map(({ message }) => message).join(" ") : error instanceof Error ? error.message : String(error);
  return [h("p", { role: "alert", class: "fault" }, why), !refused && h("button", { type: "button", onclick: () => void again() }, S.retry)];
}

/**
 * Asks for what the box says now. One question at a time: what is typed meanwhile is asked once the answer is there, and
 * an answer to something that is not asked any more is not shown.
 */
async function ask() {
  if (search && Date.now() - search.since < SLOW_MS) return;
  search?.abort.abort();
  search = null;
  const question = hasSearch(asked);
  if (question === listed) return;
  if (!asked.query) {
    listed = question;
    found.removeAttribute("aria-busy");
    fill(status);
    fill(found, invitation(asked));
    return;
  }
  const mine = (search = { abort: new AbortController(), since: Date.now() });
  const { query: q, type, edition } = asked;
  const params = new URLSearchParams({ q, edition, limit: String(MOST), typing: "true", expand: "true", ...(type && { type }) });
  found.setAttribute("aria-busy", "true");
  try {
    /** @type {RulesFound} */
    const answer = await json("GET", `/api/rules?${params}`, undefined, { signal: mine.abort.signal });
    if (search === mine && question === hasSearch(asked)) {
      const n = answer.items.length;
      fill(found, findings(answer, asked));
      fill(status, n >= MOST ? R.most(MOST) : n ? R.found(n) : R.nothing);
    }
  } catch (error) {
    if (search !== mine) return;
    if (question === hasSearch(asked)) fill(found, fault(error, again));
    fill(status);
  }
  if (search !== mine) return;
  search = null;
  found.removeAttribute("aria-busy");
  listed = question;
  void ask();
}

function again() {
  listed = "";
  return ask();
}

/** Words that were typed, or a filter that was chosen. @param {Partial<Asked>} change */
function changed(change) {
  asked = { ...asked, ...change, entry: null };
}

/** Shows the entry the address names, or none. */
async function read() {
  const { entry, edition } = asked;
  const path = entry ? `/api/rules/${encodeURIComponent(entry.type)}/${encodeURIComponent(entry.slug)}?edition=${edition}` : "";
  root.classList.toggle("reading", Boolean(entry));
  for (const link of links()) link.toggleAttribute("aria-current", false);
  if (entry) linkTo(keyOf(entry))?.setAttribute("aria-current", "true");
  if (path === opened) return;
  opened = path;
  opening?.abort();
  if (!path) return fill(open);
  const mine = (opening = new AbortController());
  const upwards = h("a", { class: "upwards", href: addressOf({ ...asked, entry: null }) }, "← ", asked.query ? R.toList : R.newSearch);
  upwards.addEventListener("click", (event) => {
    event.preventDefault();
    up();
  });
  try {
    /** @type {Rule} */
    const rule = await json("GET", path, undefined, { signal: mine.signal });
    if (opening !== mine) return;
    fill(open, upwards, entryView(rule));
    title(rule.name);
    const head = open.querySelector("h2");
    head?.focus({ preventScroll: true });
    (beside ? root : document.documentElement).scrollTo({ top: 0 });
  } catch (error) {
    if (opening !== mine || mine.signal.aborted) return;
    opened = "";
    if (error instanceof ApiError && error.status === 404 && entry) {
      // A name that leads nowhere is looked for.
      asked = { ...asked, type: "", query: asked.query || entry.slug.replaceAll("-", " "), entry: null };
      rewrite();
      show();
      lost.hidden = false;
      return;
    }
    fill(open, upwards, fault(error, read));
  }
}

/** From an entry back to the list, and to where one was in it. */
function up() {
  returning = asked.entry ? keyOf(asked.entry) : "";
  const to = addressOf({ ...asked, entry: null });
  if (before === to) history.back();
  else location.hash = to;
}

/** @param {string} [name] */
function title(name) {
  if (!beside) document.title = clean([name, R.title, S.name].filter(Boolean).join(" · "));
}

/** Draws what the address says. */
function show() {
  lost.hidden = true;
  if (box.value.trim() !== asked.query) box.value = asked.query;
  types.value = listedAs(R.types, asked.type) ? asked.type : "";
  editions.value = asked.edition;
  void ask();
  void read();
  if (asked.entry) return;
  title(asked.query);
  if (returning) (linkTo(returning) ?? box).focus();
  returning = "";
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const { key, target } = event;
  const all = links();
  const at = all.indexOf(/** @type {HTMLAnchorElement} */ (target));
  const inList = at >= 0;
  const typing = target instanceof Element && target.matches("input, select");
  /** @type {Record<string, () => unknown>} */
  const deeds = {
    ...(target === box && { ArrowDown: () => all[0]?.focus(), Enter: () => all[0]?.click() }),
    ...(inList && { ArrowDown: () => all[at + 1]?.focus(), ArrowUp: () => (all[at - 1] ?? box).focus(), Home: () => all[0].focus(), End: () => all.at(-1)?.focus() }),
    ...(!typing && recall("letters") !== "off" && { "/": () => (box.focus(), box.select()) }),
    Escape: away,
  };
  const deed = listedAs(deeds, key);
  // Keys of the table mean nothing here.
  if (key !== "F6") event.stopPropagation();
  if (!deed) return;
  event.preventDefault();
  deed();

  function away() {
    if (asked.entry && open.contains(/** @type {Node} */ (target))) up();
    else if (inList || (target !== box && !box.contains(/** @type {Node} */ (target)) && !beside)) box.focus();
    else if (target === box && box.value) {
      box.value = "";
      typed();
    } else if (beside) backToStory();
  }
}

function typed() {
  changed({ query: box.value.trim() });
  rewrite();
  lost.hidden = true;
  void ask();
  void read();
}

function hide() {
  if (!isOpen || location.hash.startsWith("#/rules")) return;
  isOpen = false;
  const inside = root.contains(document.activeElement);
  root.hidden = true;
  before = "";
  search?.abort.abort();
  search = null;
  leaveRules();
  layBeside(root, "");
  if (beside && inside) document.getElementById("say")?.focus();
  if (!beside) document.title = S.name;
}

/**
 * Shows what the address asks for.
 * @param {string} [session] beside whose story, if any
 */
export async function showRules(session = "") {
  const fresh = !isOpen || beside !== session;
  before = fresh ? "" : addressOf(asked);
  beside = session;
  asked = readAddress(location.hash);
  if (history.state?.beside !== session) history.replaceState({ beside: session }, "");
  if (!fresh) return show();
  await stylesheet("/rules.css");
  if (!location.hash.startsWith("#/rules")) return;
  const place = session ? document.getElementById("table") : document.body;
  isOpen = true;
  root.hidden = false;
  root.setAttribute("role", session ? "complementary" : "main");
  root.classList.toggle("beside", session !== "");
  back.hidden = !session;
  if (root.parentElement !== place) place?.append(root);
  layBeside(root, session);
  show();
  void watchRules(() => {
    void again();
    fill(status, R.arrived);
  });
  if (!asked.entry) box.focus();
}

box.addEventListener("input", typed);
form.addEventListener("submit", (event) => event.preventDefault());
types.addEventListener("change", () => goTo({ ...asked, type: types.value, entry: null }));
editions.addEventListener("change", () => goTo({ ...asked, edition: editions.value, entry: null }));
back.addEventListener("click", backToStory);
root.addEventListener("keydown", key);
addEventListener("hashchange", hide);
