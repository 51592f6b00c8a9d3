// @ts-check
// The rules: searched as one types, filtered, and read. A page of its own, or beside the story, which goes on meanwhile.
// What is shown is what the address says (`rulesaddress.js`); nothing else is remembered.
import { ApiError, json } from "./api.js";
import { add, fill, h, stylesheet } from "./dom.js";
import { recall } from "./memory.js";
import { EDITIONS, addressOf, readAddress } from "./rulesaddress.js";
import { entryView, typeName } from "./rulesentry.js";
import { app } from "./state.js";
import { S } from "./strings.js";
import { R } from "./strings-rules.js";
import { clean, listedAs } from "./text.js";

/** @typedef {import("./rulesaddress.js").Asked} Asked @typedef {import("./types.js").RulesFound} RulesFound @typedef {import("./types.js").Rule} Rule */

/** As many as the server gives. */
const MOST = 10;
/** After this long an answer is not waited for any more once there is something else to ask. */
const SLOW_MS = 600;
/** How often it is asked whether rules that are being fetched have come. */
const WAITING_MS = 3_000;

const option = (/** @type {string} */ value, /** @type {string} */ label) => h("option", { value }, label);
const box = h("input", { type: "search", id: "rules-ask", autocomplete: "off", spellcheck: "false", enterkeyhint: "search", maxlength: 300, placeholder: R.placeholder, "aria-describedby": "rules-hint", "aria-controls": "rules-found" });
const types = h("select", { id: "rules-type" }, option("", R.allTypes), Object.entries(R.types).map(([type, [, many]]) => option(type, many)));
const editions = h("select", { id: "rules-edition" }, EDITIONS.map((edition) => option(edition, listedAs(R.editions, edition) ?? edition)));
const missing = h("p", { class: "notice" });
const status = h("p", { class: "soft", role: "status" });
const found = h("div", { class: "found", id: "rules-found" });
const open = h("div", { class: "opened" });
const credits = h("footer", { class: "credits" });
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
const root = h("section", { id: "rules", class: "rules", hidden: true, "aria-label": R.title }, h("div", { class: "rules-inner" }, h("div", { class: "rules-head" }, heading, back), form, missing, status, h("div", { class: "leafing" }, found, open), credits));

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

/** @param {unknown} error */
function why(error) {
  return error instanceof ApiError || error instanceof Error ? error.message : String(error);
}

function start() {
  const examples = R.examples.map((query) => h("li", {}, h("a", { href: addressOf({ ...asked, query, type: "", entry: null }) }, query)));
  fill(found, h("p", { class: "lead" }, R.lead), h("p", { class: "soft" }, R.tryThese), h("ul", { class: "links" }, examples));
}

/** @param {import("./types.js").RuleItem} item */
function item({ type, slug, name, edition, summary }) {
  const entry = { type, slug };
  const here = asked.entry?.type === type && asked.entry.slug === slug;
  return h(
    "li",
    {},
    h(
      "a",
      { href: addressOf({ ...asked, edition, entry }), "aria-current": here ? "true" : null, "data-key": `${type}/${slug}` },
      h("span", { class: "name" }, name),
      " ",
      h("span", { class: "tag" }, typeName(type)),
      h("span", { class: "summary" }, summary),
    ),
  );
}

/** @param {RulesFound} answer */
function list({ items, near = [], related = [], advice }) {
  const others = (/** @type {string} */ title, /** @type {import("./dom.js").Kid[]} */ all) => all.length > 0 && h("div", { class: "others" }, h("span", { class: "soft" }, title), h("ul", { class: "links" }, all));
  fill(
    found,
    items.length > 0 && h("ol", { "aria-label": R.list }, items.map(item)),
    !items.length && h("p", {}, advice?.replace(/^No rules found\. /, "") ?? R.advice, asked.type && ` ${R.only(typeName(asked.type, 1).toLowerCase())}`),
    others(R.near, near.map((query) => h("li", {}, h("a", { href: addressOf({ ...asked, query, entry: null }) }, query)))),
    others(R.related, related.map(({ type, slug, name, edition }) => h("li", {}, h("a", { href: addressOf({ ...asked, edition, entry: { type, slug } }) }, name)))),
  );
  fill(status, !items.length ? R.nothing : items.length >= MOST ? R.most(MOST) : R.found(items.length));
}

/**
 * Asks for what the box says now. One question at a time: what is typed meanwhile is asked once the answer is there, and
 * an answer to something that is not asked any more is not shown.
 */
async function ask() {
  if (search && Date.now() - search.since < SLOW_MS) return;
  search?.abort.abort();
  const mine = { abort: new AbortController(), since: Date.now() };
  const question = hasSearch(asked);
  if (question === listed) return;
  if (!asked.query) {
    search = null;
    listed = question;
    fill(status);
    start();
    return;
  }
  search = mine;
  const { query: q, type, edition } = asked;
  const params = new URLSearchParams({ q, edition, limit: String(MOST), typing: "true", expand: "true", ...(type && { type }) });
  found.setAttribute("aria-busy", "true");
  try {
    /** @type {RulesFound} */
    const answer = await json("GET", `/api/rules?${params}`, undefined, { signal: mine.abort.signal });
    if (search === mine && question === hasSearch(asked)) list(answer);
  } catch (error) {
    if (search !== mine) return;
    if (question === hasSearch(asked)) fill(found, h("p", { role: "alert", class: "fault" }, why(error)), h("button", { type: "button", onclick: () => void again() }, S.retry));
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
  if (entry) found.querySelector(`[data-key="${CSS.escape(`${entry.type}/${entry.slug}`)}"]`)?.setAttribute("aria-current", "true");
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
    if (getComputedStyle(found).display === "none" || !beside) (beside ? root : document.documentElement).scrollTo({ top: 0 });
    open.scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (opening !== mine || mine.signal.aborted) return;
    opened = "";
    if (error instanceof ApiError && error.status === 404 && entry) {
      // A name that leads nowhere is looked for.
      asked = { ...asked, type: "", query: asked.query || entry.slug.replaceAll("-", " "), entry: null };
      rewrite();
      show();
      fill(missing, R.unknown);
      missing.hidden = false;
      return;
    }
    fill(open, upwards, h("p", { role: "alert", class: "fault" }, why(error)), h("button", { type: "button", onclick: () => void read() }, S.retry));
  }
}

/** From an entry back to the list, and to where one was in it. */
function up() {
  const key = asked.entry && `${asked.entry.type}/${asked.entry.slug}`;
  const to = addressOf({ ...asked, entry: null });
  const settle = () => (/** @type {HTMLElement | null} */ (key && found.querySelector(`[data-key="${CSS.escape(key)}"]`)) ?? box).focus();
  addEventListener("hashchange", () => queueMicrotask(settle), { once: true });
  if (before === to) history.back();
  else location.hash = to;
}

/** Puts the rules away, and goes on with the story. */
function leave() {
  location.hash = `#/s/${encodeURIComponent(beside)}`;
}

/** @param {string} [name] */
function title(name) {
  if (!beside) document.title = clean([name, R.title, S.name].filter(Boolean).join(" · "));
}

/** Draws what the address says. */
function show() {
  if (box.value.trim() !== asked.query) box.value = asked.query;
  types.value = listedAs(R.types, asked.type) ? asked.type : "";
  editions.value = asked.edition;
  credit();
  void ask();
  void read();
  if (!asked.entry) title(asked.query);
}

/** Text with its addresses as links. @param {string} text */
const linked = (text) => text.split(/(https:\/\/[^\s()]*[^\s().,;])/).map((part, i) => (i % 2 ? h("a", { href: part, rel: "noreferrer", target: "_blank" }, part.replace("https://", "")) : part));

function credit() {
  const rules = app.get().info?.rules;
  const parts = rules?.missing?.split(/(embertale setup)/) ?? [];
  missing.hidden = !parts.length;
  fill(missing, parts.map((part, i) => (i % 2 ? h("code", {}, part) : part)));
  const all = (rules?.attributions ?? []).map(({ edition, license, text }) => h("p", {}, h("b", {}, R.rulesOf(edition, license)), linked(text)));
  fill(credits, all.length > 0 && h("h2", {}, R.attribution), all);
}

let waiting = 0;

/** Asks how much of the rules is there, and goes on asking while some of it is missing. */
async function look() {
  clearTimeout(waiting);
  const was = app.get().info?.rules.ready;
  try {
    app.set({ info: await json("GET", "/api/info") });
  } catch {
    // The search says itself that nobody answers.
  }
  if (root.hidden) return;
  const ready = app.get().info?.rules.ready;
  credit();
  if (ready && was === false) {
    void again();
    fill(status, R.arrived);
  }
  if (!ready) waiting = setTimeout(() => void look(), WAITING_MS);
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
    ...(!typing && recall("letters") !== "off" && { "/": () => box.focus() }),
    Escape: away,
  };
  const deed = listedAs(deeds, key);
  // Keys of the table mean nothing here.
  if (key !== "F6") event.stopPropagation();
  if (!deed) return;
  event.preventDefault();
  if (deed() === box) box.select();

  function away() {
    if (asked.entry && open.contains(/** @type {Node} */ (target))) up();
    else if (inList || (target !== box && !box.contains(/** @type {Node} */ (target)) && !beside)) box.focus();
    else if (target === box && box.value) {
      box.value = "";
      typed();
    } else if (beside) leave();
  }
}

function typed() {
  changed({ query: box.value.trim() });
  rewrite();
  void ask();
  void read();
}

/** A narrow window has room for one of the two; what lies beneath is out of reach. */
const wide = matchMedia("(min-width: 64rem)");
function cover() {
  const covered = !root.hidden && beside !== "" && !wide.matches;
  for (const id of ["story", "side"]) document.getElementById(id)?.toggleAttribute("inert", covered);
}

function hide() {
  if (root.hidden || location.hash.startsWith("#/rules")) return;
  const inside = root.contains(document.activeElement);
  root.hidden = true;
  before = "";
  search?.abort.abort();
  clearTimeout(waiting);
  cover();
  if (beside && inside) document.getElementById("say")?.focus();
  if (!beside) document.title = S.name;
}

/**
 * Shows what the address asks for.
 * @param {string} session beside whose story, if any
 */
export async function showRules(session) {
  const fresh = root.hidden || beside !== session;
  before = fresh ? "" : addressOf(asked);
  beside = session;
  asked = readAddress(location.hash);
  if (history.state?.beside !== session) history.replaceState({ beside: session }, "");
  if (!fresh) return show();
  await stylesheet("/rules.css");
  if (!location.hash.startsWith("#/rules")) return;
  const place = session ? document.getElementById("table") : document.body;
  root.hidden = false;
  root.setAttribute("role", session ? "complementary" : "main");
  root.classList.toggle("beside", session !== "");
  back.hidden = !session;
  if (root.parentElement !== place) place?.append(root);
  cover();
  show();
  void look();
  if (!asked.entry) box.focus();
}

add(root, []);
box.addEventListener("input", typed);
form.addEventListener("submit", (event) => event.preventDefault());
types.addEventListener("change", () => goTo({ ...asked, type: types.value, entry: null }));
editions.addEventListener("change", () => goTo({ ...asked, edition: editions.value, entry: null }));
back.addEventListener("click", leave);
root.addEventListener("keydown", key);
addEventListener("hashchange", hide);
wide.addEventListener("change", cover);
