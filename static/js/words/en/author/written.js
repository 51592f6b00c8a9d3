// @ts-check
// The words of what is written at the author's desk: outline, map and findings. Like `words/en.js`, and fetched with the first of it.
import { plural } from "../../en.js";

export const B = {
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
    nothing: "Once an act is outlined, its scenes and the ways between them appear here.",
    legend: "From top to bottom as it is played; a dashed line leads back. Choose a scene to read about it.",
    leads: (/** @type {string[]} */ to) => (to.length ? `Leads to ${to.join(", ")}.` : "Leads nowhere yet."),
    actEndings: "Endings",
  },

  findings: {
    empty: "Tell the author what you would like to play. What is still missing appears here, step by step.",
    steps: (/** @type {number} */ n) => `${plural(n, "step is", "steps are")} left before it can be played:`,
    errors: (/** @type {number} */ n) => `${plural(n, "thing keeps", "things keep")} it from being played:`,
    warnings: (/** @type {number} */ n) => `It can be played. ${plural(n, "thing", "things")} could be better:`,
    found: "What the compiler says already",
    todo: "Still to be written",
    clear: "Nothing is missing, and nothing is wrong. Finalise it, and you can play it.",
    complete: "It can be played, just as it is here.",
    mend: "Ask the author to fix it",
    mendWords: (/** @type {string} */ list) => `Please see to what the compiler found:\n${list}`,
    stepsWords: "Please write what is still missing, step by step, until the campaign is finished.",
  },
  /** The steps that are missing; the server's own words for them name tools. */
  gaps: /** @type {Record<string, { message: string, remedy: string }>} */ ({
    "no-premise": { message: "There is no premise yet.", remedy: "Tell the author what it should be about." },
    "no-people": { message: "There is nobody in it yet.", remedy: "Ask for its people, or bring your own." },
    "no-acts": { message: "There is no act yet.", remedy: "Ask for the outline of the first one." },
    "no-ending": { message: "There is no way for it to end.", remedy: "Say how it might come out, well or badly." },
    "unwoven-node": { message: "This scene is only outlined.", remedy: "It needs its people, its words and its ways on." },
    "unwritten-node": { message: "Nothing happens in this scene yet.", remedy: "Ask the author to write it." },
    "unfinished-node": { message: "This scene has no light and no sound yet.", remedy: "Ask the author to finish it." },
  }),

  file: "Save as a file",
  finalising: "Checking it…",
  notYet: "It can’t be played yet. “Findings” says what is missing, and what helps.",
  shelved: (/** @type {string} */ title) => `“${title}” can be played. Every ending of it can be reached.`,
};
