// @ts-check
// What `words/en/author/author.js` says, in German.
import { plural } from "../../en.js";

/** @type {typeof import("../../en/author/author.js").W} */
export const W = {
  title: "Eine Kampagne schreiben",
  untitled: "Eine Kampagne ohne Namen",

  needsKeyHere: "Bis dahin lässt sich dieser Entwurf lesen, abschließen und löschen.",

  goneTitle: "Dieser Entwurf ist weg",
  gone: "Dieser Entwurf wurde gelöscht, vielleicht in einem anderen Tab.",
  back: "Alle Entwürfe",
  tabs: { chat: "Gespräch", outline: "Gliederung", map: "Karte", findings: "Befunde" },
  panes: "Was geschrieben ist",
  chat: "Euer Gespräch",

  composer: {
    label: "Was soll es werden?",
    hint: "Enter sendet · Umschalt+Enter für eine neue Zeile · Esc hält an",
    attach: "Ein Bild anhängen",
    attached: "Bilder zu dieser Nachricht",
  },

  invitation: "Fang irgendwo an: mit einem Ort, einem Gefühl, einem Verbrechen, mit jemandem, der halb recht hat.",
  ideas: [
    "Eine Fährstadt, in der die Ertrunkenen mit dem letzten Boot zurückkommen und ihr Fahrgeld wiederhaben wollen.",
    "Ein Abend, ein Haus: Alle darin schulden dem Mann Geld, der eben tot gefunden wurde.",
    "Eine Bergstraße, die mit jedem Gang kürzer wird, und das Zollhaus, das weiß, warum.",
  ],

  newest: "Zu den neuesten Worten",
  unanswered: "Deine letzte Nachricht wurde nicht zu Ende beantwortet. Alles, was bis dahin geschrieben war, bleibt.",
  goOn: "Weiter",
  goOnWords: "Bitte mach weiter, wo du aufgehört hast.",

  progress: (n, all) => `${n} von ${plural(all, "Szene", "Szenen")} fertig`,

  nothing: "Noch ist nichts geschrieben. Was ihr zwei schreibt, erscheint hier, während es entsteht.",

  finalise: "Abschließen",
  play: "Spielen",
};
