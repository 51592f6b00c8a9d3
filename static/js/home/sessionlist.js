// @ts-check
// The list of adventures with its search and actions, on the start page and in the drawer.
import { fetchSessions } from "../api.js";
import { art } from "../art.js";
import { wayIn } from "./bringin.js";
import { add, fill, h } from "../dom.js";
import { app, later } from "../state.js";
import { S } from "../words/en.js";
import { H } from "../words/en/home.js";
import { ago, matches } from "../lib/listing.js";
import { capitalised, clean, curly, properName, term } from "../text.js";

/** @typedef {import("../types.js").SessionItem} SessionItem @typedef {import("../types.js").SessionPage} SessionPage */
/** @typedef {{ item: SessionItem, element: HTMLElement, title: HTMLElement, renamed: () => void, removed: () => void }} Row */

/** As many as the server gives at once, for a search through all of them. */
const MOST = 100;
/** So few are searched with the eyes. */
const FEW = 6;

/** @param {SessionItem} item */
export function about({ title, heroes, classes, campaignTitle, ending, origin, location, turns, updatedAt }) {
  const parts = [ending && H.home.finished + ending, origin && H.home[origin.kind], ...heroes, !heroes[1] && term(classes?.[0] ?? ""), campaignTitle, !ending && properName(location)];
  // Many a title says already whose adventure it is, and of what.
  const said = parts.filter((part) => part && !title.includes(part)).map((part) => capitalised(curly(`${part}`)));
  return [...said, ...[H.home.turns(turns), ago(updatedAt)].map((part) => part.replaceAll(" ", "\u00a0"))].join("\u00a0· ");
}

/**
 * @param {SessionPage} first
 * @param {{ onEmpty: () => void, onOpen?: () => void }} on
 */
export function sessionList(first, { onEmpty, onOpen }) {
  const list = h("ul", { class: "adventures" });
  const fault = h("p", { class: "fault", role: "alert" });
  const more = h("button", { type: "button" }, H.home.more);
  const found = h("p", { class: "soft", role: "status" });
  const search = h("input", { type: "search", class: "search", placeholder: H.home.search, "aria-label": H.home.search, autocomplete: "off" });
  /** @type {Row[]} */
  const rows = [];
  let cursor = first.nextCursor;

  /** @param {SessionItem} item */
  const addRow = (item) => {
    const title = h("span", { class: "name" }, item.title);
    const options = h("button", { type: "button", class: "quiet", "aria-haspopup": "dialog" }, "⋯");
    const open = h(
      "a",
      { href: `#/s/${encodeURIComponent(item.id)}`, "aria-current": app.get().session?.id === item.id ? "true" : null, onclick: () => onOpen?.() },
      item.location && art("place", "thumb", properName(item.location)),
      title,
      h("span", { class: "soft" }, about(item)),
    );
    const element = h("li", {}, open, options);
    /** @type {Row} */
    const row = {
      item,
      element,
      title,
      renamed() {
        fill(title, item.title);
        options.setAttribute("aria-label", clean(H.home.optionsOf(item.title)));
      },
      removed() {
        const neighbour = element.nextElementSibling ?? element.previousElementSibling;
        element.remove();
        rows.splice(rows.indexOf(row), 1);
        if (!rows.length && !cursor) onEmpty();
        else /** @type {HTMLElement | null} */ (neighbour?.querySelector("a") ?? more)?.focus();
      },
    };
    row.renamed();
    options.addEventListener("click", () => void later(() => import("./sessiondeeds.js"), ({ offerDeeds }) => offerDeeds(row)));
    rows.push(row);
    add(list, [element]);
  };

  /** @param {SessionPage} page */
  const show = (page) => {
    page.items.forEach(addRow);
    cursor = page.nextCursor;
    more.hidden = !cursor;
    search.hidden = rows.length <= FEW && !cursor;
  };

  /** @param {number} [limit] */
  const fetchMore = async (limit) => {
    more.disabled = true;
    fault.textContent = "";
    try {
      show(await fetchSessions(cursor ?? undefined, limit));
      return true;
    } catch (error) {
      fault.textContent = S.couldNotLoad(error);
      return false;
    } finally {
      more.disabled = false;
    }
  };

  const sift = () => {
    const words = search.value;
    let n = 0;
    for (const { item, element } of rows) {
      element.hidden = !matches(item.title, words);
      if (!element.hidden) n++;
    }
    more.hidden = !cursor || words.trim() !== "";
    found.textContent = words.trim() ? H.home.found(n) : "";
  };

  let searching = false;
  search.addEventListener("input", async () => {
    sift();
    if (searching) return;
    searching = true;
    // Titles the page has not seen yet are looked through as well.
    while (search.value.trim() && cursor && (await fetchMore(MOST))) sift();
    searching = false;
  });
  more.addEventListener("click", async () => {
    const from = rows.length;
    if (await fetchMore()) rows[from]?.element.querySelector("a")?.focus();
  });
  show(first);
  return h("div", { class: "sessions" }, search, found, list, h("div", { class: "row" }, more, wayIn(fault)), fault);
}
