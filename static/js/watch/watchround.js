// @ts-check
// A round on the table screen: who is ready, whom it waits for, and until when.
import { serverNow } from "../api.js";
import { fill, h, stylesheet } from "../dom.js";
import { standing, timeLeft, timeOf, whoIsReady } from "../friends/roundwords.js";
import { nameOf, table } from "../friends/seats.js";
import { R } from "../words/en/rounds.js";

const TICK_MS = 1_000;

const left = h("p", { class: "left" });
const lines = h("div", {});
const root = h("section", { class: "this-round", "aria-label": R.section }, lines, left);

function tick() {
  const at = table.get().round?.state === "open" ? table.get().round?.closesAt : null;
  left.hidden = !at;
  if (at) fill(left, h("span", { "aria-hidden": "true" }, timeLeft(at, serverNow())), h("span", { class: "sr" }, R.until(timeOf(at))));
}

/** What is said to all of where a round is. @param {import("../types.js").Round | null} round */
const saidOf = (round) => ({ "": [], held: [], begins: [R.begins], told: [R.told], failed: [R.failed], open: round ? whoIsReady(round, (seat) => nameOf(seat)) : [] });

function draw() {
  const { together, round } = table.get();
  const said = saidOf(round)[standing(Boolean(together), round, false)];
  fill(lines, said.map((words) => h("p", {}, words)));
  tick();
}

export function showRounds() {
  const { sessionId, together: plays } = table.get();
  if (root.isConnected || !plays) return;
  void stylesheet("/css/table/rounds.css");
  document.querySelector("#watch aside")?.prepend(root);
  const timer = setInterval(tick, TICK_MS);
  /** @type {(() => void)[]} */
  const stops = [];
  const leave = () => {
    for (const stop of stops) stop();
    clearInterval(timer);
    root.remove();
  };
  stops.push(
    table.watch(({ round, seats }) => JSON.stringify([round, seats]), draw),
    table.watch(({ together, sessionId: id }) => Boolean(together) && id === sessionId, (stays) => stays || leave()),
  );
}
