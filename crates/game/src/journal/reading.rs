//! Sentences of the journal, made from the changes that players may see.

use super::{Circumstances, FactKind};
use crate::{
    Change,
    combat::encounter::FightEnding,
    creature::Disposition,
    id::{CharacterId, ItemId},
    own_words::{OwnWords, filled},
    person,
    quest::Quest,
    story::{NpcRole, SupportingNpc},
    wording::{same, titled, within_sentence},
};

/// A sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) kind: FactKind,
    pub(super) about: String,
    pub(super) aspect: Option<String>,
    pub(super) text: String,
    /// Free text in it.
    pub(super) words: String,
    pub(super) source: StatementSource,
    /// Whether the fact is a death.
    pub(super) is_death: bool,
    /// Whether it only ends a death.
    pub(super) ends_death: bool,
}

/// The source of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatementSource {
    /// The narrator, in a sentence.
    Event,
    /// They gave the names in it.
    Words,
    /// The rules: it follows from a change.
    Rules,
    /// A change that repeats in the same words.
    Again,
}

impl StatementSource {
    /// Whether it is free text.
    pub(super) fn is_words(self) -> bool {
        matches!(self, Self::Event | Self::Words)
    }
}

/// Statements of a turn's changes that ends in this context, each with the index of its change. Of several changes of an item
/// only the last counts.
pub(super) fn statements(changes: &[Change], then: &Circumstances) -> Vec<(usize, Vec<Statement>)> {
    let is_last = |at: usize, this: (&CharacterId, &ItemId)| {
        changes[at + 1..].iter().filter_map(handled).all(|later| later != this)
    };
    // Arriving at a place reveals it.
    let is_reached = |known: &str| {
        changes.iter().any(|change| match change {
            Change::LocationChanged { to: name, .. } | Change::PlaceReached { name } => same(name, known),
            _ => false,
        })
    };
    let is_news = |change: &Change| !matches!(change, Change::PlaceRevealed { name } if is_reached(name));
    let counted = changes.iter().enumerate().filter(|(_, change)| is_news(change));
    let counted = counted.filter(|(at, change)| handled(change).is_none_or(|it| is_last(*at, it)));
    counted.map(|(at, change)| (at, said_by(change, then))).filter(|(_, said)| !said.is_empty()).collect()
}

/// Hero and item of a change.
fn handled(change: &Change) -> Option<(&CharacterId, &ItemId)> {
    match change {
        Change::ItemGained { character_id, item_id, .. } | Change::ItemLost { character_id, item_id, .. } => {
            Some((character_id, item_id))
        }
        _ => None,
    }
}

fn said_by(change: &Change, then: &Circumstances) -> Vec<Statement> {
    let own = then.own_words();
    let one = match change {
        Change::ImportantEventRecorded { text, about, aspect } => {
            recorded(text, about.as_deref(), aspect.as_deref(), then)
        }
        Change::MilestoneReached { text } => event(&subject_of(text, then), &then.with_names(text)),
        Change::SupportingNpcCreated { npc } | Change::SupportingNpcUpdated { npc } => return profile(npc, then),
        Change::NpcMoved { npc_id, to } => whereabouts(&then.npc(npc_id), to, then),
        Change::NpcMet { name } => met(&titled(bare(name)), own),
        Change::LocationChanged { to: name, .. } | Change::PlaceReached { name } => {
            let text = filled(&own.came_to, &[bare(name)]);
            let words = name.clone();
            Statement { words, ..Statement::of(FactKind::Place, &own.heroes, text) }.on("where", StatementSource::Rules)
        }
        Change::PlaceRevealed { name } => {
            let text = filled(&own.know_place, &[bare(name)]);
            Statement { words: name.clone(), ..Statement::of(FactKind::Place, bare(name), text) }
        }
        Change::MapDrawn { place, known: true } if !place.description.trim().is_empty() => {
            let text = sentence(&place.description);
            let words = place.description.clone();
            Statement { words, ..Statement::of(FactKind::Place, &place.name, text) }.on("what", StatementSource::Words)
        }
        Change::SecretFound { place_id, text } => event(&titled(&place_id.as_str().replace('-', " ")), text),
        Change::FindingMade { text, .. } => event(then.named_in(text).as_deref().unwrap_or(&own.heroes), text),
        Change::NodeReached { title, .. } => event(&own.story, &filled(&own.came_to_scene, &[bare(title)])),
        Change::ActBegan { act } => {
            act_began(filled(&own.act_began_titled, &[&act.number.to_string(), bare(&act.title)]), own)
        }
        Change::ActAdvanced { act } => act_began(filled(&own.act_began, &[&act.to_string()]), own),
        Change::EndingReached { ending } => event(&own.story, &filled(&own.story_ended, &[bare(&ending.title)])),
        Change::ItemGained { character_id, item_id, name, .. }
        | Change::ItemLost { character_id, item_id, name, .. } => thing(character_id, item_id, name, then),
        Change::QuestAdded { name, title } => quest(name, filled(&own.quest_taken, &[&quest_title(name, title)])),
        Change::QuestGiven { name, quest: given } => given_quest(name, given, own),
        Change::ObjectiveCompleted { quest_id, text, .. } => {
            let about = titled(&quest_id.as_str().replace('-', " "));
            Statement { kind: FactKind::Quest, ..event(&about, &filled(&own.step_done, &[bare(text)])) }
        }
        Change::QuestCompleted { name, .. } => closed_quest(name, &own.quest_done),
        Change::QuestFailed { name, .. } => closed_quest(name, &own.quest_failed),
        Change::HeroDied { character_id, .. } => death(&then.hero(character_id), own),
        Change::HeroRevived { character_id } => life(&then.hero(character_id), &own.lives_again),
        Change::CreatureDied { npc_id, .. } => death(&then.npc(npc_id), own),
        // No change of its own says that a creature is raised: its hit points do.
        Change::CreatureHpChanged { npc_id, delta: 1.. } => life(&then.npc(npc_id), &own.lives_again).ending_death(),
        Change::CreatureEntered { creature } if !creature.is_dead() => {
            life(&then.npc(&creature.id), &own.namesake).ending_death()
        }
        Change::CreatureTurned { npc_id, disposition } => attitude(&then.npc(npc_id), *disposition, own),
        Change::EncounterEnded { ending, .. } => end_of_fight(*ending, then),
        _ => return Vec::new(),
    };
    vec![one]
}

/// A recorded important event, with its subject and aspect as the recording agent named them.
fn recorded(text: &str, about: Option<&str>, aspect: Option<&str>, then: &Circumstances) -> Statement {
    let somebody = about.and_then(|about| then.somebody(bare(about)));
    let kind = if somebody.is_some() && aspect.is_some() { FactKind::Person } else { FactKind::Event };
    let about = somebody.or(about).map_or_else(|| subject_of(text, then), str::to_owned);
    Statement { kind, aspect: aspect.map(str::to_owned), ..event(&about, &then.with_names(text)) }
}

/// The subject of a sentence without an explicit one.
pub(super) fn subject_of(text: &str, then: &Circumstances) -> String {
    then.named_in(text).unwrap_or_else(|| then.own_words().story.clone())
}

fn event(about: &str, text: &str) -> Statement {
    let source = StatementSource::Event;
    Statement { words: text.to_owned(), source, ..Statement::of(FactKind::Event, about, sentence(text)) }
}

/// Who someone is, where they are, and whether they live.
fn profile(npc: &SupportingNpc, then: &Circumstances) -> Vec<Statement> {
    let (own, name) = (then.own_words(), npc.shown_name());
    let mut text = format!("{name}, {}", role(npc.role, own));
    let appearance = bare(&npc.appearance);
    if !appearance.is_empty() {
        text.push_str(": ");
        text.push_str(appearance);
    }
    text.push('.');
    let words = format!("{name}: {}", npc.appearance);
    let mut said =
        vec![Statement { words, ..Statement::of(FactKind::Person, &name, text) }.on("who", StatementSource::Words)];
    if !npc.location.trim().is_empty() {
        said.push(whereabouts(&name, &npc.location, then));
    }
    said.push(match npc.dead {
        true => death(&name, own),
        false => life(&name, &own.lives_again).ending_death(),
    });
    said
}

fn role(role: NpcRole, own: &OwnWords) -> &str {
    match role {
        NpcRole::Ally => &own.ally,
        NpcRole::Rival => &own.rival,
        NpcRole::Neutral => &own.neutral_person,
        NpcRole::Informant => &own.informant,
        NpcRole::Merchant => &own.merchant,
        NpcRole::QuestGiver => &own.quest_giver,
    }
}

fn whereabouts(name: &str, at: &str, then: &Circumstances) -> Statement {
    let own = then.own_words();
    let text = match person::is_known_location(at) {
        true => filled(&own.is_at, &[name, &within_sentence(&then.place_named(bare(at)))]),
        false => filled(&own.has_left, &[name]),
    };
    Statement { words: at.to_owned(), ..Statement::of(FactKind::Person, name, text) }
        .on("where", StatementSource::Words)
}

fn met(name: &str, own: &OwnWords) -> Statement {
    let text = filled(&own.met_person, &[name]);
    Statement { words: name.to_owned(), ..Statement::of(FactKind::Person, name, text) }
}

fn attitude(name: &str, disposition: Disposition, own: &OwnWords) -> Statement {
    let attitude = match disposition {
        Disposition::Hostile => &own.hostile,
        Disposition::Neutral => &own.neutral,
        Disposition::Friendly => &own.friendly,
    };
    Statement::of(FactKind::Person, name, filled(attitude, &[name])).on("attitude", StatementSource::Rules)
}

fn act_began(text: String, own: &OwnWords) -> Statement {
    Statement::of(FactKind::Event, &own.story, text).on("act", StatementSource::Rules)
}

fn end_of_fight(ending: FightEnding, then: &Circumstances) -> Statement {
    let own = then.own_words();
    let text = match ending {
        FightEnding::Victory => &own.fight_won,
        FightEnding::Defeat => &own.fight_lost,
        FightEnding::Fled => &own.fight_fled,
        FightEnding::Settled => &own.fight_settled,
    };
    let text = if then.place.is_empty() { format!("{text}.") } else { format!("{text} ({}).", then.place) };
    Statement { source: StatementSource::Again, ..Statement::of(FactKind::Event, &own.heroes, text) }
}

fn life(name: &str, became: &str) -> Statement {
    Statement::of(FactKind::Person, name, filled(became, &[name])).on("life", StatementSource::Rules)
}

/// Statements for living heroes with the name of a dead one. They join between turns, so no turn has a change that says so.
pub(super) fn of_namesakes(then: &Circumstances) -> impl Iterator<Item = Statement> {
    then.living_heroes().map(|name| life(name, &then.own_words().namesake).ending_death())
}

fn death(name: &str, own: &OwnWords) -> Statement {
    Statement { is_death: true, ..life(name, &own.died) }
}

fn quest(name: &str, text: String) -> Statement {
    let name = titled(bare(name));
    Statement { words: name.clone(), ..Statement::of(FactKind::Quest, &name, text) }
        .on("standing", StatementSource::Words)
}

/// A quest's title as it is written; without one its name.
fn quest_title(name: &str, title: &str) -> String {
    if title.is_empty() { titled(bare(name)) } else { bare(title).to_owned() }
}

fn given_quest(name: &str, given: &Quest, own: &OwnWords) -> Statement {
    let title = quest_title(name, &given.title);
    let text = match given.giver.trim() {
        "" => filled(&own.quest_taken, &[&title]),
        giver => filled(&own.quest_taken_for, &[&title, &titled(bare(giver))]),
    };
    Statement { source: StatementSource::Rules, ..quest(&title, text) }
}

fn closed_quest(name: &str, outcome: &str) -> Statement {
    let title = titled(bare(name));
    quest(&title, filled(outcome, &[&title]))
}

/// Whether someone has a thing, and how many of it.
fn thing(hero: &CharacterId, item: &ItemId, name: &str, then: &Circumstances) -> Statement {
    let (own, who, name) = (then.own_words(), then.hero(hero), bare(name));
    let text = match then.has(hero, item) {
        0 => filled(&own.has_not, &[&who, name]),
        1 => filled(&own.has, &[&who, name]),
        n => filled(&own.has_many, &[&who, &n.to_string(), name]),
    };
    Statement { words: name.to_owned(), ..Statement::of(FactKind::Thing, name, text) }
        .on(&format!("with {}", hero.as_str()), StatementSource::Rules)
}

impl Statement {
    fn of(kind: FactKind, about: &str, text: String) -> Self {
        let about = about.trim().to_owned();
        let (words, source) = (text.clone(), StatementSource::Words);
        Self { kind, about, aspect: None, words, text, source, is_death: false, ends_death: false }
    }

    fn ending_death(self) -> Self {
        Self { ends_death: true, ..self }
    }

    fn on(self, aspect: &str, source: StatementSource) -> Self {
        Self { aspect: Some(aspect.to_owned()), source, ..self }
    }
}

/// A text as a sentence: it begins with a capital and ends with a stop.
fn sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = text.chars();
    let mut said: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    if said.ends_with(|c: char| c.is_alphanumeric()) {
        said.push('.');
    }
    said
}

/// A text without the full stop a sentence of ours ends with.
fn bare(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}
