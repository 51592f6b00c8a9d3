// @ts-check
// What `words/en/offline.js` says, in German.

/** @type {typeof import("../en/offline.js").O} */
export const O = {
  title: "Die Lampe ist aus",
  unreachable: "Der Server von Embertale antwortet nicht. Vielleicht ist er ausgeschaltet oder startet gerade erst.",
  unplugged: "Dieses Gerät ist offline, und so ist der Server von Embertale nicht zu erreichen.",
  safe: "Jeder gespielte Zug liegt sicher beim Server. Was du gerade geschrieben hast, behält dieser Browser, und du kannst weiterschreiben.",
  nothing: "Du hattest noch nichts geschrieben.",
  turn: (title) => (title ? `Was du in „${title}“ gerade tun wolltest` : "Was du gerade tun wolltest"),
  note: (title) => (title ? `Für das Tagebuch von „${title}“` : "Für das Tagebuch"),
  author: "Worte an die Autorin",
  story: "Die Geschichte bis hierher",
  looking: "Wir versuchen es alle paar Sekunden.",
  back: "Der Server antwortet wieder.",
  held: "Dieser Browser speichert nichts: Was du hier schreibst, ist weg, wenn du diese Seite verlässt.",
  again: "Jetzt versuchen",
  open: "Zurück an den Tisch",
};
