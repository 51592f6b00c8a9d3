// @ts-check
// The journal: its lines, a filter, an earlier state, and the player's notes.
import { fill, h } from "../dom.js";
import { Line } from "./factline.js";
import { EVERYTHING, again, book, draftFor, look, more, woven } from "./facts.js";
import { field } from "../form.js";
import { lastTurn } from "../turn/log.js";
import { keepingFocus } from "../lib/pieces.js";
import { app, bring, later } from "../state.js";
import { S } from "../words/en.js";
import { FACTS as T } from "../words/en/table/facts.js";

/** @typedef {import("./facts.js").Asked} Asked @typedef {import("./facts.js").Book} Book */

/** So long somebody who types words is waited for. */
const PAUSE_MS = 300;

/** The player's own note, which is not lost before it is written down. */
class Note {
  #begin = h("button", { type: "button", class: "wide", "aria-expanded": "false", onclick: () => void this.#show(!this.#open) }, T.begin);
  #place = h("div", {});
  #open = false;
  root = h("div", {}, this.#begin, this.#place);

  /** Takes up what was begun at this adventure before. */
  resume() {
    this.#fold(false);
    this.#place.replaceChildren();
    if (draftFor("")) void this.#show(true, false);
  }

  /** @param {boolean} on */
  #fold(on) {
    this.#open = on;
    this.#place.hidden = !on;
    this.#begin.setAttribute("aria-expanded", String(on));
  }

  /** @param {boolean} on @param {boolean} [byHand] */
  async #show(on, byHand = true) {
    if (on && !this.#place.childElementCount) await later(() => bring("journal/factform"), ({ noteForm }) => fill(this.#place, noteForm(() => void this.#show(false))));
    this.#fold(on);
    if (byHand) (on ? this.#place.querySelector("textarea") : this.#begin)?.focus();
  }
}

/** @param {HTMLElement} panel the journal, which is read only while it is seen */
export function factBook(panel) {
  const note = new Note();
  const words = h("input", { type: "search", autocomplete: "off", maxlength: 200, enterkeyhint: "search" });
  const kind = h("select", {}, Object.entries(T.kinds).map(([value, label]) => h("option", { value }, label)));
  const asOf = h("input", { type: "number", min: 0, step: 1, inputmode: "numeric", autocomplete: "off" });
  const asOfField = field(T.asOf, asOf, " ");
  const form = h(
    "form",
    { class: "find", role: "search", novalidate: true },
    field(T.find, words),
    field(T.kind, kind),
    h("details", {}, h("summary", {}, T.earlier), h("div", { class: "then" }, asOfField, h("button", { type: "submit" }, T.show))),
  );
  const status = h("div", { role: "status" });
  const list = h("ol", { class: "facts-list" });
  const foot = h("div", { class: "facts-end" });
  const root = h("section", { class: "facts-book" }, h("h3", {}, T.title), note.root, form, status, list, foot);
  /** @type {Map<string, Line>} */
  const lines = new Map();
  let sessionId = "";
  let forgotten = false;

  /** What the fields ask for. @returns {Asked} */
  const asked = () => ({ q: words.value.trim(), kind: kind.value, asOf: asOf.validity.badInput || !asOf.value ? "" : String(Math.max(0, Math.trunc(Number(asOf.value)))), forgotten });

  /** @param {boolean} [anew] another question was asked: what was only left standing goes */
  const ask = (anew = false) => {
    const { session } = app.get();
    if (!session || panel.hidden) return;
    const first = session.id !== sessionId;
    if (first) begin(session.id);
    if (anew) for (const line of lines.values()) line.ghost = false;
    void look(session, asked());
    if (first) note.resume();
  };

  /** @param {string} id */
  const begin = (id) => {
    sessionId = id;
    lines.clear();
    list.replaceChildren();
    form.reset();
    forgotten = false;
  };

  const toNow = () => {
    form.reset();
    forgotten = false;
    ask(true);
    words.focus();
  };

  /** What stands in the status: said again only when it is something else. */
  let said = "";
  /** @param {Book} now */
  const drawStatus = ({ state, error, items, next, asked }) => {
    const saying = JSON.stringify([app.get().offline, state, state === "failed" && String(error), items.length, Boolean(next), asked]);
    if (saying === said) return;
    said = saying;
    const isAsked = asked.q || asked.kind;
    const none = asked.forgotten ? T.noneForgotten : isAsked ? T.noneFound : asked.asOf ? T.noneThen : T.empty;
    keepingFocus(status, () =>
      fill(
        status,
        app.get().offline && h("p", { class: "notice" }, T.offline),
        state === "asking" && h("p", { class: "soft" }, T.loading),
        state === "failed" && [h("p", { class: "fault" }, items.length ? T.stale(S.couldNotLoad(error)) : S.couldNotLoad(error)), h("button", { type: "button", onclick: () => void again(), "data-key": "facts-again" }, T.again)],
        state === "here" && asked.forgotten && h("p", { class: "soft" }, T.among),
        state === "here" && asked.asOf && h("div", { class: "row" }, h("p", { class: "soft" }, T.stood(asked.asOf)), h("button", { type: "button", onclick: toNow, "data-key": "facts-now" }, T.now)),
        state === "here" && (items.length ? isAsked && h("p", { class: "soft" }, T.found(items.length, Boolean(next))) : h("p", { class: "soft" }, none)),
      ),
    );
  };

  /** @param {Book} now */
  const drawLines = ({ state, items, next, asked }) => {
    const { session } = app.get();
    if (!session || state === "asking") return;
    const before = [...list.children].map((root) => root.getAttribute("data-id") ?? "");
    const fresh = items.map((entry) => {
      const line = lines.get(entry.id);
      if (line) line.update(entry);
      else lines.set(entry.id, new Line(entry));
      return entry.id;
    });
    const whole = JSON.stringify(asked) === JSON.stringify(EVERYTHING) && !next && state === "here";
    const order = woven(before, fresh, (id) => Boolean(lines.get(id)?.stays));
    for (const [id, line] of lines) {
      if (fresh.includes(id)) continue;
      if (!order.includes(id)) lines.delete(id), line.root.remove();
      else if (whole) line.lose();
    }
    const held = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    order.forEach((id, i) => {
      const root = lines.get(id)?.root;
      if (root && list.children[i] !== root) list.insertBefore(root, list.children[i] ?? null);
    });
    // A line that is moved, as to the top where it is pinned, lets go of the focus.
    if (held?.isConnected && held !== document.activeElement) held.focus();
  };

  /** @param {Book} now */
  const drawFoot = ({ state, counts, next, busy, asked }) => {
    const onForgotten = () => {
      forgotten = !forgotten;
      ask(true);
    };
    const toggle = counts && (counts.forgotten > 0 || asked.forgotten) && h("button", { type: "button", "aria-pressed": String(asked.forgotten), onclick: onForgotten, "data-key": "facts-forgotten" }, asked.forgotten ? T.hideForgotten : T.showForgotten(counts.forgotten));
    keepingFocus(foot, () =>
      fill(
        foot,
        next && h("button", { type: "button", class: "wide", "aria-disabled": busy ? "true" : null, onclick: () => void more(), "data-key": "facts-more" }, T.more),
        counts && state !== "asking" && h("p", { class: "soft counts" }, T.counts(counts.kept, counts.superseded, counts.duplicates, counts.junk)),
        toggle,
      ),
    );
  };

  let pause = 0;
  words.addEventListener("input", () => {
    clearTimeout(pause);
    pause = window.setTimeout(() => ask(true), PAUSE_MS);
  });
  kind.addEventListener("change", () => ask(true));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(pause);
    ask(true);
  });
  asOf.addEventListener("focus", () => {
    const last = lastTurn()?.seq ?? 0;
    asOf.max = String(last);
    fill(/** @type {Element} */ (asOfField.querySelector("small")), T.asOfHint(last));
  });

  book.watch((now) => now, (now) => {
    list.setAttribute("aria-busy", String(now.busy));
    root.hidden = now.state === "missing" || !app.get().session;
    drawStatus(now);
    drawLines(now);
    drawFoot(now);
  });
  app.watch(({ session }) => `${session?.id} ${session?.version}`, () => ask());
  app.watch(({ offline }) => offline, (offline) => {
    drawStatus(book.get());
    if (!offline) ask();
  });
  new MutationObserver(() => ask()).observe(panel, { attributes: true, attributeFilter: ["hidden"] });
  return root;
}
