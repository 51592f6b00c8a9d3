// @ts-check
// One line of the journal: text, turn, witnesses and actions. A line that is being edited stays as it is while the journal around
// it changes.
import { announce } from "../announcer.js";
import { fill, h } from "../dom.js";
import { change, destroy, draftFor, keepDraftFor } from "./facts.js";
import { showTurn } from "../turn/showturn.js";
import { closeSheet } from "../table/panels.js";
import { keepingFocus } from "../lib/pieces.js";
import { app, bring, later } from "../state.js";
import { FACTS as T } from "../words/en/table/facts.js";
import { namesOf, remembered } from "../lib/names.js";
import { tongue } from "../prose.js";
import { curly, opening, properName, timeOfDay } from "../text.js";

/** @typedef {import("../types.js").JournalEntry} JournalEntry @typedef {import("../types.js").Moment} Moment @typedef {import("../dom.js").Kid} Kid */

/** A way to a turn of the story. @param {Pick<Moment, "seq">} moment @param {string} key */
function wayTo({ seq }, key) {
  const go = () => {
    // On a narrow screen the journal lies over the story.
    closeSheet();
    void showTurn(seq);
  };
  return h("button", { type: "button", class: "way", onclick: go, "data-key": key }, T.turn(seq));
}

/** @param {string} text */
function spelt(text) {
  const { session } = app.get();
  return curly(remembered(text, session ? namesOf(session) : []), tongue);
}

export class Line {
  root = h("li", { class: "fact" });
  #body = h("div", {});
  #foot = h("p", { class: "fact-foot soft" });
  #deeds = h("div", { class: "row" });
  #fault = h("p", { class: "fault", role: "alert" });
  /** Whether what can be done with it is shown. */
  #open = false;
  /** Where it is being changed. @type {ReturnType<typeof import("./factform.js").lineForm> | null} */
  #form = null;
  #busy = false;
  /** It was forgotten here a while ago, and can be brought back where it stood. */
  ghost = false;
  /** The journal has it no longer, though it is being changed. */
  gone = false;

  /** @param {JournalEntry} entry */
  constructor(entry) {
    this.entry = entry;
    this.root.dataset.id = entry.id;
    this.root.append(this.#body, this.#foot, this.#deeds, this.#fault);
    if (draftFor(entry.id)) void this.#edit(false);
    this.draw();
  }

  /** Whether it must not be taken off the page now. */
  get stays() {
    return this.ghost || this.#form !== null;
  }

  /** The line as it is read: what the story remembers in lower case has its capitals. */
  get #text() {
    const { text, writtenBy, edited } = this.entry;
    return writtenBy === "player" || edited ? text : spelt(text);
  }

  /** What the story said, where the player changed it. */
  get #told() {
    const { original } = this.entry;
    return original ? spelt(original) : "";
  }

  /** @param {JournalEntry} entry */
  update(entry) {
    const same = !this.ghost && !this.gone && JSON.stringify(entry) === JSON.stringify(this.entry);
    this.ghost = this.gone = false;
    this.entry = entry;
    if (!same) this.draw();
  }

  draw() {
    const { id, pinned, forgotten, until } = this.entry;
    const { classList } = this.root;
    classList.toggle("past", Boolean(until));
    classList.toggle("pinned", pinned);
    classList.toggle("forgotten", Boolean(forgotten) || this.ghost);
    keepingFocus(this.root, () => {
      if (!this.#form) fill(this.#body, h("p", { class: "fact-text" }, pinned && [h("span", { "aria-hidden": "true" }, "★ "), h("span", { class: "sr" }, T.pinnedMark)], this.#text));
      if (this.ghost) fill(this.#foot, T.forgotten);
      else fill(this.#foot, this.gone ? this.#form?.why : this.#about());
      fill(this.#deeds, this.ghost ? this.#button(T.restore, () => this.#restore(), `restore-${id}`) : this.#open && !this.#form && this.#choices());
    });
  }

  /** @returns {Kid[]} */
  #about() {
    const { id, since, until, seenBy, edited, writtenBy } = this.entry;
    // Who saw it is of use only where not everybody did.
    const others = (app.get().session?.characters ?? []).some(({ name }) => !seenBy.some((who) => who.toLowerCase() === name.toLowerCase()));
    /** @type {Kid[]} */
    const parts = [
      since ? wayTo(since, `since-${id}`) : T.start,
      writtenBy === "player" && T.yours,
      since?.time && timeOfDay(since.time),
      others && seenBy.length > 0 && T.seenBy(seenBy.map(properName)),
      edited && T.edited,
      until && [T.past, " ", wayTo(until, `until-${id}`)],
    ].filter(Boolean);
    const toggle = () => {
      this.#open = !this.#open;
      this.draw();
    };
    const more = h("button", { type: "button", class: "quiet fact-more", "aria-expanded": String(this.#open), "aria-label": T.deeds(opening(this.#text, 60)), onclick: toggle, "data-key": `deeds-${id}` }, "⋯");
    return [h("span", {}, parts.map((part, i) => [i > 0 && " · ", part])), !this.#form && more];
  }

  /** @param {string} label @param {() => unknown} run @param {string} key @param {string} [className] */
  #button(label, run, key, className) {
    return h("button", { type: "button", class: className, onclick: () => void this.#try(run), "data-key": key }, label);
  }

  /** @returns {Kid[]} */
  #choices() {
    const { id, pinned, forgotten, writtenBy, original } = this.entry;
    if (forgotten) return [this.#button(T.restore, () => this.#restore(), `restore-${id}`), writtenBy === "player" && this.#button(T.destroy, () => this.#destroy(), `destroy-${id}`, "danger")];
    return [
      this.#button(pinned ? T.unpin : T.pin, () => this.#pin(!pinned), `pin-${id}`),
      this.#button(T.edit, () => this.#edit(true), `edit-${id}`),
      original && this.#button(T.asTold, () => this.#setBack(), `told-${id}`),
      this.#button(T.forget, () => this.#forget(), `forget-${id}`),
    ];
  }

  /** Does one thing at a time, and says here what goes wrong. @param {() => unknown} run */
  async #try(run) {
    if (this.#busy) return;
    this.#busy = true;
    this.#fault.textContent = "";
    this.root.setAttribute("aria-busy", "true");
    try {
      await run();
    } catch (error) {
      this.#fault.textContent = /** @type {Error} */ (error).message;
    } finally {
      this.#busy = false;
      this.root.removeAttribute("aria-busy");
    }
  }

  /** @param {boolean} on */
  async #pin(on) {
    this.entry = await change(this.entry.id, { pinned: on });
    this.draw();
    announce(on ? T.wasPinned : T.wasUnpinned);
  }

  /** The story's words stand again, in the place of the player's. */
  async #setBack() {
    this.entry = await change(this.entry.id, { asTold: true });
    this.#open = false;
    this.draw();
    announce(T.wasSetBack);
    /** @type {HTMLElement | null} */ (this.#foot.querySelector(".fact-more"))?.focus();
  }

  async #forget() {
    await change(this.entry.id, { forgotten: true });
    this.ghost = true;
    this.#open = false;
    this.draw();
    announce(T.forgotten);
    /** @type {HTMLElement | null} */ (this.#deeds.firstElementChild)?.focus();
  }

  async #restore() {
    const had = this.root.contains(document.activeElement);
    this.entry = await change(this.entry.id, { forgotten: false });
    this.ghost = this.#open = false;
    this.draw();
    announce(T.wasRestored);
    if (had) /** @type {HTMLElement | null} */ (this.#foot.querySelector(".fact-more"))?.focus();
  }

  async #destroy() {
    await destroy(this.entry.id);
    announce(T.wasDestroyed);
  }

  /** @param {boolean} byHand */
  #edit(byHand) {
    return later(
      () => bring("journal/factform"),
      ({ lineForm }) => {
        this.#form ??= lineForm(this.entry.id, this.#text, this.#told, {
          kept: (entry) => (this.entry = entry),
          close: () => this.#close(),
          away: () => this.root.querySelector("button")?.focus(),
          lost: () => {
            this.gone = true;
            this.draw();
          },
        });
        fill(this.#body, this.#form.form);
        this.draw();
        if (byHand) this.#form.box.focus();
      },
    );
  }

  /** The journal has the line no longer; words that were begun about it are not lost. */
  lose() {
    this.#form?.lose();
  }

  #close() {
    const had = this.#body.contains(document.activeElement);
    keepDraftFor(this.entry.id, "");
    this.#form = null;
    this.#open = false;
    if (this.gone) return this.root.remove();
    this.draw();
    if (had) /** @type {HTMLElement | null} */ (this.#foot.querySelector(".fact-more"))?.focus();
  }
}
