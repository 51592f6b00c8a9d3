// @ts-check
// The host's form for a table with friends, with a field for each setting of the server.
import { get, json, sessionPath } from "../api.js";
import { openDialog } from "../dialog.js";
import { fill, h, stylesheet } from "../dom.js";
import { field, showFaults, showRefusal } from "../form.js";
import { app, isKeyless } from "../state.js";
import { S } from "../words/en.js";
import { SETTINGS as T } from "../words/en/friends/tablesettings.js";
import { listedAs, money } from "../text.js";

/** @typedef {import("../types.js").TableSettings} TableSettings @typedef {import("../types.js").Seat} Seat */
/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/** The most that the server takes for a cap, in US dollars. */
const MOST_USD = 1_000_000;

/** What was chosen and not saved when a form was closed, by session. @type {Map<string, Record<string, unknown>>} */
const unsaved = new Map();

/**
 * An amount of dollars as people write it; null for none, undefined for what is no amount.
 * @param {string} text
 */
export function dollars(text) {
  const isGerman = S.locale === "de";
  const bare = text.replace(/[\s$]/g, "");
  // What parts thousands parts cents only before one or two digits.
  const plain = bare.replace(isGerman ? /,/ : /,(?=\d{1,2}$)/, ".");
  if (!plain) return null;
  if (isGerman && /\.\d{3}$/.test(bare)) return undefined;
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) && Number(plain) <= MOST_USD ? Number(plain) : undefined;
}

/** What a form says, beyond what is so already. @template {Record<string, unknown>} Values @param {Values} before @param {Values} now */
export function changed(before, now) {
  const differs = (/** @type {string} */ name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]);
  return Object.fromEntries(Object.entries(now).filter(([name]) => differs(name)));
}

/** A box to tick, with a hint and a place for its fault. @param {string} name @param {string} label @param {string} hint @param {boolean} checked */
function tick(name, label, hint, checked) {
  const id = `table-${name}`;
  const box = h("input", { type: "checkbox", name, id, checked, "aria-describedby": `${id}-hint ${id}-fault` });
  return { box, root: h("div", { class: "field" }, h("label", { class: "check" }, box, label), h("small", { id: `${id}-hint` }, hint), h("p", { class: "fault", id: `${id}-fault`, hidden: true })) };
}

/** The fields for those settings that an answer of the server has. @param {TableSettings} settings */
function fieldsOf(settings) {
  /** @type {import("../dom.js").Kid[]} */
  const roots = [];
  /** What each field says, by the name of its setting. @type {Record<string, () => unknown>} */
  const says = {};
  if ("awayAfterS" in settings) {
    const mode = h("select", { name: "mode" }, Object.entries(T.modes).map(([value, label]) => h("option", { value, selected: value === settings.mode }, label)));
    const wait = h("input", { name: "awayAfterS", type: "number", min: 1, step: 1, inputmode: "numeric", autocomplete: "off", value: `${settings.awayAfterS ?? ""}` });
    const waits = field(T.wait, wait, T.waitHint);
    const modes = field(T.mode, mode, " ");
    const look = () => {
      waits.hidden = mode.value !== "rounds";
      // Read with the field; a mode of a later server has no hint.
      fill(/** @type {Element} */ (modes.querySelector("small")), listedAs(T.modeHints, mode.value), " ", T.modeHint);
    };
    mode.addEventListener("change", look);
    look();
    roots.push(modes, waits);
    says.mode = () => mode.value;
    says.awayAfterS = () => (wait.value.trim() ? Number(wait.value) : (settings.awayAfterS ?? null));
  }
  if ("talk" in settings) {
    const { box, root } = tick("talk.spectators", T.spectators, T.spectatorsHint, settings.talk.spectators);
    roots.push(root);
    says.talk = () => ({ spectators: box.checked });
  }
  if ("capPerSeatUsd" in settings) {
    const value = settings.capPerSeatUsd?.toLocaleString(S.locale, { useGrouping: false, maximumFractionDigits: 6 }) ?? "";
    const cap = h("input", { name: "capPerSeatUsd", inputmode: "decimal", autocomplete: "off", value });
    roots.push(field(T.cap, cap, isKeyless() ? T.capKeyless : T.capHint));
    says.capPerSeatUsd = () => dollars(cap.value);
  }
  return { roots, read: () => Object.fromEntries(Object.entries(says).map(([name, say]) => [name, say()])) };
}

/** What each guest has cost so far. @param {TableSettings} settings @param {Seat[]} seats */
function spendingOf({ spent = [], capPerSeatUsd }, seats) {
  if (!spent.length || isKeyless()) return null;
  const line = (/** @type {TableSettings["spent"][number]} */ { seat, spentUsd }) => {
    const isUp = typeof capPerSeatUsd === "number" && spentUsd >= capPerSeatUsd;
    return h("li", {}, h("span", {}, seats.find(({ id }) => id === seat)?.name ?? T.gone), h("span", { class: isUp ? "used-up" : "" }, money(spentUsd), isUp && ` · ${T.usedUp}`));
  };
  return [h("h3", {}, T.spent), h("ul", { class: "lines" }, spent.map(line))];
}

/** @param {HTMLFormElement} form @returns {Control[]} */
const controlsOf = (form) => /** @type {Control[]} */ ([...form.elements].filter((one) => one.hasAttribute("name")));
/** @param {Control} control */
const valueOf = (control) => (control instanceof HTMLInputElement && control.type === "checkbox" ? control.checked : control.value);

/** Puts back what was chosen before and not saved. @param {HTMLFormElement} form @param {Record<string, unknown>} kept */
function restore(form, kept) {
  for (const control of controlsOf(form)) {
    if (!(control.name in kept)) continue;
    if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = Boolean(kept[control.name]);
    else control.value = String(kept[control.name]);
    control.dispatchEvent(new Event("change"));
  }
}

/**
 * The form, which keeps what is set.
 * @param {string} id of the session
 * @param {TableSettings} first
 * @param {Seat[]} seats
 */
function settingsForm(id, first, seats) {
  const { roots, read } = fieldsOf(first);
  let before = read();
  const go = h("button", { type: "submit", class: "primary" }, T.save);
  const fault = h("p", { class: "fault", role: "alert" });
  const said = h("p", { class: "soft", role: "status" });
  const spending = h("section", {}, spendingOf(first, seats));
  const form = h("form", { novalidate: true }, roots, spending, h("div", { class: "foot" }, fault, said, h("div", { class: "row end" }, go)));
  const kept = unsaved.get(id);
  if (kept) restore(form, kept);
  form.addEventListener("input", () => fill(said));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (go.disabled) return;
    fill(fault);
    fill(said);
    const now = read();
    showFaults(form, []);
    if ("capPerSeatUsd" in now && now.capPerSeatUsd === undefined) return void showFaults(form, [{ field: "capPerSeatUsd", message: T.capWrong }]);
    go.disabled = true;
    try {
      /** @type {TableSettings} */
      const saved = await json("PUT", sessionPath(id, "/table"), changed(before, now));
      before = now;
      fill(spending, spendingOf(saved, seats));
      fill(said, T.saved);
    } catch (error) {
      showRefusal(form, error, fault);
    } finally {
      go.disabled = false;
    }
  });
  const show = (/** @type {HTMLElement} */ place) => {
    fill(place, form);
    controlsOf(form)[0]?.focus();
    // Said once it is there: a line of news that comes with its words is not read out.
    if (kept) fill(said, T.unsaved);
  };
  const keep = () => {
    if (Object.keys(changed(before, read())).length) unsaved.set(id, Object.fromEntries(controlsOf(form).map((one) => [one.name, valueOf(one)])));
    else unsaved.delete(id);
  };
  return { show, keep };
}

export async function openTableSettings() {
  const id = app.get().session?.id;
  if (!id) return;
  await stylesheet("/css/table/invite.css");
  const place = h("div", {}, h("p", { role: "status" }, S.loading));
  const dialog = openDialog(T.title, "box table-settings", h("p", {}, T.lead), place);
  const load = async () => {
    try {
      const [first, { items }] = await Promise.all([/** @type {Promise<TableSettings>} */ (get(sessionPath(id, "/table"))), /** @type {Promise<{ items: Seat[] }>} */ (get(sessionPath(id, "/seats")))]);
      if (!dialog.open) return;
      const { show, keep } = settingsForm(id, first, items);
      dialog.addEventListener("close", keep);
      show(place);
    } catch (error) {
      const again = h("button", { type: "button", onclick: load }, S.retry);
      fill(place, h("p", { class: "fault", role: "alert" }, S.couldNotLoad(error)), again);
      again.focus();
    }
  };
  await load();
}
