// @ts-check
// What `words/en/author/written.js` says, in German.
import { plural } from "../../en.js";

/** @type {typeof import("../../en/author/written.js").B} */
export const B = {
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
    empty: "Sag der Autorin, was du spielen möchtest. Was noch fehlt, erscheint hier, Schritt für Schritt.",
    steps: (n) => `${plural(n, "Schritt fehlt", "Schritte fehlen")} noch, bevor man sie spielen kann:`,
    errors: (n) => `${n === 1 ? "1 Sache verhindert" : `${n} Dinge verhindern`}, dass man sie spielen kann:`,
    warnings: (n) => `Man kann sie spielen. ${n === 1 ? "1 Sache könnte" : `${n} Dinge könnten`} besser sein:`,
    found: "Was der Prüfer jetzt schon sagt",
    todo: "Noch zu schreiben",
    clear: "Nichts fehlt, und nichts ist falsch. Schließ sie ab, dann kannst du sie spielen.",
    complete: "Man kann sie spielen, genau wie hier.",
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

  file: "Als Datei sichern",
  finalising: "Wird geprüft …",
  notYet: "Sie lässt sich noch nicht spielen. Unter „Befunde“ steht, was fehlt und was hilft.",
  shelved: (title) => `„${title}“ kann gespielt werden. Jedes Ende darin ist zu erreichen.`,
};
