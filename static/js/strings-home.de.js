// @ts-check
// What `strings-home.js` says, in German.
import { listed } from "./strings.js";
import { plural } from "./strings.de.js";

/** @type {typeof import("./strings-home.js").H} */
export const H = {
  storytellerPlays:
    "Der eingebaute Erzähler leitet das Spiel. Starte den Server mit gesetztem ANTHROPIC_API_KEY, und Claude nimmt auf dem Stuhl Platz.",

  home: {
    heading: "Deine Abenteuer",
    lead: "Das Feuer brennt, und die Stühle stehen, wo du sie gelassen hast.",
    new: "Ein neues Abenteuer beginnen",
    write: "Eines mit der Spielleitung schreiben",
    import: "Eines aus einer Datei holen",
    more: "Ältere zeigen",
    search: "Ein Abenteuer suchen",
    found: (n) => (n ? `${n} Abenteuer gefunden.` : "Kein Abenteuer dieses Namens."),
    optionsOf: (title) => `${title} umbenennen, sichern oder löschen`,
    turns: (n) => (n ? plural(n, "Zug", "Züge") : "noch nicht begonnen"),
  },

  sessions: {
    title: "Titel",
    rename: "Umbenennen",
    renameTitle: "Dieses Abenteuer umbenennen",
    titleMissing: "Gib ihm einen Namen.",
    delete: "Löschen",
    deleteForGood: "Für immer löschen",
    deleteTitle: "Dieses Abenteuer löschen?",
    deleteText: (title) => `„${title}“ und jeder seiner Züge werden fort sein. Es gibt keinen Weg zurück.`,
    keep: "Behalten",
    export: "In eine Datei sichern",
    exportTitle: "Dieses Abenteuer sichern?",
    exportText:
      "Die Datei enthält jeden Zug und den Samen der bisherigen Würfe, sodass jeder, der sie hat, jeden Wurf nachprüfen kann. (Würfe, die ein Zweig mit dem Abenteuer teilt, von dem er abging, werden dort geprüft: Das Original würfelt vielleicht noch mit ihrem Samen.) Hier geht das Abenteuer mit frischen Würfeln weiter.",
    exportGo: "Sichern",
    exported: (file) => `Als ${file} gesichert. Von jetzt an fallen frische Würfel.`,
    importing: "Wird hereingeholt …",
    imported: (title) => `„${title}“ ist da, so wie es gesichert wurde.`,
    tooBig: (most) => `Zu groß: Höchstens ${most} MiB lassen sich hereinholen.`,
    notJson: "Das lässt sich nicht lesen: Es ist kein JSON, oder es kam nur ein Teil davon an.",
    notOurs: "Das ist kein Abenteuer, das aus Embertale stammt.",
    damaged: (part) => `Was darin steht (${part}), passt nicht zum Rest: Die Datei wurde verändert oder kam nicht ganz an. Sichere sie noch einmal, wo gespielt wurde.`,
    damagedTurn: (seq) => `Zug ${seq}`,
    damagedDice: "die Würfel",
    damagedStory: "die Helden und ihre Geschichte",
    importFailed: (file, why) => `„${file}“ wurde nicht hereingeholt. ${why} Hier hat sich nichts geändert.`,
    importUnknown: (file, why) => `${why} Ob „${file}“ ankam, ist nicht bekannt. Wähle dieselbe Datei noch einmal: Sie wird nur einmal hereingeholt.`,
  },

  newGame: {
    first: "Beginne dein erstes Abenteuer",
    title: "Ein neues Abenteuer",
    lead: "Sag, wer du bist; den Rest besorgt die Spielleitung.",
    choose: "Wer zieht los?",
    party: "Als Gruppe von bis zu sechs gehen",
    chosen: "✓",
    body: (hp, ac) => `${hp} Trefferpunkte · Rüstung ${ac}`,
    own: "Ein eigener Held",
    ownText: "Name, Beruf und Volk; der Rest wird für dich ergänzt.",
    ownTitle: "Dein Held",
    unnamed: "dein eigener Held",
    name: "Name",
    class: "Klasse",
    race: "Volk",
    background: "Herkunft",
    backgroundHint: "Wenn du magst: Laternenanzünder, Fahnenflüchtige, Bäckerskind …",
    abilities: "Attributswerte",
    abilitiesHint: "Lass alle sechs leer, und sie werden verteilt, wie die Klasse sie braucht.",
    scoreMissing: "Gib alle sechs an oder keinen.",
    nameMissing: "Jeder Held braucht einen Namen.",
    adventureTitle: "Titel des Abenteuers",
    titlePlaceholder: "Die Laterne unter dem Hügel",
    titleHint: "Darf leer bleiben.",
    edition: "Regeln",
    editions: [["2014", "Die von 2014 (SRD 5.1)"], ["2024", "Die von 2024 (SRD 5.2)"]],
    nobody: "Wähle mindestens einen Helden.",
    tooMany: (most) => `Das ist ein Gedränge: höchstens ${most} Helden.`,
    sets: (names) => `${listed(names, "und")} ${names.length > 1 ? "ziehen" : "zieht"} los.`,
    begin: "Beginnen",
    beginning: "Es geht los …",
  },

  signIn: {
    title: "Wer steht vor der Tür?",
    why: "Dieser Tisch fragt nach einem Losungswort.",
    secret: "Dein Losungswort",
    go: "Anmelden",
    missing: "Schreib das Losungswort, das man dir gegeben hat.",
    wrong: "Dieses Losungswort kennt der Server nicht.",
  },
};
