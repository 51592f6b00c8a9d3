//! One step of a fight on a copy of the game, applied completely or not at all.

use game::{
    Change, Game, Refusal, State,
    combat::{
        bout::{Bout, Ended, Spellbook},
        encounter::{FightEnding, FightSide},
        ending,
        event::CombatEvent,
        fighter::{FighterId, FighterRef},
        reaction::Reactions,
        rounds,
    },
    creature::Disposition,
    dice::Proof,
    loot,
};

/// The result of a step.
#[derive(Debug, Clone)]
pub(in crate::dm) struct FightStep {
    /// The game after it.
    pub(in crate::dm) game: Game,
    /// What changed, in order.
    pub(in crate::dm) changes: Vec<Change>,
    /// Changes caused by rolls: index of the change, and the roll.
    pub(in crate::dm) causes: Vec<(usize, Proof)>,
    /// The events, in order.
    pub(in crate::dm) events: Vec<CombatEvent>,
}

/// Runs a step, and awards experience and loot if it ends the fight. `reactions` decides on heroes' reactions.
///
/// # Errors
/// Why the step was refused; nothing has changed.
pub(in crate::dm) fn step<T>(
    game: &Game,
    book: &dyn Spellbook,
    reactions: Reactions,
    take: impl FnOnce(&mut Bout) -> Result<T, Refusal>,
) -> Result<(T, FightStep), Refusal> {
    let mut game = game.clone();
    let mut bout = Bout::new(&mut game, book).with_reactions(reactions);
    let answer = take(&mut bout)?;
    if let Some(ended) = bout.ended().cloned() {
        aftermath(&mut bout, &ended)?;
    }
    let causes = bout.causes().to_vec();
    let (changes, events, _) = bout.finish();
    Ok((answer, FightStep { game, changes, causes, events }))
}

/// Plays all turns up to that of a hero who can act or must make a death saving throw. A fight without foes is over.
///
/// # Errors
/// The engine could not go on.
pub(in crate::dm) fn to_a_hero(bout: &mut Bout) -> Result<(), Refusal> {
    to_a_hero_within(bout, rounds::MOST_IN_A_ROW)
}

/// The same, for at most this number of turns.
///
/// # Errors
/// The engine could not go on.
pub(in crate::dm) fn to_a_hero_within(bout: &mut Bout, most: u32) -> Result<(), Refusal> {
    if bout.game().encounter.is_some() && no_foe_stands(bout) {
        return ending::end(bout, FightEnding::Victory);
    }
    // The question may have lost its hero by now.
    let goes_on = rounds::waits_for(bout.game()).is_none() || bout.pending().is_some();
    if bout.game().encounter.is_some() && goes_on {
        rounds::run(bout, most)?;
    }
    Ok(())
}

fn no_foe_stands(bout: &Bout) -> bool {
    let order = bout.game().encounter.iter().flat_map(|encounter| &encounter.order);
    let mut foes = order.filter(|it| it.side == FightSide::Foes);
    !foes.any(|it| bout.game().fighter(&it.who).is_some_and(|fighter| !fighter.is_down()))
}

/// After a fight: escaped foes stay behind, pacified ones are no longer hostile, and the defeated leave their loot.
fn aftermath(bout: &mut Bout, ended: &Ended) -> Result<(), Refusal> {
    let living = bout.game().creatures.iter().filter(|one| one.disposition == Disposition::Hostile && !one.is_dead());
    let living: Vec<_> = living.map(|one| one.id.clone()).collect();
    let of = |npc_id| match ended.ending {
        FightEnding::Fled => Some(Change::CreatureLeft { npc_id }),
        FightEnding::Settled => Some(Change::CreatureTurned { npc_id, disposition: Disposition::Neutral }),
        FightEnding::Victory | FightEnding::Defeat => None,
    };
    bout.make_all(living.into_iter().filter_map(of))?;
    loot::share(bout, ended)
}

/// The hero's place in a fight.
pub(in crate::dm) fn hero_of(id: &game::id::CharacterId) -> FighterId {
    FighterId::Hero(id.clone())
}

/// Whether a fighter's action is spent.
pub(in crate::dm) fn has_acted(state: &State, who: &FighterId) -> bool {
    let own = state.encounter.as_deref().and_then(|encounter| encounter.combatant(who));
    own.is_some_and(|it| it.economy.action && it.economy.attacks_left == 0)
}

/// Whether a hero lies at 0 hit points, dead or alive.
pub(in crate::dm) fn is_down(game: &Game, who: &FighterId) -> bool {
    game.fighter(who).is_some_and(FighterRef::is_down)
}
