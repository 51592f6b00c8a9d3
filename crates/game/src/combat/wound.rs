//! Applies damage and its consequences: dropping to 0, dying, death (SRD 5.1, Damage and Healing).

use super::{
    attacking,
    bout::{Bout, ThrownAmount},
    concentration,
    encounter::FightSide,
    event::{CombatEvent, PlainAction},
    fighter::{FighterId, FighterRef},
    harm::DamageType,
    riders,
    stat_block::Trait,
    turning,
};
use crate::{
    Change, Refusal,
    character::{Ability, Character, DeathSaves},
    condition_kind::ConditionKind,
    creature,
    d20::{D20Test, SavingThrow},
    dice::{Proof, RollKind, RollPurpose},
    edition::Edition,
    feature::FeatureId,
    hit_points,
};

/// Damage that reaches someone.
#[derive(Debug, Clone, Copy)]
pub(super) struct IncomingDamage<'a> {
    /// By type.
    pub(super) parts: &'a [(Option<DamageType>, i32)],
    /// The roll that caused it.
    pub(super) thrown: Option<Proof>,
    /// Whether magic is in it.
    pub(super) magical: bool,
    /// Whether the blow was a critical hit.
    pub(super) critical: bool,
    /// Whether a creature that it brings to 0 hit points is knocked out and not killed.
    pub(super) spares: bool,
}

impl<'a> IncomingDamage<'a> {
    /// Damage of no critical blow.
    pub(super) fn new(parts: &'a [(Option<DamageType>, i32)], thrown: Option<Proof>, magical: bool) -> Self {
        Self { parts, thrown, magical, critical: false, spares: false }
    }
}

/// Marks in the turn's record that damage of a type was taken, which stops the regeneration of some creatures.
pub(super) fn mark_of(kind: DamageType) -> String {
    format!("hurt by {}", kind.name())
}

/// Wounds someone, and says how much of the damage was felt: resistances first, then temporary hit points, then the rest.
pub(super) fn hurt(bout: &mut Bout, who: &FighterId, damage: IncomingDamage) -> Result<i32, Refusal> {
    let fighter = bout.fighter(who)?;
    let mut felt = 0_i32;
    let mut kinds = Vec::new();
    for (kind, amount) in damage.parts {
        let left = fighter.bearing(*kind, damage.magical).left_of(*amount);
        felt = felt.saturating_add(left);
        kinds.extend(kind.filter(|_| left > 0));
    }
    if felt == 0 || fighter.is_dead() {
        return Ok(0);
    }
    let stops = |it: &Trait| matches!(it, Trait::Regeneration { stopped_by, .. } if !stopped_by.is_empty());
    if fighter.traits().iter().any(stops) && bout.combatant(who).is_ok() {
        let marks: Vec<String> = kinds.iter().map(|kind| mark_of(*kind)).collect();
        bout.spend(who, |economy| economy.once.extend(marks))?;
    }
    attacking::mark_as_fighting(bout, who)?;
    if turning::is_turned(bout.fighter(who)?) {
        bout.make(Change::EffectEnded { who: who.clone(), name: turning::TURNED.to_owned() })?;
    }
    bout.because(damage.thrown, |bout| {
        match who {
            FighterId::Hero(_) => hurt_hero(bout, who, felt, damage.critical)?,
            FighterId::Creature(_) => hurt_creature(bout, who, felt, damage, &kinds)?,
        }
        riders::awake(bout, who)
    })?;
    concentration::endure(bout, who, felt)?;
    Ok(felt)
}

fn hero_of<'b>(bout: &'b Bout, who: &FighterId) -> Result<&'b Character, Refusal> {
    match bout.fighter(who)? {
        FighterRef::Hero(hero) => Ok(hero),
        FighterRef::Creature(one) => Err(Refusal::new(format!("{} is no hero.", one.name))),
    }
}

fn hurt_hero(bout: &mut Bout, who: &FighterId, felt: i32, critical: bool) -> Result<(), Refusal> {
    let hero = hero_of(bout, who)?;
    let (id, max_hp) = (hero.id.clone(), hit_points::most(hero));
    let before = hero.current_hp;
    let through = felt - hero.temp_hp.clamp(0, felt);
    let wound = hit_points::change(hero, -felt).0;
    if before <= 0 {
        bout.make_all(wound)?;
        return hurt_at_zero(bout, who, through, critical);
    }
    // A half-orc stays at 1 hit point, once a day (SRD 5.1, Relentless Endurance).
    const ENDURANCE: FeatureId = FeatureId::RelentlessEndurance;
    let falls = through >= before;
    let killed = through.saturating_sub(before) >= max_hp;
    if falls && !killed && hero.has_feature(ENDURANCE) && bout.fighter(who)?.spent(ENDURANCE.name()) == 0 {
        let temp = -hero_of(bout, who)?.temp_hp;
        bout.use_once(who, ENDURANCE.name())?;
        bout.did(who, PlainAction::Endured);
        return bout.make(Change::HpChanged { character_id: id, delta: 1 - before, temp_delta: temp });
    }
    bout.make_all(wound)?;
    match (falls, killed) {
        (_, true) => die(bout, who),
        (true, false) => fall(bout, who),
        (false, false) => Ok(()),
    }
}

/// Damage to a fighter who lies at 0 hit points (SRD 5.1, Damage at 0 Hit Points).
fn hurt_at_zero(bout: &mut Bout, who: &FighterId, through: i32, critical: bool) -> Result<(), Refusal> {
    match through {
        0 => Ok(()),
        _ if through >= bout.fighter(who)?.max_hp() => die(bout, who),
        _ => fail(bout, who, if critical { 2 } else { 1 }),
    }
}

/// A fighter falls: unconscious, prone, and dying from now on (SRD 5.1, Falling Unconscious).
fn fall(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    bout.happened(|bout| CombatEvent::Fell { who: bout.actor(who) });
    let fighter = bout.fighter(who)?;
    if fighter.death_saves() != DeathSaves::default() || fighter.is_stable() {
        bout.make(fighter.death_saves_changed(DeathSaves::default(), false))?;
    }
    concentration::end(bout, who)?;
    // Outside a fight, a fighter at 0 hit points is prone anyway; a separate condition would outlast that state.
    if bout.game().encounter.is_some() {
        riders::afflict(bout, who, ConditionKind::Prone, None)?;
    }
    riders::let_go(bout, who)
}

/// Failed death saving throws; the third is death (SRD 5.1, Damage at 0 Hit Points).
pub(super) fn fail(bout: &mut Bout, who: &FighterId, n: u8) -> Result<(), Refusal> {
    let fighter = bout.fighter(who)?;
    // The successes of a stable creature no longer count.
    let before = if fighter.is_stable() { DeathSaves::default() } else { fighter.death_saves() };
    let failures = before.failures.saturating_add(n).min(DeathSaves::NEEDED);
    bout.make(fighter.death_saves_changed(DeathSaves { failures, ..before }, false))?;
    bout.happened(|bout| CombatEvent::NearerToDeath { who: bout.actor(who), failures });
    if failures >= DeathSaves::NEEDED { die(bout, who) } else { Ok(()) }
}

/// A fighter dies.
pub(super) fn die(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let FighterRef::Hero(hero) = bout.fighter(who)? else { return destroy(bout, who) };
    let character_id = hero.id.clone();
    bout.make(Change::HeroDied { character_id, at: None })?;
    bout.happened(|bout| CombatEvent::Died { who: bout.actor(who) });
    concentration::end(bout, who)?;
    riders::let_go(bout, who)
}

fn hurt_creature(
    bout: &mut Bout,
    who: &FighterId,
    felt: i32,
    damage: IncomingDamage,
    kinds: &[DamageType],
) -> Result<(), Refusal> {
    let FighterRef::Creature(one) = bout.fighter(who)? else { return Ok(()) };
    let (id, hp) = (one.id.clone(), one.hp);
    let borne = one.temp_hp.clamp(0, felt);
    let through = felt - borne;
    if borne > 0 {
        bout.make(Change::CreatureTempHpChanged { npc_id: id.clone(), delta: -borne })?;
    }
    if hp == 0 {
        return hurt_at_zero(bout, who, through, damage.critical);
    }
    if through >= hp
        && let Some(thrown) = stands_on(bout, who, felt, damage.critical, kinds)?
    {
        return bout.because(Some(thrown), |bout| bout.make(Change::CreatureHpChanged { npc_id: id, delta: 1 - hp }));
    }
    if through == 0 {
        return Ok(());
    }
    if through >= hp {
        if damage.spares && can_be_knocked_out(bout, who)? {
            return knock_out(bout, who);
        }
        let FighterRef::Creature(one) = bout.fighter(who)? else { return Ok(()) };
        let Some(saves) = creature::dying(one, through - hp, 1) else { return destroy(bout, who) };
        bout.make(Change::CreatureHpChanged { npc_id: id.clone(), delta: -hp })?;
        bout.make(Change::CreatureDeathSavesChanged { npc_id: id, saves })?;
        return fall(bout, who);
    }
    let FighterRef::Creature(one) = bout.fighter(who)? else { return Ok(()) };
    let changes = creature::hurt_or_heal(one, -through)?.0;
    bout.make_all(changes)
}

/// Whether it could fall unconscious and has not yet.
fn can_be_knocked_out(bout: &Bout, who: &FighterId) -> Result<bool, Refusal> {
    let fighter = bout.fighter(who)?;
    Ok(fighter.can_suffer(ConditionKind::Unconscious) && !fighter.is_knocked_out())
}

/// Knocks a creature out, until someone wakes or heals it: at 1 hit point (SRD 5.2, Knocking Out a Creature), or stable at 0
/// (SRD 5.1).
fn knock_out(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let FighterRef::Creature(one) = bout.fighter(who)? else { return Ok(()) };
    let left = if bout.game().rules_edition == Edition::Y2024 { 1 } else { 0 };
    let (npc_id, delta) = (one.id.clone(), left - one.hp);
    if delta != 0 {
        bout.make(Change::CreatureHpChanged { npc_id, delta })?;
    }
    if left == 0 {
        bout.make(bout.fighter(who)?.death_saves_changed(DeathSaves::default(), true))?;
    }
    bout.happened(|bout| CombatEvent::KnockedOut { who: bout.actor(who) });
    riders::cure(bout, who, ConditionKind::Unconscious)?;
    riders::afflict(bout, who, ConditionKind::Prone, None)?;
    riders::afflict(bout, who, ConditionKind::Unconscious, None)
}

/// A creature dies, and its foes earn its experience.
pub(super) fn destroy(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let FighterRef::Creature(one) = bout.fighter(who)? else { return Ok(()) };
    let (changes, xp) = (creature::kill(one), one.xp);
    bout.make_all(changes)?;
    bout.happened(|bout| CombatEvent::Died { who: bout.actor(who) });
    if bout.combatant(who).is_ok_and(|it| it.side == FightSide::Foes) && xp > 0 {
        bout.make(Change::EncounterXpGathered { amount: xp })?;
    }
    concentration::end(bout, who)?;
    riders::let_go(bout, who)
}

/// The saving throw of Undead Fortitude: Constitution against 5 plus the damage, unless it was radiant or a critical hit (SRD
/// 5.1, Zombie: Undead Fortitude).
fn stands_on(
    bout: &mut Bout,
    who: &FighterId,
    felt: i32,
    critical: bool,
    kinds: &[DamageType],
) -> Result<Option<Proof>, Refusal> {
    let fighter = bout.fighter(who)?;
    if critical || kinds.contains(&DamageType::Radiant) || !fighter.traits().contains(&Trait::UndeadFortitude) {
        return Ok(None);
    }
    let Some(test) = D20Test::save(bout.game(), fighter, &SavingThrow::new(Ability::Con, felt.saturating_add(5)))
    else {
        return Ok(None);
    };
    let tossed = test.toss(bout, &RollPurpose::of(RollKind::Feature).with("Undead Fortitude"))?;
    if tossed.is_good() {
        bout.did(who, PlainAction::UndeadFortitude);
    }
    Ok(tossed.is_good().then_some(tossed.roll.proof))
}

/// Heals hit points, up to the maximum. A creature at 0 wakes, and its death saving throws are reset (SRD 5.1, Healing; Death
/// Saving Throws). The dead stay dead. Returns the hit points regained.
pub(super) fn heal(bout: &mut Bout, who: &FighterId, amount: impl Into<ThrownAmount>) -> Result<i32, Refusal> {
    let ThrownAmount { n, thrown } = amount.into();
    bout.because(thrown, |bout| give_back(bout, who, n))
}

fn give_back(bout: &mut Bout, who: &FighterId, amount: i32) -> Result<i32, Refusal> {
    let fighter = bout.fighter(who)?;
    let amount = amount.min(fighter.max_hp() - fighter.hp()).max(0);
    if fighter.is_dead() || amount == 0 {
        return Ok(0);
    }
    match who {
        FighterId::Hero(id) => {
            let hero = hero_of(bout, who)?;
            let afresh = hero.stable || hero.death_saves != DeathSaves::default();
            bout.make(Change::HpChanged { character_id: id.clone(), delta: amount, temp_delta: 0 })?;
            if afresh {
                let saves = DeathSaves::default();
                bout.make(Change::DeathSavesChanged { character_id: id.clone(), saves, stable: false })?;
            }
        }
        FighterId::Creature(id) => {
            let wakes = fighter.is_knocked_out();
            bout.make(Change::CreatureHpChanged { npc_id: id.clone(), delta: amount })?;
            if wakes {
                riders::cure(bout, who, ConditionKind::Unconscious)?;
            }
        }
    }
    bout.happened(|bout| CombatEvent::Healed { who: bout.actor(who), amount });
    Ok(amount)
}

/// Lends temporary hit points; they don't add up (SRD 5.1, Temporary Hit Points).
pub(super) fn shield(bout: &mut Bout, who: &FighterId, amount: impl Into<ThrownAmount>) -> Result<(), Refusal> {
    let ThrownAmount { n: amount, thrown } = amount.into();
    let change = match bout.fighter(who)? {
        FighterRef::Hero(hero) => hit_points::lend(hero, amount),
        FighterRef::Creature(one) if amount > one.temp_hp => {
            Some(Change::CreatureTempHpChanged { npc_id: one.id.clone(), delta: amount - one.temp_hp })
        }
        FighterRef::Creature(_) => None,
    };
    if change.is_some() {
        bout.happened(|bout| CombatEvent::TempHp { who: bout.actor(who), amount });
    }
    bout.because(thrown, |bout| bout.make_all(change))
}
