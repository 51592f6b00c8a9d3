// @ts-check
// Texts of a fight, and its requests. Pure: from the server's data to text.
import { F } from "../words/en/table/fight.js";
import { capitalised, listedAs, properName, term } from "../text.js";

/**
 * @typedef {import("../types.js").Session} Session
 * @typedef {import("../types.js").Encounter} Encounter
 * @typedef {import("../types.js").Combatant} Combatant
 * @typedef {import("../types.js").LegalAct} LegalAct
 * @typedef {import("../types.js").Act} Act
 * @typedef {import("../types.js").Square} Square
 * @typedef {NonNullable<Session["awaiting"]>} Asked
 * @typedef {Encounter & { asked?: Asked | null | undefined }} Fight
 */

/** The fight at a table, with the reaction that is asked for in it. @param {Session | null} session @returns {Fight | null | undefined} */
export const fightOf = (session) => session?.encounter && { ...session.encounter, asked: session.awaiting?.trigger && session.awaiting };

/** Who has the turn or is asked for a reaction; nobody while it is somebody unseen. @param {Encounter} encounter */
export const onTurn = ({ order, turnIndex }) => (turnIndex === undefined || turnIndex === null ? undefined : order[turnIndex]);

/** Names a turn of the fight. @param {Fight} fight */
export const turnOf = ({ id, round, turnIndex }) => `${id} ${round} ${turnIndex}`;

/** @param {Fight} fight */
export function turnLine(fight) {
  const who = onTurn(fight);
  return who ? F.whose(capitalised(who.name), fight.asked) : F.unseenTurn;
}

/** Round and turn, in a line. A question is over while it is answered, so that the next one is news. @param {Fight} fight @param {unknown} [playing] */
export const standing = (fight, playing) => (playing && fight.asked ? "" : `${F.round(fight.round)}. ${turnLine(fight)}.`);

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

/** Two signs for the map: the first letters of the first word and the last, and what tells one goblin from the next. @param {string} name */
export function tokenOf(name) {
  const [first, ...rest] = name.replace(/^the /i, "").split(/\s+/);
  const last = rest.at(-1);
  return capitalised(first.slice(0, 1)) + (last ? last.slice(0, /^\d/.test(last) ? 2 : 1).toUpperCase() : first.slice(1, 2).toLowerCase());
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

/** What kind of deed an act is; what is not listed is a trick. @type {Record<string, string>} */
const KINDS = { attack: "attack", do: "spell", move: "move", standUp: "move", dash: "move", disengage: "move" };

/**
 * What can be done, by what it is, the attack first; ending the turn stands apart.
 * @param {LegalAct[]} items
 */
export function grouped(items) {
  const kindOf = (/** @type {LegalAct} */ { act }) => KINDS[act.action] ?? "trick";
  return Object.entries(F.kindsOfDeed)
    .map(([kind, title]) => ({ kind, title, deeds: items.filter((it) => it.act.action !== "endTurn" && kindOf(it) === kind) }))
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
