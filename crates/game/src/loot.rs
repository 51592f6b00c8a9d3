//! Loot of defeated creatures. The SRD has no treasure table; these numbers are our own.

use std::collections::BTreeMap;

use super::{
    Change, Refusal,
    combat::{
        bout::{Bout, Ended},
        encounter::FightEnding,
        event::CombatEvent,
        fighter::{FighterId, FighterRef},
    },
    creature::Creature,
    dice::{RollKind, RollPurpose},
    id::CharacterId,
    inventory, weapons,
};

/// Creature types that carry coins; beasts and similar have no use for them.
const WITH_A_PURSE: [&str; 5] = ["humanoid", "giant", "dragon", "fiend", "fey"];
/// The dice of what their purses hold, and by how much of their experience, in copper, each pip counts.
const COINS: (&str, u32) = ("2d6", 2);

/// Distributes the loot of a won fight: coins in equal parts to the heroes who can act, weapons to the first of them. Called
/// once per fight.
///
/// # Errors
/// The dice are invalid. What exceeds a limit is left behind.
pub fn share(bout: &mut Bout, ended: &Ended) -> Result<(), Refusal> {
    let heroes = bout.game().characters.iter().filter(|hero| hero.current_hp > 0 && !hero.dead);
    let heroes: Vec<CharacterId> = heroes.map(|hero| hero.id.clone()).collect();
    let (FightEnding::Victory, Some(first)) = (ended.ending, heroes.first()) else { return Ok(()) };
    coins(bout, ended, &heroes)?;
    let mut arms: BTreeMap<String, u32> = BTreeMap::new();
    for fallen in fallen(bout, ended) {
        for deed in &fallen.stat_block().deeds {
            if let Some(weapon) = weapons::find(&deed.name) {
                *arms.entry(weapon.name).or_default() += 1;
            }
        }
    }
    let mut taken = Vec::new();
    for (name, n) in arms {
        let gained = bout.game().hero(first.as_str()).map(|hero| inventory::gain_thing(hero, &name, n))?;
        if bout.make_all(gained).is_ok() {
            taken.push(if n == 1 { name } else { format!("{n} × {name}") });
        }
    }
    if !taken.is_empty() {
        let who = FighterId::Hero(first.clone());
        bout.happened(|bout| CombatEvent::Gathered { who: bout.actor(&who), things: taken });
    }
    Ok(())
}

fn coins(bout: &mut Bout, ended: &Ended, heroes: &[CharacterId]) -> Result<(), Refusal> {
    let rich = fallen(bout, ended).filter(|one| WITH_A_PURSE.contains(&one.stat_block().creature_type.as_str()));
    let worth = rich.fold(0_u32, |sum, one| sum.saturating_add(one.xp)) / COINS.1;
    if worth == 0 {
        return Ok(());
    }
    let roll = bout.throw(COINS.0, &RollPurpose::of(RollKind::Coins))?;
    let all = i64::from(roll.total.max(0)) * i64::from(worth);
    let each = all / i64::try_from(heroes.len()).unwrap_or(1).max(1);
    if each == 0 {
        return Ok(());
    }
    for id in heroes {
        let change: Change = inventory::pay(bout.game().hero(id.as_str())?, each).0;
        bout.make(change)?;
    }
    let pieces = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
    let (gold, silver, copper) = (pieces(each / 100), pieces(each % 100 / 10), pieces(each % 10));
    bout.happened(|_| CombatEvent::Coins { gold, silver, copper });
    Ok(())
}

fn fallen<'b>(bout: &'b Bout, ended: &'b Ended) -> impl Iterator<Item = &'b Creature> {
    ended.fallen.iter().filter_map(|who: &FighterId| match bout.game().fighter(who) {
        Some(FighterRef::Creature(one)) => Some(one),
        _ => None,
    })
}
