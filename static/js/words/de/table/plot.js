// @ts-check
// What `words/en/table/plot.js` says, in German.
import { plural } from "../../en.js";

/** @type {typeof import("../../en/table/plot.js").PLOT} */
export const PLOT = {
  title: "Kampagne",
  news: "etwas Neues",
  act: (n, title) => `Akt ${n}: ${title}`,
  objective: "Worum es dir geht",
  failed: (why) => `Die Kampagne ließ sich nicht laden. ${why}`,

  awaits: {
    choice: "Es gibt mehr als einen Weg. Wähle einen, mit eigenen Worten oder mit einem Klick.",
    freeText: "Hier ist etwas im Gange. Mach damit, was du willst.",
    continue: "Von hier führt ein Weg weiter.",
    combatResult: "Wie dieser Kampf ausgeht, entscheidet, was als Nächstes kommt.",
    diceResult: "Die Würfel entscheiden, was als Nächstes kommt.",
  },
  nothingOpen: "Du kennst noch keinen Weg weiter. Sieh dich um, frag, probier etwas.",
  ways: "Wege weiter",
  wayHint: "Ein Klick setzt es ins Feld, zum Senden oder Ändern.",
  shut: (n) => `${plural(n, "Weg ist", "Wege sind")} noch verschlossen`,
  offers: "Einen Versuch wert",

  doom: {
    of: (filled, segments) => `${filled} von ${segments}`,
    near: ["Noch rührt sich nichts.", "Es hat begonnen, weit weg.", "Es kommt näher.", "Es ist nah.", "Es steht vor der Tür.", "Es ist da."],
  },

  map: {
    title: "Die Karte bis hierher",
    keys: "Pfeiltasten gehen von Szene zu Szene, Enter sieht eine an.",
    here: "du bist hier",
    alt: (n) => `Du hast ${plural(n, "Szene", "Szenen")} gesehen.`,
    from: (from, to) => `Von „${from}“ kennst du Wege zu: ${to}.`,
    at: (title) => `Du bist hier: ${title}.`,
    picture: (title) => `Ein Bild von: ${title}`,
    to: (label, to) => `${label} → ${to}`,
    noWays: "Du kennst von hier keinen Weg zu einer anderen Szene, die du gesehen hast.",
  },

  findings: {
    title: "Was du herausgefunden hast",
    none: "Noch nichts. Sieh genau hin, hör dich um.",
    led: (names) => `Das wies auf ${names}.`,
  },

  music: {
    title: "Bilder und Musik",
    play: "Musik",
    volume: "Lautstärke",
    waits: "Sie beginnt mit deinem nächsten Klick oder Tastendruck.",
    failed: "Die Musik ließ sich nicht laden.",
    pictures: "Den Ort hinter der Geschichte zeigen",
    anew: "Ein anderes Bild dieses Ortes",
  },

  ending: {
    over: "Die Geschichte ist zu Ende",
    kinds: { triumph: "Ein Triumph", bittersweet: "Ein bittersüßes Ende", defeat: "Eine Niederlage" },
    signs: { triumph: "☀\ufe0e", bittersweet: "☾", defeat: "†" },
    open: "Die letzte Seite lesen",
    of: (campaign) => `Das Ende von „${campaign}“`,
    sum: (scenes, findings, days) => `${plural(scenes, "Szene", "Szenen")} gesehen, ${findings === 1 ? "1 Sache" : `${findings} Dinge`} herausgefunden, ${plural(days, "Tag", "Tage")} vergangen.`,
    heroes: (names) => `Es war die Geschichte von ${names}.`,
    others: (n) => (n === 1 ? "Es hätte auch noch anders enden können." : `Es hätte noch auf ${n} andere Arten enden können.`),
    save: "Ein Exemplar dieses Abenteuers sichern",
    another: "Noch eines spielen",
    stay: "Am Tisch bleiben",
    stayHint: "Du kannst weiterspielen: Was du jetzt tust, wird nach dem Ende erzählt.",
  },
};
