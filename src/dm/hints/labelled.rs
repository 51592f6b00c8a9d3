//! Labelled messages for measuring hints: each JSON line has a message, its context and the expected tools.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};

use game::skill::Skill;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    campaign::Test,
    dm::plot::{NamedElement, SceneFacts, ThingFacts},
};

use super::{
    HintReader, HintRule, HintScene, Suggestion,
    rule::{HintBounds, RuleMatches, suggest},
    rules::RULES,
};

/// A message with what it makes due.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelledMessage {
    /// Its name.
    pub id: String,
    agent: AgentName,
    /// The player's words.
    pub message: String,
    #[serde(default)]
    state: LabelledState,
    expect: Vec<Due>,
    /// What is misleading in it, if no suggestion is expected.
    #[serde(default)]
    pub why: Option<String>,
    split: Split,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AgentName {
    Dm,
    Combat,
    Npc,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Split {
    Dev,
    HeldOut,
}

/// The table, as far as a message needs it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct LabelledState {
    npcs_present: Vec<String>,
    party: Vec<String>,
    heroes: Vec<String>,
    offered_quest: Option<String>,
    active_quests: Vec<String>,
    items: Vec<String>,
    location: String,
    known_places: Vec<String>,
    in_combat: bool,
    living_enemies: usize,
    plot: Option<BeatState>,
}

/// The beat of a campaign that is played, as far as a message needs it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct BeatState {
    test: Skill,
    aim: String,
    /// Its subject.
    subjects: Vec<String>,
    #[serde(default)]
    people: Vec<String>,
    #[serde(default)]
    things: Vec<String>,
}

impl BeatState {
    fn facts(self) -> SceneFacts {
        let named = |name: &String| NamedElement { id: name.clone(), names: vec![name.clone()] };
        let thing = |name: &String| ThingFacts { named: named(name), ..ThingFacts::default() };
        SceneFacts {
            test: Some(Test { skill: self.test, dc: 10 }),
            aim: Some(self.aim),
            subjects: self.subjects,
            people: self.people.iter().map(named).collect(),
            things: self.things.iter().map(thing).collect(),
            ..SceneFacts::default()
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Due {
    tool: String,
    #[serde(default)]
    field: Option<String>,
    #[serde(default)]
    args: BTreeMap<String, Value>,
}

/// How the rules did on one message.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HintScore {
    /// Expected suggestions that were made, by tool and field.
    pub right: BTreeSet<String>,
    /// Suggestions that were made and not expected.
    pub wrong: BTreeSet<String>,
    /// Expected suggestions that were not made.
    pub missed: BTreeSet<String>,
    /// How many arguments were said as they are in the message, of those that were due with what was said rightly.
    pub n_arguments_right: usize,
    /// How many those are.
    pub n_arguments: usize,
    /// How many rules broke.
    pub n_broken: usize,
    /// How long all rules took.
    pub took: Duration,
}

impl LabelledMessage {
    /// Whether no one who wrote a rule has read it.
    pub fn is_held_out(&self) -> bool {
        self.split == Split::HeldOut
    }

    /// Whether nothing is due.
    pub fn is_tempting(&self) -> bool {
        self.expect.is_empty()
    }

    /// Asks the rules. A tool's field counts by itself, and once, however often it is due.
    pub fn score(&self) -> HintScore {
        let (scene, reader) = (self.scene(), self.reader());
        let start = Instant::now();
        let RuleMatches { suggestions: found, n_broken } =
            suggest((RULES, HintBounds::default()), reader, |_| true, &scene, &self.message);
        let took = start.elapsed();
        let key = |tool: &str, field: Option<&str>| match field {
            Some(field) => format!("{tool}({field})"),
            None => tool.to_owned(),
        };
        let said: BTreeSet<String> = found.iter().map(|it| key(it.tool, it.field)).collect();
        let due: BTreeSet<String> = self.expect.iter().map(|it| key(&it.tool, it.field.as_deref())).collect();
        let mut score = HintScore {
            right: said.intersection(&due).cloned().collect(),
            wrong: said.difference(&due).cloned().collect(),
            missed: due.difference(&said).cloned().collect(),
            took,
            n_broken,
            ..HintScore::default()
        };
        for it in &self.expect {
            let same = |hint: &&Suggestion| hint.tool == it.tool && hint.field == it.field.as_deref();
            let Some(hint) = found.iter().find(same) else { continue };
            score.n_arguments += it.args.len();
            score.n_arguments_right += it.args.iter().filter(|(key, value)| says(hint, key, value)).count();
        }
        score
    }

    fn reader(&self) -> HintReader {
        match self.agent {
            AgentName::Dm => HintReader::DungeonMaster,
            AgentName::Combat => HintReader::Combat,
            AgentName::Npc => HintReader::Npc,
        }
    }

    fn scene(&self) -> HintScene {
        let state = self.state.clone();
        HintScene {
            present: state.npcs_present,
            party: state.party,
            heroes: state.heroes,
            offered: state.offered_quest.into_iter().collect(),
            quests: state.active_quests,
            items: state.items,
            location: state.location,
            places: state.known_places,
            foes: state.in_combat.then_some(state.living_enemies),
            plot: state.plot.map(BeatState::facts),
            ..HintScene::default()
        }
    }
}

impl HintRule {
    /// How many there are.
    pub fn count() -> usize {
        RULES.len()
    }
}

/// Whether a hint has an argument, or one that says more or less of the same.
fn says(hint: &Suggestion, key: &str, value: &Value) -> bool {
    let due = value.as_str().map_or_else(|| value.to_string(), str::to_lowercase);
    let same = |text: &str| match (text.parse::<f64>(), due.parse::<f64>()) {
        (Ok(one), Ok(other)) => (one - other).abs() < 1e-9,
        _ => text == due || text.contains(&due) || due.contains(text),
    };
    hint.arguments.iter().any(|(it, text)| *it == key && same(&text.to_lowercase()))
}
