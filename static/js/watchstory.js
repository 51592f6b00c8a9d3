// @ts-check
// The story on the table screen: the last turns, and the one that is being told, which moves up as fast as people read.
import { announce } from "./announcer.js";
import { get, sessionPath } from "./api.js";
import { spoken } from "./dicewords.js";
import { fill, h } from "./dom.js";
import { prose } from "./prose.js";
import { HOST, nameOf, table } from "./seats.js";
import { F } from "./strings-friends.js";
import { W } from "./strings-watch.js";
import { TurnView } from "./turnview.js";
import { scrollFor } from "./watchpace.js";

/** @typedef {import("./types.js").Session} Session @typedef {import("./types.js").Turn} Turn @typedef {import("./types.js").TableEvent} TableEvent @typedef {import("./types.js").Roll} Roll */

/** So many turns are kept on the screen. */
const LAST = 6;
/** Behind every turn there will ever be. */
const END = 2_147_483_647;
const TICK_MS = 100;

/**
 * @param {string} id of the session
 * @param {() => Session} session as it is now
 * @param {(rolls: Roll[]) => void} showDice
 */
export function watchStory(id, session, showDice) {
  const turnList = h("div", { class: "turns" });
  const opening = h("div", { class: "opening" });
  const next = h("p", { class: "next", hidden: true });
  const log = h("div", { class: "log", role: "log", "aria-live": "off", "aria-label": W.story, tabindex: 0 }, opening, turnList, next);
  /** @type {TurnView[]} */
  let laid = [];
  /** @type {Map<string, TurnView>} */
  const live = new Map();
  /** Who waits, by the turn that will be theirs. @type {Map<string, string>} */
  const waiting = new Map();
  let since = performance.now();
  /** Whether somebody has scrolled: then they see to it themselves, until another turn begins. */
  let isHeld = false;
  let visits = 0;

  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const hold = () => (isHeld = true);
  for (const deed of ["wheel", "touchmove"]) log.addEventListener(deed, hold, { passive: true });
  log.addEventListener("keydown", ({ key }) => /^(Arrow|Page|Home|End)/.test(key) && hold());
  const newest = () => [...live.values()].at(-1) ?? laid.at(-1);
  const timer = setInterval(() => {
    const turn = newest()?.root ?? opening;
    if (isHeld) return;
    const view = log.clientHeight;
    const line = Number.parseFloat(getComputedStyle(log).lineHeight) || 40;
    const to = scrollFor({ top: turn.offsetTop - line / 2, end: log.scrollHeight - view, view, line, elapsed: performance.now() - since, calm: calm.matches });
    if (Math.abs(to - log.scrollTop) >= 1) log.scrollTop = to;
  }, TICK_MS);
  const fromHere = () => {
    since = performance.now();
    isHeld = false;
  };

  /** @param {TurnView} view */
  function sign(view) {
    const who = view.deed.firstElementChild;
    who?.querySelector(".by")?.remove();
    if (table.get().seats.length > 1) who?.append(h("span", { class: "by" }, nameOf(view.seat ?? HOST)));
  }

  function drawNext() {
    const names = [...new Set(waiting.values())].map((seat) => F.waits(nameOf(seat)));
    next.hidden = !names.length;
    fill(next, names.join(" · "));
  }

  function drawOpening() {
    opening.hidden = laid.length + live.size > 0;
    if (opening.hidden || opening.childElementCount) return;
    const { currentScene } = session().story;
    fill(opening, currentScene && prose(currentScene), h("p", { class: "invitation" }, W.begins));
  }

  /** @param {TurnView[]} views */
  function lay(views) {
    for (const old of laid) if (!views.includes(old)) old.root.remove();
    laid = views.slice(-LAST);
    turnList.append(...laid.map(({ root }) => root), ...[...live.values()].map(({ root }) => root));
    laid.forEach((view, i) => view.root.classList.toggle("newest", !live.size && i === laid.length - 1));
    drawOpening();
  }

  async function read() {
    const visit = ++visits;
    /** @type {{ items: Turn[] }} */
    const { items } = await get(sessionPath(id, `/turns?before=${END}&limit=${LAST}`));
    if (visit !== visits) return;
    const known = new Map(laid.map((view) => [view.id, view]));
    const before = laid.at(-1)?.id;
    lay(items.filter((turn) => !live.has(turn.id)).map((turn) => known.get(turn.id) ?? TurnView.of(turn, session())));
    laid.forEach(sign);
    if (!live.size) showDice(laid.at(-1)?.rolls ?? []);
    if (laid.at(-1)?.id !== before) fromHere();
  }

  /** @param {string} seat */
  const heroOf = (seat) => {
    const heroes = table.get().seats.find((one) => one.id === seat)?.characterIds ?? [];
    return heroes.length === 1 ? heroes[0] : "";
  };

  /** @param {{ turnId: string, seq: number, seat?: string | null }} told */
  function begin({ turnId, seq, seat }) {
    waiting.delete(turnId);
    drawNext();
    const again = live.get(turnId);
    if (again) return again.restart();
    const acts = seat ?? HOST;
    const view = new TurnView("", heroOf(acts), session());
    Object.assign(view, { id: turnId, seq, seat: acts });
    view.begin();
    view.deed.classList.add("unheard");
    live.set(turnId, view);
    // One that is told another way gives way to it.
    lay(laid.filter((one) => one.seq < seq));
    sign(view);
    fromHere();
    showDice([]);
    announce(F.acts(nameOf(acts)));
  }

  /** @param {TurnView} view */
  function drop(view) {
    live.delete(view.id);
    view.root.remove();
    void read().catch(() => {});
  }

  /** @param {TurnView} view @param {Turn} turn */
  function finish(view, turn) {
    live.delete(view.id);
    const whole = TurnView.of(turn, session());
    // What was told word by word stays; the words that led to it are known only now.
    view.message = turn.message;
    view.deed.replaceWith(whole.deed);
    view.deed = whole.deed;
    view.finish(turn);
    lay([...laid.filter(({ id }) => id !== turn.id), view]);
    sign(view);
    showDice(view.rolls);
    announce(spoken(view));
  }

  /** @param {TableEvent} told */
  function hear(told) {
    if (!("turnId" in told) || !told.turnId) return;
    const { turnId } = told;
    if (told.event === "queued") return waiting.set(turnId, told.seat ?? HOST), drawNext();
    if (told.event === "turn") return begin(told);
    if (told.event === "failed" && waiting.delete(turnId)) drawNext();
    const view = live.get(turnId);
    if (!view) return told.event === "done" && void read().catch(() => {});
    switch (told.event) {
      case "text":
        if (told.reset) view.reset();
        if (told.delta) view.text(told.delta);
        return;
      case "roll":
        view.roll(told.roll);
        return showDice(view.rolls);
      case "change":
        return view.change(told.change);
      case "safety":
      case "failed":
        return drop(view);
      case "done":
        return finish(view, told.turn);
    }
  }

  /** The stream begins anew, with this turn if one plays. @param {string} turnId */
  function anew(turnId) {
    for (const view of [...live.values()]) if (view.id !== turnId) (live.delete(view.id), view.root.remove());
    waiting.clear();
    drawNext();
  }

  const stop = table.watch(({ seats }) => seats, () => [...laid, ...live.values()].forEach(sign));
  return { root: log, read, hear, anew, stop: () => (clearInterval(timer), stop()) };
}
