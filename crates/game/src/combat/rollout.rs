//! Plays a whole fight with every fighter's tactics, for forecasts and stress tests.

use super::{
    bout::{Bout, Ended, Spellbook},
    encounter::FightEnding,
    fighter::{FighterId, FighterRef},
    reaction::ReactionAnswer,
    tactics,
};
use crate::{Change, Game, Refusal};

/// The number of rounds after which a fight counts as a draw.
pub const MOST_ROUNDS: u32 = 100;

/// The course of a fight that was played to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rollout {
    /// How it ended; none if [`MOST_ROUNDS`] went by.
    pub ending: Option<FightEnding>,
    /// The round it ended in.
    pub rounds: u32,
    /// Heroes who lie at 0 hit points or are dead at its end.
    pub n_fallen: usize,
    /// The dead among them.
    pub n_dead: usize,
}

/// Fights a fight that has begun to its end.
///
/// # Errors
/// There is no fight.
pub fn fight_out(game: &mut Game, book: &dyn Spellbook) -> Result<Rollout, Refusal> {
    fight(game, |game| {
        let mut bout = Bout::unheard(game, book);
        tactics::take_turn(&mut bout)?;
        Ok(bout.finish().2)
    })
}

/// Fights as [`fight_out`] does; `watch` is shown the game after every turn, with the changes of that turn.
///
/// # Errors
/// There is no fight, or what `watch` finds fault with.
pub fn watch_fight(
    game: &mut Game,
    book: &dyn Spellbook,
    mut watch: impl FnMut(&Game, &[Change]) -> Result<(), Refusal>,
) -> Result<Rollout, Refusal> {
    fight(game, |game| {
        let mut bout = Bout::new(game, book);
        tactics::take_turn(&mut bout)?;
        let (changes, _, ended) = bout.finish();
        watch(game, &changes)?;
        Ok(ended)
    })
}

fn fight(
    game: &mut Game,
    mut take_turn: impl FnMut(&mut Game) -> Result<Option<Ended>, Refusal>,
) -> Result<Rollout, Refusal> {
    let Some(encounter) = game.encounter.as_deref() else {
        return Err(Refusal::new("There is no fight to fight out."));
    };
    let took_part: Vec<FighterId> =
        encounter.order.iter().map(|it| it.who.clone()).filter(FighterId::is_hero).collect();
    let (mut rounds, mut ending) = (encounter.round, None);
    if let Some(pending) = &encounter.pending {
        // The turn with an open question is played again.
        let who = pending.question.who.id.clone();
        game.apply(&Change::ReactionAnswered { answer: ReactionAnswer { who, takes: None } })?;
    }
    while let Some(encounter) = game.encounter.as_deref().filter(|encounter| encounter.round <= MOST_ROUNDS) {
        rounds = encounter.round;
        let ended = take_turn(game)?;
        ending = ended.map(|Ended { ending, .. }| ending).or(ending);
    }
    let heroes = took_part.iter().filter_map(|who| game.fighter(who));
    let fallen: Vec<FighterRef> = heroes.filter(|hero| hero.is_down()).collect();
    let n_dead = fallen.iter().filter(|hero| hero.is_dead()).count();
    Ok(Rollout { ending, rounds, n_fallen: fallen.len(), n_dead })
}
