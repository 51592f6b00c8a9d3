//! The roll that caused a change. The rules set it as they make the change; a change written by a model has no cause, even if a
//! roll gave the same number.

use game::{
    Change,
    dice::{Proof, Roll},
};

use crate::store::Listed;

use super::DraftRecord;

impl DraftRecord {
    /// Links each throw to the changes since `from` that it caused. `made` are the changes that the rules made by a throw, by their
    /// place among those.
    pub(super) fn note_causes(&mut self, from: usize, made: &[(usize, Proof)]) {
        for (at, proof) in made {
            self.note_cause(from + at, |roll| roll.proof == *proof);
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
