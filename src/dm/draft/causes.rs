//! Which throw a change comes of. The rules say it as they make the change; only what a model writes down by hand after it
//! asked for dice is matched by its amount.

use game::{
    Change,
    dice::{Proof, Roll},
};

use crate::store::Listed;

use super::DraftRecord;

impl DraftRecord {
    /// Records with each throw which of the changes since `from` come of it. `made` are those that the rules made by one, by
    /// their place among them.
    pub(super) fn note_causes(&mut self, from: usize, made: &[(usize, Proof)]) {
        for (at, proof) in made {
            self.note_cause(from + at, |roll| roll.proof == *proof);
        }
        for at in from..self.changes.len() {
            let by_hand = |place: usize| self.thrown_by_hand.contains(&place);
            // A throw that nothing came of yet comes first.
            let unused = |place: usize| by_hand(place) && !self.is_a_cause(place);
            let thrown = || {
                let unused = thrown_for_amount(&self.changes, at, unused);
                unused.or_else(|| thrown_for_amount(&self.changes, at, by_hand))
            };
            if made.iter().all(|(known, _)| from + known != at)
                && let Some(thrown) = thrown()
                && let Some(Change::DiceRolled { roll }) = self.changes.get(thrown)
            {
                let proof = roll.proof;
                self.note_cause(at, |roll| roll.proof == proof);
            }
        }
    }

    /// Whether something came of the throw in this place.
    fn is_a_cause(&self, place: usize) -> bool {
        let made = |it: &Listed| matches!(it, Listed::Roll { change, made: Some(made) } if *change == place && !made.is_empty());
        self.log.iter().any(made)
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

/// The only throw before the change at `at` that came to just what it changes, among those in the places `may_be`: of several it
/// isn't known which one it was. Checks, saving throws and attacks come to no amount.
pub(in crate::dm) fn thrown_for_amount(changes: &[Change], at: usize, may_be: impl Fn(usize) -> bool) -> Option<usize> {
    let amount = match changes.get(at)? {
        Change::HpChanged { delta, temp_delta, .. } => i64::from(*delta) + i64::from(*temp_delta),
        Change::CreatureHpChanged { delta, .. } | Change::CreatureTempHpChanged { delta, .. } => i64::from(*delta),
        Change::PurseChanged { delta_cp, .. } if delta_cp % 100 == 0 => delta_cp / 100,
        _ => return None,
    };
    let is_test = |roll: &Roll| roll.goal.is_some() || roll.dice.iter().any(|die| die.sides == 20);
    let came_to_it = |change: &Change| match change {
        Change::DiceRolled { roll } => !is_test(roll) && i64::from(roll.total) == amount.abs(),
        _ => false,
    };
    let mut places = (0..at).filter(|place| may_be(*place) && came_to_it(&changes[*place]));
    places.next().filter(|_| places.next().is_none())
}
