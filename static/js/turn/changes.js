// @ts-check
// A turn's changes as short marks. Pure: from a change to text; `turnview.js` draws them.
import { S } from "../words/en.js";
import { capitalised, properName, signed, term, words } from "../text.js";

/** @typedef {import("../types.js").Change} Change @typedef {import("../types.js").Character} Character */
/** @typedef {import("../types.js").ChangeKind} ChangeKind */
/** @template {ChangeKind} Kind @typedef {import("../types.js").ChangeOf<Kind>} ChangeOf */
/** @typedef {{ id: string, name: string }} Named */
/** @typedef {{ tone: "good" | "bad" | "gold" | "plain" | "note", sign: string, text: string }} Mark what changes no sheet is a note; the sign is decoration: the text says it all */
/** @typedef {(change: Change, known: Named[]) => Mark | null} Reader */

/** @param {unknown} value */
const name = (value) => (typeof value === "string" ? properName(value) : "");

/** @param {number} copper */
export function coins(copper) {
  const left = Math.abs(copper);
  const { coins } = S.change;
  const parts = [Math.floor(left / 100), Math.floor((left % 100) / 10), left % 10];
  return parts.flatMap((n, i) => (n > 0 ? `${n} ${coins[i]}` : [])).join(" ") || `0 ${coins[0]}`;
}

/** @param {Change} change @param {Named[]} known */
const who = ({ npcId }, known) => name(known.find(({ id }) => id === npcId)?.name ?? words(npcId));

/**
 * How every kind of change in the API's document is shown. Null where it has no mark: it is shown elsewhere on the page, of no use to a
 * reader, or for the Dungeon Master only. The type checker refuses the page where a kind is missing here or is not in the document.
 * @type {{ [Kind in ChangeKind]: ((change: ChangeOf<Kind>, known: Named[]) => Mark | null) | null }}
 */
const KINDS = {
  actBegan: null,
  beatBegan: null,
  beatEnded: null,
  combatTurnBegan: null,
  combatTurnEnded: null,
  combatantJoined: null,
  combatantLeft: null,
  combatantMoved: null,
  concentrationBegan: null,
  concentrationEnded: null,
  creatureDeathSavesChanged: null,
  creatureIdentified: null,
  creatureLeft: null,
  creatureMet: null,
  creatureStayed: null,
  creatureTempHpChanged: null,
  creatureTurned: null,
  deathSavesChanged: null,
  diceReseeded: null,
  diceRolled: null,
  doomAdvanced: null,
  effectBegan: null,
  effectEnded: null,
  languageChosen: null,
  encounterBegan: null,
  encounterXpGathered: null,
  endingReached: null,
  factNoted: null,
  findingMade: null,
  flagSet: null,
  happeningCame: null,
  historyCleared: null,
  hitDiceUsed: null,
  houseRulesChanged: null,
  locationChanged: null,
  longRestTaken: null,
  mainTurnCarriedOn: null,
  mainTurnEnded: null,
  mainTurnOpened: null,
  mapDrawn: null,
  mapLeft: null,
  maxHpRestored: null,
  maxHpSank: null,
  nodeReached: null,
  placeReached: null,
  plotFightBegan: null,
  plotStrayed: null,
  reactionAnswered: null,
  reactionAsked: null,
  recentEventNoted: null,
  remembered: null,
  responseGiven: null,
  responsesAwaited: null,
  responsesHeard: null,
  responsesWithdrawn: null,
  rulesRemembered: null,
  sceneChanged: null,
  scenesSummarised: null,
  stanceTaken: null,
  stepCompleted: null,
  storyBeatCompleted: null,
  subTurnEnded: null,
  subTurnsQueued: null,
  summaryRewritten: null,
  supportingNpcUpdated: null,
  timePassed: null,
  turnSpent: null,
  usesSpent: null,
  weaponGained: null,
  weaponLost: null,
  hpChanged: ({ delta, tempDelta = 0 }) =>
    delta || tempDelta
      ? { tone: delta + tempDelta < 0 ? "bad" : "good", sign: "♥\ufe0e", text: S.change.hp(signed(delta + tempDelta)) }
      : null,
  itemGained: (c) => ({ tone: "good", sign: "", text: `+ ${quantity(c)}` }),
  itemLost: (c) => ({ tone: "plain", sign: "", text: `− ${quantity(c)}` }),
  conditionRemoved: (c) => state(c, "good", "▽", S.change.recovers),
  conditionAdded: (c) => state(c, "bad", "▲", S.change.suffers),
  xpGained: (c) => ({ tone: "gold", sign: "★", text: S.change.xp(c.amount) }),
  secretFound: (c) => ({ tone: "note", sign: "◎", text: S.change.found(capitalised(c.text)) }),
  levelGained: (c) => ({ tone: "gold", sign: "★", text: S.change.level(c.level) }),
  spellSlotsUsed: (c) => ({ tone: "plain", sign: "✧", text: S.change.slots(c.level, c.used) }),
  spellLearned: (c) => ({ tone: "good", sign: "✧", text: S.change.learned(term(name(c.name))) }),
  spellForgotten: (c) => ({ tone: "plain", sign: "✧", text: S.change.forgot(term(name(c.name))) }),
  cantripLearned: (c) => ({ tone: "good", sign: "✧", text: S.change.learned(term(name(c.name))) }),
  featureChosen: (c) => ({ tone: "good", sign: "✧", text: `${c.feature}: ${c.option}` }),
  importantEventRecorded: (c) => ({ tone: "note", sign: "✎", text: S.change.remembered(capitalised(c.text)) }),
  questAdded: (c) => ({ tone: "gold", sign: "❖", text: S.change.quest(c.title ?? name(c.name)) }),
  questFailed: (c) => ({ tone: "bad", sign: "✗", text: S.change.questFailed(name(c.name)) }),
  questGiven: (c) => ({ tone: "gold", sign: "❖", text: S.change.quest(c.name) }),
  questCompleted: (c) => ({ tone: "good", sign: "✓", text: S.change.questDone(name(c.name)) }),
  characterJoined: (c) => ({ tone: "good", sign: "+", text: S.change.joins(c.character.name) }),
  heroDied: () => ({ tone: "bad", sign: "†", text: S.change.suffers(S.change.dead) }),
  actAdvanced: (c) => ({ tone: "note", sign: "⚑", text: S.change.act(c.act) }),
  npcMet: (c) => ({ tone: "note", sign: "◉", text: S.change.met(name(c.name)) }),
  creatureEntered: (c) => ({ tone: "note", sign: "◆", text: capitalised(S.change.enters(name(c.creature.name))) }),
  levelUpEarned: (c) => ({ tone: "gold", sign: "★", text: S.change.levelReady(c.pending?.toLevel) }),
  supportingNpcCreated: (c) => ({ tone: "note", sign: "◉", text: S.change.inJournal(c.npc?.displayName ?? name(c.npc?.name)) }),
  placeRevealed: (c) => ({ tone: "note", sign: "◎", text: S.change.found(name(c.name)) }),
  creatureDied: (c, known) => ({ tone: "note", sign: "†", text: capitalised(S.change.falls(who(c, known))) }),
  encounterEnded: (c) => ({ tone: "gold", sign: "⚔\ufe0e", text: S.change.fight[c.ending] ?? S.change.fight.settled }),
  purseChanged: (c) => ({ tone: "gold", sign: "", text: `${c.deltaCp < 0 ? "−" : "+"} ${coins(c.deltaCp)}` }),
  creatureConditionAdded: (c, known) => ({ tone: "note", sign: "▲", text: `${who(c, known)}: ${conditionOf(c)}` }),
  milestoneReached: (c) => ({ tone: "note", sign: "⚑", text: capitalised(c.text) }),
  creatureConditionRemoved: (c, known) => ({ tone: "note", sign: "▽", text: `${who(c, known)}: ${S.change.recovers(conditionOf(c))}` }),
  heroRevived: () => ({ tone: "good", sign: "†", text: S.change.recovers(S.change.dead) }),
  objectiveCompleted: (c) => ({ tone: "good", sign: "✓", text: c.text }),
  itemEquipped: (c) => ({ tone: "plain", sign: "", text: S.change.wears(name(c.name), c.equipped) }),
  npcMoved: (c, known) => ({ tone: "note", sign: "◉", text: S.change.goes(who(c, known), name(c.to)) }),
  creatureHpChanged: (c, known) => ({ tone: "note", sign: "◆", text: capitalised(S.change.foe(who(c, known), c.delta < 0)) }),
  characterLeft: () => ({ tone: "plain", sign: "−", text: S.change.leaves }),
};

/** @param {Change} change */
const quantity = ({ name, quantity = 1 }) => (quantity > 1 ? `${quantity} × ${name}` : name);

/** @param {Change} change */
const nameOf = ({ condition, name }) => (condition?.name ?? name).toLowerCase();
/** @param {Change} change */
const conditionOf = (change) => term(nameOf(change));

/**
 * Whether it is bad to be so: the conditions of the rules are, and have names of one word. What a story says of somebody besides, such as
 * that they carry a lamp, is neither good nor bad.
 * @param {string} name
 */
export const isAilment = (name) => !name.includes(" ");

/** @param {Change} change @param {"good" | "bad"} tone @param {string} sign @param {(name: string) => string} say @returns {Mark} */
const state = (change, tone, sign, say) => ({ ...(isAilment(nameOf(change)) ? { tone, sign } : { tone: "plain", sign: "" }), text: say(conditionOf(change)) });

/**
 * A kind this page was not written for: its name in words, and the plain values it carries.
 * @param {Change} change
 * @returns {Mark}
 */
function unknown({ kind, characterId: _, ...rest }) {
  const values = Object.entries(rest).flatMap(([key, value]) =>
    /Id$/.test(key) || value === "" || !/number|string/.test(typeof value) ? [] : /^(name|text)$/.test(key) ? value : `${words(key)} ${value}`);
  return { tone: "plain", sign: "·", text: [capitalised(words(kind)), values.join(", ")].filter(Boolean).join(": ") };
}

/**
 * Who comes into the story with a change, by a name two changes of a turn may both have. Who joins or leaves the party leaves the
 * scene and enters it again: nobody came.
 * @param {Change} change
 */
export const metIn = ({ kind, name, npc, npcId, creature }) =>
  String((kind === "npcMet" ? name : kind === "creatureLeft" ? npcId : kind === "creatureEntered" ? creature?.id : kind === "supportingNpcCreated" && npc?.name) || "").toLowerCase();

/**
 * The mark of a change, or null where it needs none.
 * @param {Change} change
 * @param {Character[]} heroes with more than one, a mark says whose it is
 * @param {Named[]} [known] others at the table, by whose ids changes name them
 * @returns {Mark | null}
 */
export function markOf(change, heroes, known = []) {
  const mark = (Object.hasOwn(KINDS, change.kind) ? /** @type {Reader | null} */ (KINDS[change.kind]) : unknown)?.(change, known) ?? null;
  const hero = heroes.length > 1 && heroes.find(({ id }) => id === change.characterId);
  return mark && hero ? { ...mark, text: `${hero.name}: ${mark.text}` } : mark;
}
