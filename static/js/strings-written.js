// @ts-check
// The words of what is said at the author's desk and of what is written there. Like `strings.js`, and fetched with the first of it.
import { plural } from "./strings.js";

export const B = {
  now: {
    sending: "Your words are on their way…",
    thinking: "The author considers…",
    telling: "The author speaks…",
    stopping: "Stopping…",
    reconnecting: (/** @type {number} */ n, /** @type {number} */ most) => `The line dropped. Picking it up again, try ${n} of ${most}…`,
  },
  begins: "The author begins to answer.",
  stopped: "You stopped the author. What it had written by then is kept.",
  stoppedHere: "Stopped here.",
  brokeOff: "It broke off here.",
  kept: (/** @type {string} */ why) => `${why} Everything written by then is kept.`,
  lineDown: "The line is down, and stays down. The author writes on without it; what is written is kept.",
  again: "Read it again",

  pictures: {
    remove: (/** @type {string} */ name) => `Leave out ${name}`,
    most: (/** @type {number} */ n) => `At most ${n} pictures go with one message.`,
    noPicture: (/** @type {string} */ name) => `“${name}” is no picture this browser can read.`,
    sent: (/** @type {number} */ n) => (n === 1 ? "with a picture" : `with ${n} pictures`),
  },

  did: (/** @type {number} */ n) => plural(n, "thing done", "things done"),
  refused: (/** @type {string} */ doing) => `${doing}: once more, another way`,
  /** What a tool does and did, without and with what it did it to. */
  tools: /** @type {Record<string, { doing: string, done: string, to?: (name: string) => string }>} */ ({
    propose_premise: { doing: "Writing the premise", done: "Wrote the premise" },
    propose_character: { doing: "Bringing somebody in", done: "Brought somebody in", to: (name) => `Brought in ${name}` },
    draft_act_outline: { doing: "Outlining an act", done: "Outlined an act", to: (name) => `Outlined the act “${name}”` },
    draft_node_web: { doing: "Weaving the scenes together", done: "Wove the scenes together", to: (name) => `Wove the web of “${name}”` },
    draft_node_beats: { doing: "Writing a scene", done: "Wrote a scene", to: (name) => `Wrote what happens at “${name}”` },
    finalize_node: { doing: "Giving a scene its light and sound", done: "Gave a scene its light and sound", to: (name) => `Gave “${name}” its light and sound` },
    update_element: { doing: "Looking something over", done: "Looked something over", to: (name) => `Looked over “${name}”` },
    finalize_package: { doing: "Reading the whole of it through", done: "Read the whole of it through" },
  }),
  atWork: "At work",

  stages: /** @type {Record<string, { sign: string, word: string }>} */ ({
    outlined: { sign: "○", word: "only outlined" },
    woven: { sign: "◔", word: "has its place in the web" },
    written: { sign: "◑", word: "written" },
    finished: { sign: "●", word: "finished" },
  }),
  outline: {
    story: "The whole story, with its secrets",
    people: "People",
    act: (/** @type {number} */ n, /** @type {string} */ title) => `Act ${n}: ${title}`,
    levels: (/** @type {number} */ from, /** @type {number} */ to) => (from === to ? `Level ${from}` : `Levels ${from} to ${to}`),
    happens: "What happens",
    leads: "Where it leads",
    endings: "Endings",
    cost: (/** @type {string} */ money) => `Writing it has cost ${money} so far.`,
  },
  roles: /** @type {Record<string, string>} */ ({ protagonist: "the one it is about", ally: "on the heroes’ side", antagonist: "against them", npc: "somebody of the place" }),
  endings: /** @type {Record<string, string>} */ ({ triumph: "a triumph", bittersweet: "bittersweet", defeat: "a defeat" }),

  map: {
    nothing: "Once an act is outlined, its scenes stand here, and the ways between them.",
    legend: "From top to bottom as it is played; a dashed line leads back. Choose a scene to read about it.",
    leads: (/** @type {string[]} */ to) => (to.length ? `Leads to ${to.join(", ")}.` : "Leads nowhere yet."),
    actEndings: "Endings",
  },

  findings: {
    empty: "Tell the author what you would like to play. What is still missing stands here, step by step.",
    steps: (/** @type {number} */ n) => `${plural(n, "step is", "steps are")} still to be taken before it can be played:`,
    errors: (/** @type {number} */ n) => `${plural(n, "thing keeps", "things keep")} it from being played:`,
    warnings: (/** @type {number} */ n) => `It can be played. ${plural(n, "thing", "things")} could be better:`,
    found: "What the compiler says already",
    todo: "Still to be written",
    clear: "Nothing is missing, and nothing is wrong. Finalise it, and it stands on your shelf.",
    complete: "It stands on your shelf, just as it is here.",
    mend: "Ask the author to see to it",
    mendWords: (/** @type {string} */ list) => `Please see to what the compiler found:\n${list}`,
    stepsWords: "Please write what is still missing, step by step, until the campaign is finished.",
  },
  /** The steps that are missing; the server's own words for them name tools. */
  gaps: /** @type {Record<string, { message: string, remedy: string }>} */ ({
    "no-premise": { message: "There is no premise yet.", remedy: "Tell the author what it shall be about." },
    "no-people": { message: "There is nobody in it yet.", remedy: "Ask for its people, or bring your own." },
    "no-acts": { message: "There is no act yet.", remedy: "Ask for the outline of the first one." },
    "no-ending": { message: "There is no way for it to end.", remedy: "Say how it might come out, well or badly." },
    "unwoven-node": { message: "This scene is only outlined.", remedy: "It wants its people, its words and its ways on." },
    "unwritten-node": { message: "Nothing happens in this scene yet.", remedy: "Ask the author to write it." },
    "unfinished-node": { message: "This scene has no light and no sound yet.", remedy: "Ask the author to finish it." },
  }),

  finalising: "Reading it through…",
  notYet: "It can't be played yet. Under “Findings” stands what is missing, and what helps.",
  shelved: (/** @type {string} */ title) => `“${title}” stands on your shelf. Every ending of it can be reached.`,
  play: "Play it",
  file: "Save as a file",
};
