//! Tests of the built-in campaigns with the storyteller: every ending of each is reached, and scenes on the way are correct.

use std::collections::{BTreeSet, HashSet};

use game::plot::Plot;

use embertale::campaign::{
    self, CampaignPackage, CampaignProgress, CastMember, Course, Fared, Interactable, Interaction, NodeExit, Test,
    Topic,
};
use serde_json::{Value, json};

use crate::support::{Chance, Inn};

/// Turns after which a game goes nowhere.
const MOST_TURNS: usize = 260;
/// Games that are begun for an ending, each with other dice.
const MOST_GAMES: u32 = 12;

/// Walks by which a way to an ending is searched for, and choices of each.
const MOST_WALKS: u32 = 6_000;
const MOST_STEPS: u32 = 25;

/// Something a player does, in words, and by the campaign.
#[derive(Debug, Clone)]
struct Move {
    words: String,
    deed: Deed,
    lucky: bool,
}

#[derive(Debug, Clone)]
enum Deed {
    Look(String),
    Handle(String),
    Ask(String, String),
    Attempt,
    Fight,
    Leave(String),
}

/// What may be tried. Which words ask for a topic takes long to find out, so it is left until one is chosen.
#[derive(Clone, Copy)]
enum Choice<'p> {
    Look(&'p Interactable),
    Handle(&'p Interactable, &'p Interaction),
    Ask(&'p CastMember, &'p Topic),
    Attempt,
    Fight,
    Leave(&'p NodeExit),
}

impl Choice<'_> {
    /// What it is, and the words for it; `None` for a topic that no word asks for as things stand.
    fn deed(self, course: &Course) -> Option<(Deed, String)> {
        Some(match self {
            Self::Look(thing) => (Deed::Look(thing.id.clone()), format!("look at {}", thing.name)),
            Self::Handle(thing, handling) => {
                (Deed::Handle(thing.id.clone()), format!("{} {}", handling.verbs[0], thing.name))
            }
            Self::Ask(person, topic) => {
                let about =
                    topic.about.iter().find(|about| course.topic(person, about).is_some_and(|it| it == topic))?;
                (Deed::Ask(person.id.clone(), about.clone()), format!("ask {} about {about}", person.name))
            }
            Self::Attempt => (Deed::Attempt, "I try".into()),
            Self::Fight => (Deed::Fight, "attack".into()),
            Self::Leave(exit) => (Deed::Leave(exit.id.clone()), exit.label.clone()),
        })
    }
}

/// Everything that can be tried in the current scene of a campaign.
fn choices<'p>(course: &Course<'p>) -> Vec<Choice<'p>> {
    let mut all = Vec::new();
    let Some(node) = course.node() else { return all };
    for (beat, thing) in course.things() {
        if beat.findings.iter().any(|it| it.from == campaign::FindingSource::Thing(thing.id.clone())) {
            all.push(Choice::Look(thing));
        }
        if let Some(handling) = &thing.handling
            && !course.was_handled(beat, thing)
        {
            all.push(Choice::Handle(thing, handling));
        }
    }
    for person in course.people() {
        for topic in person.topics.iter().filter(|topic| topic.finding.is_some()) {
            all.push(Choice::Ask(person, topic));
        }
    }
    if let Some(beat) = course.beat() {
        if beat.test.is_some() {
            all.push(Choice::Attempt);
        }
        if !beat.foes.is_empty() {
            all.push(Choice::Fight);
        }
    }
    for exit in &node.exits {
        if course.exit(&exit.id).is_ok() {
            all.push(Choice::Leave(exit));
        }
    }
    all
}

fn does(course: &mut Course, deed: &Deed, lucky: bool) -> bool {
    let throw = &mut |_: Test, _: &str| Fared::well(lucky);
    let outcome = match deed {
        Deed::Look(id) => course.look(id, throw),
        Deed::Handle(id) => course.handle(id, throw),
        Deed::Ask(id, about) => course.ask(id, about, throw),
        Deed::Leave(id) => course.leave(id),
        Deed::Fight => fights(course, lucky),
        Deed::Attempt => match course.beat() {
            Some(beat) if !lucky && !beat.foes.is_empty() => fights(course, lucky),
            _ => course.attempt(throw),
        },
    };
    if outcome.is_ok() {
        course.go_on();
    }
    outcome.is_ok()
}

fn fights(course: &mut Course, won: bool) -> Result<(), campaign::NotPossible> {
    let by = course.beat().map(|beat| beat.id.clone()).ok_or(campaign::NotPossible::Nothing)?;
    course.end_fight(&by, won, &mut |_, _| Fared::well(won));
    Ok(())
}

/// A way from here to an ending, without its idle steps. Short walks by lot begin wherever earlier ones have come; `None` if none of
/// them gets there.
fn way_to(package: &CampaignPackage, from: &CampaignProgress, ending: &str, chance: &mut Chance) -> Option<Vec<Move>> {
    let ends = |way: &[Move]| {
        let mut course = Course::on(package, from.clone());
        way.iter().all(|step| does(&mut course, &step.deed, step.lucky) || course.progress().ending.is_some())
            && course.progress().ending.as_deref() == Some(ending)
    };
    let mut known = HashSet::from([stands(from)]);
    let mut reached: Vec<(CampaignProgress, Vec<Move>)> = vec![(from.clone(), Vec::new())];
    for _ in 0..MOST_WALKS {
        // The later of two places, because the place reached last is likely to be farther.
        let start = chance.below(reached.len()).max(chance.below(reached.len()));
        let (progress, mut way) = reached[start].clone();
        let mut course = Course::on(package, progress);
        course.go_on();
        for _ in 0..MOST_STEPS {
            if course.progress().ending.is_some() {
                break;
            }
            let all = choices(&course);
            if all.is_empty() {
                break;
            }
            let chosen = all[chance.below(all.len())].deed(&course);
            let lucky = chance.below(10) < 7;
            let Some((deed, words)) = chosen.filter(|(deed, _)| does(&mut course, deed, lucky)) else { continue };
            way.push(Move { words, deed, lucky });
            if course.progress().ending.is_none() && known.insert(stands(course.progress())) {
                reached.push((course.progress().clone(), way.clone()));
            }
        }
        if course.progress().ending.as_deref() != Some(ending) {
            continue;
        }
        let mut i = 0;
        while i < way.len() {
            let mut shorter = way.clone();
            shorter.remove(i);
            match ends(&shorter) {
                true => way = shorter,
                false => i += 1,
            }
        }
        return Some(way);
    }
    None
}

fn progress_of(kept: &Value) -> CampaignProgress {
    let plot: Plot = serde_json::from_value(kept["plot"].clone()).unwrap();
    let heroes = kept["characters"].as_array().unwrap();
    let items = heroes.iter().flat_map(|hero| hero["inventory"].as_array().unwrap());
    let items: BTreeSet<String> = items.map(|item| item["name"].as_str().unwrap().to_lowercase()).collect();
    CampaignProgress::of(&plot, items)
}

/// What matters of how far it has come.
fn stands(progress: &CampaignProgress) -> String {
    format!(
        "{:?}",
        (&progress.node, &progress.beat, &progress.done, &progress.failed, &progress.found, &progress.flags)
    )
}

/// Plays towards an ending by words, thinking again wherever the dice fell otherwise; answers the ending that was reached.
async fn play_to(
    inn: &Inn,
    id: &str,
    package: &CampaignPackage,
    ending: &str,
    lot: u64,
) -> (Option<String>, Vec<String>) {
    let mut chance = Chance(lot);
    let (mut way, mut said): (Vec<Move>, Vec<String>) = (Vec::new(), Vec::new());
    let mut expected: Option<String> = None;
    let mut told = String::new();
    for _ in 0..MOST_TURNS {
        let kept = inn.kept(id).await;
        if let Some(reached) = kept["plot"]["ending"]["id"].as_str() {
            inn.check_fold(id).await;
            let ends = package.ending(reached).unwrap();
            let mut epilogues = ends.variants.iter().map(|it| &it.shown).chain([&ends.epilogue]);
            assert!(epilogues.any(|text| told.contains(text.trim())), "{reached} is told: {told}");
            return (Some(reached.to_owned()), said);
        }
        if kept["characters"][0]["dead"] == json!(true) {
            return (None, said);
        }
        if !kept["encounter"].is_null() {
            told = inn.say(id, "attack").await;
            said.push("attack".into());
            continue;
        }
        let progress = progress_of(&kept);
        if expected.as_ref() != Some(&stands(&progress)) || way.is_empty() {
            let hp = kept["characters"][0]["currentHp"].as_i64().unwrap_or(99);
            if hp <= 4 && said.last().is_none_or(|last| last != "take a long rest") {
                said.push("take a long rest".into());
                told = inn.say(id, "take a long rest").await;
                continue;
            }
            match way_to(package, &progress, ending, &mut chance) {
                Some(found) => way = found,
                None => return (None, said),
            }
        }
        let step = way.remove(0);
        let mut course = Course::on(package, progress);
        does(&mut course, &step.deed, step.lucky);
        expected = Some(stands(course.progress()));
        told = inn.say(id, &step.words).await;
        said.push(step.words);
    }
    (None, said)
}

/// Words that lead to an ending of a campaign with the dice of a seed, as far as it is reached.
pub(super) async fn words_to(seed: &str, session: &Value, ending: &str) -> Vec<String> {
    let slug = session["campaign"].as_str().expect("a campaign");
    let package = campaign::ours().into_iter().find(|package| package.slug == slug).expect("one of ours");
    let inn = Inn::open(seed).await;
    let id = inn.begin(session.clone()).await;
    play_to(&inn, &id, &package, ending, 1).await.1
}

async fn every_ending_of(slug: &str) {
    let package = campaign::ours().into_iter().find(|package| package.slug == slug).expect("one of ours");
    for ending in &package.endings {
        let mut reached = None;
        for game in 0..MOST_GAMES {
            let inn = Inn::open(&format!("{slug} {} {game}", ending.id)).await;
            let id = inn.begin(json!({"campaign": slug})).await;
            let (end, said) = play_to(&inn, &id, &package, &ending.id, u64::from(game) * 7 + 1).await;
            if end.as_deref() == Some(ending.id.as_str()) {
                println!("{slug}: {} in {} turns: {}", ending.id, said.len(), said.join(" / "));
                reached = end;
                break;
            }
            println!("{slug}: {} not reached in game {game}, but {end:?} in {} turns: {said:?}", ending.id, said.len());
        }
        assert_eq!(reached.as_deref(), Some(ending.id.as_str()), "{slug}");
    }
}

#[tokio::test]
async fn every_ending_of_the_ice_house_is_reached_by_words() {
    every_ending_of("the-ice-house-at-sundry").await;
}

#[tokio::test]
async fn every_ending_of_short_weight_is_reached_by_words() {
    every_ending_of("short-weight").await;
}

#[tokio::test]
async fn every_ending_of_the_walking_poll_is_reached_by_words() {
    every_ending_of("the-walking-poll").await;
}

#[tokio::test]
async fn once_a_campaign_is_over_no_other_world_is_made_up() {
    let package = campaign::ours().into_iter().find(|it| it.slug == "the-ice-house-at-sundry").expect("one of ours");
    let inn = Inn::open("embers").await;
    let id = inn.begin(json!({"campaign": package.slug})).await;
    let (end, _) = play_to(&inn, &id, &package, &package.endings[0].id, 3).await;
    assert!(end.is_some());
    let before = inn.kept(&id).await;
    let mut n_said = 0;
    for words in [
        "go on",
        "look around",
        "go north to the market",
        "ask Barnaby about the frost",
        "attack Barnaby",
        "is there any work?",
        "search the place",
        "what do I know?",
        "inventory",
        "yes",
        "asdf",
        "ask around for rumours",
        "take the nearest thing",
        "begin anew",
        "thank you, that was lovely",
    ] {
        let told = inn.say(&id, words).await;
        n_said += usize::from(told.contains("begin another story"));
        let after = inn.kept(&id).await;
        for part in ["plot", "encounter", "creatures", "supportingNPCs", "map"] {
            assert_eq!(after[part], before[part], "{words}: {told}");
        }
        for part in ["currentLocation", "activeQuests", "discoveredLocations"] {
            assert_eq!(after["story"][part], before["story"][part], "{words}: {told}");
        }
    }
    assert!(n_said >= 4, "what there is left to do is said now and then: {n_said}");
    let told = inn.say(&id, "what do I know?").await;
    assert!(told.contains(before["plot"]["found"][0]["text"].as_str().unwrap()) || told.contains("– "), "{told}");
    inn.check_fold(&id).await;
}

#[tokio::test]
async fn what_was_good_for_something_that_is_over_is_told_as_over() {
    let inn = Inn::open("embers").await;
    let id = inn.begin(json!({"campaign": "the-ice-house-at-sundry"})).await;
    for _ in 0..12 {
        if inn.kept(&id).await["plot"]["flags"]["hand-free"] == json!(true) {
            break;
        }
        inn.say(&id, "I try").await;
    }
    assert_eq!(inn.kept(&id).await["plot"]["flags"]["hand-free"], json!(true));
    let told = inn.say(&id, "pour the kettle over his hand").await;
    assert!(!told.contains("draws his hand out"), "it is out already: {told}");
    assert!(told.contains("kettle"), "{told}");
}

#[tokio::test]
async fn what_is_not_there_is_said_to_be_not_there_and_what_is_closed_says_why() {
    let inn = Inn::open("embers").await;
    let id = inn.begin(json!({"campaign": "the-ice-house-at-sundry"})).await;
    let told = inn.say(&id, "look at the dragon").await;
    assert!(told.contains("no dragon"), "{told}");
    let told = inn.say(&id, "In at the ice-house door").await;
    assert!(told.contains("His hand has to come off that handle first"), "{told}");
    let told = inn.say(&id, "what can I do?").await;
    assert!(told.contains("(1)") && told.contains("(2)"), "{told}");
}

#[tokio::test]
async fn what_is_found_is_in_the_journal_and_gone_with_the_turn_that_is_taken_back() {
    let inn = Inn::open("embers").await;
    let id = inn.begin(json!({"campaign": "the-ice-house-at-sundry"})).await;
    let told = inn.say(&id, "examine teh frost").await;
    assert!(told.starts_with("You walk round the edge of it."), "{told}");
    let found = |session: &Value| session["plot"]["findings"].as_array().map_or(0, Vec::len);
    assert_eq!(found(&inn.session(&id).await), 1);
    let told = inn.say(&id, "what do I know?").await;
    assert!(told.contains("It runs in one straight strip"), "{told}");
    for _ in 0..2 {
        let (status, answer) = inn.post(&format!("/api/sessions/{id}/undo"), json!({})).await;
        assert_eq!(status, 200, "{answer}");
    }
    assert_eq!(found(&inn.session(&id).await), 0);
    inn.check_fold(&id).await;
}

#[tokio::test]
async fn hasty_words_are_heard_by_whoever_they_are_for() {
    let inn = Inn::open("embers").await;
    let id = inn.begin(json!({"campaign": "the-ice-house-at-sundry"})).await;
    let told = inn.say(&id, "hello? where am i, whats all this frost").await;
    assert!(told.contains("ice-house yard"), "where this is: {told}");
    for asks_back in ["Whom do you ask", "to whom", "Is that for"] {
        assert!(!told.contains(asks_back), "{told}");
    }
    for _ in 0..12 {
        if inn.kept(&id).await["plot"]["flags"]["hand-free"] == json!(true) {
            break;
        }
        inn.say(&id, "I try").await;
    }
    // “Shall we say you?” was the last word.
    for words in ["yes", "ok sure", "go back and accept prines offer"] {
        let before = inn.kept(&id).await["plot"].clone();
        let told = inn.say(&id, words).await;
        assert!(told.contains("Aldous Prine"), "{words}: {told}");
        let after = inn.kept(&id).await["plot"].clone();
        assert_eq!((&after["done"], &after["beat"]), (&before["done"], &before["beat"]), "a yes is no throw: {told}");
        let (status, answer) = inn.post(&format!("/api/sessions/{id}/undo"), json!({})).await;
        assert_eq!(status, 200, "{answer}");
    }
    let told = inn.say(&id, "pick the lock with my thieves tools").await;
    assert!(told.contains("knock") && !told.contains("in your pack"), "{told}");
}
