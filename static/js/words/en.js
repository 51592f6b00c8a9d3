// @ts-check
// Every word of ours that a player reads at once: the list of adventures and the table. What opens later has its
// words in `words/en/aside.js`. Pure data and small sentences; nothing here knows the page.

/** @param {number} n @param {string} one @param {string} many */
export const plural = (n, one, many) => `${n} ${n === 1 ? one : many}`;

/** @param {string[]} names @param {string} and */
export const listed = (names, and) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`);

export const S = {
  name: "Embertale",
  /** The language of all this, for numbers and lists. */
  locale: "en",
  you: "You",
  somewhere: "Somewhere",
  justNow: "just now",
  loading: "One moment…",
  close: "Close",
  cancel: "Cancel",
  dismiss: "Dismiss",
  retry: "Try again",
  faultSign: "✗",
  costUnknown: "cost unknown",
  usd: (/** @type {string} */ amount) => `$${amount}`,
  /** Words of the rules that the server says in English, where this page says them otherwise. @type {Record<string, string>} */
  terms: {},
  /** Dice as the language writes them. */
  notation: (/** @type {string} */ dice) => dice,
  clock: (/** @type {number} */ day, /** @type {string} */ time) => `Day ${day}, ${time}`,
  seconds: (/** @type {number} */ n) => `${n} s`,
  httpProblem: (/** @type {number} */ status) => `Server error (${status}).`,
  unreachable: "The server can’t be reached. Is it still running?",
  /** A part of the page that could not be fetched fails in the browser's own words, which name files. */
  couldNotLoad: (/** @type {any} */ error) => `That didn’t load. ${error instanceof TypeError ? S.unreachable : error.message}`,
  /** What the server says to programmers, said to players. */
  problems: /** @type {Record<string, string>} */ ({
    unknown_route: "This server does not know how to do that yet.",
    unauthorized: "Sign in, and the story goes on.",
  }),
  header: {
    where: "You are in ",
    act: (/** @type {number} */ act, /** @type {string} */ title) => ` · Act ${act}: ${title}`,
    when: "It is ",
    cost: "Cost so far: ",
  },

  home: {
    toList: "All adventures",
    away: "Nobody answers the door",
    closed: "Who is at the door?",
  },

  goneTitle: "This adventure is gone",
  sessionGone: "This adventure was deleted.",

  openingInvitation: "The table is yours. Say what you do, in your own words.",

  composer: {
    send: "Send",
    stop: "Stop",
    count: (/** @type {number} */ n, /** @type {number} */ limit) => `${n.toLocaleString(S.locale)} of ${limit.toLocaleString(S.locale)}`,
    tooLong: "That’s too long for one turn. Shorten it a little.",
  },

  status: {
    sending: "Your words are on their way…",
    offline: "You are offline. Keep writing: your words are kept.",
    wait: (/** @type {number} */ seconds) => `You can send again in ${seconds} s.`,
  },

  readOn: "The rest is in the story.",

  turn: {
    label: (/** @type {number} */ seq) => `Turn ${seq}`,
    arrived: "You have come to",
    changes: "What changed",
    behind: "Behind the screen",
    noted: (/** @type {number} */ n) => plural(n, "thing noted", "things noted"),
    options: (/** @type {number} */ seq) => `Turn ${seq}: more`,
    retell: "Tell it again",
    undo: "Take it back",
  },

  letGo: "Stopped before it was sent. Your words are back in the box.",

  dice: {
    total: "Total",
    natural20: "natural twenty",
    natural1: "natural one",
    throw: (/** @type {number} */ n) => `roll\u00a0${n}`,
    against: (/** @type {number} */ n, /** @type {boolean} */ isAttack) => `against ${isAttack ? "armour\u00a0" : ""}${n}`,
    outcomes: /** @type {Record<string, string>} */ ({ success: "success", mixed: "success at a cost", failure: "failure", hit: "hit", miss: "miss", criticalHit: "critical hit" }),
    /** By how much a check was made or missed. */
    margin: (/** @type {number} */ n) => (n < 0 ? `${-n} short` : n ? `${n} over` : "exactly"),
    dropped: (/** @type {string} */ values) => `dropped ${values}`,
    many: (/** @type {number} */ n) => plural(n, "roll", "rolls"),
  },

  change: {
    hp: (/** @type {string} */ delta) => `${delta} hit points`,
    suffers: (/** @type {string} */ name) => `now ${name}`,
    recovers: (/** @type {string} */ name) => `no longer ${name}`,
    xp: (/** @type {number} */ n) => `${n} experience`,
    levelReady: (/** @type {number | undefined} */ level) => (level ? `Ready for level ${level}` : "Ready for a new level"),
    level: (/** @type {number} */ level) => `Level ${level} reached`,
    slots: (/** @type {number} */ level, /** @type {number} */ used) => (used ? `Level ${level} spell slots spent: ${used}` : `Level ${level} spell slots restored`),
    learned: (/** @type {string} */ name) => `Learned ${name}`,
    forgot: (/** @type {string} */ name) => `Forgot ${name}`,
    remembered: (/** @type {string} */ text) => `Remembered: ${text}`,
    quest: (/** @type {string} */ name) => `Quest: ${name}`,
    questDone: (/** @type {string} */ name) => `Quest done: ${name}`,
    questFailed: (/** @type {string} */ name) => `Quest failed: ${name}`,
    act: (/** @type {number} */ n) => `Act ${n} begins`,
    met: (/** @type {string} */ name) => `Met ${name}`,
    goes: (/** @type {string} */ name, /** @type {string} */ to) => `${name} goes to ${to}`,
    inJournal: (/** @type {string} */ name) => `${name} is in your journal`,
    found: (/** @type {string} */ name) => `Found: ${name}`,
    time: (/** @type {number} */ minutes) => (minutes < 60 ? plural(minutes, "minute", "minutes") : `${minutes % 60 ? "about " : ""}${plural(Math.round(minutes / 60), "hour", "hours")}`) + " later",
    enters: (/** @type {string} */ name) => `${name} appears`,
    foe: (/** @type {string} */ name, /** @type {boolean} */ hurt) => (hurt ? `${name} is hurt` : `${name} recovers`),
    falls: (/** @type {string} */ name) => `${name} falls`,
    joins: (/** @type {string} */ name) => `${name} joins you`,
    leaves: "A hero leaves",
    dead: "dead",
    coins: ["gp", "sp", "cp"],
    wears: (/** @type {string} */ name, /** @type {boolean} */ on) => `${name} ${on ? "put on" : "taken off"}`,
    fight: /** @type {Record<string, string>} */ ({ victory: "Fight won", defeat: "Fight lost", fled: "Fight escaped", settled: "Fight over" }),
  },

  abilities: { str: "Strength", dex: "Dexterity", con: "Constitution", int: "Intelligence", wis: "Wisdom", cha: "Charisma" },

  calling: (/** @type {string} */ race, /** @type {string} */ profession, /** @type {string} */ subclass, /** @type {number} */ level) =>
    `${race} ${profession}${subclass ? ` (${subclass})` : ""}, level\u00a0${level}`,
  raiseLevel: (/** @type {string} */ name) => `Level up ${name}`,
  signIn: "Sign in",
};
