// @ts-check
// The people at a table, as far as the page knows. Pure but for its store.
import { h } from "../dom.js";
import { createStore } from "../state.js";
import { S } from "../words/en.js";
import { F } from "../words/en/friends.js";

/** @typedef {import("../types.js").Seat} Seat @typedef {import("../types.js").Talk} Talk @typedef {import("../types.js").Session} Session */
/** @typedef {import("../types.js").Round} Round @typedef {import("../turn/turnview.js").Deed} Deed */

Object.assign(S.problems, F.problems);

/** The id of the host's seat, and their role. */
export const HOST = "host";
/** What the server calls a host who has no name. */
const NAMELESS = "Host";

export const table = createStore({
  sessionId: "",
  seats: /** @type {Seat[]} */ ([]),
  /** The id of one's own seat. */
  me: "",
  isGuest: false,
  talk: /** @type {Talk[]} */ ([]),
  /** How much of it was said while nobody looked. */
  unread: 0,
  /** Whether the talk is in view. */
  isOpen: false,
  /** Whether those who watch may talk, too. */
  isTalkOpen: false,
  /** Whether the table can't be heard. */
  isCut: false,
  /** Who has sent their part of the round that takes parts, and who is waited for. */
  marks: /** @type {Record<string, "sent" | "awaited">} */ ({}),
  /** The round that is not over. */
  round: /** @type {Round | null} */ (null),
  /** What one's own hero does in it, as long as all words of a round are played together. */
  together: /** @type {Deed[] | undefined} */ (undefined),
});

/** @param {string} id @param {Seat[]} [seats] */
export function nameOf(id, seats = table.get().seats) {
  const seat = seats.find((one) => one.id === id);
  if (seat?.role !== HOST || seat.name !== NAMELESS) return seat?.name ?? F.unnamed;
  return id === table.get().me ? S.you : F.host;
}

/** Says of the host’s seat that it is one: a name may say anything. @param {string} id */
export const hostMark = (id) => id === HOST && h("span", { class: "host-mark" }, F.mark);

/** @param {Seat[]} seats */
export const present = (seats) => seats.filter(({ state }) => state !== "gone");

/** Who acts for a hero. @param {Seat[]} seats @param {string} hero */
export const holderOf = (seats, hero) => present(seats).find(({ characterIds }) => characterIds.includes(hero));

/**
 * The heroes that a seat acts for: a guest for those of their seat, the host for all that no guest has, or whose guest is away.
 * @param {Seat[]} seats
 * @param {string} me
 * @param {Session | null} session
 */
export function mine(seats, me, session) {
  const seat = seats.find(({ id }) => id === me);
  const heroes = (session?.characters ?? []).map(({ id }) => id);
  if (seat?.role === "spectator") return [];
  if (seat?.role !== HOST) return heroes.filter((hero) => seat?.characterIds.includes(hero));
  return heroes.filter((hero) => {
    const holder = holderOf(seats, hero);
    return !holder || holder.role === HOST || holder.state === "away";
  });
}

/** What is said of a seat that has changed. @param {Seat | undefined} before @param {Seat} now */
export function newsOf(before, now) {
  const name = nameOf(now.id, [now]);
  if (!before) return now.state === "gone" ? "" : F.came(name);
  if (before.state === now.state) return "";
  return { here: F.cameBack, away: F.wentAway, gone: F.wentGone }[now.state](name);
}
