// @ts-check
// What `words/en/friends/peopledeeds.js` says, in German.

/** @type {typeof import("../../en/friends/peopledeeds.js").DEEDS} */
export const DEEDS = {
  leaveTitle: "Den Tisch verlassen?",
  leaveText: "Dein Held bleibt in der Geschichte. Um zurückzukommen, brauchst du einen neuen Link.",
  stay: "Bleiben",
  renameGo: "So heiße ich",
  name: "Dein Name",
  deeds: {
    give: (hero) => `${hero} übergeben`,
    take: (hero) => `${hero} zurücknehmen`,
    away: "Als abwesend eintragen",
    awayHint: "So lange handelst du für den Helden.",
    back: "Als anwesend eintragen",
    spectator: "Nur noch zusehen lassen",
    spectatorHint: "Diese Person sieht weiter zu, und du handelst für ihren Helden.",
    player: "Mitspielen lassen",
    playerHint: "Danach kannst du einen Helden übergeben.",
    remove: "Vom Tisch nehmen",
  },
  removeTitle: (name) => `${name} vom Tisch nehmen?`,
  removeText: "Was dort offen ist, endet sofort, und zurück geht es nur mit einem neuen Link. Der Held bleibt in der Geschichte.",
  removeGo: "Vom Tisch nehmen",
  leave: "Tisch verlassen",
  rename: "Namen ändern",
};
