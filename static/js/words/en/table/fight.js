// @ts-check
// The words of a fight. Like `words/en.js`, and fetched with the first fight.

/** @param {string} name @param {unknown} [asked] whether a reaction is asked for */
const whose = (name, asked) => name + (asked ? " is asked" : `’${/s$/i.test(name) ? "" : "s"} turn`);

export const F = {
  title: "Fight",
  round: (/** @type {number} */ n) => `Round ${n}`,
  whose,
  unseenTurn: "Somebody unseen acts",
  bar: (/** @type {number} */ hp, /** @type {number} */ max) => `${hp}/${max} HP`,

  left: "Left of this turn",
  spent: ": spent",
  leftOf: { action: "Action", bonusAction: "Bonus", reaction: "Reaction" },
  feetLeft: (/** @type {number} */ n) => `${n} ft`,

  chance: (/** @type {number} */ n) => `${n}% to hit`,
  costs: { "bonus action": "Bonus action" },
  /** What kind of deed it is, in the order they stand in. */
  kindsOfDeed: { attack: "Attack", spell: "Spells", trick: "Tricks", move: "Moves" },
  ours: "Your side",
  theirs: "Against you",
  near: "can be reached",
  struck: "within your reach",
  /** Deeds that the server says in English, where this page says them otherwise. @type {Record<string, string>} */
  terms: {},
  endTurn: "End turn",
  letAct: (/** @type {string} */ name) => `End turn, and let ${name} act`,
  looking: "Looking at your options…",
  playing: "The dice are falling…",
  notYours: (/** @type {string} */ turn) => `${turn}. Say something, and the fight goes on.`,
  noDeeds: "Your options could not be loaded.",
  again: "Try again",
  back: "Back",
  atWhomOf: (/** @type {string} */ deed, /** @type {number} */ most) => `${deed}: choose up to ${most} targets`,
  aimed: (/** @type {string} */ deed, /** @type {number} */ n) => `${deed} (${n})`,
  atWhom: (/** @type {string} */ deed) => `${deed}: choose a target`,
  whereTo: (/** @type {string} */ deed) => `${deed}: choose a marked square on the map.`,
  deedAt: (/** @type {string} */ deed, /** @type {string} */ target) => `${deed}: ${target}`,
  slot: (/** @type {number} */ level) => `level ${level}`,

  map: "Battle map, squares of 5 ft",
  square: (/** @type {number} */ x, /** @type {number} */ y) => `${"ABCDEFGHIJKL"[x]}${y + 1}`,
  away: (/** @type {number} */ feet) => `${feet} ft away`,
  marked: "can be chosen",
  mapKeys: "Arrow keys move over the map; Enter chooses a marked square.",

  order: "Order of the fight",
  initiative: (/** @type {number} */ n) => `initiative ${n}`,
  hp: (/** @type {number} */ hp, /** @type {number} */ max) => `${hp} of ${max} hit points`,
  kinds: { hero: "hero", ally: "friend", enemy: "foe", neutral: "takes no side" },
  dead: "dead",
  rounds: (/** @type {number} */ n) => `${n} ${n === 1 ? "round" : "rounds"}`,

  throws: "Latest rolls",

  /** Of 100 times the fight was fought out. */
  odds: (/** @type {number} */ won) => {
    if (won < 5) return "Odds: you hardly ever win";
    if (won > 95) return "Odds: you nearly always win";
    return `Odds: you win ${Math.min(Math.max(Math.round(won / 10), 1), 9)} in 10`;
  },
  simulated: (/** @type {number} */ n, /** @type {number} */ rounds, /** @type {number} */ fallen) =>
    `Played out ${n} times by the rules: it ends around round ${rounds}, with ${fallen} of you down.`,

  over: "The fight is over.",
  endings: /** @type {Record<string, string>} */ ({
    victory: "The fight is won.",
    defeat: "The fight is lost.",
    fled: "You got away.",
    settled: "The fight is over.",
  }),
  lasted: (/** @type {number} */ rounds) => `It took ${rounds} ${rounds === 1 ? "round" : "rounds"}.`,
  earned: (/** @type {number} */ xp) => `${xp} experience for each hero.`,
};
