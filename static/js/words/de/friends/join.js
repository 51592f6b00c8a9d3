// @ts-check
// What `words/en/friends/join.js` says, in German.

/** @type {typeof import("../../en/friends/join.js").JOIN} */
export const JOIN = {
  looking: "Moment, deine Einladung wird geöffnet …",
  invited: (host) => `${host} lädt dich ein:`,
  invitedByHost: "Du bist eingeladen:",
  plays: "Sag den anderen, wie du heißt, und such dir einen Helden aus. Ohne Konto, ohne Installation.",
  watches: "Du bist zum Zuschauen eingeladen und siehst die Geschichte, während sie entsteht.",
  until: (when) => `Die Einladung gilt bis ${when}.`,
  name: "Dein Name",
  nameHint: "So sehen dich die anderen am Tisch.",
  nameMissing: "Wie sollen die anderen dich nennen?",
  heroes: "Wen spielst du?",
  waiting: "Helden dieser Geschichte",
  fresh: "Helden, die dazustoßen können",
  own: "Dein eigener Held",
  ownText: "Name, Klasse und Herkunft bestimmst du.",
  sit: "Platz nehmen",
  watch: "Zuschauen",
  sitting: "Ein Stuhl wird geholt …",
  noHero: "Alle Helden sind vergeben, und die Gruppe ist voll. Bitte deinen Host um einen Platz zum Zuschauen oder um einen freien Helden.",
  taken: "Jemand war schneller und spielt diesen Helden schon. Such dir einen anderen aus.",
  full: "Der letzte Platz ist gerade weg.",
  over: {
    title: "Diese Einladung gilt nicht mehr",
    text: "Sie ist aufgebraucht, abgelaufen oder zurückgezogen. Bitte deinen Host um einen neuen Link, das geht schnell.",
  },
  tooMany: {
    title: "Einen Augenblick",
    text: (seconds) => `Aus deinem Netz kamen zu viele falsche Links. In ${seconds} s kannst du es wieder versuchen.`,
  },
  fullTable: {
    title: "Der Tisch ist voll",
    text: "Alle Plätze sind besetzt. Bitte deinen Host, Platz zu machen, und öffne den Link dann noch einmal.",
  },
  noToken: {
    title: "Öffne deinen Link noch einmal",
    text: "Zur Sicherheit merkt sich die Seite keine Einladungen. Öffne den Link aus der Nachricht erneut oder scanne den Code noch einmal.",
  },
  removed: {
    title: "Dein Platz ist weg",
    text: "Dein Host hat den Tisch aufgelöst oder dich vom Tisch genommen, und diese Seite zeigt nichts mehr davon. War das ein Versehen, bitte um einen neuen Link.",
  },
  left: {
    title: "Du hast den Tisch verlassen",
    text: "Danke fürs Mitspielen. Dein Held bleibt in der Geschichte. Willst du zurück, bitte deinen Host um einen Link.",
  },
  noHost: {
    title: "Dieser Link öffnet nichts",
    text: "Das Geheimnis des Hosts ist inzwischen ein anderes. Öffne den Link, den der Server beim letzten Start ausgegeben hat.",
  },
  away: { title: "Niemand macht auf" },
  again: "Noch einmal",
};
