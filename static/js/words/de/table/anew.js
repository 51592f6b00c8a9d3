// @ts-check
// What `words/en/table/anew.js` says, in German.

/** @type {typeof import("../../en/table/anew.js").ANEW} */
export const ANEW = {
  begin: "Das Erzählen neu beginnen",
  ask: "Vom nächsten Zug an sieht die Spielleitung nichts mehr von dem, was bisher gesagt wurde. Deine Helden, die Welt, das Tagebuch und die Geschichte auf dieser Seite bleiben, wie sie sind. Ein Zug kostet dann weniger; was nicht im Tagebuch steht, kann vergessen sein.",
  yes: "Neu beginnen",
  done: "Mit dem nächsten Zug beginnt das Erzählen neu.",
};
