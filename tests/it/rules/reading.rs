//! How the packages are read: numbers, choices, words and links of all entries, not of examples alone.

use game::{
    class,
    hero::{self, NewHero},
};

use embertale::rules::{
    DamageFacts, Edition, Facts, ItemFacts, Library, Monster, RuleEntry, RuleKind, Spell, StatBlockEntry, told_of,
};

use super::whole;

const ABILITIES: [&str; 6] = ["str", "dex", "con", "int", "wis", "cha"];

fn monsters(library: &Library, edition: Edition) -> impl Iterator<Item = (&RuleEntry, &Monster)> {
    library.entries().iter().filter(move |entry| entry.edition == edition).filter_map(|entry| match &entry.facts {
        Some(Facts::Monster(monster)) => Some((entry, &**monster)),
        _ => None,
    })
}

fn monster<'a>(library: &'a Library, edition: Edition, slug: &str) -> &'a Monster {
    let found = monsters(library, edition).find(|(entry, _)| entry.slug == slug);
    found.unwrap_or_else(|| panic!("{slug} is missing")).1
}

fn deeds(monster: &Monster) -> impl Iterator<Item = &StatBlockEntry> {
    let all =
        [&monster.traits, &monster.actions, &monster.bonus_actions, &monster.reactions, &monster.legendary_actions];
    all.into_iter().flatten()
}

fn deed<'a>(monster: &'a Monster, name: &str) -> &'a StatBlockEntry {
    deeds(monster).find(|deed| deed.name.starts_with(name)).unwrap_or_else(|| panic!("{name} is missing"))
}

fn spell<'a>(library: &'a Library, edition: Edition, slug: &str) -> &'a Spell {
    match &library.get(edition, RuleKind::Spell, slug).unwrap_or_else(|| panic!("{slug} is missing")).facts {
        Some(Facts::Spell(spell)) => spell,
        other => panic!("{slug}: {other:?}"),
    }
}

fn item<'a>(library: &'a Library, edition: Edition, slug: &str) -> &'a ItemFacts {
    match &library.get(edition, RuleKind::Item, slug).unwrap_or_else(|| panic!("{slug} is missing")).facts {
        Some(Facts::Item(item)) => item,
        other => panic!("{slug}: {other:?}"),
    }
}

fn dice(damage: &[DamageFacts]) -> Vec<&str> {
    damage.iter().map(|damage| damage.dice.as_str()).collect()
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Asserts that nothing was found wrong.
#[track_caller]
fn none(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn every_attack_has_a_bonus_and_every_save_a_number() {
    let Some(library) = whole().await else { return };
    let mut wrong = Vec::new();
    for (entry, monster) in monsters(library, Edition::Y2024) {
        // What a spell summons has its summoner's numbers; one hits without a roll.
        for deed in deeds(monster).filter(|deed| !deed.text.to_lowercase().contains("your spell")) {
            let attacks = deed.text.contains("Attack Roll: ") && !deed.text.contains("Automatic hit");
            let saves = deed.text.contains("Saving Throw: ");
            let dc = deed.save.as_ref().and_then(|save| save.dc);
            if attacks && deed.attack_bonus.is_none() || saves && dc.is_none() || deed.text.contains("DC.") {
                wrong.push(format!("{} of {}: {}", deed.name, entry.name, deed.text));
            }
        }
    }
    for (entry, monster) in monsters(library, Edition::Y2014) {
        for deed in deeds(monster) {
            let words: Vec<&str> = deed.text.split_whitespace().collect();
            let asks = words.windows(5).any(|five| {
                five[0] == "DC" && five[1].parse::<u32>().is_ok() && five[3] == "saving" && five[4].starts_with("throw")
            });
            let of_options = !deed.options.is_empty() && deed.options.iter().all(|option| option.save.is_some());
            if asks && deed.save.is_none() && !of_options {
                wrong.push(format!("{} of {}: {}", deed.name, entry.name, deed.text));
            }
        }
    }
    none(wrong);
}

#[tokio::test]
async fn every_dice_of_a_deed_stand_in_its_words() {
    let Some(library) = whole().await else { return };
    let mut wrong = Vec::new();
    for (entry, monster) in Edition::ALL.into_iter().flat_map(|edition| monsters(library, edition)) {
        for deed in deeds(monster).flat_map(|deed| [deed].into_iter().chain(&deed.options)) {
            let text = without_spaces(&deed.text);
            for damage in deed.damage.iter().flat_map(|damage| [damage].into_iter().chain(&damage.or)) {
                if !text.contains(&without_spaces(&damage.dice)) {
                    wrong.push(format!("{damage:?} in {} of {}: {}", deed.name, entry.name, deed.text));
                }
            }
        }
    }
    none(wrong);
}

/// Creature, deed, bonus to hit, number to reach, and the dice of its damage.
type Printed = (&'static str, &'static str, Option<i32>, Option<u32>, &'static [&'static str]);

/// From the stat blocks of SRD 5.2.1.
const PRINTED: &[Printed] = &[
    ("air-elemental", "Whirlwind", None, Some(13), &["4d10+2"]),
    ("couatl", "Constrict", None, Some(15), &["1d6+5"]),
    ("elephant", "Trample", None, Some(16), &["2d10+6"]),
    ("satyr", "Mockery", None, Some(12), &["1d6+2"]),
    ("priest", "Radiant Flame", Some(5), None, &["2d10"]),
    ("iron-golem", "Bladed Arm", Some(12), None, &["3d8+7", "3d6"]),
    ("spirit-naga", "Necrotic Ray", Some(6), None, &["6d6"]),
    ("barbed-devil", "Hurl Flame", Some(5), None, &["5d6"]),
    ("dust-mephit", "Claw", Some(4), None, &["1d4+2"]),
    ("magma-mephit", "Claw", Some(3), None, &["1d4+1", "1d6"]),
    ("fire-elemental", "Burn", Some(6), None, &["2d6+3"]),
    ("baboon", "Bite", Some(1), None, &["1d4-1"]),
    ("werebear", "Bite", Some(7), Some(14), &["2d12+4"]),
    ("tarrasque", "Thunderous Bellow", None, Some(27), &["12d12"]),
    ("rust-monster", "Antennae", None, Some(11), &[]),
    ("stirge", "Proboscis", Some(5), None, &["1d6+3"]),
    ("pit-fiend", "Bite", Some(14), Some(21), &["3d6+8"]),
];

#[tokio::test]
async fn stat_blocks_of_2024_have_the_numbers_that_are_printed() {
    let Some(library) = whole().await else { return };
    for (slug, name, bonus, dc, expected) in PRINTED {
        let deed = deed(monster(library, Edition::Y2024, slug), name);
        let found = (deed.attack_bonus, deed.save.as_ref().and_then(|save| save.dc), dice(&deed.damage));
        assert_eq!(found, (*bonus, *dc, expected.to_vec()), "{name} of {slug}: {}", deed.text);
    }
    for (slug, name, words) in [
        ("frost-giant", "War Cry", "gains 16 (2d10+5) Temporary Hit Points and"),
        ("will-o-wisp", "Consume Life", "regains 10 (3d6) Hit Points."),
        ("stone-giant", "Deflect Missile", "by 11 (1d10+6), and"),
        ("stirge", "Proboscis", "Hit: 6 (1d6+3) piercing damage"),
        ("flesh-golem", "Berserk", "to make a DC 15 Charisma (Persuasion) check; the"),
        ("water-elemental", "Whelm", "by succeeding on a DC 14 Strength (Athletics) check."),
        ("mummy-lord", "Spellcasting", "(spell save DC 17,"),
        ("adult-black-dragon", "Cloud of Insects", "to maintain Concentration until"),
        ("goblin-warrior", "Scimitar", "plus 2 (1d4) slashing damage if"),
    ] {
        let deed = deed(monster(library, Edition::Y2024, slug), name);
        assert!(deed.text.contains(words), "{}", deed.text);
    }
}

#[tokio::test]
async fn no_text_says_things_twice_or_in_formulas() {
    let Some(library) = whole().await else { return };
    let mut wrong = Vec::new();
    for entry in library.entries().iter().filter(|entry| entry.edition == Edition::Y2024) {
        for sign in ["@", "{", "}", "check check", "saving throw saving throw", "DC DC", "thief (", "mmSlam"] {
            if entry.text.contains(sign) {
                wrong.push(format!("{sign} in {} {}", entry.kind.as_str(), entry.slug));
            }
        }
    }
    none(wrong);
    let text = |kind, slug| library.get(Edition::Y2024, kind, slug).unwrap().text.as_str();
    assert!(text(RuleKind::Item, "lock").contains("DC 15 Dexterity (Thieves' Tools) check."));
    assert!(text(RuleKind::Item, "fire-casting-statue").contains("make a DC 10 Wisdom (Perception) check,"));
    assert!(
        text(RuleKind::Spell, "glyph-of-warding").contains("takes 5d8 Acid, Cold, Fire, Lightning, or Thunder damage")
    );
    assert!(text(RuleKind::Spell, "slow").contains("there is a 25 percent chance"));
}

#[tokio::test]
async fn each_way_of_a_multiattack_is_made_of_what_the_creature_can_do() {
    let Some(library) = whole().await else { return };
    let bare = |name: &str| name.split(" (").next().unwrap_or_default().trim().trim_end_matches('s').to_owned();
    let mut wrong = Vec::new();
    for (entry, monster) in Edition::ALL.into_iter().flat_map(|edition| monsters(library, edition)) {
        let names: Vec<String> = deeds(monster).map(|deed| bare(&deed.name)).collect();
        for strike in deeds(monster).flat_map(|deed| deed.multiattack.iter().flatten()) {
            if !names.contains(&bare(&strike.name)) {
                wrong.push(format!("{} of {}", strike.name, entry.name));
            }
        }
    }
    none(wrong);
    let ways = |slug| {
        let ways = &deed(monster(library, Edition::Y2024, slug), "Multiattack").multiattack;
        let told = |way: &Vec<_>| {
            way.iter().map(|s: &embertale::rules::StrikeFacts| format!("{} {}", s.count, s.name)).collect()
        };
        ways.iter().map(told).collect::<Vec<Vec<String>>>()
    };
    assert_eq!(ways("assassin"), [["3 Shortsword"], ["3 Light Crossbow"]]);
    assert_eq!(ways("barbed-devil"), [vec!["1 Claws", "1 Tail"], vec!["2 Hurl Flame"]]);
    assert_eq!(ways("treant"), [["2 Slam"]]);
    assert!(ways("hydra").is_empty(), "as many as it has heads");
}

#[tokio::test]
async fn stat_blocks_of_2014_are_read_whole() {
    let Some(library) = whole().await else { return };
    let of = |slug| monster(library, Edition::Y2014, slug);
    for (slug, class, armor) in [
        ("azer", 17, "natural armor, shield"),
        ("lizardfolk", 15, "natural armor, shield"),
        ("mage", 12, "15 with mage armor"),
        ("ankheg", 14, "natural armor, 11 while prone"),
        ("frost-giant", 15, "patchwork armor"),
    ] {
        assert_eq!((of(slug).armor_class, of(slug).armor.as_deref()), (class, Some(armor)), "{slug}");
    }
    let sword = deed(of("erinyes"), "Longsword");
    assert_eq!((dice(&sword.damage), dice(&sword.damage[0].or)), (vec!["1d8+4", "3d8"], vec!["1d10+4"]));
    let breaths = &deed(of("adult-brass-dragon"), "Breath Weapons").options;
    assert_eq!(breaths.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Fire Breath", "Sleep Breath"]);
    assert_eq!((dice(&breaths[0].damage), breaths[0].save.as_ref().unwrap().dc), (vec!["13d6"], Some(18)));
    assert_eq!(deed(of("androsphinx"), "Roar").options.len(), 3);
    let bite = deed(of("giant-spider"), "Bite");
    let save = bite.save.as_ref().unwrap();
    assert_eq!((save.ability.as_str(), save.dc, save.on_success.as_str()), ("con", Some(11), "half"));
    assert_eq!(dice(&bite.damage), ["1d8+3", "2d8"]);
    assert_eq!(deed(of("assassin"), "Shortsword").save.as_ref().unwrap().dc, Some(15));
}

#[tokio::test]
async fn both_editions_name_things_alike() {
    let Some(library) = whole().await else { return };
    const SIZES: [&str; 6] = ["Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan"];
    for entry in library.entries() {
        match &entry.facts {
            Some(Facts::Monster(monster)) => {
                assert!(SIZES.contains(&monster.size.as_str()), "{}: {}", entry.name, monster.size);
                let abilities = monster.saving_throws.keys().chain(monster.abilities.keys());
                let saves = deeds(monster).filter_map(|deed| Some(&deed.save.as_ref()?.ability));
                for ability in abilities.chain(saves) {
                    assert!(ABILITIES.contains(&ability.as_str()), "{}: {ability}", entry.name);
                }
                for condition in &monster.condition_immunities {
                    assert!(library.get(entry.edition, RuleKind::Condition, condition).is_some(), "{condition}");
                }
                for far in monster.speed.values() {
                    assert!(far.starts_with(|c: char| c.is_ascii_digit()), "{}: {far}", entry.name);
                }
            }
            Some(Facts::Class(class)) => {
                let known = class.saving_throws.iter().all(|save| ABILITIES.contains(&save.as_str()));
                assert!(known && class.saving_throws.len() == 2 && !class.proficiencies.is_empty(), "{class:?}");
            }
            Some(Facts::Species(species)) => {
                assert!(SIZES.contains(&species.size.as_str()) && species.speed >= 25, "{}: {species:?}", entry.name);
            }
            _ => {}
        }
    }
    let hovers = |edition| {
        let flying = monsters(library, edition).filter_map(|(_, monster)| monster.speed.get("fly"));
        flying.filter(|far| far.ends_with(" (hover)")).count()
    };
    assert_eq!((hovers(Edition::Y2014), hovers(Edition::Y2024)), (7, 17));
    let legendary = |(_, monster): &(&RuleEntry, &Monster)| monster.legendary_action_uses.is_some();
    assert_eq!(monsters(library, Edition::Y2024).filter(legendary).count(), 30);
}

#[tokio::test]
async fn spells_last_and_harm_as_they_should() {
    let Some(library) = whole().await else { return };
    let mut wrong = Vec::new();
    for entry in library.entries() {
        let Some(Facts::Spell(spell)) = &entry.facts else { continue };
        let up_to = spell.duration.starts_with("Up to") || spell.duration == "Special";
        let lasts = entry.edition == Edition::Y2014 || up_to == spell.concentration || spell.duration == "Special";
        let is_sound = |damage: &DamageFacts| {
            let dice = damage.dice.replace("+mod", "");
            !damage.damage_type.is_empty() && dice.chars().all(|c| c.is_ascii_digit() || "d+".contains(c))
        };
        if !lasts || spell.range.starts_with(' ') || !spell.damage.iter().all(is_sound) {
            wrong.push(format!("{} {}: {spell:?}", entry.edition.as_str(), entry.name));
        }
    }
    none(wrong);
    let harm = |edition, slug| {
        let damage = &spell(library, edition, slug).damage;
        damage.iter().map(|damage| format!("{} {}", damage.dice, damage.damage_type)).collect::<Vec<_>>()
    };
    assert_eq!(harm(Edition::Y2024, "magic-missile"), ["1d4+1 force"]);
    assert_eq!(harm(Edition::Y2024, "disintegrate"), ["10d6+40 force"]);
    assert_eq!(harm(Edition::Y2024, "guardian-of-faith"), ["20 radiant"]);
    assert_eq!(harm(Edition::Y2014, "magic-missile"), ["3d4+3 force"]);
    assert_eq!(harm(Edition::Y2014, "flame-strike"), ["4d6 fire", "4d6 radiant"]);
    assert_eq!(harm(Edition::Y2014, "ice-storm"), ["2d8 bludgeoning", "4d6 cold"]);
    assert_eq!(harm(Edition::Y2014, "spiritual-weapon"), ["1d8+mod force"]);
    assert!(harm(Edition::Y2014, "sleep").is_empty());
    assert_eq!(spell(library, Edition::Y2024, "mage-armor").duration, "8 hours");
    assert_eq!(spell(library, Edition::Y2024, "glyph-of-warding").duration, "Until dispelled or triggered");
}

#[tokio::test]
async fn things_are_told_with_all_their_numbers() {
    let Some(library) = whole().await else { return };
    for entry in library.entries() {
        let Some(Facts::Item(item)) = &entry.facts else { continue };
        let has = |property: &str| item.properties.iter().any(|own| own.eq_ignore_ascii_case(property));
        // The package has no dice for what this does in both hands.
        let is_plain = item.rarity.is_none() && !item.damage.is_empty() && entry.name != "War Pick";
        let both_hands = !has("versatile") || item.two_handed_damage.is_some();
        let flies = !has("thrown") || item.range.is_some();
        assert!(!is_plain || both_hands && flies, "{}", entry.name);
        assert_ne!(item.range.as_deref(), Some("5 ft."), "{}", entry.name);
    }
    for edition in Edition::ALL {
        assert_eq!(item(library, edition, "shield").armor_class.as_deref(), Some("+2"));
        assert_eq!(item(library, edition, "longsword").two_handed_damage.as_deref(), Some("1d10"));
    }
    let old = |slug| item(library, Edition::Y2014, slug);
    assert_eq!(old("arrow").cost.as_deref(), Some("1 gp for 20"));
    assert_eq!((old("chain-mail").category.as_str(), old("shield").category.as_str()), ("Heavy armor", "Shield"));
    assert_eq!(old("camel").properties, ["speed 50 ft/round", "carries 480 lb."]);
}

#[tokio::test]
async fn what_is_in_fields_is_told_in_words() {
    let Some(library) = whole().await else { return };
    for (edition, kind, slug, words) in [
        (
            Edition::Y2014,
            RuleKind::Level,
            "wizard-3",
            "cantrips known: 3, spell slots level 1: 4, spell slots level 2: 2",
        ),
        (Edition::Y2014, RuleKind::Level, "rogue-5", "sneak attack: dice count: 3"),
        (Edition::Y2014, RuleKind::Background, "acolyte", "**Feature** Shelter of the Faithful. As an acolyte"),
        (Edition::Y2014, RuleKind::Background, "acolyte", "I see omens in every event and action."),
        (Edition::Y2014, RuleKind::Language, "common", "**Typical speakers** Humans"),
        (Edition::Y2014, RuleKind::Species, "half-elf", "CHA +2, 2 others +1"),
        (Edition::Y2014, RuleKind::Feat, "grappler", "**Prerequisite** STR 13"),
        (Edition::Y2024, RuleKind::Feat, "grappler", "(prerequisite: level 4+, Strength or Dexterity 13+)"),
        (Edition::Y2024, RuleKind::Trait, "death-burst", "Where … stands, each monster has its own."),
    ] {
        let text = &library.get(edition, kind, slug).unwrap_or_else(|| panic!("{slug}")).text;
        assert!(text.contains(words), "{slug}: {text}");
    }
    let levels = library.entries().iter().filter_map(|entry| match &entry.facts {
        Some(Facts::Feature(feature)) if entry.edition == Edition::Y2024 => Some(feature.level),
        _ => None,
    });
    assert!(levels.flatten().count() > 170);
}

#[tokio::test]
async fn links_lead_to_what_explains_and_to_nothing_else() {
    let Some(library) = whole().await else { return };
    let linked = |edition, kind, slug: &str| {
        let references = library.references(library.get(edition, kind, slug).unwrap());
        references.into_iter().map(|to| to.slug).collect::<Vec<_>>()
    };
    let fireball = library.get(Edition::Y2014, RuleKind::Spell, "fireball").unwrap();
    let explained: Vec<&str> = library.expand(&[fireball]).iter().map(|entry| entry.name.as_str()).collect();
    assert!(explained.contains(&"Saving Throws"), "{explained:?}");
    for edition in Edition::ALL {
        let lich = linked(edition, RuleKind::Monster, "lich");
        assert!(!lich.contains(&"charmed".to_owned()) && lich.contains(&"paralyzed".to_owned()), "{lich:?}");
    }
    let lich = linked(Edition::Y2024, RuleKind::Monster, "lich");
    assert!(lich.contains(&"fireball".to_owned()) && lich.contains(&"invisibility".to_owned()), "{lich:?}");
    assert!(linked(Edition::Y2024, RuleKind::Item, "wand-of-fireballs").contains(&"fireball".to_owned()));
    for entry in library.entries().iter().filter(|entry| matches!(entry.kind, RuleKind::Item | RuleKind::Monster)) {
        let named = library.references(entry).into_iter().any(|to| to.slug == "magic-weapon");
        let text = entry.text.to_lowercase();
        let casts = text.contains("magic weapon spell") || entry.references.iter().any(|to| to.slug == "magic-weapon");
        assert!(!named || casts, "{}", entry.name);
    }
}

#[tokio::test]
async fn the_rules_tell_of_every_feature_a_hero_can_have() {
    let Some(library) = whole().await else { return };
    let mut silent = Vec::new();
    // What a class of our own can do, the rules tell no one.
    let of_the_rules = |class: &&class::Class| library.get(Edition::Y2014, RuleKind::Class, class.name).is_some();
    let classes: Vec<&class::Class> = class::ALL.iter().filter(of_the_rules).collect();
    assert_eq!(classes.len(), 12);
    for class in classes {
        for feature in class.all_features().filter(|feature| feature.name != class.path.name) {
            let name = feature.name;
            let new = NewHero {
                name: "Ash".into(),
                class: class.name.into(),
                race: "human".into(),
                level: Some(feature.level.max(class.path.level)),
                abilities: None,
                background: None,
            };
            let mut hero = hero::build(&new, |_| false).unwrap();
            hero.subclass = Some(class.subclasses[0].name.into());
            match told_of(library, Edition::Y2014, &hero, name, &[RuleKind::Feature, RuleKind::Trait, RuleKind::Feat]) {
                Some(entry) => {
                    let Some(Facts::Feature(feature)) = &entry.facts else { continue };
                    let source = feature.source.to_lowercase();
                    let subclass = class.subclasses[0].name.to_lowercase();
                    let own = source == class.name || subclass.contains(&source);
                    assert!(own, "{name} of {} is told as the {source}'s", class.name);
                }
                None => silent.push(format!("{} {name}", class.name)),
            }
        }
    }
    none(silent);
    let new = |class: &str, level| NewHero {
        name: "Ash".into(),
        class: class.into(),
        race: "human".into(),
        level: Some(level),
        abilities: None,
        background: None,
    };
    let monk = hero::build(&new("monk", 1), |_| false).unwrap();
    let defense = told_of(library, Edition::Y2014, &monk, "Unarmored Defense", &[RuleKind::Feature]).unwrap();
    assert!(defense.text.contains("Wisdom"), "{}", defense.text);
    let bard = hero::build(&new("bard", 10), |_| false).unwrap();
    assert_eq!(
        told_of(library, Edition::Y2014, &bard, "Bardic Inspiration", &[RuleKind::Feature]).unwrap().name,
        "Bardic Inspiration (d10)"
    );
    assert_eq!(
        told_of(library, Edition::Y2014, &bard, "Light Crossbow", &[RuleKind::Item]).unwrap().name,
        "Crossbow, light"
    );
    let spells = [RuleKind::Spell];
    assert_eq!(told_of(library, Edition::Y2014, &bard, "Shield", &spells).unwrap().kind, RuleKind::Spell);
    assert_eq!(told_of(library, Edition::Y2014, &bard, "Shield", &[RuleKind::Item]).unwrap().kind, RuleKind::Item);
    assert!(told_of(library, Edition::Y2014, &bard, "Rusty Key of Nobody", &[RuleKind::Item]).is_none());
}
