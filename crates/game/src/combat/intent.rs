//! The next action of an ally, shown to the player in advance.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    bout::{Bout, Spellbook},
    encounter::FightSide,
    fighter::FighterId,
    rounds, tactics, turning,
};
use crate::{Change, Game, State, id::NpcId};

/// What an ally plans for its next turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Intent {
    pub ally: NpcId,
    /// Its name.
    pub name: String,
    /// The action's name in its stat block; absent if it can only come nearer.
    #[schema(required)]
    pub deed: Option<String>,
    /// The ids of its targets.
    pub targets: Vec<String>,
    /// Whether it moves first.
    pub moves: bool,
    /// The plan as a sentence.
    pub suggestion: String,
}

/// The ally whose turn follows that of the current hero; none if someone else is next.
pub fn next_ally(state: &State) -> Option<&NpcId> {
    rounds::waits_for(state)?;
    let encounter = state.encounter.as_deref().filter(|it| it.pending.is_none())?;
    let (n, from) = (encounter.order.len(), encounter.turn_index);
    let mut after = (1..n).map(|step| &encounter.order[(from + step) % n]);
    let next = after.find(|it| state.fighter(&it.who).is_some_and(|fighter| !fighter.is_down()))?;
    let fighter = state.fighter(&next.who)?;
    let can = next.side == FightSide::Heroes && !next.surprised && fighter.acts();
    match &next.who {
        FighterId::Creature(id) if can && !turning::is_turned(fighter) => Some(id),
        _ => None,
    }
}

/// The action of that ally if the hero's turn ended now.
pub fn intent(game: &Game, book: &dyn Spellbook) -> Option<Intent> {
    let ally = next_ally(game)?.clone();
    let who = FighterId::Creature(ally.clone());
    // On a copy its turn has begun already, without any dice.
    let mut game = game.clone();
    let round = game.encounter.as_deref()?.round;
    game.apply(&Change::CombatTurnBegan { who: who.clone(), round, passed: Vec::new() }).ok()?;
    let bout = Bout::unheard(&mut game, book);
    let plan = tactics::plan(&bout, &who);
    let name = bout.name(&who).to_owned();
    let Some(plan) = plan else {
        let suggestion = format!("{name} means to come nearer.");
        return Some(Intent { ally, name, deed: None, targets: Vec::new(), moves: true, suggestion });
    };
    let (deed, moves) = (plan.deed.name.clone(), plan.from != tactics::Position::Here);
    let at: Vec<&str> = plan.aim.targets.iter().map(|target| bout.name(target)).collect();
    let at = if at.is_empty() { String::new() } else { format!(" at {}", crate::listed(at)) };
    let first = if moves { "to go there and " } else { "to " };
    let suggestion = format!("{name} means {first}use {deed}{at}.");
    let targets = plan.aim.targets.iter().map(|target| target.as_str().to_owned()).collect();
    Some(Intent { ally, name, deed: Some(deed), targets, moves, suggestion })
}
