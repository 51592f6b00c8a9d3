// @ts-check
// What `words/en/author/said.js` says, in German.
import { plural } from "../../en.js";

/** @type {typeof import("../../en/author/said.js").SAID} */
export const SAID = {
  now: {
    sending: "Deine Worte sind unterwegs …",
    thinking: "Die Autorin überlegt …",
    telling: "Die Autorin spricht …",
    stopping: "Wird angehalten …",
    reconnecting: (n, most) => `Die Verbindung ist abgerissen. Sie wird neu aufgebaut, Versuch ${n} von ${most} …`,
  },
  begins: "Die Autorin beginnt zu antworten.",
  stopped: "Du hast die Autorin angehalten. Was bis dahin geschrieben war, bleibt.",
  stoppedHere: "Hier angehalten.",
  brokeOff: "Hier brach es ab.",
  kept: (why) => `${why} Alles, was bis dahin geschrieben war, bleibt.`,
  lineDown: "Die Verbindung ist weg. Die Autorin schreibt weiter; alles bleibt erhalten.",
  again: "Noch einmal laden",

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
    propose_character: { doing: "Führt eine Figur ein", done: "Führte eine Figur ein", to: (name) => `Führte ${name} ein` },
    draft_act_outline: { doing: "Gliedert einen Akt", done: "Gliederte einen Akt", to: (name) => `Gliederte den Akt „${name}“` },
    draft_node_web: { doing: "Verwebt die Szenen", done: "Verwob die Szenen", to: (name) => `Wob das Netz von „${name}“` },
    draft_node_beats: { doing: "Schreibt eine Szene", done: "Schrieb eine Szene", to: (name) => `Schrieb, was in „${name}“ geschieht` },
    finalize_node: { doing: "Gibt einer Szene Licht und Klang", done: "Gab einer Szene Licht und Klang", to: (name) => `Gab „${name}“ Licht und Klang` },
    update_element: { doing: "Überarbeitet etwas", done: "Überarbeitete etwas", to: (name) => `Überarbeitete „${name}“` },
    finalize_package: { doing: "Liest alles noch einmal durch", done: "Las alles noch einmal durch" },
  },
  atWork: "Bei der Arbeit",
};
