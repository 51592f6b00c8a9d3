//! Labelled prose for measuring the check: each JSON line has a small state, the changes of a turn, and its prose.

use std::time::{Duration, Instant};

use game::wording::same;
use serde::Deserialize;

use super::{
    audit::compare,
    claims::ProseReading,
    ledger::{HeroFacts, Other, ThrowRecord, TouchedQuest, TurnFacts},
    names::KnownNames,
    told::{ClaimKind, ParsedProse, UnsupportedClaim},
    trigger,
};

/// A text with what happened, and whether it fits.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelledText {
    /// Its name.
    pub id: String,
    state: LabelledTable,
    changes: Vec<Happened>,
    rolls: Vec<LabelledRoll>,
    /// The text.
    pub prose: String,
    label: Label,
    /// The subject of a contradiction.
    pub kind: Option<ClaimKind>,
    /// Its words.
    pub wrong: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Label {
    Clean,
    Contradiction,
}

/// The table before the turn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelledTable {
    hero: String,
    hp: (i32, i32),
    gold: i64,
    items: Vec<String>,
    conditions: Vec<String>,
    location: String,
    creatures: Vec<LabelledCreature>,
    people: Vec<String>,
    quests: Vec<String>,
    /// Other heroes.
    #[serde(default)]
    others: Vec<String>,
    /// Other places the heroes know.
    #[serde(default)]
    places: Vec<String>,
    /// The hero's spells that need a slot.
    #[serde(default)]
    spells: Vec<String>,
    /// A suit of armour that the hero carries and doesn't wear.
    #[serde(default)]
    stowed_suit: Option<String>,
    /// Whether a fight is on.
    #[serde(default)]
    in_fight: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelledCreature {
    name: String,
    dead: bool,
    /// Whether it was wounded in an earlier turn.
    #[serde(default)]
    hurt: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct LabelledRoll {
    #[serde(rename = "reason")]
    _reason: String,
    total: i32,
    #[serde(default)]
    outcome: Option<String>,
    /// The faces of the dice, where they are known.
    #[serde(default)]
    faces: Vec<i32>,
}

/// An event of the turn: one field for its kind, with its target or amount.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Happened {
    hp: Option<i32>,
    who: Option<String>,
    gold: Option<i64>,
    copper: Option<i64>,
    equip: Option<String>,
    gain: Option<String>,
    lose: Option<String>,
    #[serde(rename = "n")]
    _n: Option<u32>,
    condition: Option<String>,
    recovered: Option<String>,
    wounded: Option<String>,
    by: Option<i32>,
    dies: Option<String>,
    arrives: Option<String>,
    leaves: Option<String>,
    place: Option<String>,
    quest: Option<String>,
    quest_done: Option<String>,
    xp: Option<u32>,
    level: Option<u8>,
    slot: Option<u8>,
    minutes: Option<u32>,
    /// Who attacked and who was missed, or who saved.
    missed: Option<Vec<String>>,
    /// Who fell, alive.
    falls: Option<String>,
}

impl LabelledText {
    /// Whether it says what did not happen.
    pub fn is_contradiction(&self) -> bool {
        self.label == Label::Contradiction
    }

    /// The findings, and the time they took.
    pub fn audit(&self) -> (Vec<UnsupportedClaim>, Duration) {
        let ledger = self.ledger();
        let start = Instant::now();
        let findings = compare(&ProseReading::new(&ParsedProse::new(&self.prose), KnownNames::of(&ledger)), &ledger);
        (findings, start.elapsed())
    }

    /// Whether a reviewer is asked about it although nothing is found.
    pub fn is_searched(&self) -> bool {
        self.searched_for().is_some()
    }

    /// The kind and the sentence a reviewer is asked about without a finding.
    pub fn searched_for(&self) -> Option<(ClaimKind, &str)> {
        let (told, ledger) = (ParsedProse::new(&self.prose), self.ledger());
        let found =
            trigger::unrecorded(&ProseReading::new(&told, KnownNames::of(&ledger)), &ledger, self.state.in_fight);
        found.into_iter().next().map(|first| (first.kind, &self.prose[first.at]))
    }

    fn ledger(&self) -> TurnFacts {
        let table = &self.state;
        let sheet = |name: &String| HeroFacts { name: name.clone(), ..HeroFacts::default() };
        let hero = HeroFacts {
            hp: table.hp,
            hp_before: table.hp.0,
            copper: table.gold * 100,
            items: table.items.clone(),
            items_before: table.items.clone(),
            conditions: table.conditions.clone(),
            conditions_before: table.conditions.clone(),
            spells: table.spells.clone(),
            stowed_suit: table.stowed_suit.clone(),
            ..sheet(&table.hero)
        };
        let other = |one: &LabelledCreature| Other {
            name: one.name.clone(),
            is_dead: one.dead,
            is_hurt: one.hurt || one.dead,
            is_down: one.dead,
            ..Other::default()
        };
        let mut ledger = TurnFacts {
            heroes: [hero].into_iter().chain(table.others.iter().map(sheet)).collect(),
            others: table.creatures.iter().map(other).collect(),
            people: table.people.clone(),
            location: table.location.clone(),
            quests: table.quests.clone(),
            elsewhere: table.places.clone(),
            dead_before: table.creatures.iter().filter(|one| one.dead).map(|one| one.name.clone()).collect(),
            ..TurnFacts::default()
        };
        self.changes.iter().for_each(|it| it.befall(&mut ledger));
        let throw = |it: &LabelledRoll| ThrowRecord {
            total: it.total,
            faces: it.faces.clone(),
            is_good: it.outcome.as_deref().map(|outcome| outcome.ends_with("success")),
            ..ThrowRecord::default()
        };
        ledger.throws = self.rolls.iter().map(throw).collect();
        ledger
    }
}

impl Happened {
    fn befall(&self, ledger: &mut TurnFacts) {
        self.befall_others(ledger);
        self.befall_story(ledger);
        let who = self.who.as_deref();
        let at = who.map_or(Some(0), |who| ledger.heroes.iter().position(|hero| hero.name == who));
        if let Some(at) = at {
            self.befall_hero(&mut ledger.heroes[at]);
        }
    }

    fn befall_others(&self, ledger: &mut TurnFacts) {
        if let Some(other) = self.wounded.as_ref().or(self.dies.as_ref()).or(self.arrives.as_ref()) {
            let is_dead = self.dies.is_some();
            ledger.death |= is_dead;
            match ledger.others.iter_mut().find(|it| it.name == *other) {
                Some(it) => {
                    it.is_dead |= is_dead;
                    it.died |= is_dead;
                    it.is_hurt |= self.by.is_some();
                    it.hp_deltas.extend(self.by.map(|by| -by));
                }
                None => ledger.others.push(Other { name: other.clone(), is_dead, ..Other::default() }),
            }
        }
        ledger.missed.extend(self.missed.clone());
        for other in &mut ledger.others {
            other.is_down |= self.falls.as_ref() == Some(&other.name);
        }
    }

    fn befall_story(&self, ledger: &mut TurnFacts) {
        if let Some(place) = &self.place {
            let left = std::mem::replace(&mut ledger.location, place.clone());
            ledger.visited.extend([left.clone(), place.clone()]);
            ledger.places.push(left);
            ledger.moved = true;
        }
        ledger.slot_spent |= self.slot.is_some();
        ledger.minutes += self.minutes.unwrap_or_default();
        ledger.quest_added |= self.quest.is_some();
        ledger.quest_done |= self.quest_done.is_some();
        if let Some(done) = &self.quest_done {
            ledger.quests.retain(|quest| !same(quest, done));
            ledger.quests_done.push(done.clone());
        }
        let touched = self.quest.iter().chain(&self.quest_done);
        ledger
            .quests_touched
            .extend(touched.map(|title| TouchedQuest { title: title.clone(), ..TouchedQuest::default() }));
    }

    fn befall_hero(&self, hero: &mut HeroFacts) {
        if let Some(delta) = self.hp {
            hero.hp.0 += delta;
            hero.hp_deltas.push(delta);
        }
        if let Some(copper) = self.copper.or(self.gold.map(|gold| gold * 100)) {
            hero.copper += copper;
            hero.copper_deltas.push(copper);
        }
        if self.equip.is_some() {
            hero.stowed_suit = None;
        }
        if let Some(item) = &self.gain {
            hero.items.push(item.clone());
            hero.gained.push(item.clone());
        }
        if let Some(item) = &self.lose {
            hero.items.retain(|it| it != item);
            hero.lost.push(item.clone());
        }
        if let Some(condition) = &self.condition {
            hero.conditions.push(condition.clone());
            hero.conditions_touched.push(condition.clone());
        }
        if let Some(condition) = &self.recovered {
            hero.conditions.retain(|it| it != condition);
            hero.conditions_touched.push(condition.clone());
        }
        hero.xp.extend(self.xp);
        if let Some(level) = self.level {
            hero.level = level;
            hero.has_risen = true;
        }
    }
}
