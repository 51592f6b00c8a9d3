//! Explains a value by the changes that produced it.

use game::{
    Change, Game, Session,
    dice::Roll,
    id::{SessionId, TurnId},
    view::PlayerView,
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::store::{self, Interlude, Listed, StoredTurn, read_still};

use super::{Tables, words::NotPlayed};

const PAGE: u32 = 100;

/// A value and its history.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Why)]
pub struct ValueExplanation {
    /// The value as it is now.
    pub value: Value,
    /// The changes of it, newest first; empty if it is unchanged from the start.
    pub history: Vec<ValueChange>,
}

/// A change of a value.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Cause)]
pub struct ValueChange {
    /// The turn in or after which it happened; 0 for the start.
    pub seq: u32,
    /// The turn it happened in; absent for what happened between turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_id: Option<TurnId>,
    /// What happened.
    pub change: Change,
    /// The roll that caused it; absent if there was none, or if it isn't known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<Roll>,
    /// The value after it.
    pub value: Value,
}

/// A value of the player's view, by its path.
struct ValuePath<'a> {
    session: &'a Session,
    model: &'a str,
    /// The first part of the path.
    field: String,
    pointer: String,
}

impl ValuePath<'_> {
    fn of(&self, game: &Game) -> Option<Value> {
        let view = PlayerView::of_parts(&self.session.head, game, self.model);
        let mut view = serde_json::to_value(view).ok()?;
        view.pointer_mut(&self.pointer).map(Value::take)
    }

    fn may_change_by(&self, change: &Change) -> bool {
        let field = change.field();
        field == self.field || (field == "creatures" && self.field == "party")
    }
}

impl Tables {
    /// Where the value at a path of the player's view came from, such as `characters.0.currentHP`: its newest `limit`
    /// changes.
    ///
    /// # Errors
    /// There is no such value, or the store failed.
    pub async fn why(&self, session: &SessionId, path: &str, limit: usize) -> Result<ValueExplanation, NotPlayed> {
        read_still(&**self.store(), session, |now| async move { self.why_now(&now, path, limit).await }).await
    }

    async fn why_now(&self, session: &Session, path: &str, limit: usize) -> Result<ValueExplanation, NotPlayed> {
        let parts = path.split('.').map(|part| part.replace('~', "~0").replace('/', "~1"));
        let pointer = parts.fold(String::new(), |pointer, part| pointer + "/" + &part);
        let field = path.split('.').next().unwrap_or_default().to_owned();
        let asked = ValuePath { session, model: &self.models().agents.dm.id, field, pointer };
        let value = asked.of(&session.game).ok_or_else(|| NotPlayed::UnknownPath(path.to_owned()))?;
        let mut history = Vec::new();
        let mut until = session.head.n_turns;
        while history.len() < limit {
            let (from, mut causes) = self.causes(&asked, until).await?;
            causes.reverse();
            history.extend(causes);
            if from == 0 {
                break;
            }
            until = from;
        }
        history.truncate(limit);
        Ok(ValueExplanation { value, history })
    }

    /// The changes of the value between the checkpoint before turn `until` and that turn, and where that checkpoint is.
    /// Changes after turn `until` are included only if it is the last one.
    async fn causes(&self, asked: &ValuePath<'_>, until: u32) -> Result<(u32, Vec<ValueChange>), store::Error> {
        let (id, last) = (&asked.session.head.id, asked.session.head.n_turns);
        let store = self.store();
        let (from, game) = store.checkpoint(id, until.saturating_sub(1)).await?;
        let interludes = store.interludes(id, from).await?;
        let turns = store.turns(id, Some(from), Some(until + 1), PAGE.max(until - from)).await?;
        let mut walk = Walk { asked, value: asked.of(&game), game, causes: Vec::new() };
        for turn in &turns {
            walk.between(&interludes, turn.turn.seq - 1)?;
            walk.turn(turn)?;
        }
        if until == last {
            walk.between(&interludes, last)?;
        }
        Ok((from, walk.causes))
    }
}

/// A walk through the changes of a session, which notes those that change the value.
struct Walk<'a> {
    asked: &'a ValuePath<'a>,
    game: Game,
    value: Option<Value>,
    causes: Vec<ValueChange>,
}

impl Walk<'_> {
    fn between(&mut self, interludes: &[Interlude], after_seq: u32) -> Result<(), store::Error> {
        let here = interludes.iter().filter(|interlude| interlude.after_seq == after_seq);
        here.into_iter().try_for_each(|interlude| self.changes(&interlude.changes, &[], after_seq, None))
    }

    fn turn(&mut self, stored: &StoredTurn) -> Result<(), store::Error> {
        self.changes(&stored.turn.changes, &stored.log, stored.turn.seq, Some(&stored.turn.id))
    }

    fn changes(
        &mut self,
        changes: &[Change],
        log: &[Listed],
        seq: u32,
        turn: Option<&TurnId>,
    ) -> Result<(), store::Error> {
        for (at, change) in changes.iter().enumerate() {
            let applied = self.game.apply(change);
            applied.map_err(|refusal| store::Error::Damaged(format!("turn {seq}: {refusal}")))?;
            if !self.asked.may_change_by(change) {
                continue;
            }
            let value = self.asked.of(&self.game);
            if value != self.value {
                self.causes.push(ValueChange {
                    seq,
                    turn_id: turn.cloned(),
                    change: change.clone().without_secrets(),
                    roll: thrown_for(changes, log, at).cloned(),
                    value: value.clone().unwrap_or_default(),
                });
                self.value = value;
            }
        }
        Ok(())
    }
}

/// The recorded cause of a change; none in turns of versions without it.
fn thrown_for<'a>(changes: &'a [Change], log: &[Listed], at: usize) -> Option<&'a Roll> {
    let place = log.iter().find_map(|it| match it {
        Listed::Roll { change, made: Some(made) } if made.contains(&at) => Some(*change),
        _ => None,
    });
    match changes.get(place?)? {
        Change::DiceRolled { roll } => Some(roll),
        _ => None,
    }
}
