//! Words in a fight that no model is asked about: those of a hero who lies at 0 hit points.

use crate::{
    dm::Draft,
    game::{
        Refusal,
        combat::{act::Act, fighter::Fighter, perform, rounds},
    },
};

use super::step::{hero_of, is_down, to_a_hero};

/// Answers for a hero who can't: throws for life where it is that hero's turn, and lets the fight go on. False where the hero
/// stands, or there is no fight.
///
/// # Errors
/// The engine could not go on.
pub(in crate::dm) fn fallen(draft: &mut Draft) -> Result<bool, Refusal> {
    let who = hero_of(draft.acting());
    if draft.game().encounter.is_none() || !is_down(draft.game(), &who) {
        return Ok(false);
    }
    let Some(Fighter::Hero(hero)) = draft.game().fighter(&who) else { return Ok(false) };
    let line = match (hero.dead, hero.stable) {
        (true, _) => format!("{} is dead, and does nothing more in this fight.", hero.name),
        (false, true) => format!("{} lies still, breathing, and can do nothing.", hero.name),
        (false, false) => format!("{} lies dying, and can do nothing but hold on.", hero.name),
    };
    draft.tell_of(line);
    draft.fight(|bout| {
        to_a_hero(bout)?;
        if rounds::waits_for(bout.game()) == Some(&who) {
            perform::perform(bout, &who, &Act::DeathSave)?;
        }
        to_a_hero(bout)
    })?;
    Ok(true)
}
