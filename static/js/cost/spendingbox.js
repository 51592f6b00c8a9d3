// @ts-check
// Spending and caps of the session: the rest, the cost of the last turn, and the player's own cap.
import { announce } from "../announcer.js";
import { get, json, sessionPath } from "../api.js";
import { fill, h } from "../dom.js";
import { field, showFaults, showRefusal } from "../form.js";
import { app, isKeyless, later } from "../state.js";
import { ANEW } from "../words/en/table/anew.js";
import { A } from "../words/en/aside.js";
import { count, money } from "../text.js";

/** @typedef {import("../types.js").Spending} Spending @typedef {import("../types.js").Usage} Usage */

const T = A.cost;
/** A number beyond every turn's, so that the page before it ends with the last one. */
const BEYOND = 0xffffffff;

/** @param {Spending} spending */
function lines({ spentUsd, capUsd, today, standing, model }) {
  const left = capUsd === null || capUsd === undefined ? null : Math.max(0, capUsd - spentUsd);
  return [
    standing === "spent" && h("p", { class: "notice", role: "status" }, T.spent),
    standing === "saving" && h("p", { class: "notice", role: "status" }, T.saving(model)),
    left !== null && h("p", {}, T.left(money(left), money(capUsd))),
    today.capUsd !== null && today.capUsd !== undefined && h("p", {}, T.today(money(today.spentUsd), money(today.capUsd))),
  ];
}

/** @param {Usage} usage */
function lastTurn(usage) {
  const read = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  if (!read && !usage.outputTokens) return null;
  return h("p", { class: "soft" }, T.last(money(usage.costUsd), count(read), count(usage.outputTokens), read ? Math.round((usage.cacheReadTokens / read) * 100) : 0));
}

/**
 * A box that keeps itself up to date.
 * @returns {HTMLElement}
 */
export function spendingBox() {
  const stands = h("div", {});
  const cap = h("input", { name: "capUsd", type: "number", min: 0, max: 1_000_000, step: "any", inputmode: "decimal", autocomplete: "off" });
  const set = h("button", { type: "submit" }, T.setCap);
  const fault = h("p", { class: "fault", role: "alert" });
  const form = h("form", { novalidate: true }, field(T.cap, cap, T.capHint), set, fault);
  const anew = h("button", { type: "button" }, ANEW.begin);
  anew.addEventListener("click", () => void later(() => import("./anew.js"), ({ beginAnew }) => beginAnew()));
  const box = h("section", { hidden: true }, stands, form, h("p", {}, anew));
  /** What is being written there is the player's. */
  let typed = false;
  /** Which answer is the newest that was asked for. */
  let asked = 0;

  /** @param {Spending} spending @param {Usage | null} usage */
  const show = (spending, usage) => {
    fill(stands, lines(spending), usage && lastTurn(usage));
    if (!typed) cap.value = spending.ownCapUsd === null || spending.ownCapUsd === undefined ? "" : String(spending.ownCapUsd);
    box.hidden = false;
  };

  const look = async () => {
    const { session } = app.get();
    const mine = ++asked;
    // What costs nothing needs no cap.
    if (!session || isKeyless()) return void (box.hidden = true);
    try {
      const [spending, turns] = await Promise.all([
        /** @type {Promise<Spending>} */ (get(sessionPath(session.id, "/spending"))),
        /** @type {Promise<{ items: { usage: Usage }[] }>} */ (get(sessionPath(session.id, `/turns?before=${BEYOND}&limit=1`))),
      ]);
      if (mine === asked) show(spending, turns.items.at(-1)?.usage ?? null);
    } catch {
      // The table above stands without it, and the next turn asks again.
    }
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { session } = app.get();
    if (!session || set.disabled) return;
    fault.textContent = "";
    showFaults(form, []);
    const text = cap.value.trim();
    if (cap.validity.badInput || (text && !(Number(text) >= 0))) return void showFaults(form, [{ field: "capUsd", message: T.capWrong }]);
    set.disabled = true;
    try {
      /** @type {Spending} */
      const spending = await json("PUT", sessionPath(session.id, "/spending"), { capUsd: text ? Number(text) : null });
      asked++;
      typed = false;
      show(spending, null);
      announce(text ? T.capSet(money(Number(text))) : T.capGone);
      void look();
    } catch (error) {
      showRefusal(form, error, fault);
    } finally {
      set.disabled = false;
    }
  });
  cap.addEventListener("input", () => (typed = true));
  app.watch(({ session }) => session?.id, () => (typed = false));
  app.watch(({ session, phase }) => `${session?.id} ${session?.version} ${phase === "idle"}`, () => void look());
  return box;
}
