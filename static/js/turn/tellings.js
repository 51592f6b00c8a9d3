// @ts-check
// The alternatives of a turn: a switch to view each, and to continue from it.
import { sessionPath } from "../api.js";
import { diceCard } from "./dice.js";
import { h, stylesheet } from "../dom.js";
import { app, bring, later } from "../state.js";
import { A } from "../words/en/aside.js";
import { turnStream } from "./turnstream.js";

/** @typedef {import("../types.js").Telling} Telling @typedef {import("../types.js").Roll} Roll @typedef {import("./turnview.js").TurnView} TurnView */

const T = A.history;

/**
 * In the order in which they were told, so that a telling keeps its number whichever of them stands.
 * @param {Telling[]} tellings
 */
export function inOrder(tellings) {
  const ended = (/** @type {Telling} */ { endedAt }) => Date.parse(endedAt) || 0;
  return [...tellings].sort((a, b) => ended(a) - ended(b));
}

/** The dice of tellings that were looked at. @type {Map<string, Promise<Roll[]>>} */
const thrown = new Map();

/**
 * The dice of a telling that gave way: the server still tells what happened in it.
 * @param {string} turnId
 * @returns {Promise<Roll[]>}
 */
async function diceOf(turnId) {
  const sessionId = app.get().session?.id ?? "";
  const url = sessionPath(sessionId, `/turns/${encodeURIComponent(turnId)}/events`);
  /** @type {Roll[]} */
  const rolls = [];
  for await (const told of turnStream({ sessionId, url, signal: new AbortController().signal, onDrop: () => {} })) {
    if (told.event === "roll") rolls.push(told.roll);
  }
  return rolls;
}

/**
 * @param {HTMLElement} look
 * @param {string} turnId
 * @param {TurnView} view
 */
async function addDice(look, turnId, { session }) {
  const rolls = thrown.get(turnId) ?? diceOf(turnId);
  thrown.set(turnId, rolls);
  try {
    look.prepend(...(await rolls).map((roll) => diceCard(roll, session?.characters)));
  } catch {
    // The words are here; the next look asks for the dice again.
    thrown.delete(turnId);
  }
}

/**
 * @param {TurnView} view
 * @param {HTMLElement} place
 * @param {Telling[]} unordered
 */
export function drawTellings(view, place, unordered) {
  const tellings = inOrder(unordered);
  const standing = tellings.findIndex(({ turnId }) => turnId === view.id);
  const older = h("button", { type: "button", class: "quiet", "aria-label": T.older }, "‹");
  const newer = h("button", { type: "button", class: "quiet", "aria-label": T.newer }, "›");
  const number = h("span", { role: "status" });
  const group = h("div", { class: "tellings", role: "group", "aria-label": T.tellings(view.seq) }, older, number, newer);
  let at = standing;

  /** @param {number} to */
  const show = (to) => {
    if (to < 0 || to >= tellings.length) return;
    at = to;
    const elsewhere = at !== standing;
    const look = view.lookAt(elsewhere ? tellings[at].narrative : null);
    const said = T.tellingOf(at + 1, tellings.length);
    if (number.textContent !== said) number.textContent = said;
    // Not `disabled`: the focus would fall off the button that was just pressed.
    older.setAttribute("aria-disabled", String(at === 0));
    newer.setAttribute("aria-disabled", String(at === tellings.length - 1));
    const last = view.root.classList.contains("newest");
    const choose = () => void later(() => bring("turn/history"), ({ choose }) => choose(view, tellings[at].turnId));
    const playOn = h("button", { type: "button", onclick: choose }, T.playOn);
    for (const child of [...place.children]) if (child !== group) child.remove();
    if (look) {
      const telling = h("div", { class: "telling" }, look);
      place.prepend(telling);
      void addDice(telling, tellings[at].turnId, view);
    }
    if (elsewhere) place.append(h("div", { class: "row notice" }, h("span", {}, T.elsewhere(standing + 1)), last && playOn));
  };

  older.addEventListener("click", () => show(at - 1));
  newer.addEventListener("click", () => show(at + 1));
  group.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tellings.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
  void stylesheet("/css/table/aside.css");
  place.replaceChildren(group);
  show(standing);
}
