//! Finds the roll that caused a change: a roll of the same tool call or combat step, or a roll whose total equals the change.

use crate::{
    game::{Change, dice::Roll},
    store::Listed,
};

use super::DraftRecord;

/// The part of a change that a roll can decide.
enum Kind {
    /// Hit points, rolled as damage or healing.
    Points(i64),
    /// An amount, if it equals the roll's total.
    Amount(i64),
    /// Whether the change happens at all.
    Outcome,
}

fn kind(change: &Change) -> Option<Kind> {
    Some(match change {
        Change::HpChanged { delta, temp_delta, .. } => Kind::Points(i64::from(*delta) + i64::from(*temp_delta)),
        Change::CreatureHpChanged { delta, .. } | Change::CreatureTempHpChanged { delta, .. } => {
            Kind::Points(i64::from(*delta))
        }
        Change::PurseChanged { delta_cp, .. } if delta_cp % 100 == 0 => Kind::Amount(delta_cp / 100),
        Change::ConditionAdded { .. }
        | Change::ConditionRemoved { .. }
        | Change::CreatureConditionAdded { .. }
        | Change::CreatureConditionRemoved { .. }
        | Change::DeathSavesChanged { .. }
        | Change::CreatureDeathSavesChanged { .. }
        | Change::EffectBegan { .. }
        | Change::EffectEnded { .. }
        | Change::HeroDied { .. }
        | Change::CreatureDied { .. } => Kind::Outcome,
        _ => return None,
    })
}

/// Whether a roll is a check, save or attack, so that its total is not an amount of damage.
fn is_test(roll: &Roll) -> bool {
    roll.goal.is_some() || roll.dice.iter().any(|die| die.sides == 20)
}

impl DraftRecord {
    /// Records with each roll which of the changes since `from` it caused.
    pub(super) fn note_causes(&mut self, from: usize) {
        for at in from..self.changes.len() {
            let Some(roll) = cause(&self.changes, at, self.call_from.min(from)) else { continue };
            let listed = self.log.iter_mut().rev().find_map(|it| match it {
                Listed::Roll { change, made } if *change == roll => Some(made),
                _ => None,
            });
            if let Some(made) = listed {
                made.push(at);
            }
        }
    }
}

/// The index of the roll that caused the change at `at`; its tool call or step began at `from`.
pub(in crate::dm) fn cause(changes: &[Change], at: usize, from: usize) -> Option<usize> {
    let kind = kind(changes.get(at)?)?;
    let rolls = || {
        changes[..at].iter().enumerate().rev().filter_map(|(place, change)| match change {
            Change::DiceRolled { roll } => Some((place, roll)),
            _ => None,
        })
    };
    let of_call = || rolls().take_while(|(place, _)| *place >= from);
    let equal = |number: i64| {
        rolls().find(|(_, roll)| !is_test(roll) && i64::from(roll.total) == number.abs()).map(|(place, _)| place)
    };
    match kind {
        Kind::Outcome => of_call().next().map(|(place, _)| place),
        Kind::Points(number) => of_call()
            .find(|(_, roll)| !is_test(roll))
            .or_else(|| of_call().next())
            .map(|(place, _)| place)
            .or_else(|| equal(number)),
        Kind::Amount(number) => equal(number),
    }
}
