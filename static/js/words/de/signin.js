// @ts-check
// What `words/en/signin.js` says, in German.

/** @type {typeof import("../en/signin.js").SIGN_IN} */
export const SIGN_IN = {
  title: "Wer steht vor der Tür?",
  why: "An diesen Tisch kommt man nur mit Losungswort.",
  shared: "Dieser Tisch ist für Freunde freigegeben. Alle kommen über ihren eigenen Link herein.",
  guest: "Eingeladen? Dann brauchst du kein Losungswort: Öffne den Link, den du bekommen hast, scanne seinen Code oder füg den Link unten ein.",
  address: "Du hast nur die Adresse dieser Seite bekommen? Sie allein lässt niemanden herein: Bitte deinen Host um eine Einladung.",
  host: "Ist das dein Tisch? Öffne den Host-Link. Embertale zeigt ihn beim Start an, im Terminal oder Log des Rechners, auf dem es läuft.",
  secret: "Dein Losungswort",
  link: "Dein Link",
  go: "Anmelden",
  missing: "Schreib das Losungswort, das man dir gegeben hat, oder füg deinen Link ein.",
  wrong: "Dieses Losungswort kennt der Server nicht.",
  wrongLink: "Das ist kein Link zu einem Tisch auf diesem Server.",
};
