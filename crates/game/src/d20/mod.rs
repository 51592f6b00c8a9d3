//! Resolves every d20 roll: checks, saving throws and attacks, in and out of fights, of heroes and creatures. A [`D20Test`]
//! collects modifiers and all reasons for advantage and disadvantage, and is rolled in one place.

pub mod advantage;
mod chance;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Change, Refusal, State, armor,
    character::{Ability, Character},
    combat::{
        bout::Bout,
        event::{CombatEvent, PlainAction},
        features,
        fighter::{FighterId, FighterRef},
        reaction::{Reaction, ReactionQuestion, ReactionTrigger},
        stat_block::Trait,
        terrain::Cover,
        timing::Lasting,
    },
    condition_kind::ConditionKind,
    dice::{Goal, Notation, Proof, Roll, RollKind, RollOutcome, RollPurpose},
    feature::FeatureId,
    house_rules::DeathSavingThrows,
    skill::Skill,
};
use advantage::{AdvantageCount, Reason, RollAdvantage, Sway, of_own_conditions};

/// A saving throw that is due.
#[derive(Debug, Clone, Copy)]
pub struct SavingThrow<'a> {
    /// The ability.
    pub ability: Ability,
    /// The number to reach.
    pub dc: i32,
    /// Whether the effect is magical.
    pub magical: bool,
    /// The conditions it saves from.
    pub against: &'a [ConditionKind],
    /// The cover, which helps Dexterity saves (SRD 5.1, Cover).
    pub cover: Cover,
    /// The concentration spell at stake.
    pub keeps: Option<&'a str>,
}

impl SavingThrow<'_> {
    /// A saving throw with an ability against a DC, with no known cause.
    pub fn new(ability: Ability, dc: i32) -> Self {
        Self { ability, dc, magical: false, against: &[], cover: Cover::None, keeps: None }
    }
}

/// The reason for a saving throw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveReason {
    pub purpose: SavePurpose,
    /// The deed, the hazard, the condition, the spell, or the story's own words, which may be none.
    pub name: String,
}

/// The purpose of a saving throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SavePurpose {
    /// Ward something off.
    Against,
    /// End something that lasts.
    End,
    /// Keep concentration.
    Keep,
    /// Whatever the story says.
    Story,
}

impl SaveReason {
    pub(super) fn against(name: impl Into<String>) -> Self {
        Self { purpose: SavePurpose::Against, name: name.into() }
    }

    pub(super) fn to_end(name: impl Into<String>) -> Self {
        Self { purpose: SavePurpose::End, name: name.into() }
    }

    pub(super) fn to_keep(name: impl Into<String>) -> Self {
        Self { purpose: SavePurpose::Keep, name: name.into() }
    }

    /// In the words of the story.
    pub fn of_story(text: &str) -> Self {
        Self { purpose: SavePurpose::Story, name: text.to_owned() }
    }

    pub(super) fn roll_purpose(&self, ability: Ability) -> RollPurpose {
        let kind = match self.purpose {
            SavePurpose::Against => RollKind::SaveAgainst,
            SavePurpose::End => RollKind::SaveToEnd,
            SavePurpose::Keep => RollKind::SaveToKeep,
            SavePurpose::Story => RollKind::Save,
        };
        RollPurpose::save(kind, ability).with(self.name.as_str())
    }
}

/// The kind of a d20 test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestKind {
    /// To hit a target.
    Attack,
    /// A saving throw.
    Save(Ability),
    /// To stay alive: a saving throw with no ability.
    ForLife,
    /// To do something with an ability.
    Check(Ability),
    /// A check with two dice of six in the place of the d20 (see [`two_dice`](super::two_dice)).
    Pair,
}

/// Something added to the dice, by where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Addend {
    /// The roller's ability modifier and proficiency, or the weapon's bonus to hit.
    Own(i32),
    /// A nearby paladin.
    Aura(i32),
    /// Cover of the target.
    Cover(i32),
    /// Effects, as dice and numbers with their signs.
    Lent(String),
}

/// A throw that is due, with everything that counts in it.
#[derive(Debug, Clone)]
pub struct D20Test {
    who: FighterId,
    kind: TestKind,
    addends: Vec<Addend>,
    odds: AdvantageCount,
    /// Advantage or disadvantage from the situation.
    given: Sway,
    against: Option<i32>,
    critical_from: u32,
    is_lucky: bool,
}

/// A throw that fell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct D20Roll {
    /// The die that counts, 1 to 20.
    pub natural: u32,
    /// With everything added.
    pub total: i32,
    /// The result, if there was a target number.
    pub goal: Option<Goal>,
    /// The last throw of it.
    pub roll: Roll,
}

impl D20Roll {
    /// Whether it reached its number.
    pub fn is_good(&self) -> bool {
        self.goal.is_some_and(|goal| goal.outcome.is_good())
    }

    /// Whether it is a critical hit.
    pub fn is_critical(&self) -> bool {
        self.goal.is_some_and(|goal| goal.outcome == RollOutcome::CriticalHit)
    }
}

impl D20Test {
    /// A test with the fighter's bonus and the dice of effects.
    pub(crate) fn new(fighter: FighterRef, kind: TestKind, own: i32, odds: AdvantageCount) -> Self {
        let lent = fighter.lent_dice(kind);
        let mut addends = vec![Addend::Own(own)];
        addends.extend((!lent.is_empty()).then_some(Addend::Lent(lent)));
        let is_lucky = kind != TestKind::Pair && fighter.has_feature(FeatureId::Lucky);
        let (given, against, critical_from) = (Sway::None, None, 20);
        Self { who: fighter.id(), kind, addends, odds, given, against, critical_from, is_lucky }
    }

    /// A check of a skill (SRD 5.1, Ability Checks).
    pub fn check(state: &State, fighter: FighterRef, skill: Skill) -> Self {
        let kind = TestKind::Check(skill.ability());
        Self::new(fighter, kind, fighter.skill_bonus(skill), check_odds(state, fighter, Some(skill)))
    }

    /// A hero's check of an ability, with the training in a skill if it is one of that skill.
    pub fn ability_check(state: &State, hero: &Character, ability: Ability, skill: Option<Skill>) -> Self {
        let own = skill.map_or_else(|| hero.ability_bonus(ability), |skill| hero.check_bonus(ability, skill));
        let fighter = FighterRef::Hero(hero);
        Self::new(fighter, TestKind::Check(ability), own, check_odds(state, fighter, skill))
    }

    /// Initiative: a check of Dexterity (SRD 5.1, Initiative; Bard: Jack of All Trades; Barbarian: Feral Instinct).
    pub fn initiative(state: &State, fighter: FighterRef) -> Self {
        let mut odds = check_odds(state, fighter, None);
        odds.up(Reason::Feature, fighter.has_feature(FeatureId::FeralInstinct));
        Self::new(fighter, TestKind::Check(Ability::Dex), fighter.ability_bonus(Ability::Dex), odds)
    }

    /// A saving throw; none if it fails without one (SRD 5.1, Conditions).
    pub fn save(state: &State, fighter: FighterRef, due: &SavingThrow) -> Option<Self> {
        if fighter.fails_saves(due.ability) {
            return None;
        }
        let (kind, odds) = (TestKind::Save(due.ability), save_odds(state, fighter, due));
        let cover = if due.ability == Ability::Dex { due.cover.bonus() } else { 0 };
        let near = [Addend::Aura(aura(state, &fighter.id())), Addend::Cover(cover)];
        Some(Self::new(fighter, kind, fighter.save_bonus(due.ability), odds).plus(near).against(due.dc))
    }

    /// A death saving throw: no bonus except by a house rule, but all modifiers of saving throws apply (SRD 5.1, Death Saving
    /// Throws; Exhaustion; Bless; Paladin: Aura of Protection).
    pub fn for_life(state: &State, fighter: FighterRef, dc: i32) -> Self {
        let odds = of_own_conditions(state, fighter, |rules| rules.save_effect(None));
        let aura = Addend::Aura(aura(state, &fighter.id()));
        let own = match state.house_rules.death_saves {
            DeathSavingThrows::Plain => 0,
            DeathSavingThrows::Constitution => fighter.modifier(Ability::Con),
        };
        Self::new(fighter, TestKind::ForLife, own, odds).plus([aura]).against(dc)
    }

    /// An attack, critical from a number of the die on.
    pub(crate) fn attack(fighter: FighterRef, to_hit: i32, odds: AdvantageCount, critical_from: u32) -> Self {
        Self { critical_from, ..Self::new(fighter, TestKind::Attack, to_hit, odds) }
    }

    /// A hero's attack outside fights, with what their conditions do to it.
    pub fn story_attack(state: &State, hero: &Character, to_hit: i32) -> Self {
        let fighter = FighterRef::Hero(hero);
        Self::attack(fighter, to_hit, of_own_conditions(state, fighter, |rules| rules.attacks), 20)
    }

    /// The same throw against a number.
    pub fn against(self, number: i32) -> Self {
        Self { against: Some(number), ..self }
    }

    /// Adds advantage or disadvantage from the situation.
    pub fn given(self, given: Sway) -> Self {
        Self { given, ..self }
    }

    fn plus(mut self, addends: impl IntoIterator<Item = Addend>) -> Self {
        self.addends.extend(addends);
        self
    }

    /// How many dice are thrown, and which of them counts.
    pub fn sway(&self) -> Sway {
        self.odds.with(self.given)
    }

    /// Advantage or disadvantage with the reasons the rules have for it; none for a normal roll.
    pub fn advantage(&self) -> Option<RollAdvantage> {
        self.odds.advantage().filter(|_| self.sway() != Sway::None)
    }

    /// The dice expression. Effects with invalid dice are ignored.
    pub fn expression(&self) -> String {
        let mut expression = match (self.kind, self.sway()) {
            (TestKind::Pair, Sway::None) => "2d6",
            (TestKind::Pair, Sway::Advantage) => "3d6kh2",
            (TestKind::Pair, Sway::Disadvantage) => "3d6kl2",
            (_, sway) => sway.die(),
        }
        .to_owned();
        let (mut sum, mut lent) = (0, None);
        for addend in &self.addends {
            match addend {
                Addend::Own(n) | Addend::Aura(n) | Addend::Cover(n) => sum += n,
                Addend::Lent(dice) => lent = Some(dice),
            }
        }
        push_signed(&mut expression, sum);
        match lent.map(|dice| format!("{expression}{dice}")) {
            Some(whole) if Notation::parse(&whole).is_ok() => whole,
            _ => expression,
        }
    }

    /// Throws it. A die that was lent for one throw is used up by it (SRD 5.1, Bardic Inspiration).
    ///
    /// # Errors
    /// The dice can't be thrown.
    pub fn toss(&self, bout: &mut Bout, purpose: &RollPurpose) -> Result<D20Roll, Refusal> {
        let goal = |roll: &Roll| self.goal(roll.natural(), roll.total).filter(|_| !self.throws_again(roll));
        let first = bout.throw_for(Some(&self.who), &self.expression(), purpose, goal)?;
        let tossed = match self.throws_again(&first) {
            true => self.throw_again(bout, &first, purpose)?,
            false => {
                let (natural, total) = (first.natural(), first.total);
                D20Roll { natural, total, goal: self.goal(natural, total), roll: first }
            }
        };
        let spent = |effect: &&Lasting| {
            effect.name == features::INSPIRATION && effect.modifiers.iter().any(|it| it.dice_for(self.kind).is_some())
        };
        let used = bout.fighter(&self.who)?.effects().iter().find(spent).map(|effect| effect.name.clone());
        bout.make_all(used.map(|name| Change::EffectEnded { who: self.who.clone(), name }))?;
        Ok(tossed)
    }

    /// Whether a halfling's die shows a 1, which is thrown again (SRD 5.1, Halfling: Lucky).
    fn throws_again(&self, roll: &Roll) -> bool {
        let n_dice = if self.sway() == Sway::None { 1 } else { 2 };
        self.is_lucky && roll.dice.iter().take(n_dice).any(|die| die.value == 1)
    }

    /// Throws the die that shows a 1 again. Everything else of the throw stays as it fell: the other die, and dice that
    /// were added.
    fn throw_again(&self, bout: &mut Bout, first: &Roll, purpose: &RollPurpose) -> Result<D20Roll, Refusal> {
        let other = first.dice.iter().take(2).map(|die| die.value).max().unwrap_or(1);
        let counts = |fallen: u32| match self.sway() {
            Sway::None => fallen,
            Sway::Advantage => fallen.max(other),
            Sway::Disadvantage => fallen.min(other),
        };
        let rest = first.total - i32::try_from(first.natural()).unwrap_or(0);
        let mut expression = Sway::None.die().to_owned();
        push_signed(&mut expression, rest);
        let goal = |roll: &Roll| {
            let is_it = counts(roll.natural()) == roll.natural();
            self.goal(roll.natural(), roll.total).filter(|_| is_it)
        };
        let roll = bout.throw_for(Some(&self.who), &expression, purpose, goal)?;
        let natural = counts(roll.natural());
        let total = rest + i32::try_from(natural).unwrap_or(0);
        Ok(D20Roll { natural, total, goal: self.goal(natural, total), roll })
    }

    /// The result of this test for another test's roll.
    pub fn goal_of(&self, roll: &D20Roll) -> Option<Goal> {
        self.goal(roll.natural, roll.total)
    }

    fn goal(&self, natural: u32, total: i32) -> Option<Goal> {
        let number = self.against?;
        Some(match self.kind {
            TestKind::Pair => Goal::of_pair(total),
            TestKind::Attack => Goal::of_attack(number, natural, total, self.critical_from),
            _ => Goal::of_check(number, total),
        })
    }
}

fn push_signed(expression: &mut String, n: i32) {
    if n != 0 {
        expression.push_str(&format!("{n:+}"));
    }
}

/// Throws a check of a skill.
pub(crate) fn check(bout: &mut Bout, who: &FighterId, skill: Skill, purpose: &RollPurpose) -> Result<D20Roll, Refusal> {
    let test = D20Test::check(bout.game(), bout.fighter(who)?, skill);
    test.toss(bout, purpose)
}

/// The result of a saving throw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaveRoll {
    /// Whether it was made.
    pub made: bool,
    /// The last throw for it, and how it was thrown; none if it fails without one.
    pub thrown: Option<(D20Roll, Option<RollAdvantage>)>,
}

impl SaveRoll {
    /// The throw that decided it.
    pub fn proof(&self) -> Option<Proof> {
        self.thrown.as_ref().map(|(roll, _)| roll.roll.proof)
    }
}

/// Whether a saving throw is made: those who can't move fail with Strength and Dexterity, others throw (SRD 5.1,
/// Conditions; Indomitable; Legendary Resistance).
///
/// # Errors
/// The dice can't be thrown.
pub fn save(bout: &mut Bout, who: &FighterId, due: &SavingThrow, reason: &SaveReason) -> Result<SaveRoll, Refusal> {
    let purpose = reason.roll_purpose(due.ability);
    let mut saved = throw_to_save(bout, who, due, &purpose)?;
    if !saved.made
        && let Some((roll, _)) = &saved.thrown
        && stands_up_to_it(bout, who, due, reason, roll.total)?
    {
        saved = throw_to_save(bout, who, due, &purpose)?;
    }
    saved.made = saved.made || resists(bout, who)?;
    Ok(saved)
}

fn throw_to_save(
    bout: &mut Bout,
    who: &FighterId,
    due: &SavingThrow,
    purpose: &RollPurpose,
) -> Result<SaveRoll, Refusal> {
    let Some(test) = D20Test::save(bout.game(), bout.fighter(who)?, due) else {
        bout.did(who, PlainAction::CannotSave);
        return Ok(SaveRoll { made: false, thrown: None });
    };
    let roll = test.toss(bout, purpose)?;
    let made = roll.is_good();
    bout.happened(|bout| CombatEvent::SavingThrow {
        who: bout.actor(who),
        total: roll.total,
        dc: due.dc,
        advantage: test.advantage(),
        made,
        keeps: due.keeps.map(str::to_owned),
    });
    Ok(SaveRoll { made, thrown: Some((roll, test.advantage())) })
}

/// Whether a fighter throws a failed saving throw again, as it can so often between long rests (SRD 5.1, Indomitable).
fn stands_up_to_it(
    bout: &mut Bout,
    who: &FighterId,
    due: &SavingThrow,
    reason: &SaveReason,
    total: i32,
) -> Result<bool, Refusal> {
    let FighterRef::Hero(hero) = bout.fighter(who)? else { return Ok(false) };
    let (spent, most) = (bout.fighter(who)?.spent(features::INDOMITABLE), features::n_indomitable(hero));
    if spent >= most {
        return Ok(false);
    }
    let again = Reaction::Indomitable { left: most - spent };
    let question = |bout: &Bout| ReactionQuestion {
        who: bout.actor(who),
        hp: bout.game().fighter(who).map_or(0, FighterRef::hp),
        trigger: ReactionTrigger::FailedSave { ability: due.ability, reason: reason.clone(), total, dc: due.dc },
        options: vec![again.clone()],
    };
    if bout.decide(who, Some(again.clone()), question)?.is_none() {
        return Ok(false);
    }
    bout.use_once(who, features::INDOMITABLE)?;
    bout.did(who, PlainAction::Indomitable);
    Ok(true)
}

/// Whether a creature turns its failure into a success, as it can a number of times a day (SRD 5.1, Legendary Resistance).
fn resists(bout: &mut Bout, who: &FighterId) -> Result<bool, Refusal> {
    const NAME: &str = "Legendary Resistance";
    let fighter = bout.fighter(who)?;
    let times = fighter.traits().iter().find_map(|it| match it {
        Trait::LegendaryResistance { times } => Some(*times),
        _ => None,
    });
    if times.is_none_or(|times| fighter.spent(NAME) >= times) {
        return Ok(false);
    }
    bout.use_once(who, NAME)?;
    bout.did(who, PlainAction::LegendaryResistance);
    Ok(true)
}

/// Advantages of an ability check.
pub(crate) fn check_odds(state: &State, fighter: FighterRef, skill: Option<Skill>) -> AdvantageCount {
    let mut odds = of_own_conditions(state, fighter, |rules| rules.checks);
    let is_noisy = matches!(fighter, FighterRef::Hero(hero) if armor::is_noisy(hero));
    odds.down(Reason::Effect, skill == Some(Skill::Stealth) && is_noisy);
    odds.up(Reason::Raging, skill == Some(Skill::Athletics) && fighter.has_effect(features::RAGE));
    odds
}

/// Advantages of a saving throw (SRD 5.1, Dodge; Restrained; Exhaustion; Magic Resistance).
pub(crate) fn save_odds(state: &State, fighter: FighterRef, due: &SavingThrow) -> AdvantageCount {
    let combatant = state.encounter.as_deref().and_then(|encounter| encounter.combatant(&fighter.id()));
    let dodging = combatant.is_some_and(|it| it.stance.dodging) && fighter.acts();
    let by_nature = fighter.traits().iter().any(|it| matches!(it, Trait::MagicResistance)) && due.magical;
    let hero = matches!(fighter, FighterRef::Hero(hero)
        if features::save_advantage(hero, due));
    let mut odds = of_own_conditions(state, fighter, |rules| rules.save_effect(Some(due.ability)));
    odds.up(Reason::Feature, by_nature || hero);
    odds.up(Reason::Dodging, due.ability == Ability::Dex && dodging && fighter.speed() > 0);
    odds
}

/// The bonus to saving throws from a nearby paladin (SRD 5.1, Paladin: Aura of Protection, 10 feet). Outside a fight, heroes
/// count as being next to each other.
fn aura(state: &State, who: &FighterId) -> i32 {
    let near: Vec<FighterId> = match state.encounter.as_deref() {
        Some(encounter) => {
            let Some(at) = encounter.combatant(who) else { return 0 };
            let near = encounter.order.iter().filter(|it| it.side == at.side && it.feet_to(at) <= 10);
            near.map(|it| it.who.clone()).collect()
        }
        None if who.is_hero() => state.characters.iter().map(|hero| FighterId::Hero(hero.id.clone())).collect(),
        None => return 0,
    };
    let paladins = near
        .iter()
        .filter_map(|it| state.fighter(it))
        .filter(|it| it.has_feature(FeatureId::AuraOfProtection) && !it.is(ConditionKind::Unconscious));
    paladins.map(|paladin| paladin.modifier(Ability::Cha).max(1)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests;
