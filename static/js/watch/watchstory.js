// @ts-check
// The story on the table screen: the last turns, and the current one, which moves up at reading speed.
import { announce } from "../announcer.js";
import { get, sessionPath } from "../api.js";
import { spoken } from "../dice/dicewords.js";
import { fill, h } from "../dom.js";
import { prose } from "../prose.js";
import { HOST, hostMark, nameOf, table } from "../friends/seats.js";
import { F } from "../words/en/friends.js";
import { W } from "../words/en/friends/watch.js";
import { TurnView } from "../turn/turnview.js";
import { scrollFor } from "./watchpace.js";

/** @typedef {import("../types.js").Session} Session @typedef {import("../types.js").Turn} Turn @typedef {import("../types.js").HeroDeed} HeroDeed @typedef {import("../types.js").TableEvent} TableEvent @typedef {(rolls: import("../types.js").Roll[]) => void} ShowDice */

/** So many turns are kept on the screen. */
const LAST = 6;
/** Behind every turn there will ever be. */
const END = 2_147_483_647;
const TICK_MS = 100;

/** Moves the story up as fast as people read, until somebody scrolls. @param {HTMLElement} log @param {() => HTMLElement} newest what is read */
function scroller(log, newest) {
  let since = performance.now();
  /** Whether somebody has scrolled: then they see to it themselves, until another turn begins. */
  let isHeld = false;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const hold = () => (isHeld = true);
  for (const deed of ["wheel", "touchmove"]) log.addEventListener(deed, hold, { passive: true });
  log.addEventListener("keydown", ({ key }) => /^(Arrow|Page|Home|End)/.test(key) && hold());
  const timer = setInterval(() => {
    if (isHeld) return;
    const view = log.clientHeight;
    const line = Number.parseFloat(getComputedStyle(log).lineHeight) || 40;
    const to = scrollFor({ top: newest().offsetTop - line / 2, end: log.scrollHeight - view, view, line, elapsed: performance.now() - since, calm: calm.matches });
    if (Math.abs(to - log.scrollTop) >= 1) log.scrollTop = to;
  }, TICK_MS);
  return {
    fromHere() {
      since = performance.now();
      isHeld = false;
    },
    stop: () => clearInterval(timer),
  };
}

/** Says whose turn it is. @param {TurnView} view */
function sign(view) {
  view.deed.querySelectorAll(".who").forEach((who, i) => {
    who.querySelector(".by")?.remove();
    const seat = view.deeds[i].seat ?? HOST;
    if (table.get().seats.length > 1) who.append(h("span", { class: "by" }, nameOf(seat), hostMark(seat)));
  });
}

/** The hero of a seat that has but one. @param {string} seat */
function heroOf(seat) {
  const [hero = "", more] = table.get().seats.find(({ id }) => id === seat)?.characterIds ?? [];
  return more ? "" : hero;
}

/** Who waits, by the turn that will be theirs. */
function queue() {
  const root = h("p", { class: "next", hidden: true });
  /** @type {Map<string, string>} */
  const waiting = new Map();
  const draw = () => {
    const names = [...new Set(waiting.values())].map((seat) => F.waits(nameOf(seat)));
    root.hidden = !names.length;
    fill(root, names.join(" · "));
  };
  /** @param {string} turnId @param {string} [seat] none where it waits no more */
  const set = (turnId, seat) => {
    seat ? waiting.set(turnId, seat) : waiting.delete(turnId);
    draw();
  };
  return { root, set, clear: () => (waiting.clear(), draw()) };
}

/** The turns on the screen. @param {() => Session} session */
function shelf(session) {
  const turnList = h("div", { class: "turns" });
  const opening = h("div", { class: "opening" });
  /** Those that stand. @type {TurnView[]} */
  let laid = [];
  /** Those that are told. @type {Map<string, TurnView>} */
  const live = new Map();
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
  /** @param {TurnView} view */
  const remove = (view) => {
    live.delete(view.id);
    view.root.remove();
  };
  const newest = () => ([...live.values()].at(-1) ?? laid.at(-1))?.root ?? opening;
  return { roots: [opening, turnList], live, laid: () => laid, lay, remove, newest };
}

/**
 * Tells turns as the stream does.
 * @param {ReturnType<typeof shelf>} turns @param {ReturnType<typeof queue>} next @param {() => void} fromHere @param {() => Session} session
 * @param {ShowDice} showDice @param {() => void} readAnew
 */
function listener({ live, laid, lay, remove }, next, fromHere, session, showDice, readAnew) {
  /** @param {{ turnId: string, seq: number, seat?: string | null, deeds?: HeroDeed[] }} told */
  function begin({ turnId, seq, seat, deeds }) {
    next.set(turnId);
    const again = live.get(turnId);
    if (again) return again.restart();
    const acts = seat ?? HOST;
    const view = new TurnView("", heroOf(acts), session());
    view.say(deeds);
    Object.assign(view, { id: turnId, seq, seat: acts });
    view.begin();
    view.deed.classList.toggle("unheard", !deeds);
    live.set(turnId, view);
    // One that is told another way gives way to it.
    lay(laid().filter((one) => one.seq < seq));
    sign(view);
    fromHere();
    showDice([]);
    announce(deeds ? F.together : F.acts(nameOf(acts)));
  }
  /** @param {TurnView} view @param {Turn} turn */
  function finish(view, turn) {
    live.delete(view.id);
    // The words that led to it are known only now.
    const { message, characterId } = turn;
    Object.assign(view, { message, characterId });
    view.deed.classList.remove("unheard");
    view.finish(turn);
    lay([...laid().filter(({ id }) => id !== turn.id), view]);
    sign(view);
    showDice(view.rolls);
    announce(spoken(view));
  }
  return (/** @type {TableEvent} */ told) => {
    if (!("turnId" in told) || !told.turnId) return;
    const { turnId, event } = told;
    if (event === "queued") return next.set(turnId, told.seat ?? HOST);
    if (event === "turn") return begin(told);
    if (event === "failed") next.set(turnId);
    const view = live.get(turnId);
    if (!view) return event === "done" && readAnew();
    if (event === "text") {
      if (told.reset) view.reset();
      if (told.delta) view.text(told.delta);
    } else if (event === "roll") {
      view.roll(told.roll);
      showDice(view.rolls);
    } else if (event === "change") view.change(told.change);
    else if (event === "done") finish(view, told.turn);
    else if (event === "safety" || event === "failed") {
      remove(view);
      readAnew();
    }
  };
}

/**
 * @param {string} id of the session
 * @param {() => Session} session as it is now
 * @param {ShowDice} showDice
 * @param {(text: string) => void} say
 */
export function watchStory(id, session, showDice, say) {
  const turns = shelf(session);
  const { live, laid, lay, remove } = turns;
  const next = queue();
  const root = h("div", { class: "log", role: "log", "aria-live": "off", "aria-label": W.story, tabindex: 0 }, ...turns.roots, next.root);
  const pace = scroller(root, turns.newest);
  let visits = 0;

  async function read() {
    const visit = ++visits;
    /** @type {{ items: Turn[] }} */
    const { items } = await get(sessionPath(id, `/turns?before=${END}&limit=${LAST}`));
    if (visit !== visits) return;
    const known = new Map(laid().map((view) => [view.id, view]));
    const before = laid().at(-1);
    lay(items.filter((turn) => !live.has(turn.id)).map((turn) => known.get(turn.id) ?? TurnView.of(turn, session())));
    laid().forEach(sign);
    if (!live.size) showDice(laid().at(-1)?.rolls ?? []);
    const last = laid().at(-1);
    if (last?.id !== before?.id) pace.fromHere();
    // Taken back, by whoever: what is gone is not just missing.
    if (before && !live.size && (last?.seq ?? 0) < before.seq) say(W.wentBack);
  }
  const readAnew = () => void read().catch(() => {});

  /** The stream begins anew, with this turn if one plays. @param {string} turnId */
  function anew(turnId) {
    for (const view of [...live.values()]) if (view.id !== turnId) remove(view);
    next.clear();
  }

  const hear = listener(turns, next, pace.fromHere, session, showDice, readAnew);
  const stop = table.watch(({ seats }) => seats, () => [...laid(), ...live.values()].forEach(sign));
  return { root, read, readAnew, hear, anew, stop: () => (pace.stop(), stop()) };
}
