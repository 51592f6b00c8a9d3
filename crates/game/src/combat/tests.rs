//! One test per combat rule, asserting on recorded changes.

mod conditions;
mod dying;
mod features;
mod fight;
mod house_rules;
mod orders;
mod outside;
mod properties;
mod reactions;
mod striking;
mod terrain;
mod traits;
mod turns;

use crate::{
    Change, Game, Refusal, State,
    character::{Abilities, Ability, Character},
    combat::{
        act::FighterAction,
        bout::{Bout, Spellbook},
        deed::{
            ActionCost, ActionEffect, Attack, Brings, CombatAction, EffectDuration, Reach, Rider, RiderSave,
            SavingThrowEffect, Strike, UsageLimit,
        },
        encounter::Combatant,
        fighter::{FighterId, FighterRef},
        harm::{DamageDice, DamageType},
        initiative::{FightOpening, begin},
        perform::{ActOutcome, perform},
        square::Square,
        stat_block::{Size, StatBlock, Trait},
        terrain::TerrainPatch,
    },
    condition_kind::ConditionKind,
    creature::{self, Creature, Disposition},
    dice::{Roll, RollPurpose},
    hero::tests::hero,
    story::Story,
};

fn harm(dice: &str, damage_type: DamageType) -> Vec<DamageDice> {
    vec![DamageDice { dice: dice.to_owned(), damage_type: Some(damage_type) }]
}

fn deed(name: &str, effect: ActionEffect) -> CombatAction {
    CombatAction { name: name.to_owned(), cost: ActionCost::Action, usage: UsageLimit::AtWill, effect, magical: false }
}

fn blow(name: &str, to_hit: i32, reach: Reach, dice: &str, kind: DamageType) -> CombatAction {
    let attack = Attack { to_hit, reach, times: 1, harm: harm(dice, kind), riders: Vec::new() };
    deed(name, ActionEffect::Attack(attack))
}

/// A stat block of plain numbers with these deeds.
fn block(deeds: Vec<CombatAction>) -> StatBlock {
    StatBlock {
        slug: None,
        creature_type: "humanoid".to_owned(),
        size: Size::Medium,
        abilities: Abilities { str: 10, dex: 10, con: 10, int: 10, wis: 10, cha: 10 },
        proficiency_bonus: 2,
        saves: Default::default(),
        skills: Default::default(),
        passive_perception: 10,
        speed: 30,
        flies: false,
        defences: Default::default(),
        unaffected_by: Vec::new(),
        traits: Vec::new(),
        deeds,
        legendary_actions: 0,
    }
}

/// A goblin's numbers.
fn goblin() -> StatBlock {
    let scimitar = blow("Scimitar", 4, Reach::Melee { feet: 5 }, "1d6+2", DamageType::Slashing);
    let bow = blow("Shortbow", 4, Reach::Ranged { normal: 80, long: 320 }, "1d6+2", DamageType::Piercing);
    let abilities = Abilities { str: 8, dex: 14, con: 10, int: 10, wis: 8, cha: 8 };
    let traits = vec![Trait::NimbleEscape];
    StatBlock { size: Size::Small, abilities, traits, passive_perception: 9, ..block(vec![scimitar, bow]) }
}

/// A table with these heroes and creatures, and dice of this seed.
fn table(heroes: Vec<Character>, creatures: &[(&str, i32, &StatBlock)], seed: u8) -> Game {
    let mut heroes = heroes;
    for (i, hero) in heroes.iter_mut().enumerate() {
        (hero.id, hero.name) = (format!("{}-{}", hero.class, i + 1).into(), format!("Hero {}", i + 1));
    }
    let mut game = Game::new(State::start(Story { current_act: 1, ..Story::default() }, heroes, [seed; 32]));
    for (name, hp, stats) in creatures {
        for change in creature::enter(&game, name, name, Disposition::Hostile, 1) {
            let Change::CreatureEntered { creature } = change else { continue };
            let stats = Some(Box::new((*stats).clone()));
            let creature = Creature { hp: *hp, max_hp: *hp, armor_class: 13, xp: 50, stats, ..creature };
            game.apply(&Change::CreatureEntered { creature }).unwrap();
        }
    }
    game
}

/// A fight in which each fighter is on the given square, and the heroes come first.
struct Ring {
    game: Game,
    recorded: Vec<Change>,
    told: Vec<String>,
}

impl Ring {
    fn of(game: Game, squares: &[(&str, u8, u8)]) -> Self {
        Self::on(game, squares, Vec::new())
    }

    /// The same on this terrain.
    fn on(game: Game, squares: &[(&str, u8, u8)], terrain: Vec<TerrainPatch>) -> Self {
        let mut ring = Self { game, recorded: Vec::new(), told: Vec::new() };
        let there = squares;
        let squares = there.iter().map(|(who, x, y)| (ring.id(who), Square { x: *x, y: *y })).collect();
        let opening = FightOpening { squares, terrain, ..FightOpening::default() };
        ring.step(|bout| begin(bout, &opening)).unwrap();
        let encounter = ring.game.encounter.clone().unwrap();
        let mut order: Vec<Combatant> = encounter.order.clone();
        // In the order they are named in, whatever was thrown.
        order.sort_by_key(|it| there.iter().position(|(who, ..)| *who == it.who.as_str()).unwrap_or(usize::MAX));
        for (i, it) in order.iter_mut().enumerate() {
            it.initiative = 30 - i32::try_from(i).unwrap();
        }
        let encounter = crate::combat::encounter::Encounter { turn_index: 0, order, ..*encounter };
        ring.game.apply(&Change::EncounterBegan { encounter: Box::new(encounter) }).unwrap();
        ring.recorded.clear();
        ring.told.clear();
        ring
    }

    /// One hero of a class and level beside a goblin with this number of hit points.
    fn duel(hero: Character, hp: i32, seed: u8) -> Self {
        let id = format!("{}-1", hero.class);
        Self::of(table(vec![hero], &[("Goblin", hp, &goblin())], seed), &[(&id, 3, 3), ("goblin", 4, 3)])
    }

    fn id(&self, name: &str) -> FighterId {
        match self.game.characters.iter().any(|hero| hero.id.as_str() == name) {
            true => FighterId::Hero(name.into()),
            false => FighterId::Creature(name.into()),
        }
    }

    fn with<T>(
        &mut self,
        book: &dyn Spellbook,
        step: impl FnOnce(&mut Bout) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let mut bout = Bout::new(&mut self.game, book);
        let answer = step(&mut bout);
        let (changes, events, _) = bout.finish();
        self.recorded.extend(changes);
        self.told.extend(super::event::lines(&events));
        answer
    }

    fn step<T>(&mut self, step: impl FnOnce(&mut Bout) -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.with(&(), step)
    }

    fn act(&mut self, who: &str, act: FighterAction) -> Result<ActOutcome, Refusal> {
        let who = self.id(who);
        self.step(|bout| perform(bout, &who, &act))
    }

    fn attack(&mut self, who: &str, target: &str) -> Result<ActOutcome, Refusal> {
        let (target, with) = (target.to_owned(), None);
        self.act(who, FighterAction::Attack { target, with, second_hand: false, smite: None, knock_out: false })
    }

    fn end(&mut self) {
        let who = self.game.encounter.as_ref().unwrap().current().unwrap().who.clone();
        self.step(|bout| perform(bout, &who, &FighterAction::EndTurn)).unwrap();
    }

    fn fighter(&self, who: &str) -> FighterRef<'_> {
        self.game.fighter(&self.id(who)).unwrap()
    }

    fn place(&self, who: &str) -> &Combatant {
        self.game.encounter.as_ref().unwrap().combatant(&self.id(who)).unwrap()
    }

    fn current(&self) -> &str {
        self.game.encounter.as_ref().unwrap().current().unwrap().who.as_str()
    }

    fn rolls(&self) -> Vec<&Roll> {
        self.recorded
            .iter()
            .filter_map(|it| if let Change::DiceRolled { roll } = it { Some(roll) } else { None })
            .collect()
    }

    /// The expressions thrown since the last look, which are then forgotten.
    fn thrown(&mut self) -> Vec<String> {
        let thrown = self.rolls().iter().map(|roll| roll.expression.clone()).collect();
        self.recorded.clear();
        thrown
    }

    /// Puts someone into a condition.
    fn afflict(&mut self, who: &str, kind: ConditionKind) {
        let condition = crate::character::Condition::new(kind.name());
        let change = match self.id(who) {
            FighterId::Hero(character_id) => Change::ConditionAdded { character_id, condition },
            FighterId::Creature(npc_id) => Change::CreatureConditionAdded { npc_id, condition },
        };
        self.game.apply(&change).unwrap();
    }
}
