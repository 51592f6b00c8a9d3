//! Hints for actions that a campaign resolves itself, found by comparing the player's words with the scene.

use std::sync::LazyLock;

use game::{
    character::Ability,
    skill::Skill,
    wording::{is_name_word, same},
};

use crate::dm::{
    hints::{
        HintReader, HintScene, Suggestion,
        language::{
            LazyWordSet,
            clause::MessageClause,
            listed, one_of,
            reading::{MessageReading, MessageText},
        },
    },
    plot::{NamedElement, SceneFacts, ThingFacts},
};

use super::{
    blows::is_blow,
    dare,
    objects::{self, ObjectKind, only_points},
    things::GAINED,
};

const TOOL: &str = "advance_plot";
const CAMPAIGN: &str = include_str!("campaign.txt");

static LOOKS: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "looks"));
static SEARCHES: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "searches"));
static TAKES: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "takes"));
static READS: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "reads"));
static ASKS: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "asks"));
static GOES: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "goes"));
static STRIKES: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "strikes"));
static BODY: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "with the body"));
static FINGERS: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "with the fingers"));
static UNSEEN: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "unseen"));
static EYES: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "with the eyes"));
static HEAD: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "with the head"));
static BEASTS: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "with beasts"));
static WORDS: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "with words"));
static PERFORMS: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "performs"));
static ASKED_FOR: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "asked for"));
static SMALL: LazyWordSet = LazyLock::new(|| listed(CAMPAIGN, "small"));

/// The hints for `advance_plot`.
pub(super) fn deeds(reading: &MessageReading<'_>) -> Vec<Suggestion> {
    let Some(plot) = &reading.scene.plot else { return Vec::new() };
    let mut found: Vec<Suggestion> = reading.deeds().flat_map(|clause| deed(plot, reading, clause)).collect();
    // A beat's test belongs to the campaign's tool, even if the words suggest dice.
    let is_test = |hint: &Suggestion| {
        let mut skills = hint.arguments.iter().filter(|(key, _)| *key == "skill");
        // An attempt of no skill in particular is the beat's own as well.
        plot.test.is_some_and(|test| skills.all(|(_, skill)| skill == test.skill.as_str()))
    };
    if found.is_empty() && dare::dice(reading).iter().any(is_test) {
        found.push(Suggestion::of(TOOL, "attempt", 0.85, "the campaign carries it out"));
    }
    found
}

fn deed(plot: &SceneFacts, reading: &MessageReading<'_>, clause: &MessageClause) -> Option<Suggestion> {
    // An unknown verb means itself; a known one for its meaning.
    let verb = clause.head.filter(|_| clause.lemma.is_empty()).map_or("", |head| reading.word(head));
    let is = |verbs: &LazyWordSet| verbs.contains(clause.lemma) || verbs.contains(verb);
    let named = |named: &NamedElement| n_named(reading, clause, named);
    let nearest = |all: &[&NamedElement]| {
        let best = all.iter().map(|one| (named(one), one)).filter(|(n, _)| *n > 0);
        best.min_by_key(|(n, _)| std::cmp::Reverse(*n)).map(|(_, one)| one.id.clone())
    };
    if is(&STRIKES) && !plot.foes.is_empty() {
        let foes = NamedElement { id: String::new(), names: plot.foes.clone() };
        let is_meant = named(&foes) > 0 || is_blow(reading, clause) && only_points(reading, clause);
        return is_meant.then(|| due("fight", 0.85));
    }
    // “I try to talk him into it”: the beat's test, not a question.
    let is_test = || is_the_test(plot, reading, clause);
    if is(&ASKS) && is_test() {
        return Some(due("attempt", 0.85));
    }
    if let Some(person) = is(&ASKS).then(|| nearest(&plot.people.iter().collect::<Vec<_>>())).flatten() {
        return Some(due("ask", 0.85).with("target", person));
    }
    let mut things = plot.things.iter().map(|thing| (named(&thing.named), thing)).filter(|(n, _)| *n > 0);
    let first = things.next();
    let thing = things.fold(first, |best, next| if best.is_some_and(|(n, _)| n >= next.0) { best } else { Some(next) });
    let place = NamedElement { id: String::new(), names: plot.place.clone() };
    // “Search the ferry stage” means the whole place, and not the timbers of the stage.
    let thing = thing.filter(|(n, _)| !(is(&SEARCHES) && named(&place) >= *n));
    if let Some(with_thing) = thing.and_then(|(_, thing)| with_thing(plot, reading, clause, thing)) {
        return Some(with_thing);
    }
    if is_test() || says_the_aim(plot, reading, clause) {
        return Some(due("attempt", 0.85));
    }
    let looks_about = || named(&place) > 0 || reading.any_word(clause.from, clause.to, "around about");
    if is(&SEARCHES) || is(&LOOKS) && looks_about() {
        return Some(due("search", if plot.hides_something { 0.8 } else { 0.65 }));
    }
    // “then off to the square”
    let any = |words: &str| reading.any_word(clause.from, clause.to, words);
    let goes = is(&GOES) || clause.head.is_none() && any("off back on over out in up down") && any("to into");
    // The words of who goes to a closed exit name it, and not the open one that has a word in common with it.
    let leads_there = |exit: &&NamedElement| named(&destination(exit)) > 0;
    let meant = || nearest(&exits(plot).into_iter().filter(leads_there).collect::<Vec<_>>());
    let exit = goes.then(|| meant().or_else(|| only_exit(plot, reading, clause))).flatten();
    let exit = exit.filter(|id| plot.exits.iter().any(|exit| exit.named.id == *id && exit.is_open));
    exit.map(|exit| due("take_exit", 0.8).with("target", exit))
}

/// Whether an action is the beat's test: with its skill, or with a similar one on the same person or thing. “I bluff past the
/// navvies” is the test of a beat in which they must be persuaded.
fn is_the_test(plot: &SceneFacts, reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let Some(test) = plot.test else { return false };
    let is_about = || is_about_the_beat(plot, reading, clause);
    let skill = dare::skill(reading, clause);
    let tried = Skill::ALL.into_iter().find(|it| Some(it.as_str()) == skill);
    let by_skill = tried.is_some_and(|tried| tried == test.skill || is_similar(tried, test.skill) && is_about());
    by_skill || is_tried(test.skill, reading, clause, is_about)
}

/// Whether an action can test this skill on the beat's object.
fn is_tried(skill: Skill, reading: &MessageReading<'_>, clause: &MessageClause, is_about: impl Fn() -> bool) -> bool {
    let Some(head) = clause.head else { return false };
    // An unknown verb means itself.
    let verb = if clause.lemma.is_empty() { reading.word(head) } else { clause.lemma };
    let (_, end) = reading.sentence(clause);
    let is_asked_for = || reading.any_of(head + 1, end, &ASKED_FOR) || skill == Skill::Deception;
    let wins = || WORDS.contains(verb) || ASKS.contains(verb) && is_asked_for();
    let tries = match skill {
        Skill::Performance if PERFORMS.contains(verb) => return true,
        Skill::Persuasion | Skill::Deception | Skill::Intimidation | Skill::Performance => wins(),
        Skill::AnimalHandling => BEASTS.contains(verb) || wins(),
        Skill::Survival => BEASTS.contains(verb),
        Skill::Athletics | Skill::Acrobatics => BODY.contains(verb),
        Skill::Stealth => UNSEEN.contains(verb),
        Skill::SleightOfHand => FINGERS.contains(verb),
        Skill::Perception | Skill::Insight => EYES.contains(verb),
        Skill::Arcana | Skill::History | Skill::Investigation | Skill::Medicine | Skill::Nature | Skill::Religion => {
            HEAD.contains(verb)
        }
    };
    tries && is_about()
}

/// Whether two skills are alternatives: those of one ability, and those for persuading.
fn is_similar(one: Skill, other: Skill) -> bool {
    let wins_over = |skill: Skill| skill == Skill::AnimalHandling || skill.ability() == Ability::Cha;
    one.ability() == other.ability() || wins_over(one) && wins_over(other)
}

/// Whether an action names the beat's person or thing.
fn is_about_the_beat(plot: &SceneFacts, reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    let subjects: Vec<String> =
        plot.subjects.iter().flat_map(|name| significant(name)).map(|word| singular(&word)).collect();
    let first = clause.head.map_or(clause.from, |head| head + 1);
    // “I keep the dog from barking at the wolves” is about the dog.
    let last = (first..clause.to).find(|at| reading.word(*at) == "from").unwrap_or(clause.to);
    let names = |from: usize, to: usize| (from..to).any(|at| subjects.contains(&singular(reading.word(at))));
    let points = || reading.any_word(first, last, "him her them it");
    names(first, last) || points() && (plot.people.len() <= 1 || names(0, clause.from))
}

fn due(action: &'static str, confidence: f64) -> Suggestion {
    Suggestion::of(TOOL, action, confidence, "the campaign carries it out")
}

/// An action with a thing of the scene.
fn with_thing(
    plot: &SceneFacts,
    reading: &MessageReading<'_>,
    clause: &MessageClause,
    thing: &ThingFacts,
) -> Option<Suggestion> {
    let verb = clause.head.filter(|_| clause.lemma.is_empty()).map_or("", |head| reading.word(head));
    let is = |verbs: &LazyWordSet| verbs.contains(clause.lemma) || verbs.contains(verb);
    if let Some(verb) = handled_by(thing, clause, verb) {
        return Some(due("handle", 0.85).with("target", &*thing.named.id).with("verb", verb));
    }
    if is(&LOOKS) || is(&SEARCHES) {
        return Some(due("look", 0.85).with("target", &*thing.named.id));
    }
    // “I take the ledger”: taking a readable thing means reading it.
    let read = thing.verbs.iter().find(|verb| READS.contains(verb.as_str())).filter(|_| is(&TAKES));
    if let Some(verb) = read {
        return Some(due("handle", 0.75).with("target", &*thing.named.id).with("verb", verb));
    }
    // “I work his fingers loose”, and not “I beat the frost off my sleeves”
    let is_own = objects::aimed(reading, clause, "off from") == Some(ObjectKind::Own);
    if is_in_aim(plot, &thing.named) && !is_own && reading.any_word(clause.from, clause.to, "loose free off apart") {
        return Some(due("attempt", 0.8));
    }
    None
}

/// The words of a text that carry meaning, in lower case.
fn significant(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase);
    words.filter(|word| !SMALL.contains(word.as_str()))
}

/// Whether the beat's goal names a thing, so that the test is about it.
fn is_in_aim(plot: &SceneFacts, named: &NamedElement) -> bool {
    let aim: Vec<String> = plot.aim.iter().flat_map(|aim| significant(aim)).collect();
    named.names.iter().flat_map(|name| significant(name)).any(|word| aim.contains(&word))
}

/// Minimum number of words that an action shares with the goal: its verb and two objects, say.
const MIN_OF_AIM: usize = 3;

/// Whether an action is almost literally the beat's goal.
fn says_the_aim(plot: &SceneFacts, reading: &MessageReading<'_>, clause: &MessageClause) -> bool {
    let (_, end) = reading.sentence(clause);
    let said = |word: &String| word.len() > 2 && (clause.from..end).any(|at| reading.word(at) == word.as_str());
    plot.aim.iter().flat_map(|aim| significant(aim)).filter(said).count() >= MIN_OF_AIM
}

/// The names of where an exit leads, without who comes along: “Up to the Gate, with Bat on the mule”.
fn destination(exit: &NamedElement) -> NamedElement {
    let names = exit.names.iter().map(|name| name.split(", with").next().unwrap_or(name).to_owned()).collect();
    NamedElement { id: exit.id.clone(), names }
}

/// All exits the heroes know.
fn exits(plot: &SceneFacts) -> Vec<&NamedElement> {
    plot.exits.iter().map(|exit| &exit.named).collect()
}

/// Whether all that a message has the party do is to look, listen and ask.
pub(in crate::dm) fn only_looks(message: &str) -> bool {
    let (writing, scene) = (MessageText::of(message), HintScene::default());
    let Some(reading) = writing.read(&scene, HintReader::DungeonMaster) else { return false };
    let looks = |clause: &MessageClause| {
        let takes_in = clause.lemma == "take" && clause.head.is_some_and(|head| reading.word(head + 1) == "in");
        takes_in || [&LOOKS, &ASKS, &SEARCHES].iter().any(|verbs| verbs.contains(clause.lemma))
    };
    reading.deeds().next().is_some() && reading.deeds().all(looks)
}

/// The only exit in the direction of a clause: “I go in” where one leads in.
fn only_exit(plot: &SceneFacts, reading: &MessageReading<'_>, clause: &MessageClause) -> Option<String> {
    let last = reading.word(clause.to.checked_sub(1)?);
    let direction = if last == "inside" { "in" } else { last };
    let leads = |exit: &&NamedElement| {
        let label = exit.names.first().and_then(|label| label.split(' ').next());
        exit.id == direction || label.is_some_and(|first| same(first, direction))
    };
    let exits = exits(plot);
    let mut exits = exits.into_iter().filter(leads);
    let exit = exits.next().filter(|_| one_of(direction, "in out up down on"))?;
    exits.next().is_none().then(|| exit.id.clone())
}

/// The verb of a thing that occurs in a clause.
fn handled_by<'t>(thing: &'t ThingFacts, clause: &MessageClause, verb: &str) -> Option<&'t str> {
    let says =
        |own: &&String| own.split(' ').next().is_some_and(|first| same(first, clause.lemma) || same(first, verb));
    thing.verbs.iter().find(says).map(String::as_str)
}

/// The number of significant words of the best matching name that a clause contains; 0 unless it contains the last word of a
/// name or a significant one.
fn n_named(reading: &MessageReading<'_>, clause: &MessageClause, named: &NamedElement) -> usize {
    let is_or_has =
        |at: usize, word: &str| reading.word(at) == word || reading.word(at).split('-').any(|part| part == word);
    let said = |word: &str| (clause.from..clause.to).any(|at| is_or_has(at, word));
    let of_name = |name: &String| {
        let words: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty()).collect();
        let weighs = |word: &&&str| !SMALL.contains(word.to_lowercase().as_str());
        let is_named = |word: &&str| said(&word.to_lowercase());
        let is_meant = words.last().is_some_and(is_named) || words.iter().filter(weighs).any(is_named);
        let n = words.iter().filter(weighs).filter(|word| is_named(word)).count();
        if is_meant { n } else { 0 }
    };
    named.names.iter().map(of_name).max().unwrap_or(0)
}

/// Whether a hint is allowed in a campaign: effects of the scene itself must not be recorded by another tool.
pub(in crate::dm::hints) fn allows(scene: &HintScene, hint: &Suggestion, made: &[Suggestion]) -> bool {
    let Some(plot) = &scene.plot else { return true };
    let is_due = || made.iter().any(|it| it.tool == TOOL);
    match (hint.tool, hint.field) {
        ("travel" | "update_quest", _) => false,
        ("update_game_state", Some("location_changed" | "set_current_poi" | "quests_added" | "quests_completed")) => {
            false
        }
        // A beat gives its rewards itself, open or not.
        ("update_game_state", Some(GAINED)) => {
            !plot.things.iter().map(|thing| &thing.named).chain(&plot.handed_out).any(|named| is_of(hint, named))
        }
        ("update_game_state", Some("gold_delta")) => !plot.rewards.iter().any(|gold| is_sum(hint, *gold)),
        // The exit decides who travels along.
        ("update_game_state", Some("companions_to_add")) => {
            !made.iter().any(|it| it.field == Some("take_exit"))
                && !plot.exits.iter().any(|exit| takes_along(&exit.named, hint))
        }
        ("roll_dice", _) => !is_due(),
        ("start_combat", _) => plot.foes.is_empty(),
        _ => true,
    }
}

/// Whether the label of an exit names the person of a hint: “Up the valley, with Jessamy”.
fn takes_along(exit: &NamedElement, hint: &Suggestion) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2 && is_name_word(word));
        words.map(str::to_lowercase).collect()
    };
    let label: Vec<String> = exit.names.iter().flat_map(|name| words(name)).collect();
    let mut who = hint.arguments.iter().filter(|(key, _)| *key == "who").flat_map(|(_, who)| words(who));
    who.any(|word| label.contains(&word))
}

/// Whether a hint's item has one of these names, or its words are part of one: “lantern” of “lantern of the Ice House”.
fn is_of(hint: &Suggestion, named: &NamedElement) -> bool {
    let last = |text: &str| text.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    let is_part = |item: &str, name: &str| {
        let name: Vec<String> = significant(name).collect();
        let mut words = significant(item).peekable();
        words.peek().is_some() && words.all(|word| name.contains(&word))
    };
    let is_called = |item: &str| named.names.iter().any(|name| last(name) == last(item) || is_part(item, name));
    hint.arguments.iter().filter(|(key, _)| *key == "item").any(|(_, item)| is_called(item))
}

/// Whether a hint's coins come to just this much gold.
fn is_sum(hint: &Suggestion, gold: u32) -> bool {
    let amount = hint.arguments.iter().find(|(key, _)| *key == "amount");
    amount.and_then(|(_, amount)| amount.parse::<f64>().ok()) == Some(f64::from(gold))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dm::hints::language::check_lists;

    #[test]
    fn every_list_of_a_campaign_s_deeds_is_used_and_has_each_word_once() {
        let plain = ["looks", "searches", "takes", "reads", "asks", "goes", "strikes"];
        let tries = [
            "with the body",
            "with the fingers",
            "unseen",
            "with the eyes",
            "with the head",
            "with beasts",
            "with words",
        ];
        check_lists(CAMPAIGN, &[&plain[..], &tries, &["performs", "asked for", "small"]].concat());
    }
}
