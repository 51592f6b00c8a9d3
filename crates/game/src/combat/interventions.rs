//! Narrative effects on fighters, in a fight or outside: a fall, a trap, a blessing. They follow the same rules as attacks, so a kill
//! counts.

use super::{
    bout::Bout,
    ending,
    fighter::FighterId,
    harm::DamageType,
    wound::{self, IncomingDamage},
};
use crate::Refusal;

/// Damages a creature, and returns the damage taken; ends the fight if that decides it.
///
/// # Errors
/// No fighter has this id, or it is dead.
pub fn harm(bout: &mut Bout, who: &FighterId, amount: i32, kind: Option<DamageType>) -> Result<i32, Refusal> {
    alive(bout, who)?;
    let parts = [(kind, amount)];
    let felt = wound::hurt(bout, who, IncomingDamage::new(&parts, None, false))?;
    ending::settle(bout)?;
    Ok(felt)
}

/// Heals a creature, and returns the hit points regained.
///
/// # Errors
/// No fighter has this id, or it is dead.
pub fn heal(bout: &mut Bout, who: &FighterId, amount: i32) -> Result<i32, Refusal> {
    alive(bout, who)?;
    wound::heal(bout, who, amount)
}

fn alive(bout: &Bout, who: &FighterId) -> Result<(), Refusal> {
    bout.fighter(who)?.living()
}
