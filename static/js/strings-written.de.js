// @ts-check
// What `strings-written.js` says, in German.
import { plural } from "./strings.js";

/** @type {typeof import("./strings-written.js").B} */
export const B = {
  now: {
    sending: "Deine Worte sind unterwegs …",
    thinking: "Die Autorin überlegt …",
    telling: "Die Autorin spricht …",
    stopping: "Wird angehalten …",
    reconnecting: (n, most) => `Die Leitung ist abgerissen. Sie wird neu geknüpft, Versuch ${n} von ${most} …`,
  },
  begins: "Die Autorin beginnt zu antworten.",
  stopped: "Du hast die Autorin angehalten. Was bis dahin geschrieben war, bleibt.",
  stoppedHere: "Hier angehalten.",
  brokeOff: "Hier brach es ab.",
  kept: (why) => `${why} Alles, was bis dahin geschrieben war, bleibt.`,
  lineDown: "Die Leitung ist tot und bleibt es. Die Autorin schreibt ohne sie weiter; was geschrieben ist, bleibt.",
  again: "Noch einmal lesen",

  pictures: {
    remove: (name) => `${name} weglassen`,
    most: (n) => `Höchstens ${n} Bilder gehen mit einer Nachricht.`,
    noPicture: (name) => `„${name}“ ist kein Bild, das dieser Browser lesen kann.`,
    sent: (n) => (n === 1 ? "mit einem Bild" : `mit ${n} Bildern`),
  },

  did: (n) => plural(n, "Schritt getan", "Schritte getan"),
  refused: (doing) => `${doing}: noch einmal, auf anderem Weg`,
  tools: {
    propose_premise: { doing: "Schreibt die Grundidee", done: "Schrieb die Grundidee" },
    propose_character: { doing: "Bringt jemanden herein", done: "Brachte jemanden herein", to: (name) => `Brachte ${name} herein` },
    draft_act_outline: { doing: "Gliedert einen Akt", done: "Gliederte einen Akt", to: (name) => `Gliederte den Akt „${name}“` },
    draft_node_web: { doing: "Verwebt die Szenen", done: "Verwob die Szenen", to: (name) => `Wob das Netz von „${name}“` },
    draft_node_beats: { doing: "Schreibt eine Szene", done: "Schrieb eine Szene", to: (name) => `Schrieb, was in „${name}“ geschieht` },
    finalize_node: { doing: "Gibt einer Szene Licht und Klang", done: "Gab einer Szene Licht und Klang", to: (name) => `Gab „${name}“ Licht und Klang` },
    update_element: { doing: "Sieht etwas durch", done: "Sah etwas durch", to: (name) => `Sah „${name}“ durch` },
    finalize_package: { doing: "Liest alles noch einmal durch", done: "Las alles noch einmal durch" },
  },
  atWork: "Bei der Arbeit",

  stages: {
    outlined: { sign: "○", word: "nur gegliedert" },
    woven: { sign: "◔", word: "hat seinen Platz im Netz" },
    written: { sign: "◑", word: "geschrieben" },
    finished: { sign: "●", word: "fertig" },
  },
  outline: {
    story: "Die ganze Geschichte, mit ihren Geheimnissen",
    people: "Leute",
    act: (n, title) => `Akt ${n}: ${title}`,
    levels: (from, to) => (from === to ? `Stufe ${from}` : `Stufen ${from} bis ${to}`),
    happens: "Was geschieht",
    leads: "Wohin es führt",
    endings: "Enden",
    cost: (money) => `Das Schreiben hat bisher ${money} gekostet.`,
  },
  roles: { protagonist: "um wen es geht", ally: "auf der Seite der Helden", antagonist: "gegen sie", npc: "jemand von dort" },
  endings: { triumph: "ein Triumph", bittersweet: "bittersüß", defeat: "eine Niederlage" },

  map: {
    nothing: "Sobald ein Akt gegliedert ist, stehen hier seine Szenen und die Wege dazwischen.",
    legend: "Von oben nach unten, wie es gespielt wird; eine gestrichelte Linie führt zurück. Wähle eine Szene, um von ihr zu lesen.",
    leads: (to) => (to.length ? `Führt zu ${to.join(", ")}.` : "Führt noch nirgendwohin."),
    actEndings: "Enden",
  },

  findings: {
    empty: "Sag der Autorin, was du spielen möchtest. Was noch fehlt, steht dann hier, Schritt für Schritt.",
    steps: (n) => `${plural(n, "Schritt fehlt", "Schritte fehlen")} noch, ehe man sie spielen kann:`,
    errors: (n) => `${n === 1 ? "1 Sache verhindert" : `${n} Dinge verhindern`}, dass man sie spielen kann:`,
    warnings: (n) => `Man kann sie spielen. ${n === 1 ? "1 Sache könnte" : `${n} Dinge könnten`} besser sein:`,
    found: "Was der Prüfer jetzt schon sagt",
    todo: "Noch zu schreiben",
    clear: "Nichts fehlt, und nichts ist falsch. Schließ sie ab, und sie steht in deinem Regal.",
    complete: "Sie steht in deinem Regal, genau wie hier.",
    mend: "Die Autorin darum bitten",
    mendWords: (list) => `Bitte sieh nach, was der Prüfer gefunden hat:\n${list}`,
    stepsWords: "Bitte schreib, was noch fehlt, Schritt für Schritt, bis die Kampagne fertig ist.",
  },
  gaps: {
    "no-premise": { message: "Noch gibt es keine Grundidee.", remedy: "Sag der Autorin, worum es gehen soll." },
    "no-people": { message: "Noch ist niemand darin.", remedy: "Bitte um Leute, oder bring eigene mit." },
    "no-acts": { message: "Noch gibt es keinen Akt.", remedy: "Bitte um die Gliederung des ersten." },
    "no-ending": { message: "Es gibt keinen Weg, auf dem es enden kann.", remedy: "Sag, wie es ausgehen könnte, gut oder schlecht." },
    "unwoven-node": { message: "Diese Szene ist nur gegliedert.", remedy: "Ihr fehlen ihre Leute, ihre Worte und ihre Wege." },
    "unwritten-node": { message: "In dieser Szene geschieht noch nichts.", remedy: "Bitte die Autorin, sie zu schreiben." },
    "unfinished-node": { message: "Diese Szene hat noch kein Licht und keinen Klang.", remedy: "Bitte die Autorin, sie fertigzustellen." },
  },

  finalising: "Wird durchgelesen …",
  notYet: "Sie lässt sich noch nicht spielen. Unter „Befunde“ steht, was fehlt und was hilft.",
  shelved: (title) => `„${title}“ steht in deinem Regal. Jedes Ende darin ist zu erreichen.`,
  play: "Spielen",
  file: "Als Datei sichern",
};
