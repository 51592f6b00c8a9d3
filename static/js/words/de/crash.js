// @ts-check
// What `words/en/crash.js` says, in German.

/** @type {typeof import("../en/crash.js").C} */
export const C = {
  title: "Auf dieser Seite ist etwas kaputtgegangen",
  text: "Das ist unser Fehler, nicht deiner. Die Geschichte liegt sicher beim Server, und was du geschrieben hast, behält dieser Browser. Lade die Seite neu, um weiterzuspielen, oder schließe dies und mach weiter.",
  report: "Angaben für einen Fehlerbericht",
  copy: "Den Bericht kopieren",
  copied: "Kopiert.",
  copyByHand: "Kopiere bitte den markierten Text: Dieser Browser lässt uns nicht.",
  reload: "Die Seite neu laden",
};
