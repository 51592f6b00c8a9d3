//! A fighter: one interface to a hero's sheet and a creature's stat block.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    deed::{ActionCost, ActionEffect, Attack, CombatAction, Reach, UsageLimit},
    features,
    harm::{Bearing, DamageDice, DamageType, Defences},
    modifier::{Modifier, signed},
    stat_block::{Size, StatBlock, Trait},
    timing::Lasting,
};
use crate::{
    Change, Refusal, State, armor,
    character::{Abilities, Ability, Character, Condition, DeathSaves},
    clock::Clock,
    condition_kind::{ActiveCondition, ConditionKind, ConditionRules, SourceRule},
    conditions,
    creature::Creature,
    d20::TestKind,
    feature::FeatureId,
    id::{CharacterId, NpcId},
    race,
    sense::NeededSense,
    skill::Skill,
};

/// A fighter's id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum FighterId {
    /// A hero, by its id.
    Hero(CharacterId),
    /// Someone of the scene, by its id.
    Creature(NpcId),
}

impl FighterId {
    /// The id alone.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Hero(id) => id.as_str(),
            Self::Creature(id) => id.as_str(),
        }
    }

    /// Whether it is a hero's.
    pub fn is_hero(&self) -> bool {
        matches!(self, Self::Hero(_))
    }
}

/// The numbers of a creature nothing is known about (SRD 5.1, Nonplayer Characters: Commoner).
static PLAIN: LazyLock<StatBlock> = LazyLock::new(|| StatBlock {
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
    defences: Defences::default(),
    unaffected_by: Vec::new(),
    traits: Vec::new(),
    deeds: vec![CombatAction {
        name: "Club".to_owned(),
        cost: ActionCost::Action,
        usage: UsageLimit::AtWill,
        effect: ActionEffect::Attack(Attack {
            to_hit: 2,
            reach: Reach::Melee { feet: 5 },
            times: 1,
            harm: vec![DamageDice { dice: "1d4".to_owned(), damage_type: Some(DamageType::Bludgeoning) }],
            riders: Vec::new(),
        }),
        magical: false,
    }],
    legendary_actions: 0,
});

/// A fighter as it is right now.
#[derive(Debug, Clone, Copy)]
pub enum FighterRef<'a> {
    /// With a sheet.
    Hero(&'a Character),
    /// With a stat block.
    Creature(&'a Creature),
}

impl State {
    /// The fighter of this id; none if there is none at the table.
    pub fn fighter(&self, who: &FighterId) -> Option<FighterRef<'_>> {
        match who {
            FighterId::Hero(id) => self.characters.iter().find(|hero| hero.id == *id).map(FighterRef::Hero),
            FighterId::Creature(id) => {
                let found = self.creatures.iter().find(|one| one.id == *id);
                found.map(FighterRef::Creature)
            }
        }
    }
}

impl Creature {
    /// Its stat block; a commoner's if nothing is known.
    pub fn stat_block(&self) -> &StatBlock {
        self.stats.as_deref().unwrap_or(&PLAIN)
    }
}

impl<'a> FighterRef<'a> {
    pub fn id(self) -> FighterId {
        match self {
            Self::Hero(hero) => FighterId::Hero(hero.id.clone()),
            Self::Creature(creature) => FighterId::Creature(creature.id.clone()),
        }
    }

    /// As the story calls it.
    pub fn name(self) -> &'a str {
        match self {
            Self::Hero(hero) => &hero.name,
            Self::Creature(creature) => &creature.name,
        }
    }

    /// Hit points, 0 to the maximum.
    pub fn hp(self) -> i32 {
        match self {
            Self::Hero(hero) => hero.current_hp,
            Self::Creature(creature) => creature.hp,
        }
    }

    /// The most hit points it can have right now: half of its own for the badly exhausted (SRD 5.1, Exhaustion).
    pub fn max_hp(self) -> i32 {
        let own = match self {
            Self::Hero(hero) => hero.max_hp,
            Self::Creature(creature) => creature.max_hp,
        };
        conditions::max_hp_at(self.exhaustion(), own)
    }

    /// Points that damage takes first.
    pub fn temp_hp(self) -> i32 {
        match self {
            Self::Hero(hero) => hero.temp_hp,
            Self::Creature(creature) => creature.temp_hp,
        }
    }

    /// Whether it is dead. Most creatures are at 0 hit points (SRD 5.1, Monsters and Death).
    pub fn is_dead(self) -> bool {
        match self {
            Self::Hero(hero) => hero.dead,
            Self::Creature(creature) => creature.is_dead(),
        }
    }

    /// Whether it is at 0 hit points: dead, dying or stable.
    pub fn is_down(self) -> bool {
        self.hp() <= 0 || self.is_dead()
    }

    /// Whether it is a creature that a hit has knocked out: at 1 hit point (SRD 5.2, Knocking Out a Creature) or stable at 0
    /// (SRD 5.1). A sleeping creature is still a foe.
    pub fn is_knocked_out(self) -> bool {
        let lasts = |it: &Condition| it.is(ConditionKind::Unconscious) && it.timing.is_none();
        matches!(self, Self::Creature(_))
            && (self.hp() == 1 || (self.is_stable() && !self.is_dead()))
            && self.conditions().iter().any(lasts)
    }

    /// Checks that it is alive.
    ///
    /// # Errors
    /// It is dead.
    pub(crate) fn living(self) -> Result<(), Refusal> {
        match self.is_dead() {
            true => Err(Refusal::new(format!("{} is dead.", self.name()))),
            false => Ok(()),
        }
    }

    /// Whether it can speak: the dead can't, nor can those with a condition that silences them (SRD 5.1, Conditions).
    pub fn can_speak(self) -> bool {
        self.hp() > 0 && !self.is_dead() && self.active_conditions().all(|it| it.rules().speaks)
    }

    /// Whether it lies dying: at 0 hit points, neither stable nor dead (SRD 5.1, Death Saving Throws).
    pub fn is_dying(self) -> bool {
        self.hp() <= 0 && !self.is_dead() && !self.is_stable()
    }

    /// Whether it is stable at 0 hit points.
    pub fn is_stable(self) -> bool {
        match self {
            Self::Hero(hero) => hero.stable,
            Self::Creature(creature) => creature.death_saves.is_some_and(|saves| saves.is_stable()),
        }
    }

    /// When it died, if it is dead and that is known.
    pub fn died_at(self) -> Option<Clock> {
        match self {
            Self::Hero(hero) => hero.died_at,
            Self::Creature(creature) => creature.died_at,
        }
    }

    /// Its death saving throws so far.
    pub fn death_saves(self) -> DeathSaves {
        match self {
            Self::Hero(hero) => hero.death_saves,
            Self::Creature(creature) => creature.death_saves.unwrap_or_default(),
        }
    }

    /// The change that sets its death saving throws.
    pub(crate) fn death_saves_changed(self, saves: DeathSaves, stable: bool) -> Change {
        match self {
            Self::Hero(hero) => Change::DeathSavesChanged { character_id: hero.id.clone(), saves, stable },
            Self::Creature(creature) => {
                let successes = if stable { DeathSaves::NEEDED } else { saves.successes };
                let saves = DeathSaves { successes, ..saves };
                Change::CreatureDeathSavesChanged { npc_id: creature.id.clone(), saves }
            }
        }
    }

    /// How it is at 0 hit points, in words: `dead`, `stable` or `dying` with the death saving throws; none if it is up.
    pub fn downed_state(self) -> Option<String> {
        let DeathSaves { successes, failures, .. } = self.death_saves();
        match (self.is_dead(), self.hp() <= 0, self.is_stable()) {
            (true, ..) => Some("dead".to_owned()),
            (_, false, _) => None,
            (_, _, true) => Some("stable".to_owned()),
            (..) => Some(format!("dying: {successes} of 3 death saves, {failures} of 3 failed")),
        }
    }

    /// The armour class with temporary effects.
    pub fn armor_class(self) -> i32 {
        let based = self.unarmored_class().unwrap_or_default();
        let own = match self {
            Self::Hero(hero) => based.max(i32::from(hero.armor_class)) + features::armor_class_bonus(hero),
            Self::Creature(creature) => based.max(i32::from(creature.armor_class)),
        };
        let lent: i32 = self.modifiers().map(|m| if let Modifier::ArmorClass { by } = m { *by } else { 0 }).sum();
        let least = |m: &Modifier| if let Modifier::LeastArmorClass { least } = m { Some(*least) } else { None };
        self.modifiers().filter_map(least).fold(own.saturating_add(lent), i32::max)
    }

    /// The armour class that an effect gives to one without armour; `None` without such an effect, and for one who wears armour.
    fn unarmored_class(self) -> Option<i32> {
        let base = |modifier: &Modifier| match modifier {
            Modifier::UnarmoredBase { base } => Some(*base),
            _ => None,
        };
        let base = self.modifiers().filter_map(base).max().filter(|_| !self.wears_armor())?;
        let shield = match self {
            Self::Hero(hero) => armor::shield_bonus(hero),
            Self::Creature(_) => 0,
        };
        Some(base + self.abilities().modifier(Ability::Dex) + shield)
    }

    /// Whether a suit of armour is worn. What creatures wear is in their own armour class.
    pub fn wears_armor(self) -> bool {
        match self {
            Self::Hero(hero) => armor::wears_armor(hero),
            Self::Creature(_) => false,
        }
    }

    /// The six scores.
    pub fn abilities(self) -> &'a Abilities {
        match self {
            Self::Hero(hero) => &hero.abilities,
            Self::Creature(creature) => &creature.stat_block().abilities,
        }
    }

    /// The modifier of one ability.
    pub fn modifier(self, ability: Ability) -> i32 {
        self.abilities().modifier(ability)
    }

    pub fn save_bonus(self, ability: Ability) -> i32 {
        match self {
            Self::Hero(hero) => hero.save_bonus(ability),
            Self::Creature(creature) => {
                let stats = creature.stat_block();
                stats.saves.get(&ability).copied().unwrap_or_else(|| stats.abilities.modifier(ability))
            }
        }
    }

    /// The modifier of an ability check without a skill.
    pub fn ability_bonus(self, ability: Ability) -> i32 {
        match self {
            Self::Hero(hero) => hero.ability_bonus(ability),
            Self::Creature(creature) => creature.stat_block().abilities.modifier(ability),
        }
    }

    pub fn skill_bonus(self, skill: Skill) -> i32 {
        match self {
            Self::Hero(hero) => hero.skill_bonus(skill),
            Self::Creature(creature) => {
                let stats = creature.stat_block();
                stats.skills.get(skill.as_str()).copied().unwrap_or_else(|| stats.abilities.modifier(skill.ability()))
            }
        }
    }

    /// Passive Perception (SRD 5.1, Passive Checks).
    pub fn passive_perception(self) -> i32 {
        match self {
            Self::Hero(hero) => 10 + hero.skill_bonus(Skill::Perception),
            Self::Creature(creature) => creature.stat_block().passive_perception,
        }
    }

    /// Whether it flies over difficult terrain and hazards.
    pub(super) fn flies(self) -> bool {
        matches!(self, Self::Creature(one) if one.stat_block().flies)
    }

    /// Feet it can move in a turn now: none if it is held or can't move, half if it is exhausted (SRD 5.1, Conditions).
    pub fn speed(self) -> u16 {
        if self.suffers(|rules| rules.stops_from) {
            return 0;
        }
        let own = match self {
            Self::Hero(hero) => i32::from(hero.speed),
            Self::Creature(creature) => i32::from(creature.stat_block().speed),
        };
        let lent: i32 = self.modifiers().map(|m| if let Modifier::Speed { feet } = m { *feet } else { 0 }).sum();
        let all = u16::try_from(own.saturating_add(lent).clamp(0, 1_000)).unwrap_or(0);
        if self.suffers(|rules| rules.slows_from) { all / 2 } else { all }
    }

    /// Its conditions in the order they began.
    pub fn conditions(self) -> &'a [Condition] {
        match self {
            Self::Hero(hero) => &hero.conditions,
            Self::Creature(creature) => &creature.conditions,
        }
    }

    /// Its temporary effects other than conditions.
    pub fn effects(self) -> &'a [Lasting] {
        match self {
            Self::Hero(hero) => &hero.effects,
            Self::Creature(creature) => &creature.effects,
        }
    }

    /// Whether it bears an effect of this name.
    pub fn has_effect(self, name: &str) -> bool {
        self.effects().iter().any(|effect| effect.name == name)
    }

    /// The modifiers of its effects.
    pub fn modifiers(self) -> impl Iterator<Item = &'a Modifier> {
        self.effects().iter().flat_map(|effect| &effect.modifiers)
    }

    /// The dice its effects add to a throw, each with its sign: `+1d4-2`, or nothing.
    pub fn lent_dice(self, kind: TestKind) -> String {
        self.modifiers().filter_map(|modifier| modifier.dice_for(kind)).map(signed).collect()
    }

    /// The sum of the plain numbers that its effects add to a throw; dice are not counted.
    pub fn lent_bonus(self, kind: TestKind) -> i32 {
        self.modifiers().filter_map(|modifier| modifier.dice_for(kind)?.parse::<i32>().ok()).sum()
    }

    /// The conditions it is in that have rules: those of the sheet, and at 0 hit points unconsciousness (SRD 5.1, Falling
    /// Unconscious).
    pub fn active_conditions(self) -> impl Iterator<Item = ActiveCondition<'a>> {
        let fallen = self.is_down().then(|| ActiveCondition::implied(ConditionKind::Unconscious));
        self.conditions().iter().filter_map(ActiveCondition::of).chain(fallen)
    }

    /// Whether it is in a condition, or in one that implies it.
    pub fn is(self, kind: ConditionKind) -> bool {
        self.active_conditions().any(|it| it.kind == kind || it.rules().implies.contains(&kind))
    }

    /// Whether an effect of conditions that begins at a level holds for it.
    pub(super) fn suffers(self, from_level: impl Fn(&ConditionRules) -> u8) -> bool {
        self.active_conditions().any(|it| it.reaches(from_level(it.rules())))
    }

    /// Whether it can take actions and reactions, as far as conditions allow.
    pub fn acts(self) -> bool {
        self.active_conditions().all(|it| it.rules().acts)
    }

    pub fn sees(self) -> bool {
        self.active_conditions().all(|it| it.rules().sees)
    }

    pub fn hears(self) -> bool {
        self.active_conditions().all(|it| it.rules().hears)
    }

    /// Whether a check that needs this sense fails without a roll (SRD 5.1, Blinded; Deafened).
    pub fn lacks(self, sense: NeededSense) -> bool {
        match sense {
            NeededSense::None => false,
            NeededSense::Hearing => !self.hears(),
            NeededSense::Sight => !self.sees(),
        }
    }

    /// The sense that a check needs and this fighter lacks. Without `needed`, the description of the attempt decides.
    pub fn lacks_for(self, needed: Option<NeededSense>, skill: Skill, what: &str) -> Option<NeededSense> {
        needed.or_else(|| NeededSense::of_words(skill, what)).filter(|sense| self.lacks(*sense))
    }

    pub fn is_unseen(self) -> bool {
        self.active_conditions().any(|it| it.rules().unseen)
    }

    /// Whether it can neither act nor move.
    pub fn is_helpless(self) -> bool {
        self.active_conditions().any(|it| it.kind.is_helpless())
    }

    /// Whether it fails saving throws with an ability without a roll.
    pub fn fails_saves(self, ability: Ability) -> bool {
        self.active_conditions().any(|it| it.rules().fails_saves.contains(&ability))
    }

    /// Whether one of its conditions binds it to another in this way.
    pub fn is_bound(self, rule: SourceRule, to: &FighterId) -> bool {
        self.sources(rule).any(|source| source == to)
    }

    /// The sources of its conditions that bind it in this way.
    pub fn sources(self, rule: SourceRule) -> impl Iterator<Item = &'a FighterId> {
        let bound = self.active_conditions().filter(move |it| it.rules().source == Some(rule));
        bound.filter_map(|it| it.source)
    }

    /// The level of its exhaustion, 0 to 6 (SRD 5.1, Exhaustion).
    pub fn exhaustion(self) -> u8 {
        let tired = self.active_conditions().find(|it| it.kind == ConditionKind::Exhaustion);
        tired.map_or(0, |it| it.level)
    }

    /// Whether a condition can take hold of it.
    pub fn can_suffer(self, kind: ConditionKind) -> bool {
        let by_nature = match self {
            Self::Hero(hero) => features::immune(hero, kind),
            Self::Creature(creature) => creature.stat_block().unaffected_by.contains(&kind),
        };
        !by_nature && self.active_conditions().all(|it| !it.rules().prevents.contains(&kind))
    }

    /// Its resistance, vulnerability or immunity to a damage type (SRD 5.1, Damage Resistance and Vulnerability; Petrified).
    pub fn bearing(self, damage_type: Option<DamageType>, magical: bool) -> Bearing {
        let stony = self.active_conditions().any(|it| it.rules().resists_damage);
        let Some(kind) = damage_type else { return Bearing { resists: stony, ..Bearing::default() } };
        let mut bearing = match self {
            Self::Hero(hero) => Bearing { resists: features::resists(hero, kind), ..Bearing::default() },
            Self::Creature(creature) => creature.stat_block().defences.bearing(kind, magical),
        };
        let lent = |m: &Modifier| matches!(m, Modifier::Resistance { damage_type } if *damage_type == kind);
        bearing.resists |= stony || self.modifiers().any(lent);
        bearing
    }

    /// Its innate traits that matter in a fight.
    pub fn traits(self) -> &'a [Trait] {
        match self {
            Self::Hero(_) => &[],
            Self::Creature(creature) => &creature.stat_block().traits,
        }
    }

    /// Its size; heroes are Medium, those of small races Small.
    pub fn size(self) -> Size {
        match self {
            Self::Hero(hero) if race::is_small(hero) => Size::Small,
            Self::Hero(_) => Size::Medium,
            Self::Creature(creature) => creature.stat_block().size,
        }
    }

    /// Uses of a limited action since its last reset.
    pub fn spent(self, name: &str) -> u8 {
        let spent = match self {
            Self::Hero(hero) => &hero.spent,
            Self::Creature(creature) => &creature.spent,
        };
        spent.get(name).copied().unwrap_or(0)
    }

    /// The spell it concentrates on.
    pub fn concentrating_on(self) -> Option<&'a str> {
        match self {
            Self::Hero(hero) => hero.concentrating_on.as_deref(),
            Self::Creature(creature) => creature.concentrating_on.as_deref(),
        }
    }

    /// Whether it is a hero who has a feature.
    pub fn has_feature(self, feature: FeatureId) -> bool {
        matches!(self, Self::Hero(hero) if hero.has_feature(feature))
    }
}
