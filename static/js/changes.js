// @ts-check
// What a turn changed, as short marks under it. Pure: from a change to words; `turnview.js` draws them.
import { S } from "./strings.js";
import { capitalised, listedAs, properName, signed, term, words } from "./text.js";

/** @typedef {import("./types.js").Change} Change @typedef {import("./types.js").Character} Character */
/** @typedef {{ id: string, name: string }} Named */
/** @typedef {{ tone: "good" | "bad" | "gold" | "plain", sign: string, text: string }} Mark the sign is decoration: the text says it all */

// Shown elsewhere on the page, of no use to a reader, or for the Dungeon Master only. A test compares the list with all kinds.
const QUIET = new Set(
  (
    "diceRolled locationChanged sceneChanged summaryRewritten recentEventNoted placeReached weaponGained weaponLost supportingNpcUpdated creatureIdentified " +
    "creatureLeft creatureStayed creatureMet creatureTurned creatureTempHpChanged remembered scenesSummarised longRestTaken hitDiceUsed " +
    "encounterBegan combatantJoined combatantLeft combatantMoved combatTurnBegan combatTurnEnded turnSpent stanceTaken encounterXpGathered " +
    "effectBegan effectEnded concentrationBegan concentrationEnded usesSpent deathSavesChanged maxHpSank maxHpRestored mapDrawn mapLeft " +
    "mainTurnOpened mainTurnCarriedOn mainTurnEnded subTurnsQueued subTurnEnded stepCompleted rulesRemembered " +
    "responsesAwaited responseGiven responsesHeard responsesWithdrawn " +
    "actBegan nodeReached beatBegan beatEnded plotFightBegan findingMade flagSet happeningCame doomAdvanced plotStrayed endingReached"
  ).split(" "),
);

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
const who = ({ npcId = "" }, known) => name(known.find(({ id }) => id === npcId)?.name ?? words(npcId));

/** @type {Record<string, (change: Change, known: Named[]) => Mark | null>} */
const KINDS = {
  hpChanged: ({ delta = 0, tempDelta = 0 }) =>
    delta || tempDelta
      ? { tone: delta + tempDelta < 0 ? "bad" : "good", sign: "♥\ufe0e", text: S.change.hp(signed(delta + tempDelta)) }
      : null,
  itemGained: (c) => ({ tone: "good", sign: "", text: `+ ${quantity(c)}` }),
  itemLost: (c) => ({ tone: "plain", sign: "", text: `− ${quantity(c)}` }),
  conditionAdded: (c) => ({ tone: "bad", sign: "▲", text: S.change.suffers(conditionOf(c)) }),
  conditionRemoved: (c) => ({ tone: "good", sign: "▽", text: S.change.recovers(conditionOf(c)) }),
  purseChanged: ({ deltaCp = 0 }) => ({ tone: "gold", sign: "", text: `${deltaCp < 0 ? "−" : "+"} ${coins(deltaCp)}` }),
  xpGained: ({ amount = 0 }) => ({ tone: "gold", sign: "★", text: S.change.xp(amount) }),
  levelUpEarned: ({ pending }) => ({ tone: "gold", sign: "★", text: S.change.levelReady(pending?.toLevel) }),
  levelGained: ({ level }) => ({ tone: "gold", sign: "★", text: S.change.level(level) }),
  spellSlotsUsed: ({ level, used }) => ({ tone: "plain", sign: "✧", text: S.change.slots(level, used) }),
  spellLearned: (c) => ({ tone: "good", sign: "✧", text: S.change.learned(term(name(c.name))) }),
  spellForgotten: (c) => ({ tone: "plain", sign: "✧", text: S.change.forgot(term(name(c.name))) }),
  cantripLearned: (c) => ({ tone: "good", sign: "✧", text: S.change.learned(term(name(c.name))) }),
  featureChosen: ({ feature, option }) => ({ tone: "good", sign: "✧", text: `${feature}: ${option}` }),
  importantEventRecorded: (c) => ({ tone: "plain", sign: "✎", text: S.change.remembered(capitalised(c.text ?? "")) }),
  milestoneReached: (c) => ({ tone: "gold", sign: "⚑", text: capitalised(c.text ?? "") }),
  questAdded: (c) => ({ tone: "gold", sign: "❖", text: S.change.quest(c.title ?? name(c.name)) }),
  objectiveCompleted: (c) => ({ tone: "good", sign: "✓", text: c.text ?? "" }),
  questGiven: (c) => ({ tone: "gold", sign: "❖", text: S.change.quest(c.name) }),
  questCompleted: (c) => ({ tone: "good", sign: "✓", text: S.change.questDone(name(c.name)) }),
  actAdvanced: ({ act }) => ({ tone: "gold", sign: "⚑", text: S.change.act(act) }),
  npcMet: (c) => ({ tone: "plain", sign: "◉", text: S.change.met(name(c.name)) }),
  npcMoved: (c, known) => ({ tone: "plain", sign: "◉", text: S.change.goes(who(c, known), name(c.to)) }),
  supportingNpcCreated: ({ npc }) => ({ tone: "plain", sign: "◉", text: S.change.inJournal(npc?.displayName ?? name(npc?.name)) }),
  placeRevealed: (c) => ({ tone: "plain", sign: "◎", text: S.change.found(name(c.name)) }),
  timePassed: ({ minutes = 0 }) => (minutes >= 1 ? { tone: "plain", sign: "◷", text: S.change.time(minutes) } : null),
  creatureEntered: ({ creature }) => ({ tone: "plain", sign: "◆", text: capitalised(S.change.enters(name(creature?.name))) }),
  creatureHpChanged: (c, known) => ({ tone: c.delta < 0 ? "good" : "bad", sign: "◆", text: capitalised(S.change.foe(who(c, known), c.delta < 0)) }),
  creatureDied: (c, known) => ({ tone: "good", sign: "†", text: capitalised(S.change.falls(who(c, known))) }),
  creatureConditionAdded: (c, known) => ({ tone: "plain", sign: "▲", text: `${who(c, known)}: ${conditionOf(c)}` }),
  creatureConditionRemoved: (c, known) => ({ tone: "plain", sign: "▽", text: `${who(c, known)}: ${S.change.recovers(conditionOf(c))}` }),
  characterJoined: ({ character }) => ({ tone: "good", sign: "+", text: S.change.joins(character?.name ?? "") }),
  heroDied: () => ({ tone: "bad", sign: "†", text: S.change.suffers(S.change.dead) }),
  heroRevived: () => ({ tone: "good", sign: "†", text: S.change.recovers(S.change.dead) }),
  itemEquipped: (c) => ({ tone: "plain", sign: "", text: S.change.wears(name(c.name), c.equipped) }),
  encounterEnded: ({ ending }) => ({ tone: "gold", sign: "⚔\ufe0e", text: S.change.fight(ending) }),
  characterLeft: () => ({ tone: "plain", sign: "−", text: S.change.leaves }),
};

/** @param {Change} change */
function quantity({ name, quantity = 1 }) {
  return quantity > 1 ? `${quantity} × ${name}` : `${name}`;
}

/** @param {Change} change */
function conditionOf({ condition, name }) {
  return term(String(condition?.name ?? name ?? "").toLowerCase());
}

/**
 * A kind this page was not written for: its name in words, and the plain values it carries.
 * @param {Change} change
 * @returns {Mark}
 */
function unknown({ kind, characterId: _, ...rest }) {
  const values = Object.entries(rest)
    .filter(([key, value]) => !/Id$/.test(key) && (typeof value === "number" || (typeof value === "string" && value)))
    .map(([key, value]) => (key === "name" || key === "text" ? String(value) : `${words(key)} ${value}`));
  return { tone: "plain", sign: "·", text: [capitalised(words(kind)), values.join(", ")].filter(Boolean).join(": ") };
}

/**
 * What merely passes is no mark of its own: it goes with the quiet line under a turn.
 * @param {Change} change
 */
export const isPassing = ({ kind }) => kind === "timePassed";

/** @type {Record<string, (change: Change) => unknown>} */
const MET = {
  npcMet: ({ name }) => name,
  supportingNpcCreated: ({ npc }) => npc?.name,
  // Who joins or leaves the party leaves the scene and enters it again: nobody came.
  creatureLeft: ({ npcId }) => `#${npcId}`,
  creatureEntered: ({ creature }) => `#${creature?.id}`,
};

/** Who comes into the story with a change, by a name two changes of a turn may both have. @param {Change} change */
export const metIn = (change) => (Object.hasOwn(MET, change.kind) ? String(MET[change.kind]?.(change)) : "").toLowerCase();

/**
 * The mark of a change, or null where it needs none.
 * @param {Change} change
 * @param {Character[]} heroes with more than one, a mark says whose it is
 * @param {Named[]} [known] others at the table, by whose ids changes name them
 * @returns {Mark | null}
 */
export function markOf(change, heroes, known = []) {
  if (QUIET.has(change.kind)) return null;
  const read = listedAs(KINDS, change.kind) ?? unknown;
  const mark = read(change, known);
  const hero = heroes.length > 1 ? heroes.find(({ id }) => id === change.characterId) : undefined;
  return mark && hero ? { ...mark, text: `${hero.name}: ${mark.text}` } : mark;
}
