//! Facts about a campaign's scene for the readers of a player's words and of the story: hints, the rules judge, the narration check
//! and the extractors.

use game::{Game, id::kebab, skill::Skill, wording::fold};

use crate::{
    campaign::{CampaignPackage, CastMember, Course, FindingSource, Node, NodeExit, NotPossible, StoryBeat, Test},
    dm::prompt::plain,
};

use super::record::new_name;

/// The parts of the current scene that the heroes can know.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SceneFacts {
    /// The test of the current beat.
    pub test: Option<Test>,
    /// The heroes' task in the current beat, if it has a test.
    pub aim: Option<String>,
    /// Names of people and things that the current beat's test is about: its people, foes, things, and names in its title and
    /// objective.
    pub subjects: Vec<String>,
    /// The names of the foes in the current beat.
    pub foes: Vec<String>,
    /// Whether a search can still find something.
    pub hides_something: bool,
    /// Names of the place: the scene's title, and those of the map and the story.
    pub place: Vec<String>,
    /// The people who are here.
    pub people: Vec<NamedElement>,
    /// The things that can be examined.
    pub things: Vec<ThingFacts>,
    /// Items that the scene's beats give themselves, now or later: hidden things and rewards.
    pub handed_out: Vec<NamedElement>,
    /// The sums of gold that they reward with.
    pub rewards: Vec<u32>,
    /// The exits the heroes know.
    pub exits: Vec<ExitFacts>,
    /// Pending tests for searching and examining.
    pub(in crate::dm) eyes: Vec<Test>,
}

/// A person, thing or exit with its id and names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedElement {
    /// The id that `advance_plot` takes.
    pub id: String,
    /// The names players use.
    pub names: Vec<String>,
}

/// A thing that can be examined.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThingFacts {
    /// Its id and names.
    pub named: NamedElement,
    /// The verbs for handling it; empty if it can only be examined or was already handled.
    pub verbs: Vec<String>,
    /// The test for handling it.
    pub test: Option<Test>,
    /// Whether it was handled and has given its content.
    pub handled: bool,
}

/// An exit of the scene.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ExitFacts {
    /// Its id and names.
    pub named: NamedElement,
    /// Whether the heroes can take it now.
    pub is_open: bool,
}

/// The changes that a campaign records by itself in a turn. No agent has to record them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::dm) struct HandedOver {
    /// The scene as it is now.
    pub(in crate::dm) scene: SceneFacts,
    /// The texts and findings of the turn's deeds, in the campaign's own words.
    pub(in crate::dm) told: Vec<String>,
    /// The names of its people who had died in play before the turn.
    pub(in crate::dm) dead_before: Vec<String>,
}

impl HandedOver {
    /// Whether the campaign itself gives a thing: one of the scene's, or one in the turn's texts.
    pub(in crate::dm) fn gives(&self, thing: &str) -> bool {
        let thing = lower_words(thing);
        let mut names = self.scene.things.iter().flat_map(|thing| &thing.named.names);
        let is_named = names.any(|name| bare(&lower_words(name)) == bare(&thing));
        let is_told = |text: &String| format!(" {} ", lower_words(text)).contains(&format!(" {} ", bare(&thing)));
        is_named || self.told.iter().any(is_told)
    }

    /// The names of things that were handled.
    pub(in crate::dm) fn handled(&self) -> impl Iterator<Item = &String> {
        self.scene.things.iter().filter(|thing| thing.handled).flat_map(|thing| &thing.named.names)
    }
}

impl SceneFacts {
    /// The facts of a game's current scene; `None` without a campaign or after its ending.
    pub(in crate::dm) fn of(package: &CampaignPackage, game: &Game) -> Option<Self> {
        game.plot.as_ref().filter(|plot| plot.ending.is_none())?;
        let course = super::course(package, game)?;
        let node = course.node()?;
        let beat = course.beat();
        let told: Vec<&StoryBeat> = node.beats.iter().filter(|it| course.is_over(it) || beat == Some(*it)).collect();
        let findings = || told.iter().flat_map(|beat| &beat.findings).filter(|finding| course.may_find(finding));
        let exits = node.exits.iter().filter_map(|exit| match course.exit(&exit.id) {
            Ok(_) => Some(ExitFacts { named: named_exit(package, exit), is_open: true }),
            Err(NotPossible::Not(_)) => Some(ExitFacts { named: named_exit(package, exit), is_open: false }),
            Err(_) => None,
        });
        let people = course.people().into_iter();
        Some(Self {
            test: beat.and_then(|beat| beat.test),
            aim: beat.filter(|beat| beat.test.is_some()).and_then(|beat| beat.objective.clone()),
            subjects: beat
                .filter(|beat| beat.test.is_some())
                .map(|beat| subjects(package, game, beat))
                .unwrap_or_default(),
            foes: beat.iter().flat_map(|beat| &beat.foes).map(|foe| foe.name.clone()).collect(),
            hides_something: findings().any(|finding| finding.from == FindingSource::Scene),
            place: place_of(package, node),
            people: people.map(|one| named_person(game, one)).collect(),
            things: things(&course),
            handed_out: handed_out(&course, node),
            rewards: node.outcomes().map(|outcome| outcome.reward.gold).filter(|gold| *gold > 0).collect(),
            exits: exits.collect(),
            eyes: findings()
                .filter(|it| matches!(it.from, FindingSource::Scene | FindingSource::Thing(_)))
                .filter_map(|it| it.test)
                .collect(),
        })
    }

    /// The scene's difficulty for a check of this skill: the beat's own, else that of handling, searching or examining.
    pub(in crate::dm) fn asks_of(&self, skill: Skill) -> Option<i32> {
        let handled = self.things.iter().filter_map(|thing| thing.test);
        let mut tests = self.test.into_iter().chain(handled).chain(self.eyes.iter().copied());
        tests.find(|test| test.skill == skill).map(|test| test.dc)
    }

    /// Whether the current beat or a thing of the scene has a test.
    pub(in crate::dm) fn has_tests(&self) -> bool {
        self.test.is_some() || self.things.iter().any(|thing| thing.test.is_some())
    }

    /// The tests of the scene, in words.
    pub(in crate::dm) fn tests_in_words(&self) -> String {
        let beat = self.test.map(|test| format!("the beat in play turns on {} (attempt)", test.skill.as_str()));
        let handled = self.things.iter().filter_map(|thing| {
            Some(format!("handling {} on {} (handle)", thing.named.id, thing.test?.skill.as_str()))
        });
        let tests: Vec<String> = beat.into_iter().chain(handled).collect();
        format!("{}.", tests.join(", "))
    }

    /// Whether the current beat has a foe of this name. One common word is enough, singular or plural.
    pub(in crate::dm) fn has_foe(&self, name: &str) -> bool {
        let words = |text: &str| -> Vec<String> {
            kebab(text).split('-').map(|word| word.trim_end_matches('s').to_owned()).filter(|it| it.len() > 2).collect()
        };
        let wanted = words(name);
        self.foes.iter().flat_map(|foe| words(foe)).any(|word| word != "the" && wanted.contains(&word))
    }

    /// The block that precedes the player's words in the rules judge's prompt.
    pub(in crate::dm) fn judged(&self) -> String {
        let test = |test: Test| format!("{} {}", test.skill.as_str(), test.dc);
        let mut lines = vec!["[plot]".to_owned()];
        lines.extend(self.test.map(|it| format!("turns on: {}", test(it))));
        lines.extend(self.foes.iter().map(|foe| format!("foe: {}", plain(foe))));
        let handled = self.things.iter().filter_map(|thing| {
            let name = plain(thing.named.names.first()?);
            match thing.test {
                Some(it) => Some(format!("handling {name}: {}", test(it))),
                None if thing.verbs.is_empty() => None,
                None => Some(format!("handling {name} ({}): no check", plain(&thing.verbs.join(", ")))),
            }
        });
        lines.extend(handled);
        lines.extend(self.eyes.iter().map(|it| format!("searching: {}", test(*it))));
        lines.push("[/plot]".to_owned());
        lines.join("\n")
    }
}

/// The subjects of a beat, by name.
fn subjects(package: &CampaignPackage, game: &Game, beat: &StoryBeat) -> Vec<String> {
    let people = beat.people.iter().filter_map(|id| package.person(id));
    let mut names: Vec<String> = people.flat_map(|person| named_person(game, person).names).collect();
    names.extend(beat.foes.iter().map(|foe| foe.name.clone()));
    names.extend(beat.interactables.iter().flat_map(|thing| std::iter::once(&thing.name).chain(&thing.also)).cloned());
    names.extend(std::iter::once(&beat.title).chain(&beat.objective).flat_map(|text| names_in(text)));
    names
}

/// Names in a sentence: words after articles, and capitalised words inside it.
fn names_in(sentence: &str) -> Vec<String> {
    let words: Vec<&str> = sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_article = |word: &str| matches!(word.to_lowercase().as_str(), "the" | "a" | "an");
    let is_name = |at: usize| words[at].starts_with(char::is_uppercase) || is_article(words[at - 1]);
    (1..words.len()).filter(|at| is_name(*at) && !is_article(words[*at])).map(|at| words[at].to_owned()).collect()
}

fn things(course: &Course) -> Vec<ThingFacts> {
    let of_thing = |(beat, thing): (&StoryBeat, &crate::campaign::Interactable)| {
        let handled = thing.handling.is_some() && course.was_handled(beat, thing);
        let handling = thing.handling.as_ref().filter(|_| !handled);
        let names = std::iter::once(&thing.name).chain(&thing.also).cloned().collect();
        ThingFacts {
            named: NamedElement { id: thing.id.clone(), names },
            verbs: handling.map(|it| it.verbs.clone()).unwrap_or_default(),
            test: handling.and_then(|it| it.test),
            handled,
        }
    };
    course.things().into_iter().map(of_thing).collect()
}

fn handed_out(course: &Course, node: &Node) -> Vec<NamedElement> {
    let open = course.things();
    let all = node.beats.iter().flat_map(|beat| &beat.interactables);
    let waiting = all.filter(|thing| !open.iter().any(|(_, it)| it.id == thing.id)).map(|thing| NamedElement {
        id: thing.id.clone(),
        names: std::iter::once(&thing.name).chain(&thing.also).cloned().collect(),
    });
    let rewards = node.outcomes().flat_map(|outcome| &outcome.reward.items);
    waiting.chain(rewards.map(|item| NamedElement { id: kebab(item), names: vec![item.clone()] })).collect()
}

/// A text's folded words, without signs.
fn lower_words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(fold).collect::<Vec<_>>().join(" ")
}

/// A name without its article.
fn bare(name: &str) -> &str {
    ["the ", "an ", "a "].iter().find_map(|article| name.strip_prefix(article)).unwrap_or(name)
}

fn place_of(package: &CampaignPackage, node: &Node) -> Vec<String> {
    let mapped = node.place.as_ref().and_then(|id| package.places.iter().find(|place| place.id == *id));
    let mapped = mapped.map(|place| place.name.clone());
    [node.title.clone(), node.location.clone()].into_iter().chain(mapped).collect()
}

fn named_person(game: &Game, person: &CastMember) -> NamedElement {
    let names = new_name(game, person).into_iter().chain([person.name.clone()]).collect();
    NamedElement { id: person.id.clone(), names }
}

fn named_exit(package: &CampaignPackage, exit: &NodeExit) -> NamedElement {
    let mut names = vec![exit.label.clone()];
    if let Some(crate::campaign::Arrival::Node(node)) = package.follow(&exit.to) {
        names.extend([node.title.clone(), node.location.clone()]);
    }
    NamedElement { id: exit.id.clone(), names }
}
