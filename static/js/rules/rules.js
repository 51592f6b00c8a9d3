// @ts-check
// The rules: searched as one types, filtered, and read. A page of its own, or beside the story, which goes on meanwhile.
// What is shown is what the address says (`rulesaddress.js`); nothing else is remembered.
import { ApiError, json } from "../api.js";
import { fill, h, stylesheet } from "../dom.js";
import { recall } from "../memory.js";
import { addressOf, readAddress, writeBeside } from "./rulesaddress.js";
import { back, box, credits, editions, form, found, lost, missing, open, root, status, types } from "./rulesask.js";
import { fault, findings, invitation, keyOf } from "./ruleslist.js";
import { app, later } from "../state.js";
import { S } from "../words/en.js";
import { R } from "../words/en/rules.js";
import { clean, listedAs } from "../text.js";

/** @typedef {import("./rulesaddress.js").Asked} Asked @typedef {import("../types.js").RulesFound} RulesFound @typedef {import("../types.js").Rule} Rule */

/** As many as the server gives. */
const MOST = 10;
/** After this long an answer is not waited for any more once there is something else to ask. */
const SLOW_MS = 600;

/** How the rules lie beside a story comes with the first story they lie beside. @type {typeof import("./rulesbeside.js") | null} */
let story = null;
/** Whose words the rules are is said below them, and comes behind them. @type {typeof import("./rulescredit.js") | null} */
let credit = null;

let isOpen = false;
/** What the address says. @type {Asked} */
let asked = readAddress("");
/** Where it pointed before. */
let before = "";
/** The session beside whose story the rules lie open; none on their own page. */
let beside = "";

const hasSearch = (/** @type {Asked} */ { query, type, edition }) => JSON.stringify([query, type, edition]);
/** What the list on the page answers. @type {string | null} */
let listed = null;
/** The search under way. @type {{ abort: AbortController, since: number } | null} */
let search = null;
/** The entry whose place in the list is gone back to. */
let returning = "";
/** The entry that is on its way, or here; null where neither is so. @type {string | null} */
let opened = "";
/** While it is on its way. @type {AbortController | null} */
let opening = null;
/** The question whose first answer is opened as soon as it is there. */
let awaited = "";

/** Writes what is asked now into the address, without a step to go back over: nobody goes back letter by letter. */
function rewrite() {
  history.replaceState({ beside }, "", addressOf(asked));
}

const links = () => /** @type {HTMLAnchorElement[]} */ ([...found.querySelectorAll("a")]);
/** @param {string} key @returns {HTMLElement | null} */
const linkTo = (key) => found.querySelector(`[data-key="${CSS.escape(key)}"]`);

/**
 * Asks for what the box says now. One question at a time: what is typed meanwhile is asked once the answer is there, and
 * an answer to something that is not asked any more is not shown.
 */
async function ask() {
  if (search && Date.now() - search.since < SLOW_MS) return;
  endSearch();
  const question = hasSearch(asked);
  if (question === listed) return;
  if (!asked.query) {
    listed = question;
    fill(status);
    fill(found, invitation(asked));
    return;
  }
  const mine = (search = { abort: new AbortController(), since: Date.now() });
  const { query: q, type, edition } = asked;
  const params = new URLSearchParams({ q, edition, limit: String(MOST), typing: "true", expand: "true", ...(type && { type }) });
  found.setAttribute("aria-busy", "true");
  let drawn;
  let said = "";
  try {
    /** @type {RulesFound} */
    const answer = await json("GET", `/api/rules?${params}`, undefined, { signal: mine.abort.signal });
    const n = answer.items.length;
    drawn = findings(answer, asked);
    said = n >= MOST ? R.most(MOST) : n ? R.found(n) : R.nothing;
  } catch (error) {
    drawn = fault(error, again);
  }
  if (search !== mine) return;
  endSearch();
  if (question !== hasSearch(asked)) return void ask();
  listed = question;
  // Who walks through the list already stays where they are in it.
  const held = found.contains(document.activeElement) && document.activeElement?.getAttribute("data-key");
  fill(found, drawn);
  if (held) (linkTo(held) ?? box).focus({ preventScroll: true });
  fill(status, said);
  if (awaited === question) openFirst();
}

function endSearch() {
  search?.abort.abort();
  search = null;
  found.removeAttribute("aria-busy");
}

/** Opens the first of what was found for what is asked now, once it is there. */
function openFirst() {
  const question = hasSearch(asked);
  awaited = question === listed ? "" : question;
  if (!awaited) links()[0]?.click();
}

function again() {
  listed = null;
  return ask();
}

/** Shows the entry the address names, or none. */
async function read() {
  const { entry, edition } = asked;
  const path = entry ? `/api/rules/${encodeURIComponent(entry.type)}/${encodeURIComponent(entry.slug)}?edition=${edition}` : "";
  root.classList.toggle("reading", Boolean(entry));
  for (const link of links()) link.toggleAttribute("aria-current", false);
  if (entry) linkTo(keyOf(entry))?.setAttribute("aria-current", "true");
  if (path === opened) return;
  opening?.abort();
  opening = null;
  opened = path;
  if (!path) return fill(open);
  const mine = (opening = new AbortController());
  const upwards = h("a", { class: "upwards", href: addressOf({ ...asked, entry: null }) }, "← ", asked.query ? R.toList : R.newSearch);
  upwards.addEventListener("click", (event) => {
    event.preventDefault();
    up();
  });
  try {
    /** @type {[Rule, typeof import("./rulesentry.js"), unknown]} */
    const [rule, { entryView }] = await Promise.all([json("GET", path, undefined, { signal: mine.signal }), import("./rulesentry.js"), stylesheet("/css/rulesentry.css")]);
    if (opening !== mine) return;
    opening = null;
    fill(open, upwards, entryView(rule));
    title(rule.name);
    const head = open.querySelector("h2");
    head?.focus({ preventScroll: true });
    root.scrollTo({ top: 0 });
  } catch (error) {
    if (opening !== mine) return;
    opening = opened = null;
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
  awaited = "";
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
    ...(target === box && { ArrowDown: () => all[0]?.focus(), Enter: openFirst }),
    ...(inList && { ArrowDown: () => all[at + 1]?.focus(), ArrowUp: () => (all[at - 1] ?? box).focus(), Home: () => all[0].focus(), End: () => all.at(-1)?.focus() }),
    // In a box that is empty, or marked whole, the key that leads here writes nothing.
    ...((!typing || (target === box && `${getSelection()}` === box.value)) && recall("letters") !== "off" && { "/": () => (box.focus(), box.select()) }),
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
    } else story?.backToStory();
  }
}

function typed() {
  asked = { ...asked, query: box.value.trim(), entry: null };
  rewrite();
  lost.hidden = true;
  awaited = "";
  void ask();
  void read();
}

function hide() {
  if (!isOpen || location.hash.startsWith("#/rules")) return;
  isOpen = false;
  const inside = root.contains(document.activeElement);
  root.hidden = true;
  before = "";
  awaited = "";
  endSearch();
  if (opening) {
    opening.abort();
    opening = opened = null;
  }
  credit?.leaveRules();
  story?.layBeside(root, "");
  if (beside && inside) document.getElementById("say")?.focus();
  if (!beside) document.title = S.name;
}

/** Says what is missing and whose words these are. Where that can't be had, the rules are as good to read. */
const theCredit = async () => void (credit ??= await import("./rulescredit.js").catch(() => null));
const attribute = () =>
  void credit?.watchRules(missing, credits, () => {
    void again();
    fill(status, R.arrived);
  });

/**
 * Shows what the address asks for.
 * @param {string} [session] beside whose story, if any
 */
export async function showRules(session = "") {
  // Left again before this was fetched.
  if (!location.hash.startsWith("#/rules")) return;
  const fresh = !isOpen || beside !== session;
  before = fresh ? "" : addressOf(asked);
  // What was drawn elsewhere leads elsewhere.
  if (beside !== session) listed = opened = null;
  beside = session;
  writeBeside(session !== "");
  asked = readAddress(location.hash, session ? app.get().session?.rulesEdition : undefined);
  rewrite();
  if (!fresh) return show();
  await Promise.all([stylesheet("/css/rules.css"), theCredit(), session && !story && later(() => import("./rulesbeside.js"), (part) => void (story = part))]);
  if (session && !story) return;
  if (!location.hash.startsWith("#/rules")) return;
  const place = session ? document.getElementById("table") : document.body;
  isOpen = true;
  root.hidden = false;
  root.setAttribute("role", session ? "complementary" : "main");
  root.classList.toggle("beside", session !== "");
  back.hidden = !session;
  if (root.parentElement !== place) place?.append(root);
  story?.layBeside(root, session);
  // What is missing stands above the rest, and would push it down if it came later.
  attribute();
  show();
  if (!asked.entry) box.focus();
}

box.addEventListener("input", typed);
form.addEventListener("submit", (event) => event.preventDefault());
// Both are read: what the other was turned to a moment ago may not have come back through the address yet.
const filter = () => (location.hash = addressOf({ ...asked, type: types.value, edition: editions.value, entry: null }));
types.addEventListener("change", filter);
editions.addEventListener("change", filter);
back.addEventListener("click", () => story?.backToStory());
root.addEventListener("keydown", key);
addEventListener("hashchange", hide);
