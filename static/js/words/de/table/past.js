// @ts-check
// What `words/en/table/past.js` says, in German.
import { plural } from "../../en.js";

/** @type {typeof import("../../en/table/past.js").PAST} */
export const PAST = {
  seek: {
    ask: "Was möchtest du wiederfinden?",
    hint: "Ein Name, ein Ding, eine Frage. Durchsucht wird alles, was gesagt, erzählt und aufgeschrieben wurde.",
    go: "Suchen",
    looking: "Suche läuft …",
    found: (n) => (n ? `${plural(n, "Stelle", "Stellen")} in der Geschichte, die wahrscheinlichste zuerst.` : "Dazu findet sich nichts in der Geschichte. Versuch ein anderes Wort dafür."),
    turn: (seq) => `Zug ${seq}`,
    day: (day) => `Tag ${day}`,
    start: "Vor dem ersten Zug",
    kinds: { written: "aufgeschrieben", edited: "in deinen Worten", note: "deine Notiz" },
  },

  recap: {
    away: "Es ist eine Weile her. Die Geschichte wartet, wo du sie verlassen hast.",
    nothing: "Noch ist nichts geschehen.",
    last: "Wo du aufgehört hast",
    past: (seq) => `stimmt nicht mehr seit Zug ${seq}`,
  },

  dice: {
    looking: "Jeder Wurf wird gezählt …",
    none: "In dieser Geschichte wurde noch nicht gewürfelt.",
    which: "Welcher Würfel",
    die: (sides) => `W${sides}`,
    sum: (n, sides, mean, expected) => `Ein W${sides} fiel ${n}-mal: im Mittel ${mean}. Ein ehrlicher Würfel kommt auf ${expected}.`,
    counts: (list) => `Wie oft jede Zahl fiel: ${list}.`,
    count: (value, times) => `${value}: ${times}`,
    line: "Die gestrichelte Linie ist, wo jeder Balken endete, wäre der Zufall ein Buchhalter.",
    few: (n) => `Zu wenige, um mehr zu sagen: Frag nach ${n} Würfen noch einmal.`,
    even: "So ungleich, wie ehrliche Würfel eben sind, und nicht mehr.",
    odd: "Ein wenig ungleich. Einer von zwanzig ehrlichen Tischen sieht so aus.",
    rare: "Sehr ungleich. Von hundert ehrlichen Tischen sieht kaum einer so aus; mit dem Siegel unten lässt sich jeder Wurf nachprüfen.",
  },

  cost: {
    looking: "Es wird zusammengezählt …",
    none: "Kein Zug hat etwas gekostet.",
    from: (first, last) => (first === last ? `Zug ${first}` : `Züge ${first} bis ${last}`),
    bar: (which, money) => `${which}: ${money}`,
    sum: (middle, seq, most) => `Die Hälfte der Züge kostete ${middle} oder weniger. Der teuerste war Zug ${seq} mit ${most}.`,
    grouped: (n) => `Jeder Balken steht für ${n} Züge.`,
    unknown: (n) => `${plural(n, "Zug", "Züge")} mit unbekannten Kosten ${n === 1 ? "fehlt" : "fehlen"} hier.`,
  },
};
