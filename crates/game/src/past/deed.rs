//! What happened in a turn, from its changes.

use language::{folding::fold, word_lists};
use serde::{Deserialize, Serialize};

use crate::{
    Change,
    clock::Clock,
    id::{CharacterId, ItemId},
    journal::Circumstances,
    person,
    story_fact::StoryFact,
    wording::{same, titled},
};

/// What sort of deed it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DeedKind {
    /// The heroes came to a place.
    Arrived,
    /// The heroes met someone.
    Met,
    /// The heroes spoke with someone.
    Spoke,
    /// A hero got a thing.
    Got,
    /// A hero bought a thing.
    Bought,
    /// A hero stole a thing from someone.
    Stole,
    /// A hero gave a thing to someone.
    Gave,
    /// A hero sold a thing.
    Sold,
    /// A hero left a thing at a place.
    Left,
    /// A hero no longer had a thing.
    Lost,
    /// Someone asked the heroes to do something.
    Asked,
    /// A quest was taken on for someone.
    Promised,
    /// Someone owes something, in the words of the record.
    Owes,
    /// A quest was done.
    Done,
    /// A quest failed or was given up.
    Failed,
    /// Someone died.
    Died,
    /// Someone lived again.
    Revived,
    /// Someone went to a place.
    Moved,
    /// The heroes attacked someone.
    Attacked,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnDeed {
    pub kind: DeedKind,
    /// The place, person, thing or quest.
    pub about: Box<str>,
    /// The other one: who got or lost the thing, whose quest it is, where someone or something is; empty if unknown.
    pub other: Box<str>,
    /// The hero; empty for all of them.
    pub hero: Box<str>,
    /// The index of the change that says so.
    pub change: u32,
}

/// A deed with its turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastDeed {
    pub kind: DeedKind,
    pub about: String,
    pub other: String,
    pub hero: String,
    /// The number of its turn.
    pub seq: u32,
    /// The time in the world after it.
    pub at: Clock,
    /// Where the heroes were after it.
    pub place: String,
    /// The sentences of its turn's story that speak of it, where the change leaves something open.
    #[serde(default)]
    pub told: String,
}

/// The deeds in the changes of a turn that ended in the context `then`, in order. They are public.
pub fn deeds(changes: &[Change], then: &Circumstances) -> Vec<TurnDeed> {
    let of = |(at, change): (usize, &Change)| {
        let (kind, about, other, hero) = of_change(change, changes, then)?;
        let change = u32::try_from(at).unwrap_or(u32::MAX);
        Some(TurnDeed { kind, about: bare(&about).into(), other: bare(&other).into(), hero: hero.into(), change })
    };
    changes.iter().enumerate().filter_map(of).collect()
}

/// Kind, subject, other and hero.
type DeedFields = (DeedKind, String, String, String);

fn of_change(change: &Change, all: &[Change], then: &Circumstances) -> Option<DeedFields> {
    let plain = |kind, about: &str| Some((kind, about.to_owned(), String::new(), String::new()));
    let with = |kind, about: &str, other: &str| Some((kind, about.to_owned(), other.to_owned(), String::new()));
    match change {
        Change::LocationChanged { to, .. } => plain(DeedKind::Arrived, to),
        Change::PlaceReached { name } if !is_location_of(all, name) => plain(DeedKind::Arrived, name),
        Change::NpcMet { name } => plain(DeedKind::Met, &titled(name)),
        Change::SupportingNpcCreated { npc } if same(&npc.location, &then.place) && !npc.dead => {
            let name = npc.shown_name();
            let is_met = all.iter().any(|it| matches!(it, Change::NpcMet { name: met } if same(met, &name)));
            if is_met { None } else { plain(DeedKind::Met, &name) }
        }
        Change::ItemGained { character_id, item_id, name, .. } if !is_passed_on(all, character_id, item_id) => {
            Some(gained(character_id, name, all, then))
        }
        Change::WeaponGained { character_id, weapon } => Some(gained(character_id, &weapon.name, all, then)),
        Change::ItemLost { character_id, item_id, name, .. } => {
            let taker = all.iter().find_map(|it| match it {
                Change::ItemGained { character_id: taker, item_id: item, .. }
                    if item == item_id && taker != character_id =>
                {
                    Some(then.hero(taker))
                }
                _ => None,
            });
            let hero = then.hero(character_id);
            match taker {
                Some(taker) => Some((DeedKind::Gave, name.clone(), taker, hero)),
                None => Some(lost(character_id, name, all, hero)),
            }
        }
        Change::WeaponLost { character_id, name } => Some(lost(character_id, name, all, then.hero(character_id))),
        Change::QuestAdded { name, title } => plain(DeedKind::Promised, if title.is_empty() { name } else { title }),
        Change::QuestGiven { name, quest } => {
            with(DeedKind::Promised, if quest.title.is_empty() { name } else { &quest.title }, &titled(&quest.giver))
        }
        Change::ImportantEventRecorded { text, about: Some(about), aspect: Some(aspect) } if is_debt(aspect) => {
            with(DeedKind::Owes, text, about)
        }
        Change::QuestCompleted { name, .. } => plain(DeedKind::Done, name),
        Change::QuestFailed { name, .. } => plain(DeedKind::Failed, name),
        Change::HeroDied { character_id, .. } => plain(DeedKind::Died, &then.hero(character_id)),
        Change::HeroRevived { character_id } => plain(DeedKind::Revived, &then.hero(character_id)),
        Change::CreatureDied { npc_id, .. } => plain(DeedKind::Died, &then.npc(npc_id)),
        Change::NpcMoved { npc_id, to } if person::is_known_location(to) => {
            with(DeedKind::Moved, &then.npc(npc_id), &then.place_named(to))
        }
        Change::FactNoted { fact } => match fact {
            StoryFact::Spoke { who } => plain(DeedKind::Spoke, who),
            StoryFact::Asked { who, quest } => with(DeedKind::Asked, quest, who),
            StoryFact::RaisedHand { whom } => plain(DeedKind::Attacked, whom),
            StoryFact::Fell { who, place } => with(DeedKind::Died, who, place),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the heroes' place changed to this one.
fn is_location_of(all: &[Change], place: &str) -> bool {
    all.iter().any(|it| matches!(it, Change::LocationChanged { to, .. } if same(to, place)))
}

/// Whether an aspect of someone is what they owe.
fn is_debt(aspect: &str) -> bool {
    let aspect = fold(aspect);
    word_lists::words(super::question::FILE, "debts").any(|word| aspect.split_whitespace().any(|part| part == word))
}

/// Whether another hero lost what this one got.
fn is_passed_on(all: &[Change], hero: &CharacterId, item: &ItemId) -> bool {
    all.iter().any(
        |it| matches!(it, Change::ItemLost { character_id, item_id, .. } if item_id == item && character_id != hero),
    )
}

/// What the hero's coins changed by.
fn coins(all: &[Change], hero: &CharacterId) -> i64 {
    let of = |change: &Change| match change {
        Change::PurseChanged { character_id, delta_cp } if character_id == hero => *delta_cp,
        _ => 0,
    };
    all.iter().map(of).sum()
}

fn facts(all: &[Change]) -> impl Iterator<Item = &StoryFact> {
    all.iter().filter_map(|change| if let Change::FactNoted { fact } = change { Some(fact) } else { None })
}

fn gained(id: &CharacterId, name: &str, all: &[Change], then: &Circumstances) -> DeedFields {
    let stolen = facts(all).find_map(|fact| match fact {
        StoryFact::Stole { whom, thing } if is_same_thing(thing, name) => Some(whom.clone()),
        _ => None,
    });
    let kind = match &stolen {
        Some(_) => DeedKind::Stole,
        None if coins(all, id) < 0 => DeedKind::Bought,
        None => DeedKind::Got,
    };
    (kind, name.to_owned(), stolen.unwrap_or_default(), then.hero(id))
}

fn lost(id: &CharacterId, name: &str, all: &[Change], hero: String) -> DeedFields {
    let to = facts(all).find_map(|fact| match fact {
        StoryFact::Left { thing, place } if is_same_thing(thing, name) => Some((DeedKind::Left, place.clone())),
        StoryFact::Kindness { whom, .. } | StoryFact::Gift { whom } | StoryFact::Done { whom, .. }
            if !whom.is_empty() =>
        {
            Some((DeedKind::Gave, whom.clone()))
        }
        _ => None,
    });
    let (kind, other) = match to {
        Some(to) => to,
        None if coins(all, id) > 0 => (DeedKind::Sold, String::new()),
        None => (DeedKind::Lost, String::new()),
    };
    (kind, name.to_owned(), other, hero)
}

/// Whether two names are of one thing: a fact may have it in other words, as in “rope” for “Hempen Rope (50 feet)”.
fn is_same_thing(one: &str, other: &str) -> bool {
    super::names::is_called(one, other) || super::names::is_called(other, one)
}

/// A text without the full stop a sentence of ours ends with.
fn bare(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}
