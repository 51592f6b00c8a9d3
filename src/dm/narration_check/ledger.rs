//! A turn's recorded changes, in the terms of a story.

use game::{
    Change, State,
    armor::{self, Wear},
    character::Character,
    combat::{
        event::{AttackOutcome, CombatEvent},
        fighter::{FighterId, FighterRef},
    },
    creature::Creature,
    dice::Roll,
    id::{CharacterId, QuestId},
    place::names::is_same_place,
    quest::Quest,
    story::{Story, SupportingNpc},
    wording,
};

use crate::dm::plot::HandedOver;

use super::{
    sentence::words,
    things::{head_of, same, singular},
    trigger::is_down,
};

/// A hero as the story knows it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct HeroFacts {
    /// The name.
    pub(super) name: String,
    /// Hit points now, and the most there can be.
    pub(super) hp: (i32, i32),
    /// Hit points before the turn.
    pub(super) hp_before: i32,
    /// Each loss (negative) and each gain.
    pub(super) hp_deltas: Vec<i32>,
    /// Copper pieces now.
    pub(super) copper: i64,
    /// Each gain and each payment (negative).
    pub(super) copper_deltas: Vec<i64>,
    /// The pack after the turn.
    pub(super) items: Vec<String>,
    /// The pack before the turn.
    pub(super) items_before: Vec<String>,
    /// Items gained.
    pub(super) gained: Vec<String>,
    /// Items lost.
    pub(super) lost: Vec<String>,
    /// Conditions now.
    pub(super) conditions: Vec<String>,
    /// Conditions before the turn.
    pub(super) conditions_before: Vec<String>,
    /// Conditions that began or ended in the turn, in whatever order.
    pub(super) conditions_touched: Vec<String>,
    /// Boons and curses that began meanwhile.
    pub(super) effects: Vec<String>,
    /// Items taken off that are still in the pack.
    pub(super) taken_off: Vec<String>,
    /// The level.
    pub(super) level: u8,
    /// Whether a level was taken.
    pub(super) has_risen: bool,
    /// Whether one was earned that waits to be taken.
    pub(super) may_rise: bool,
    /// Experience that was earned.
    pub(super) xp: Vec<u32>,
    /// Whether the hero is dead.
    pub(super) is_dead: bool,
    /// Spells that need a slot.
    pub(super) spells: Vec<String>,
    /// A suit of armour that is carried while none is worn, if nothing was put on or taken off in the turn.
    pub(super) stowed_suit: Option<String>,
}

/// Someone in the scene.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Other {
    /// The name.
    pub(super) name: String,
    /// Whether they are dead now.
    pub(super) is_dead: bool,
    /// Whether they died in the turn.
    pub(super) died: bool,
    /// Whether they have fewer hit points than they could.
    pub(super) is_hurt: bool,
    /// Whether they lie on the ground, or did in the turn.
    pub(super) is_down: bool,
    /// Each loss (negative) and each gain of hit points.
    pub(super) hp_deltas: Vec<i32>,
}

/// A throw.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ThrowRecord {
    /// Its result.
    pub(super) total: i32,
    /// The faces of its dice.
    pub(super) faces: Vec<i32>,
    /// The number it had to reach.
    pub(super) goal: Option<i32>,
    /// Whether it was reached.
    pub(super) is_good: Option<bool>,
}

/// The recorded facts of a turn.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct TurnFacts {
    /// The heroes, the one who acts first: “you”.
    pub(super) heroes: Vec<HeroFacts>,
    /// The people who are or were in the scene.
    pub(super) others: Vec<Other>,
    /// People the story knows.
    pub(super) people: Vec<String>,
    /// The dead among them.
    pub(super) dead: Vec<String>,
    /// Everyone who was dead before the turn and still is: people, creatures of the scene, heroes.
    pub(super) dead_before: Vec<String>,
    /// The participants of each missed attack and each successful saving throw.
    pub(super) missed: Vec<Vec<String>>,
    /// Where the heroes are.
    pub(super) location: String,
    /// The scene before the turn or at the new place, and every place that came up in the turn or is known
    /// nearby.
    pub(super) places: Vec<String>,
    /// Known places other than the current one.
    pub(super) elsewhere: Vec<String>,
    /// Whether the heroes went somewhere else.
    pub(super) moved: bool,
    /// The places they passed through or reached.
    pub(super) visited: Vec<String>,
    /// Whether a spell slot or another resource for casting was spent.
    pub(super) slot_spent: bool,
    /// Minutes that passed.
    pub(super) minutes: u32,
    /// Whether anyone rested.
    pub(super) rested: bool,
    /// Whether someone died.
    pub(super) death: bool,
    /// Titles of quests that were open before the turn and are open still.
    pub(super) quests: Vec<String>,
    /// Titles of those that the turn has done, and of those that failed in it.
    pub(super) quests_done: Vec<String>,
    pub(super) quests_failed: Vec<String>,
    /// The turn's recorded changes of quests: taken on, done, failed, or a step done.
    pub(super) quests_touched: Vec<TouchedQuest>,
    /// Whether a quest was taken on or done.
    pub(super) quest_added: bool,
    pub(super) quest_done: bool,
    /// The turn's throws.
    pub(super) throws: Vec<ThrowRecord>,
    /// The names that the story may use for things that a campaign has handed over.
    pub(super) handed: Vec<String>,
    /// The campaign's own texts of the turn.
    pub(super) told: Vec<String>,
}

/// A quest that the turn recorded something about.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct TouchedQuest {
    /// Its id, where the record has it.
    pub(super) id: Option<QuestId>,
    /// Its title.
    pub(super) title: String,
    /// The objective that was reached.
    pub(super) objective: Option<String>,
}

impl Other {
    /// Whether they lost hit points.
    pub(super) fn was_hurt(&self) -> bool {
        self.hp_deltas.iter().any(|delta| *delta < 0)
    }
}

impl TurnFacts {
    /// Of a turn between two states, with the acting hero as “you”.
    pub(super) fn of(before: &State, after: &State, changes: &[Change], acting: &CharacterId) -> Self {
        let mut heroes: Vec<_> = after.characters.iter().collect();
        heroes.sort_by_key(|hero| hero.id != *acting);
        let sheets = heroes.iter().map(|hero| {
            let then = before.characters.iter().find(|it| it.id == hero.id).unwrap_or(hero);
            let mut sheet = HeroFacts::of(then, hero);
            for change in changes.iter().filter(|change| is_of(change, &hero.id)) {
                sheet.note(change);
            }
            sheet
        });
        let mut ledger = Self {
            heroes: sheets.collect(),
            people: after.supporting_npcs.iter().map(SupportingNpc::shown_name).collect(),
            dead: after.supporting_npcs.iter().filter(|it| it.dead).map(SupportingNpc::shown_name).collect(),
            location: after.story.current_location.clone(),
            places: after.story.known_places.clone(),
            ..Self::default()
        };
        ledger.dead_before = dead_in(before).filter(|name| dead_in(after).any(|it| it == *name)).collect();
        ledger.note_quests(before, changes);
        let here = [Some(&after.story.current_location), after.story.current_place.as_ref()];
        let is_here = |name: &&String| here.iter().flatten().any(|here| is_same_place(here, name));
        ledger.elsewhere = after.story.known_places.iter().filter(|name| !is_here(name)).cloned().collect();
        // A person with a record is met under the record's name, with its capitals.
        for name in &after.story.met_npcs {
            if !ledger.people.iter().any(|it| wording::same(it, name)) {
                ledger.people.push(wording::titled(name));
            }
        }
        let gone = before.creatures.iter().filter(|one| after.creatures.iter().all(|it| it.id != one.id));
        for one in after.creatures.iter().chain(gone) {
            ledger.others.push(Other::of(one, changes));
        }
        changes.iter().for_each(|change| ledger.note(change));
        ledger.note_scenes(&before.story, &after.story);
        ledger
    }

    /// Whether a person is dead, by their record or by their body in the scene.
    pub(super) fn is_dead(&self, person: &str) -> bool {
        let bodies = self.others.iter().filter(|other| other.is_dead).map(|other| &other.name);
        self.dead.iter().chain(bodies).any(|name| same(name, person))
    }

    /// Notes the places that scenes name. One that is written again brings the heroes nowhere: a place that it alone names is none they
    /// came to.
    fn note_scenes(&mut self, before: &Story, after: &Story) {
        self.places.push(before.current_scene.clone());
        if self.moved || before.current_location.is_empty() || before.current_scene.is_empty() {
            self.places.push(after.current_scene.clone());
        }
    }

    /// The same with what the rules of a fight decided.
    pub(super) fn with_events(mut self, events: &[CombatEvent]) -> Self {
        use CombatEvent as E;
        let missed = events.iter().filter_map(|event| match event {
            E::Attack { who, target, outcome: AttackOutcome::Miss, .. } => Some(vec![who, target]),
            E::Wrestled { who, target, won: false } => Some(vec![who, target]),
            E::SavingThrow { who, made: true, .. }
            | E::TurnedAside { who, .. }
            | E::Improvised { who, worked: false, .. } => Some(vec![who]),
            _ => None,
        });
        self.missed = missed.map(|all| all.into_iter().map(|it| it.name.clone()).collect()).collect();
        self
    }

    /// The same for a turn in which heroes rested, including everything a rest changes.
    pub(super) fn with_rests(mut self, rested: bool) -> Self {
        self.rested |= rested;
        self
    }

    /// The same with what a campaign gives by itself: its people and places are known, and its things need no tool. Where the
    /// exits lead is no place the heroes are at.
    pub(super) fn with_campaign(mut self, campaign: Option<&HandedOver>) -> Self {
        let Some(campaign) = campaign else { return self };
        let scene = &campaign.scene;
        let known = |people: &[String], name: &String| people.iter().any(|it| wording::same(it, name));
        for name in scene.people.iter().flat_map(|person| &person.names).chain(&campaign.dead_before) {
            if !known(&self.people, name) {
                self.people.push(name.clone());
            }
        }
        self.places.extend(scene.place.iter().cloned());
        self.dead.extend(campaign.dead_before.iter().cloned());
        self.dead_before.extend(campaign.dead_before.iter().cloned());
        self.handed = campaign.handled().cloned().collect();
        self.told.clone_from(&campaign.told);
        self
    }

    /// Whether a campaign handed this thing over: it was handled, or the campaign's own words of this turn tell of it.
    pub(super) fn was_handed(&self, thing: &str) -> bool {
        let head = head_of(thing);
        let is_told = |text: &String| words(&text.to_lowercase()).map(singular).any(|word| word == head);
        self.handed.iter().any(|name| same(name, thing)) || (head.len() > 2 && self.told.iter().any(is_told))
    }

    /// Whether a text speaks of something a campaign handed over.
    pub(super) fn speaks_of_handed(&self, text: &str) -> bool {
        let words: Vec<String> = words(&text.to_lowercase()).map(singular).collect();
        self.handed.iter().map(|name| head_of(name)).any(|head| words.contains(&head))
    }

    /// Notes the quests that were open, by what the turn recorded of each.
    fn note_quests(&mut self, before: &State, changes: &[Change]) {
        let open = &before.story.active_quests;
        for quest in open {
            let is_done =
                |it: &Change| matches!(it, Change::QuestCompleted { name, .. } if wording::same(name, &quest.name));
            let has_failed =
                |it: &Change| matches!(it, Change::QuestFailed { quest_id, .. } if *quest_id == quest.id());
            let titles = match () {
                () if changes.iter().any(is_done) => &mut self.quests_done,
                () if changes.iter().any(has_failed) => &mut self.quests_failed,
                () => &mut self.quests,
            };
            titles.push(quest.title().to_owned());
        }
        let touched = changes.iter().filter_map(|change| {
            let touched =
                |id: Option<QuestId>, title: &str| TouchedQuest { id, title: title.to_owned(), objective: None };
            match change {
                Change::QuestAdded { name, .. } => Some(touched(None, name)),
                Change::QuestCompleted { name, id } => Some(touched(id.clone(), name)),
                Change::QuestGiven { name, quest } => Some(touched(Some(quest.id()), name)),
                Change::QuestFailed { quest_id, name } => Some(touched(Some(quest_id.clone()), name)),
                Change::ObjectiveCompleted { quest_id, text, .. } => {
                    let quest = open.iter().find(|quest| quest.id() == *quest_id);
                    let touched = touched(Some(quest_id.clone()), quest.map_or("", Quest::title));
                    Some(TouchedQuest { objective: Some(text.clone()), ..touched })
                }
                _ => None,
            }
        });
        self.quests_touched = touched.collect();
    }

    fn note(&mut self, change: &Change) {
        match change {
            Change::CreatureDied { .. } | Change::HeroDied { .. } => self.death = true,
            Change::QuestAdded { .. } => self.quest_added = true,
            Change::QuestCompleted { .. } => self.quest_done = true,
            Change::PlaceRevealed { name } => self.places.push(name.clone()),
            Change::PlaceReached { name } => {
                self.moved = true;
                self.visited.push(name.clone());
                self.places.push(name.clone());
            }
            Change::LocationChanged { from, to } => {
                self.moved = true;
                self.visited.extend([from.clone(), to.clone()]);
                self.places.extend([from.clone(), to.clone()]);
            }
            // A turn can pass through several nodes of a campaign.
            Change::NodeReached { title, .. } => {
                self.visited.push(title.clone());
                self.places.push(title.clone());
            }
            Change::DiceRolled { roll } => self.throws.push(ThrowRecord::of(roll)),
            Change::SpellSlotsUsed { .. } | Change::UsesSpent { .. } => self.slot_spent = true,
            Change::TimePassed { minutes, .. } => self.minutes += minutes,
            Change::HitDiceUsed { .. } | Change::LongRestTaken { .. } => self.rested = true,
            _ => {}
        }
    }

    /// All numbers of hit points that changed hands or were thrown.
    pub(super) fn amounts(&self) -> impl Iterator<Item = i64> + '_ {
        let of_heroes = self.heroes.iter().flat_map(|hero| amounts_of(&hero.hp_deltas));
        let of_others = self.others.iter().flat_map(|other| amounts_of(&other.hp_deltas));
        let thrown = self.throws.iter().map(|throw| i64::from(throw.total));
        of_heroes.chain(of_others).chain(thrown)
    }
}

/// Each by itself, and what was lost and regained in all, without a sign.
pub(super) fn amounts_of(deltas: &[i32]) -> Vec<i64> {
    let sum = |keep: fn(&i32) -> bool| deltas.iter().copied().filter(keep).map(i64::from).sum::<i64>().abs();
    let mut all: Vec<i64> = deltas.iter().map(|delta| i64::from(*delta).abs()).collect();
    all.extend([sum(|delta| *delta < 0), sum(|delta| *delta > 0)].into_iter().filter(|sum| *sum > 0));
    all
}

impl Other {
    /// Facts about a creature of the scene, which may have left it.
    fn of(one: &Creature, changes: &[Change]) -> Self {
        let deltas = changes.iter().filter_map(|change| match change {
            Change::CreatureHpChanged { npc_id, delta } if *npc_id == one.id => Some(*delta),
            _ => None,
        });
        let fell = |change: &Change| match change {
            Change::CreatureConditionAdded { npc_id, condition } => *npc_id == one.id && is_down(&condition.name),
            _ => false,
        };
        Self {
            name: one.name.clone(),
            is_dead: one.is_dead(),
            died: changes.iter().any(|it| matches!(it, Change::CreatureDied { npc_id, .. } if *npc_id == one.id)),
            is_hurt: one.hp < FighterRef::Creature(one).max_hp(),
            is_down: one.hp == 0 || one.conditions.iter().any(|it| is_down(&it.name)) || changes.iter().any(fell),
            hp_deltas: deltas.collect(),
        }
    }
}

impl HeroFacts {
    /// Of a hero as they were before the turn and are now.
    fn of(then: &Character, hero: &Character) -> Self {
        Self {
            name: hero.name.clone(),
            hp: (hero.current_hp, FighterRef::Hero(hero).max_hp()),
            hp_before: then.current_hp,
            copper: hero.purse.copper(),
            items: hero.inventory.iter().map(|item| item.name.clone()).collect(),
            items_before: then.inventory.iter().map(|item| item.name.clone()).collect(),
            conditions: hero.conditions.iter().map(|it| it.name.to_lowercase()).collect(),
            conditions_before: then.conditions.iter().map(|it| it.name.to_lowercase()).collect(),
            level: hero.level,
            is_dead: hero.dead,
            stowed_suit: stowed_suit(hero),
            spells: hero
                .spellcasting
                .as_ref()
                .filter(|it| !it.slots.is_empty())
                .map(|it| it.spells.clone())
                .unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Whether the hero lost hit points.
    pub(super) fn was_hurt(&self) -> bool {
        self.hp_deltas.iter().any(|delta| *delta < 0)
    }

    fn note(&mut self, change: &Change) {
        match change {
            Change::HpChanged { delta, temp_delta, .. } => self.hp_deltas.extend([*delta, *delta + *temp_delta]),
            Change::PurseChanged { delta_cp, .. } => self.copper_deltas.push(*delta_cp),
            Change::ItemGained { name, .. } => self.gained.push(name.clone()),
            Change::ItemLost { name, .. } => self.lost.push(name.clone()),
            Change::ConditionAdded { condition, .. } => self.conditions_touched.push(condition.name.to_lowercase()),
            Change::ConditionRemoved { name, .. } => self.conditions_touched.push(name.to_lowercase()),
            Change::XpGained { amount, .. } => self.xp.push(*amount),
            Change::LevelUpEarned { .. } => self.may_rise = true,
            Change::LevelGained { .. } => self.has_risen = true,
            Change::EffectBegan { effect, .. } => self.effects.push(effect.name.to_lowercase()),
            Change::ItemEquipped { name, equipped, .. } => {
                self.stowed_suit = None;
                self.taken_off.extend((!equipped).then(|| name.clone()));
            }
            _ => {}
        }
    }
}

/// The names of all the dead. A name shared by several creatures counts only if all of them are dead.
fn dead_in(state: &State) -> impl Iterator<Item = String> + '_ {
    let people = state.supporting_npcs.iter().filter(|it| it.dead).map(SupportingNpc::shown_name);
    let heroes = state.characters.iter().filter(|hero| hero.dead).map(|hero| hero.name.clone());
    let lives = |name: &str| state.creatures.iter().any(|one| !one.is_dead() && wording::same(&one.name, name));
    let creatures = state.creatures.iter().filter(move |one| one.is_dead() && !lives(&one.name));
    people.chain(heroes).chain(creatures.map(|one| one.name.clone()))
}

/// A suit of armour in the pack of a hero who wears none.
fn stowed_suit(hero: &Character) -> Option<String> {
    let mut suits = hero.inventory.iter().filter(|item| armor::wear(&item.name) == Some(Wear::Suit));
    let wears_one = suits.clone().any(|item| item.equipped == Some(true));
    suits.next().filter(|_| !wears_one).map(|item| item.name.clone())
}

impl ThrowRecord {
    fn of(roll: &Roll) -> Self {
        Self {
            total: roll.total,
            faces: roll.dice.iter().map(|die| i32::try_from(die.value).unwrap_or(i32::MAX)).collect(),
            goal: roll.goal.map(|goal| goal.number),
            is_good: roll.goal.map(|goal| goal.outcome.is_good()),
        }
    }
}

/// Whether a change is one of this hero's.
fn is_of(change: &Change, hero: &CharacterId) -> bool {
    match change {
        Change::HpChanged { character_id, .. }
        | Change::PurseChanged { character_id, .. }
        | Change::ItemGained { character_id, .. }
        | Change::ItemLost { character_id, .. }
        | Change::ConditionAdded { character_id, .. }
        | Change::ConditionRemoved { character_id, .. }
        | Change::XpGained { character_id, .. }
        | Change::LevelUpEarned { character_id, .. }
        | Change::LevelGained { character_id, .. }
        | Change::ItemEquipped { character_id, .. } => character_id == hero,
        Change::EffectBegan { who: FighterId::Hero(id), .. } => id == hero,
        _ => false,
    }
}
