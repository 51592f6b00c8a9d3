// @ts-check
// A fight in words, and acts as they are sent. Pure: from what the server says to what is shown and said of it.
import { F } from "./strings-fight.js";
import { capitalised, listedAs, properName, term } from "./text.js";

/**
 * @typedef {import("./types.js").Session} Session
 * @typedef {import("./types.js").Encounter} Encounter
 * @typedef {import("./types.js").Combatant} Combatant
 * @typedef {import("./types.js").LegalAct} LegalAct
 * @typedef {import("./types.js").Act} Act
 * @typedef {import("./types.js").Square} Square
 */

/** As many squares as the battle map is wide and high, and the feet of a square's side. */
export const MAP = { width: 12, height: 8, feet: 5 };

/** Who has the turn; nobody while it is somebody unseen. @param {Encounter} encounter */
export const onTurn = ({ order, turnIndex }) => (turnIndex === undefined || turnIndex === null ? undefined : order[turnIndex]);

/** @param {Encounter} encounter */
export function turnLine(encounter) {
  const who = onTurn(encounter);
  return who ? F.whose(capitalised(who.name)) : F.unseenTurn;
}

/**
 * Whether someone is out of the fight for good. A hero's view says how many points are left; the sheet says who is dead.
 * @param {Combatant} one
 * @param {Session} session
 */
export function isFallen({ id, hp }, { characters }) {
  const hero = characters.find((it) => it.id === id);
  return hero ? Boolean(hero.dead) : hp === "dead" || (typeof hp === "number" && hp <= 0);
}

/** How hurt someone is: points of friends, a word of others. @param {Combatant} one */
export const healthOf = ({ hp, maxHP }) => (typeof hp === "number" ? F.hp(hp, maxHP ?? hp) : term(hp));

/** @param {Combatant} one */
export const conditionsOf = ({ conditions }) =>
  conditions.map(({ name, roundsLeft }) => {
    const ails = term(name.toLowerCase());
    return roundsLeft === undefined || roundsLeft === null ? ails : `${ails}, ${F.rounds(roundsLeft)}`;
  });

/** Steps askew count as steps, as the table measures. @param {Square} a @param {Square} b */
export const feetBetween = (a, b) => MAP.feet * Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));

/**
 * Someone as they are called where they are chosen: "Goblin A, bloodied, 15 ft away".
 * @param {Combatant} one
 * @param {Combatant} [from] whoever looks
 */
export function described(one, from) {
  const away = from && from.id !== one.id && F.away(feetBetween(from.square, one.square));
  return [capitalised(one.name), healthOf(one), ...conditionsOf(one), away].filter(Boolean).join(", ");
}

/** Two signs for the map: the first letter, and what tells one goblin from the next. @param {string} name */
export function tokenOf(name) {
  const [first, ...rest] = name.replace(/^the /i, "").split(/\s+/);
  const last = rest.at(-1) ?? "";
  return capitalised(first.slice(0, 1)) + (/^(?:\p{L}|\d{1,2})$/u.test(last) ? last.toUpperCase() : first.slice(1, 2).toLowerCase());
}

/** The name of a deed in the page's language, where it has one; how it is done stands behind it in brackets. @param {string} name */
function said(name) {
  const [, deed, how] = /^(.+?)(?: \(([^()]+)\))?$/.exec(name) ?? ["", name];
  const word = listedAs(F.terms, deed.toLowerCase()) ?? term(deed);
  return how ? `${word} (${listedAs(F.terms, how.toLowerCase()) ?? how})` : word;
}

/** What a deed is called on its button. @param {LegalAct} legal */
export function deedName({ name, act }) {
  return act.slot ? `${properName(said(name))} (${F.slot(act.slot)})` : capitalised(said(name));
}

/**
 * What can be done, by what it costs; ending the turn stands apart.
 * @param {LegalAct[]} items
 */
export function grouped(items) {
  const others = items.filter(({ act }) => act.action !== "endTurn");
  const costs = [...new Set([...Object.keys(F.costs), ...others.map(({ cost }) => cost)])];
  return costs
    .map((cost) => ({ cost, title: F.costs[cost] ?? capitalised(cost), deeds: others.filter((it) => it.cost === cost) }))
    .filter(({ deeds }) => deeds.length > 0);
}

/**
 * What is left to choose before an act can be sent.
 * @param {LegalAct} legal
 * @returns {"square" | "target" | ""}
 */
export function choiceOf({ squares, targets }) {
  return squares.length > 0 ? "square" : targets.length > 1 ? "target" : "";
}

/**
 * The act aimed at somebody, or at several. The server has put the first of the targets in.
 * @param {LegalAct} legal
 * @param {string[]} targets
 * @returns {Act}
 */
export function aimedAt({ act }, ...targets) {
  return act.action === "do" ? { ...act, targets } : { ...act, target: targets[0] };
}

/**
 * Those aimed at once one more is chosen, or one is not any more. Where no more can be, the last one gives way.
 * @param {LegalAct} legal
 * @param {string[]} aim
 * @param {string} id
 */
export function toggled({ maxTargets }, aim, id) {
  return aim.includes(id) ? aim.filter((one) => one !== id) : [...aim.slice(0, maxTargets - 1), id];
}

/**
 * The act at a square: where to go, or where a shape lies.
 * @param {LegalAct} legal
 * @param {Square} square
 * @returns {Act}
 */
export function laidAt({ act }, { x, y }) {
  return act.action === "move" ? { ...act, to: { x, y } } : { ...act, at: { x, y } };
}
