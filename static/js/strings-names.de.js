// @ts-check
// What `strings-names.js` says, in German. Plain words of ours; no book's list stands behind them.

/** @type {typeof import("./strings-names.js").NAMES} */
export const NAMES = {
  terms: {
    // Weapons.
    dagger: "Dolch", handaxe: "Handbeil", javelin: "Wurfspeer", mace: "Streitkolben", quarterstaff: "Kampfstab", rapier: "Rapier",
    "light crossbow": "Leichte Armbrust", dart: "Wurfpfeil", shortbow: "Kurzbogen", greataxe: "Zweihandaxt", longsword: "Langschwert",
    scimitar: "Krummsäbel", shortsword: "Kurzschwert", longbow: "Langbogen", "unarmed strike": "Waffenloser Schlag",
    // What peoples are born with.
    darkvision: "Dunkelsicht", "dwarven resilience": "Zwergische Zähigkeit", "dwarven combat training": "Zwergische Waffenübung",
    stonecunning: "Steinkunde", "dwarven toughness": "Zwergische Härte", "keen senses": "Scharfe Sinne", "fey ancestry": "Feenblut", trance: "Trance",
    "elf weapon training": "Elfische Waffenübung", cantrip: "Zaubertrick", lucky: "Glückskind", brave: "Mut", "halfling nimbleness": "Flinkheit der Halblinge",
    "naturally stealthy": "Von Natur aus heimlich", "gnome cunning": "Gnomenlist", "artificer's lore": "Wissen um Gerät", tinker: "Tüftler",
    "draconic ancestry": "Drachenblut", "breath weapon": "Drachenodem", "damage resistance": "Widerstand gegen Schaden", "skill versatility": "Vielseitigkeit",
    menacing: "Bedrohlich", "relentless endurance": "Nicht umzuwerfen", "savage attacks": "Wilde Angriffe", "hellish resistance": "Höllische Zähigkeit",
    "infernal legacy": "Höllisches Erbe",

    // What callings bring; the paths among them.
    spellcasting: "Zaubern", "extra attack": "Zweiter Angriff", "extra attack (2)": "Weitere Angriffe (2)", "extra attack (3)": "Weitere Angriffe (3)",
    "fighting style": "Kampfstil", "additional fighting style": "Zweiter Kampfstil", expertise: "Könnerschaft", "expertise (two more)": "Könnerschaft (zwei weitere)",
    evasion: "Entrinnen", "unarmored defense": "Abwehr ohne Rüstung", "timeless body": "Alterslos", "land's stride": "Schritt der Wildnis",
    "channel divinity": "Göttliche Macht", "channel divinity (2/rest)": "Göttliche Macht (zweimal)", "channel divinity (3/rest)": "Göttliche Macht (dreimal)",
    "channel divinity: preserve life": "Göttliche Macht: Leben bewahren", "channel divinity: sacred weapon": "Göttliche Macht: Heilige Waffe",
    "channel divinity: turn undead": "Göttliche Macht: Untote vertreiben", "channel divinity: turn the unholy": "Göttliche Macht: Unheiliges vertreiben",
    rage: "Kampfrausch", "reckless attack": "Rücksichtsloser Angriff", "danger sense": "Gespür für Gefahr", "primal path": "Pfad der Wildheit",
    "path of the berserker": "Pfad des Berserkers", frenzy: "Raserei", "mindless rage": "Blinde Wut", "intimidating presence": "Einschüchterndes Auftreten",
    retaliation: "Vergeltung", "fast movement": "Schnelle Füße", "feral instinct": "Tierischer Instinkt", "brutal critical": "Grausamer Treffer",
    "brutal critical (2 dice)": "Grausamer Treffer (2 Würfel)", "brutal critical (3 dice)": "Grausamer Treffer (3 Würfel)", "relentless rage": "Unerbittlicher Rausch",
    "persistent rage": "Anhaltender Rausch", "indomitable might": "Unbezwingbare Kraft", "primal champion": "Urgewalt",
    "bardic inspiration": "Bardische Inspiration", "bardic inspiration (d8)": "Bardische Inspiration (W8)", "bardic inspiration (d10)": "Bardische Inspiration (W10)",
    "bardic inspiration (d12)": "Bardische Inspiration (W12)", "jack of all trades": "Hansdampf", "song of rest": "Lied der Rast", "song of rest (d8)": "Lied der Rast (W8)",
    "song of rest (d10)": "Lied der Rast (W10)", "song of rest (d12)": "Lied der Rast (W12)", "bard college": "Schule der Barden", "college of lore": "Schule des Wissens",
    "bonus proficiencies": "Weitere Übung", "bonus proficiency": "Weitere Übung", "cutting words": "Schneidende Worte", "additional magical secrets": "Weitere magische Geheimnisse",
    "peerless skill": "Unerreichtes Können", "font of inspiration": "Quell der Inspiration", countercharm: "Gegenbann", "magical secrets": "Magische Geheimnisse",
    "magical secrets (two more)": "Magische Geheimnisse (zwei weitere)", "magical secrets (four more)": "Magische Geheimnisse (vier weitere)", "superior inspiration": "Höhere Inspiration",
    "divine domain": "Göttlicher Bereich", "disciple of life": "Jünger des Lebens", "blessed healer": "Gesegnete Heilkunst",
    "divine strike": "Göttlicher Schlag", "divine strike (2d8)": "Göttlicher Schlag (2W8)", "supreme healing": "Höchste Heilkunst", "destroy undead": "Untote vernichten",
    "destroy undead (cr 1)": "Untote vernichten (bis 1)", "destroy undead (cr 2)": "Untote vernichten (bis 2)", "destroy undead (cr 3)": "Untote vernichten (bis 3)",
    "destroy undead (cr 4)": "Untote vernichten (bis 4)", "divine intervention": "Eingreifen der Götter", "divine intervention improvement": "Sicheres Eingreifen der Götter",
    druidic: "Druidisch", "wild shape": "Tiergestalt", "wild shape (cr 1/2)": "Tiergestalt (bis 1/2)", "wild shape (cr 1)": "Tiergestalt (bis 1)", "druid circle": "Zirkel der Druiden",
    "circle of the land": "Zirkel des Landes", "bonus cantrip": "Weiterer Zaubertrick", "natural recovery": "Erholung in der Natur", "circle spells": "Zauber des Zirkels",
    "nature's ward": "Schutz der Natur", "nature's sanctuary": "Zuflucht der Natur", "beast spells": "Zauber in Tiergestalt", archdruid: "Erzdruide",
    "second wind": "Zweite Luft", "action surge": "Tatendrang", "action surge (two uses)": "Tatendrang (zweimal)", indomitable: "Unbeugsam", "indomitable (two uses)": "Unbeugsam (zweimal)",
    "indomitable (three uses)": "Unbeugsam (dreimal)", "martial archetype": "Weg der Waffen", champion: "Meisterkämpfer", "improved critical": "Bessere Treffer",
    "remarkable athlete": "Ausnahmeathlet", "superior critical": "Überragende Treffer", survivor: "Überlebender",
    "martial arts": "Kampfkunst", ki: "Ki", "unarmored movement": "Leichtfüßig ohne Rüstung", "unarmored movement improvement": "Über Wände und Wasser", "monastic tradition": "Klostertradition",
    "way of the open hand": "Weg der offenen Hand", "open hand technique": "Kunst der offenen Hand", "wholeness of body": "Heiler Leib", tranquility: "Seelenruhe", "quivering palm": "Bebende Hand",
    "deflect missiles": "Geschosse abwehren", "slow fall": "Sanfter Fall", "stunning strike": "Betäubender Schlag", "ki-empowered strikes": "Schläge voll Ki", "stillness of mind": "Stiller Geist",
    "purity of body": "Reiner Leib", "tongue of the sun and moon": "Zunge von Sonne und Mond", "diamond soul": "Seele aus Diamant", "empty body": "Leerer Leib", "perfect self": "Vollendung",
    "flurry of blows": "Schlaghagel", "patient defense": "Geduldige Verteidigung", "step of the wind": "Schritt des Windes",
    "divine sense": "Göttliches Gespür", "lay on hands": "Handauflegen", "divine smite": "Göttlicher Streich", "divine health": "Göttliche Gesundheit", "sacred oath": "Heiliger Eid",
    "oath of devotion": "Eid der Hingabe", "aura of devotion": "Aura der Hingabe", "purity of spirit": "Reiner Geist", "holy nimbus": "Heiliger Schein", "aura of protection": "Aura des Schutzes",
    "aura of courage": "Aura des Mutes", "improved divine smite": "Größerer göttlicher Streich", "cleansing touch": "Reinigende Hand", "aura improvements": "Weitere Auren",
    "favored enemy": "Erzfeind", "favored enemy (a second)": "Erzfeind (ein zweiter)", "favored enemy (a third)": "Erzfeind (ein dritter)", "natural explorer": "Kundig im Gelände",
    "natural explorer (a second)": "Kundig im Gelände (ein zweites)", "natural explorer (a third)": "Kundig im Gelände (ein drittes)", "ranger archetype": "Weg der Waldläufer", hunter: "Jäger",
    "hunter's prey": "Beute des Jägers", "defensive tactics": "Kunst der Abwehr", multiattack: "Mehrfachangriff", "superior hunter's defense": "Überlegene Abwehr", "primeval awareness": "Urgespür",
    "hide in plain sight": "Offen verborgen", vanish: "Verschwinden", "feral senses": "Tierische Sinne", "foe slayer": "Feindtöter",
    "sneak attack": "Hinterhältiger Angriff", "thieves' cant": "Gaunersprache", "cunning action": "Gerissenheit", "roguish archetype": "Weg der Schurken", thief: "Dieb", "fast hands": "Flinke Finger",
    "second-story work": "Fassadenkletterer", "supreme sneak": "Meister der Heimlichkeit", "use magic device": "Magisches Gerät gebrauchen", "thief's reflexes": "Reflexe des Diebes",
    "uncanny dodge": "Unheimliches Ausweichen", "reliable talent": "Verlässliches Talent", blindsense: "Gespür im Dunkeln", "slippery mind": "Schlüpfriger Geist", elusive: "Nicht zu fassen", "stroke of luck": "Glücksfall",
    "sorcerous origin": "Ursprung der Zauberei", "draconic bloodline": "Blut der Drachen", "dragon ancestor": "Drachenahn", "draconic resilience": "Zähigkeit der Drachen", "elemental affinity": "Nähe zum Element",
    "dragon wings": "Drachenschwingen", "draconic presence": "Gegenwart des Drachen", "font of magic": "Quell der Magie", metamagic: "Metamagie", "metamagic (a third)": "Metamagie (eine dritte)",
    "metamagic (a fourth)": "Metamagie (eine vierte)", "sorcerous restoration": "Erneuerung der Zauberei",
    "otherworldly patron": "Schutzherr von drüben", "the fiend": "Der Unhold", "dark one's blessing": "Segen des Dunklen", "dark one's own luck": "Glück des Dunklen", "fiendish resilience": "Zähigkeit des Unholds",
    "hurl through hell": "Sturz durch die Hölle", "pact magic": "Paktmagie", "eldritch invocations": "Unheimliche Anrufungen", "pact boon": "Gabe des Pakts", "mystic arcanum": "Mystisches Geheimnis",
    "mystic arcanum (7th level)": "Mystisches Geheimnis (7. Grad)", "mystic arcanum (8th level)": "Mystisches Geheimnis (8. Grad)", "mystic arcanum (9th level)": "Mystisches Geheimnis (9. Grad)", "eldritch master": "Meister des Unheimlichen",
    "arcane recovery": "Arkane Erholung", "arcane tradition": "Arkane Tradition", "school of evocation": "Schule der Hervorrufung", "evocation savant": "Kenner der Hervorrufung", "sculpt spells": "Zauber formen",
    "potent cantrip": "Starke Zaubertricks", "empowered evocation": "Gestärkte Hervorrufung", overchannel: "Übermaß", "spell mastery": "Meisterschaft im Zaubern", "signature spells": "Eigene Zauber",

    // What ready-made heroes have chosen.
    protection: "Schutz", "stealth and thieves' tools": "Heimlichkeit und Diebeswerkzeug", monstrosities: "Ungeheuer", mountain: "Gebirge",

    // Skills.
    acrobatics: "Akrobatik", "animal handling": "Umgang mit Tieren", arcana: "Arkane Kunde", athletics: "Athletik", deception: "Täuschen",
    history: "Geschichte", insight: "Menschenkenntnis", intimidation: "Einschüchtern", investigation: "Nachforschen", medicine: "Heilkunde",
    nature: "Naturkunde", perception: "Wahrnehmung", performance: "Auftreten", persuasion: "Überzeugen", religion: "Religion",
    "sleight of hand": "Fingerfertigkeit", stealth: "Heimlichkeit", survival: "Überleben",

    // Training and tongues.
    "simple weapons": "Einfache Waffen", "martial weapons": "Kriegswaffen", battleaxes: "Streitäxte", clubs: "Knüppel", daggers: "Dolche", darts: "Wurfpfeile", handaxes: "Handbeile", "hand crossbows": "Handarmbrüste",
    javelins: "Wurfspeere", "light crossbows": "Leichte Armbrüste", "light hammers": "Leichte Hämmer", longbows: "Langbögen", longswords: "Langschwerter", maces: "Streitkolben", quarterstaffs: "Kampfstäbe", rapiers: "Rapiere",
    scimitars: "Krummsäbel", shortbows: "Kurzbögen", shortswords: "Kurzschwerter", sickles: "Sicheln", slings: "Schleudern", spears: "Speere", warhammers: "Kriegshämmer",
    "light armor": "Leichte Rüstung", "medium armor": "Mittlere Rüstung", "heavy armor": "Schwere Rüstung", shields: "Schilde", "smith's tools": "Schmiedewerkzeug", "calligrapher's supplies": "Schreibzeug", flute: "Flöte", drum: "Trommel", "tinker's tools": "Tüftlerwerkzeug",
    common: "Gemeinsprache", dwarvish: "Zwergisch", elvish: "Elfisch", gnomish: "Gnomisch", draconic: "Drachisch", orc: "Orkisch", infernal: "Höllisch",

    // Arms of those who are armed otherwise than ready-made heroes, whose are known from the first page on.
    club: "Knüppel", greatclub: "Große Keule", "light hammer": "Leichter Hammer", sickle: "Sichel", spear: "Speer", sling: "Schleuder",
    battleaxe: "Streitaxt", flail: "Flegel", glaive: "Glefe", greatsword: "Zweihänder", halberd: "Hellebarde", lance: "Lanze", maul: "Schlägel",
    morningstar: "Morgenstern", trident: "Dreizack", "war pick": "Kriegspicke", warhammer: "Kriegshammer", whip: "Peitsche",
    "hand crossbow": "Handarmbrust", "heavy crossbow": "Schwere Armbrust",

    // What they carry.
    "alms box": "Opferstock", "arcane focus": "Arkaner Fokus", arrow: "Pfeil", backpack: "Rucksack", "bag of sand": "Sandsäckchen", bedroll: "Schlafsack", bell: "Glocke", blanket: "Decke", "block of incense": "Weihrauch",
    bolt: "Bolzen", "book of lore": "Buch des Wissens", candle: "Kerze", censer: "Räucherfass", "chain mail": "Kettenpanzer", "component pouch": "Komponentenbeutel", costume: "Kostüm", crowbar: "Brecheisen",
    "disguise kit": "Verkleidungszeug", "druidic focus": "Druidischer Fokus", hammer: "Hammer", "hempen rope (50 feet)": "Hanfseil (50 Fuß)", "herbalism kit": "Kräuterkundezeug", "holy symbol": "Heiliges Symbol",
    "hooded lantern": "Blendlaterne", "ink (bottle)": "Tinte (Fläschchen)", "ink pen": "Schreibfeder", "leather armor": "Lederrüstung", lute: "Laute", "mess kit": "Essgeschirr", "oil (flask)": "Öl (Flasche)",
    "parchment (sheet)": "Pergament (Bogen)", piton: "Kletterhaken", quiver: "Köcher", "rations (1 day)": "Proviant (1 Tag)", "scale mail": "Schuppenpanzer", "small knife": "Kleines Messer", spellbook: "Zauberbuch",
    "string (10 feet)": "Schnur (10 Fuß)", "thieves' tools": "Diebeswerkzeug", tinderbox: "Zunderkästchen", torch: "Fackel", vestments: "Gewand", waterskin: "Wasserschlauch",
  },
};
