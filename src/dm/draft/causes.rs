//! Which throw a change comes of. The rules say it as they make the change; only what a model writes down by hand after it
//! asked for dice is matched by its amount.

use crate::{
    game::{
        Change,
        dice::{Proof, Roll},
    },
    store::Listed,
};

use super::DraftRecord;

impl DraftRecord {
    /// Records with each throw which of the changes since `from` come of it. `made` are those that the rules made by one, by
    /// their place among them.
    pub(super) fn note_causes(&mut self, from: usize, made: &[(usize, Proof)]) {
        for (at, proof) in made {
            self.note_cause(from + at, |roll| roll.proof == *proof);
        }
        for at in from..self.changes.len() {
            if made.iter().all(|(known, _)| from + known != at)
                && let Some(thrown) = thrown_for_amount(&self.changes, at, |place| self.thrown_by_hand.contains(&place))
                && let Some(Change::DiceRolled { roll }) = self.changes.get(thrown)
            {
                let proof = roll.proof;
                self.note_cause(at, |roll| roll.proof == proof);
            }
        }
    }

    fn note_cause(&mut self, at: usize, is_cause: impl Fn(&Roll) -> bool) {
        let changes = &self.changes;
        let of = |place: usize| matches!(changes.get(place), Some(Change::DiceRolled { roll }) if is_cause(roll));
        let noted = self.log.iter_mut().rev().find_map(|it| match it {
            Listed::Roll { change, made } if of(*change) => Some(made),
            _ => None,
        });
        if let Some(made) = noted {
            made.get_or_insert_default().push(at);
        }
    }
}

/// The last throw before the change at `at` that came to just what it changes, among those in the places `may_be`. Checks,
/// saving throws and attacks come to no amount.
pub(in crate::dm) fn thrown_for_amount(changes: &[Change], at: usize, may_be: impl Fn(usize) -> bool) -> Option<usize> {
    let amount = match changes.get(at)? {
        Change::HpChanged { delta, temp_delta, .. } => i64::from(*delta) + i64::from(*temp_delta),
        Change::CreatureHpChanged { delta, .. } | Change::CreatureTempHpChanged { delta, .. } => i64::from(*delta),
        Change::PurseChanged { delta_cp, .. } if delta_cp % 100 == 0 => delta_cp / 100,
        _ => return None,
    };
    let is_test = |roll: &Roll| roll.goal.is_some() || roll.dice.iter().any(|die| die.sides == 20);
    changes[..at].iter().enumerate().rev().find_map(|(place, change)| match change {
        Change::DiceRolled { roll } if may_be(place) && !is_test(roll) && i64::from(roll.total) == amount.abs() => {
            Some(place)
        }
        _ => None,
    })
}
