//! A d20 thrown in a fight: for an attack, a check or a saving throw, with everything that lends or takes dice.

use super::{
    bout::Bout,
    encounter::Combatant,
    event::{CombatEvent, PlainAction},
    features,
    fighter::{Fighter, FighterId},
    modifier::Throw,
    stat_block::Trait,
    sway::{Odds, Reason, of_own_conditions},
    terrain::Cover,
};
use crate::game::{
    Change, Refusal, State, character::Ability, condition_kind::ConditionKind, contest::Sway, feature::FeatureId,
    skill::Skill,
};

/// A throw that fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tossed {
    /// What the die shows that counts, 1 to 20.
    pub(super) natural: u32,
    /// With everything added.
    pub(super) total: i32,
}

/// A saving throw that is due.
#[derive(Debug, Clone, Copy)]
pub(in crate::game) struct Due<'a> {
    /// The ability.
    pub(in crate::game) ability: Ability,
    /// The number to reach.
    pub(in crate::game) dc: i32,
    /// Whether magic is in what it saves from.
    pub(in crate::game) magical: bool,
    /// The conditions it saves from.
    pub(in crate::game) against: &'a [ConditionKind],
}

/// Throws a d20 and adds `bonus` and `more` dice. A halfling throws a 1 once more (SRD 5.1, Lucky).
pub(super) fn toss(
    bout: &mut Bout,
    who: &FighterId,
    sway: Sway,
    bonus: i32,
    more: &str,
    reason: &str,
) -> Result<Tossed, Refusal> {
    let mut expression = sway.die().to_owned();
    if bonus != 0 {
        expression.push_str(&format!("{bonus:+}"));
    }
    expression.push_str(more);
    let read = |bout: &mut Bout, expression: &str| {
        let roll = bout.throw(expression, reason)?;
        let natural = roll.dice.iter().find(|die| die.kept).map_or(1, |die| die.value);
        Ok::<_, Refusal>(Tossed { natural, total: roll.total })
    };
    let tossed = match read(bout, &expression) {
        // Dice that can't be thrown count for nothing.
        Err(_) if !more.is_empty() => read(bout, &expression[..expression.len() - more.len()])?,
        tossed => tossed?,
    };
    if tossed.natural == 1 && bout.fighter(who)?.has_feature(FeatureId::Lucky) {
        let again = read(bout, "1d20")?;
        let change = i32::try_from(again.natural).unwrap_or(0) - 1;
        return Ok(Tossed { natural: again.natural, total: tossed.total + change });
    }
    Ok(tossed)
}

/// A bard's die is used up by the throw it was added to (SRD 5.1, Bardic Inspiration).
pub(super) fn use_inspiration(bout: &mut Bout, who: &FighterId) -> Result<(), Refusal> {
    let used = used_by_a_throw(bout.fighter(who)?);
    bout.make_all(used)
}

/// The one-time bonuses that a d20 roll uses up.
pub(in crate::game) fn used_by_a_throw(fighter: Fighter) -> Option<Change> {
    let name = features::INSPIRATION;
    fighter.has_effect(name).then(|| Change::EffectEnded { who: fighter.id(), name: name.to_owned() })
}

/// Whether a saving throw is made: those who can't move fail with Strength and Dexterity, others throw (SRD 5.1,
/// Conditions; Dodge; Restrained; Exhaustion; Magic Resistance; Legendary Resistance).
pub(super) fn save(bout: &mut Bout, who: &FighterId, due: Due, reason: &str) -> Result<bool, Refusal> {
    save_behind(bout, who, due, Cover::None, reason)
}

/// The same behind cover, which helps saving throws of Dexterity (SRD 5.1, Cover).
pub(super) fn save_behind(
    bout: &mut Bout,
    who: &FighterId,
    due: Due,
    cover: Cover,
    reason: &str,
) -> Result<bool, Refusal> {
    let bonus = if due.ability == Ability::Dex { cover.bonus() } else { 0 };
    save_for(bout, who, &due, bonus, reason, None)
}

/// A caster's Constitution save to keep a spell in mind.
pub(super) fn save_to_keep(bout: &mut Bout, who: &FighterId, due: Due, on: &str) -> Result<bool, Refusal> {
    let reason = format!("Constitution save to keep {on}");
    save_for(bout, who, &due, 0, &reason, Some(on))
}

fn save_for(
    bout: &mut Bout,
    who: &FighterId,
    due: &Due,
    more: i32,
    reason: &str,
    keeps: Option<&str>,
) -> Result<bool, Refusal> {
    let fighter = bout.fighter(who)?;
    let made = if fighter.fails_saves(due.ability) {
        bout.did(who, PlainAction::CannotSave);
        false
    } else {
        let made = throw_to_save(bout, who, due, more, reason, keeps)?;
        made || (stands_up_to_it(bout, who)? && throw_to_save(bout, who, due, more, reason, keeps)?)
    };
    Ok(made || resists(bout, who)?)
}

fn throw_to_save(
    bout: &mut Bout,
    who: &FighterId,
    due: &Due,
    bonus: i32,
    reason: &str,
    keeps: Option<&str>,
) -> Result<bool, Refusal> {
    let fighter = bout.fighter(who)?;
    let odds = save_odds(bout.game(), fighter, bout.combatant(who).ok(), due);
    let more = fighter.lent_dice(Throw::Save(due.ability));
    let bonus = fighter.save_bonus(due.ability) + aura(bout.game(), who) + bonus;
    let tossed = toss(bout, who, odds.with(Sway::None), bonus, &more, reason)?;
    use_inspiration(bout, who)?;
    let made = tossed.total >= due.dc;
    bout.happened(|bout| CombatEvent::SavingThrow {
        who: bout.actor(who),
        total: tossed.total,
        dc: due.dc,
        advantage: odds.advantage(),
        made,
        keeps: keeps.map(str::to_owned),
    });
    Ok(made)
}

/// Whether a fighter throws a failed saving throw once more, as it can so often between long rests (SRD 5.1, Indomitable).
fn stands_up_to_it(bout: &mut Bout, who: &FighterId) -> Result<bool, Refusal> {
    let Fighter::Hero(hero) = bout.fighter(who)? else { return Ok(false) };
    if bout.fighter(who)?.spent(features::INDOMITABLE) >= features::n_indomitable(hero) {
        return Ok(false);
    }
    bout.use_once(who, features::INDOMITABLE)?;
    bout.did(who, PlainAction::Indomitable);
    Ok(true)
}

/// A death saving throw: nothing of one's own is added to it, but what helps or hampers every saving throw counts (SRD 5.1,
/// Death Saving Throws; Exhaustion; Bless; Paladin: Aura of Protection).
pub(super) fn for_life(bout: &mut Bout, who: &FighterId, reason: &str) -> Result<Tossed, Refusal> {
    let fighter = bout.fighter(who)?;
    let more = fighter.lent_dice(Throw::ForLife);
    let odds = of_own_conditions(bout.game(), fighter, |rules| rules.save_effect(None));
    let (sway, bonus) = (odds.with(Sway::None), aura(bout.game(), who));
    let tossed = toss(bout, who, sway, bonus, &more, reason)?;
    use_inspiration(bout, who)?;
    Ok(tossed)
}

/// Modifiers and advantages of a saving throw, in and out of fights.
pub(in crate::game) fn save_odds(state: &State, fighter: Fighter, combatant: Option<&Combatant>, due: &Due) -> Odds {
    let dodging = combatant.is_some_and(|it| it.stance.dodging) && fighter.acts();
    let by_nature = fighter.traits().iter().any(|it| matches!(it, Trait::MagicResistance)) && due.magical;
    let hero = matches!(fighter, Fighter::Hero(hero)
        if features::save_advantage(hero, due.ability, due.magical, due.against));
    let mut odds = of_own_conditions(state, fighter, |rules| rules.save_effect(Some(due.ability)));
    odds.up(Reason::Feature, by_nature || hero);
    odds.up(Reason::Dodging, due.ability == Ability::Dex && dodging && fighter.speed() > 0);
    odds
}

/// The bonus to saving throws from a nearby paladin (SRD 5.1, Paladin: Aura of Protection, 10 feet). Outside a fight, heroes
/// count as being next to each other.
pub(in crate::game) fn aura(state: &State, who: &FighterId) -> i32 {
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

/// Whether a creature turns its failure into a success, as it can so many times a day (SRD 5.1, Legendary Resistance).
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

/// A check of a skill (SRD 5.1, Ability Checks).
pub(super) fn check(bout: &mut Bout, who: &FighterId, skill: Skill, reason: &str) -> Result<i32, Refusal> {
    let fighter = bout.fighter(who)?;
    let sway = check_odds(bout.game(), fighter, skill).with(Sway::None);
    let (bonus, more) = (fighter.skill_bonus(skill), fighter.lent_dice(Throw::Check(skill.ability())));
    Ok(toss(bout, who, sway, bonus, &more, reason)?.total)
}

/// Modifiers and advantages of an ability check, in and out of fights.
pub(in crate::game) fn check_odds(state: &State, fighter: Fighter, skill: Skill) -> Odds {
    let mut odds = of_own_conditions(state, fighter, |rules| rules.checks);
    odds.up(Reason::Raging, skill == Skill::Athletics && fighter.has_effect(features::RAGE));
    odds
}
