//! The campaign's effects in the current turn, so that time and rolls count once and new beats are narrated.

use std::collections::{BTreeMap, BTreeSet};

use game::{
    Change, Refusal,
    character::Ability,
    d20::D20Roll,
    dice::{Goal, RollOutcome},
    rest::LONG_MINUTES,
    skill::Skill,
    wording::{FoldedWords, fold},
};
use serde_json::{Value, json};

use crate::{
    campaign::{CampaignPackage, CastMember, Node, StoryBeat, Test, primary_subtag},
    dm::Draft,
};

use super::{
    HandedOver, SceneFacts,
    dead::{dead_in, names_of, names_of_dead_people},
};

/// A beat counts as narrated if the story has at least this share of its long words.
const MIN_SHARE_OF_BEAT: f64 = 0.12;
/// Minimum length of a long word.
const LONG_WORD: usize = 5;
/// A text that the model was given counts as narrated if the story has at least this share of its words.
const MIN_SHARE_OF_TEXT: f64 = 0.34;
/// Below this number of words the language of a story is unknown.
const MIN_WORDS_FOR_LANGUAGE: usize = 12;
/// Minimum length of compared words, in characters.
const MIN_COMPARED_WORD: usize = 4;
/// How many of a campaign's most common short words tell its language.
const N_COMMON: usize = 12;

/// The campaign's effects in a turn.
#[derive(Debug, Default)]
pub(in crate::dm) struct PlotTurn {
    /// Minutes that its actions took, minus those that tools have counted since.
    minutes: u32,
    /// The rules judge's roll that no test has used yet.
    ruled: Option<Ruled>,
    /// The check that the rules judge had thrown.
    check: Option<RuledCheck>,
    /// Other rolls of the rules judge for the hero's action, such as "an attack".
    other_throw: Option<&'static str>,
    /// Whether the hero attempted a beat.
    attempted: bool,
    /// Things whose handling was rolled for, by id, with the skill.
    handled: Vec<(String, Skill)>,
    /// A check of the model's own in a scene with tests.
    own_check: OwnCheck,
    /// Why the rules judge found the hero's action impossible.
    impossible: Option<String>,
    /// Topics that were answered: the person's id and the topic's first word.
    answered: Vec<(String, String)>,
    /// Beats that began, by id.
    begun: Vec<String>,
    /// The texts and findings of its deeds, in the campaign's own words.
    told: Vec<String>,
    /// The campaign's texts about a finished fight, for the model.
    of_fight: Vec<String>,
}

/// Progress of a model's own check in a scene with tests. The first call rolls nothing and lists the tests, so that no action is
/// rolled for twice; the second is for something else, and rules out the tests for this turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum OwnCheck {
    #[default]
    None,
    Refused,
    Thrown,
}

/// A check that the rules judge had thrown.
#[derive(Debug, Clone)]
pub(super) struct Ruled {
    pub(super) skill: Skill,
    pub(super) roll: D20Roll,
    pub(super) goal: Goal,
    /// Whether the judge says that it is for another deed than the scene tests.
    is_another: bool,
}

impl Ruled {
    fn is_of(&self, test: Test) -> bool {
        self.skill == test.skill && !self.is_another
    }
}

/// The rules judge's check, in campaigns and in free play.
#[derive(Debug, Clone, Copy)]
struct RuledCheck {
    skill: Skill,
    total: i32,
    outcome: RollOutcome,
}

impl PlotTurn {
    /// Whether the rules judge's check, if no test has used it yet, was a success.
    pub(in crate::dm) fn ruled_well(&self) -> Option<bool> {
        self.ruled.as_ref().map(|ruled| ruled.goal.outcome.is_good())
    }

    /// Records the changes and the texts of an action.
    pub(super) fn took<'t>(&mut self, changes: &[Change], told: impl Iterator<Item = &'t String>) {
        self.told.extend(told.cloned());
        for change in changes {
            match change {
                Change::TimePassed { minutes, .. } => self.minutes = self.minutes.saturating_add(*minutes),
                Change::BeatBegan { beat } => self.begun.push(beat.clone()),
                _ => {}
            }
        }
    }

    /// Notes that a person has answered about a topic.
    pub(in crate::dm) fn answers(&mut self, person: &str, topic: String) {
        self.answered.push((person.to_owned(), topic));
    }

    /// Whether a person has answered about this topic in the turn.
    pub(in crate::dm) fn was_answered(&self, person: &str, topic: &str) -> bool {
        self.answered.iter().any(|(one, about)| one == person && about == topic)
    }

    /// Buffers campaign texts of the fight until the model's text is checked for them.
    pub(super) fn buffer_fight_texts(&mut self, told: &[String]) {
        self.of_fight.extend_from_slice(told);
    }

    /// Whether a beat with this test may end as it went, or as the judge's check came out where nothing is said of it.
    ///
    /// # Errors
    /// The check came out otherwise, or it is no test of the beat and nothing is said of how the beat went. A beat without a test ends well
    /// with any check that does.
    pub(in crate::dm) fn may_end(&self, test: Option<Test>, success: Option<bool>) -> Result<(), Refusal> {
        let Some(ruled) = &self.ruled else { return Ok(()) };
        let went_well = ruled.goal.outcome.is_good();
        match success {
            Some(success) if success != went_well && !ruled.is_another => Err(Refusal::new(format!(
                "The [ruling] of this turn came out as a {}: end the beat so (success: {went_well}), or leave it for a later turn.",
                if went_well { "success" } else { "failure" },
            ))),
            None if test.map_or(!went_well, |test| !ruled.is_of(test)) => Err(Refusal::new(format!(
                "The [ruling] of this turn threw for {} and is no test of the beat, which does not {} by it. If it is over, say whether \
                 it went well (success).",
                ruled.skill.as_str(),
                if went_well { "succeed" } else { "fail" }
            ))),
            _ => Ok(()),
        }
    }

    /// Takes the judge's roll for a test.
    pub(super) fn thrown_for(&mut self, test: Test) -> Option<D20Roll> {
        self.ruled.take_if(|ruled| ruled.is_of(test)).map(|ruled| ruled.roll)
    }

    /// How many of these minutes have not been counted yet. A long rest always counts in full.
    pub(in crate::dm) fn uncounted(&mut self, minutes: u32) -> u32 {
        if minutes >= LONG_MINUTES {
            return minutes;
        }
        let counted = minutes.min(self.minutes);
        self.minutes -= counted;
        minutes - counted
    }
}

impl Draft {
    /// The facts of the current scene; `None` without a campaign.
    pub(in crate::dm) fn scene_facts(&self) -> Option<SceneFacts> {
        let package = self.campaign().ok()?;
        SceneFacts::of(&package, self.game())
    }

    /// Gifts of the campaign itself, for the narration check; none in free play.
    pub(in crate::dm) fn handed_over(&self) -> Option<HandedOver> {
        let dead = self.campaign().map(|package| names_of_dead_people(&package, self.inquiry.before()));
        let dead_before = dead.unwrap_or_default();
        Some(HandedOver { scene: self.scene_facts()?, told: self.plot.told.clone(), dead_before })
    }

    /// Records that the rules judge found the hero's action impossible.
    pub(in crate::dm) fn ruled_impossible(&mut self, why: &str) {
        self.plot.impossible = Some(why.to_owned());
    }

    /// Why the rules judge found the hero's action impossible, if so.
    pub(in crate::dm) fn found_impossible(&self) -> Option<&str> {
        self.plot.impossible.as_deref()
    }

    /// Stores the rules judge's roll for the hero's action, and whether it is another action than the scene's tests.
    pub(in crate::dm) fn ruled_on(&mut self, skill: Skill, roll: D20Roll, is_another: bool) {
        let Some(goal) = roll.goal else { return };
        self.plot.check = Some(RuledCheck { skill, total: roll.total, outcome: goal.outcome });
        self.plot.ruled = Some(Ruled { skill, goal, roll, is_another });
    }

    /// Records that the rules judge made a roll other than a check for the hero's action.
    pub(in crate::dm) fn ruled_by(&mut self, throw: &'static str) {
        self.plot.other_throw = Some(throw);
    }

    /// Notes that the beat in play was attempted.
    pub(in crate::dm) fn attempted(&mut self) {
        self.plot.attempted = true;
    }

    /// Records a roll for the handling of a thing.
    pub(in crate::dm) fn handled(&mut self, thing: String, test: Test) {
        self.plot.handled.push((thing, test.skill));
    }

    /// Checks that the handling of a thing was not rolled for this turn.
    ///
    /// # Errors
    /// It was; another try is available next turn.
    pub(in crate::dm) fn may_handle(&self, thing: &str) -> Result<(), Refusal> {
        match self.plot.handled.iter().any(|(handled, _)| handled == thing) {
            true => Err(Refusal::new(format!(
                "“{thing}” was rolled for this turn. Narrate that result; another try is available next turn."
            ))),
            false => Ok(()),
        }
    }

    /// Checks that no beat was attempted in this turn.
    ///
    /// # Errors
    /// There was one; the next is available next turn.
    pub(in crate::dm) fn may_attempt(&self) -> Result<(), Refusal> {
        match self.plot.attempted {
            true => Err(Refusal::new("This turn's attempt was made and counts. The next one is available next turn.")),
            false => Ok(()),
        }
    }

    /// Checks that a test of the scene may be rolled: one action has one roll.
    ///
    /// # Errors
    /// Another roll of this turn was for the hero's action: one of the model's own, or the rules judge's of another skill.
    pub(in crate::dm) fn may_throw_for(&self, test: Test) -> Result<(), Refusal> {
        if self.plot.own_check == OwnCheck::Thrown {
            return Err(Refusal::new(
                "roll_dice has rolled for the hero's action this turn. Narrate that result; the scene's test is available next turn.",
            ));
        }
        if let Some(throw) = self.plot.other_throw {
            return Err(Refusal::new(format!(
                "The [ruling] of this turn rolled {throw} for the hero's action. Narrate that result; if it settles the beat in play, \
                 call advance_plot (end_beat). The scene's test is available next turn."
            )));
        }
        match &self.plot.ruled {
            Some(ruled @ Ruled { skill, roll, goal, .. }) if !ruled.is_of(test) => Err(Refusal::new(format!(
                "The [ruling] of this turn rolled {} ({}, {}) for another action; this is a test of {}. Narrate that result; if it \
                 settles the beat in play, call advance_plot (end_beat). The test is available next turn.",
                skill.as_str(),
                roll.total,
                goal.outcome.as_str(),
                test.skill.as_str()
            ))),
            _ => Ok(()),
        }
    }

    /// Checks that the model's own check doesn't duplicate a test of the scene.
    ///
    /// # Errors
    /// The scene has tests and this is the first such check of the turn, or the hero's action was rolled for this turn.
    pub(in crate::dm) fn is_own_check(&mut self, reason: &str) -> Result<(), Refusal> {
        if self.plot.attempted {
            return Err(Refusal::new("What the hero attempts was thrown for in this turn; tell what came of it."));
        }
        let plain = |text: &str| fold(text).replace(['-', '_'], " ");
        let reason = plain(reason);
        if let Some(RuledCheck { skill, total, outcome }) =
            self.plot.check.filter(|it| !is_another_throw(&reason, it.skill))
            && !self.names_another(&reason)
        {
            return Err(Refusal::new(format!(
                "The [ruling] of this turn rolled {} already: {total}, {}. Narrate that result; the hero's next try is available next \
                 turn. A roll for someone else, of another skill or a saving throw says so in its reason.",
                skill.as_str(),
                outcome.as_str()
            )));
        }
        if let Some((thing, _)) = self.plot.handled.iter().find(|(_, skill)| !is_another_throw(&reason, *skill))
            && !self.names_another(&reason)
        {
            return Err(Refusal::new(format!(
                "“{thing}” was rolled for this turn (handle). Narrate that result. A roll for someone else, of another skill or \
                 a saving throw says so in its reason."
            )));
        }
        let Some(facts) = self.scene_facts().filter(SceneFacts::has_tests) else { return Ok(()) };
        if facts.test.is_some() && self.plot.check.is_some() {
            return Err(Refusal::new(
                "The [ruling] of this turn rolled for the hero's action; if it is the scene's beat, call advance_plot \
                 (attempt).",
            ));
        }
        let is_named = facts.test.is_some_and(|test| reason.contains(test.skill.as_str()));
        if is_named || self.plot.own_check == OwnCheck::None {
            self.plot.own_check = self.plot.own_check.max(OwnCheck::Refused);
            return Err(super::spoiler(format!(
                "Nothing was thrown: {} Those have their own numbers, and advance_plot throws for them. If this is for something \
                 else, call roll_dice again; no test of the scene is thrown for in this turn then.",
                facts.tests_in_words()
            )));
        }
        self.plot.own_check = OwnCheck::Thrown;
        Ok(())
    }

    /// Whether folded words name another person than the acting hero: then it is their roll.
    pub(in crate::dm) fn names_another(&self, words: &str) -> bool {
        let heroes = self.game().characters.iter().filter(|hero| hero.id != *self.acting()).map(|hero| &hero.name);
        let mut names = heroes.chain(self.game().creatures.iter().map(|one| &one.name));
        names.any(|name| words.contains(&fold(name)))
    }

    /// Whether the reason for a roll names another roller than the acting hero.
    pub(in crate::dm) fn is_thrown_by_another(&self, reason: &str) -> bool {
        let heroes = self.game().characters.iter().filter(|hero| hero.id != *self.acting()).map(|hero| &hero.name);
        let mut names = heroes.chain(self.game().creatures.iter().map(|one| &one.name));
        names.any(|name| is_throw_of(reason, name))
    }

    /// The given texts that the story leaves out: the result of a fight, and new beats with people. A story in another language
    /// than the campaign isn't compared.
    pub(super) fn left_out(&self) -> Vec<String> {
        let Ok(package) = self.campaign() else { return Vec::new() };
        let story = words(&self.record.narrative);
        let has_words = |all: &[String]| all.iter().filter(|word| story.contains(word)).count() > 1;
        let is_english = has_words(&["the", "and", "of", "you"].map(str::to_owned));
        let is_of_the_language = match primary_subtag(&package.language).as_deref() {
            Some("en") => is_english,
            _ => !is_english && has_words(&common_words(&package)),
        };
        // The language of a short story is unknown, so it is compared.
        let is_compared = is_of_the_language || story.len() < MIN_WORDS_FOR_LANGUAGE;
        let of_fight = self.plot.of_fight.iter().filter(|text| is_compared && !is_told(text, &story)).cloned();
        if !is_of_the_language {
            return of_fight.collect();
        }
        let beats = package.nodes().flat_map(|(_, node)| node.beats.iter().map(move |beat| (node, beat)));
        // Acts and words of the dead in a beat are left out on purpose.
        let begun = beats.filter(|(_, beat)| {
            self.plot.begun.contains(&beat.id) && dead_in(self, std::iter::once(beat.shown.as_str()), &[]).is_empty()
        });
        let missing = begun.filter(|(node, beat)| is_left_out(&package, node, beat, &story));
        let missing = missing.map(|(_, beat)| beat.shown.trim().to_owned());
        let is_new = |text: &String| !self.plot.of_fight.iter().any(|other| other.contains(text.as_str()));
        of_fight.chain(missing.filter(is_new)).collect()
    }
}

/// Whether the reason for a roll names this roller: before a colon (“Tam: Perception”), before a skill (“Tam's Perception
/// check”), after “by” or “for”, or alone at the end (“Perception (Tam)”). Elsewhere a name is the object: “Tam's letter: read
/// it”.
fn is_throw_of(reason: &str, name: &str) -> bool {
    const BEFORE_A_NAME: [&str; 4] = ["by", "for", "von", "für"];
    let name = FoldedWords::of(name).words;
    if name.is_empty() {
        return false;
    }
    let is_name = |part: &str| FoldedWords::of(part).words == name;
    let before_colon = reason.split_once(':').map_or(reason, |(before, _)| before);
    let last_part = reason.rsplit(['(', ',', '–', '—']).next().unwrap_or(reason);
    if is_name(before_colon) || is_name(last_part) {
        return true;
    }
    let said = FoldedWords::of(reason).words;
    let behind_a_word = |at: usize| at > 0 && BEFORE_A_NAME.contains(&said[at - 1].as_str());
    let mut places = said.windows(name.len()).enumerate().filter(|(_, window)| *window == name.as_slice());
    places.any(|(at, _)| behind_a_word(at)) || said.strip_prefix(name.as_slice()).is_some_and(begins_with_skill)
}

/// Whether words begin with the name of a skill, also behind the “s” of “Tam's”.
fn begins_with_skill(words: &[String]) -> bool {
    let words = match words {
        [s, rest @ ..] if s == "s" => rest,
        all => all,
    };
    let is_first = |skill: &Skill| {
        let mut skill_words = skill.as_str().split(' ').enumerate();
        skill_words.all(|(at, word)| words.get(at).is_some_and(|said| said == word))
    };
    Skill::ALL.iter().any(is_first)
}

/// Whether a reason, folded, says of itself that a throw is not the check of this skill again: it names another skill, another
/// ability, or a saving throw.
fn is_another_throw(reason: &str, ruled: Skill) -> bool {
    const ABILITIES: [&str; 6] = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"];
    if reason.contains(ruled.as_str()) {
        return false;
    }
    let names_skill = Skill::ALL.iter().any(|skill| reason.contains(skill.as_str()));
    let is_save = words(reason).iter().any(|word| matches!(word.as_str(), "save" | "saves" | "saving"));
    let is_own = |(ability, name): &(Ability, &str)| *ability == ruled.ability() && reason.contains(name);
    let names_own = Ability::ALL.into_iter().zip(ABILITIES).any(|it| is_own(&it));
    let names_ability = !names_own && ABILITIES.iter().any(|ability| reason.contains(ability));
    names_skill || is_save || names_ability
}

/// The short words that a campaign's beats use most, which tell its language.
fn common_words(package: &CampaignPackage) -> Vec<String> {
    let texts = package.nodes().flat_map(|(_, node)| &node.beats).map(|beat| beat.shown.as_str());
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for word in texts.flat_map(words).filter(|word| word.chars().count() < LONG_WORD) {
        *counts.entry(word).or_default() += 1;
    }
    let mut all: Vec<(String, usize)> = counts.into_iter().collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    all.into_iter().take(N_COMMON).map(|(word, _)| word).collect()
}

/// A beat in an answer to the model: title, state and people.
pub(in crate::dm) fn beat_in_words(draft: &Draft, id: &str, stands: &str) -> Option<Value> {
    let package = draft.campaign().ok()?;
    let (node, beat) = package.nodes().find_map(|(_, node)| Some((node, node.beat(id)?)))?;
    let people = people_of(&package, node, beat);
    let names: Vec<String> = people.into_iter().map(|person| super::name_now(draft.game(), person)).collect();
    let mut words = json!({"title": beat.title, "is": stands});
    if !names.is_empty() {
        words["with"] = json!(names);
    }
    Some(words)
}

/// The beats of the current scene that are not over and could be played now: the heroes leave them behind if they go on.
///
/// # Errors
/// The table plays no campaign.
pub(in crate::dm) fn open_beats(draft: &Draft) -> Result<Vec<Value>, Refusal> {
    let package = draft.campaign()?;
    let Some(course) = super::course(&package, draft.game()) else { return Ok(Vec::new()) };
    let beats = course.node().map(|node| node.beats.as_slice()).unwrap_or_default();
    let is_open = |beat: &&StoryBeat| !course.is_over(beat) && course.progress().allows(beat.requires.as_ref());
    let open = beats.iter().filter(is_open).filter_map(|beat| {
        let stands = if course.beat() == Some(beat) { "in play" } else { "ahead" };
        beat_in_words(draft, &beat.id, stands)
    });
    Ok(open.collect())
}

/// The people a beat is about: those its text names, else all of the beat, else all of the scene.
fn people_of<'p>(package: &'p CampaignPackage, node: &Node, beat: &StoryBeat) -> Vec<&'p CastMember> {
    let of = |ids: &[String]| -> Vec<&'p CastMember> { ids.iter().filter_map(|id| package.person(id)).collect() };
    let text = words(&beat.shown);
    let is_named = |person: &&CastMember| names_of(person).iter().any(|name| text.contains(name));
    let all =
        of(&node.people.iter().chain(&beat.people).cloned().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>());
    let named: Vec<&CastMember> = all.iter().copied().filter(is_named).collect();
    match (named.is_empty(), beat.people.is_empty()) {
        (false, _) => named,
        (true, false) => of(&beat.people),
        (true, true) => all,
    }
}

/// Whether a story has enough of a text's words to tell it.
fn is_told(text: &str, story: &[String]) -> bool {
    let text: BTreeSet<String> =
        words(text).into_iter().filter(|word| word.chars().count() >= MIN_COMPARED_WORD).collect();
    let n_told = text.iter().filter(|word| story.contains(word)).count();
    n_told as f64 >= MIN_SHARE_OF_TEXT * text.len() as f64
}

/// Whether a story names none of the people in a beat and has almost none of its words.
fn is_left_out(package: &CampaignPackage, node: &Node, beat: &StoryBeat, story: &[String]) -> bool {
    let names: Vec<String> = people_of(package, node, beat).into_iter().flat_map(names_of).collect();
    let text = words(&beat.shown);
    if names.is_empty() || names.iter().any(|name| story.contains(name)) {
        return false;
    }
    let long: Vec<&String> = text.iter().filter(|word| word.chars().count() >= LONG_WORD).collect();
    let n_told = long.iter().filter(|word| story.contains(word)).count();
    let share = n_told as f64 / long.len().max(1) as f64;
    share < MIN_SHARE_OF_BEAT
}

pub(super) fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throw_is_of_the_one_whose_name_leads_or_follows_by_or_for() {
        for (reason, name, is_of_them) in [
            ("Tam: Perception, listening", "Tam", true),
            ("Tam Reed: Perception", "Tam Reed", true),
            ("Tam's Perception check", "Tam", true),
            ("Tam Sleight of Hand", "Tam", true),
            ("Perception (Tam)", "Tam", true),
            ("Perception check by Tam", "Tam", true),
            ("Tam hides: Stealth for Tam", "Tam", true),
            ("Wahrnehmung für Tam", "Tam", true),
            ("Tam", "Tam", true),
            ("Analyse the runes", "Ana", false),
            ("Perception for Tamsin", "Tam", false),
            ("Lullaby Tam sings", "Tam", false),
            ("Tam's letter: read it", "Tam", false),
            ("Perception: Tam's footsteps", "Tam", false),
            ("Perception", "", false),
        ] {
            assert_eq!(is_throw_of(reason, name), is_of_them, "{reason}");
        }
    }
}
