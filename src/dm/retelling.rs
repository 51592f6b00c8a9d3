//! Undo, retelling and branching of turns.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use game::{
    Session, SessionHead,
    id::{SessionId, TurnId},
    limits::MAX_TITLE,
    safety::TableSafety,
    session::SessionOrigin,
    turn::Usage,
    view::TurnView,
};
use jiff::Timestamp;
use uuid::Uuid;

use crate::store::{
    self, Commit, KeyUse, NewSession, Past, Recorded, Rewind, StoredTurn, Trace, TurnKey, TurnRecord, read_still,
};

use super::{
    Tables,
    earlier::{Earlier, turn_at},
    players_view::turn_view,
    prompt,
    session_queue::QueueTicket,
    words::{NotPlayed, fingerprint},
};

impl Tables {
    /// Takes the last `n` turns back, whole, with everything that followed them. The same key again takes nothing back
    /// and answers the session as it is.
    ///
    /// # Errors
    /// The session has fewer turns, the key was used for something else, or the store failed.
    pub async fn undo(self: &Arc<Self>, line: QueueTicket, n: u32, key: Option<String>) -> Result<Session, NotPlayed> {
        let turn = self.turn_between(line).await?;
        let store = &**self.store();
        let key = key.map(|key| TurnKey { key, fingerprint: fingerprint(&["undo", &n.to_string()]) });
        if let Some(key) = &key {
            match store.key_use(turn.session(), &key.key).await? {
                Some(KeyUse::Undone(undone)) if undone.key == *key => return Ok(store.load(turn.session()).await?),
                Some(_) => return Err(NotPlayed::KeyMismatch),
                None => {}
            }
        }
        let now = store.load(turn.session()).await?;
        let to = now.head.n_turns.checked_sub(n).ok_or_else(|| nothing_to_undo(now.head.n_turns, n))?;
        let Earlier { head, game, interlude } = Earlier::find(store, self.seeds(), &now, to).await?;
        let expected_version = head.version;
        let head = SessionHead { version: expected_version + 1, updated_at: Timestamp::now(), ..head };
        let what = Rewind { to, key, interlude };
        let commit = Commit { expected_version, head: head.clone(), game: game.clone(), what };
        store.commit_rewind(commit).await?;
        self.turned_back(turn.session());
        let session = Session { head, game };
        self.session_changed(&session);
        if now.game.encounter.is_some() {
            self.fight_may_be_over(turn.session());
        }
        Ok(session)
    }

    /// Replaces the last turn by one of its alternatives. Choosing the current one changes nothing.
    ///
    /// # Errors
    /// No such turn or alternative, the turn is not the last one, or the store failed.
    pub async fn choose(&self, line: QueueTicket, turn: &TurnId, telling: &TurnId) -> Result<TurnView, NotPlayed> {
        let my_turn = self.turn_between(line).await?;
        let store = &**self.store();
        let now = store.load(my_turn.session()).await?;
        let last = turn_at(store, &now, now.head.n_turns).await?.ok_or(NotPlayed::UnknownTurn)?;
        let is_of_last = |id: &TurnId| last.turn.id == *id || last.turn.alternatives.iter().any(|it| it.turn_id == *id);
        if !is_of_last(turn) {
            self.turn_of(&now.head.id, turn).await?;
            return Err(NotPlayed::NotTheLastTurn);
        }
        if !is_of_last(telling) {
            return Err(NotPlayed::UnknownTurn);
        }
        if last.turn.id == *telling {
            return Ok(turn_view(last.turn));
        }
        let mut chosen = self.turn_of(&now.head.id, telling).await?;
        let base = Earlier::find(store, self.seeds(), &now, now.head.n_turns - 1).await?;
        let mut game = base.game.clone();
        game.apply_all(&chosen.turn.changes)?;
        let mut window = base.window(store).await?;
        chosen.turn.alternatives = others_of(&last);
        chosen.turn.alternatives.retain(|other| other.turn_id != chosen.turn.id);
        let shown = chosen.is_shown();
        let window_from = prompt::advance_with(&mut window, &chosen.turn, shown, self.stage.past.into());
        let mut usage = base.head.usage.clone();
        usage.add(&chosen.turn.usage);
        let head = SessionHead {
            version: now.head.version + 1,
            updated_at: Timestamp::now(),
            n_turns: now.head.n_turns,
            window_from,
            usage,
            ..base.head
        };
        chosen.head_after = head.clone();
        let view = turn_view(chosen.turn.clone());
        let session = Session { head: head.clone(), game: game.clone() };
        let what = TurnRecord { stored: chosen, window, interlude: base.interlude, trace: Trace::default() };
        let commit = Commit { expected_version: now.head.version, head, game, what };
        store.commit_retelling(None, commit).await?;
        self.session_changed(&session);
        Ok(view)
    }

    /// Begins a session that shares another's past up to and including turn `at`, and what followed it. It has dice of
    /// its own, and never reveals those it shares.
    ///
    /// # Errors
    /// There is no such turn, or the store failed.
    pub async fn branch(&self, origin: &Session, at: u32, key: Option<String>) -> Result<Session, NotPlayed> {
        if at > origin.head.n_turns {
            return Err(NotPlayed::UnknownTurn);
        }
        let store = &**self.store();
        let mut past = self.still_past(origin, at).await?;
        let hand = store.hand(&origin.head.id).await?;
        let (mut renamed, mut retold) = (HashMap::new(), HashMap::new());
        let create_fingerprint = Some(fingerprint(&["branch", origin.head.id.as_str(), &at.to_string()]));
        let create_fingerprint = create_fingerprint.filter(|_| key.is_some());
        let id = SessionId::from(Uuid::now_v7().to_string());
        let title = branch_title(&origin.head.title, at);
        let then = past.turns.last().map(|stored| stored.head_after.clone());
        let begun = SessionHead {
            origin: Some(SessionOrigin::Branch { session_id: origin.head.id.clone(), turn: at }),
            ..SessionHead::begin(id.clone(), origin.head.owner.clone(), title, Timestamp::now())
        };
        for stored in &mut past.turns {
            let new = TurnId::from(Uuid::now_v7().to_string());
            let others = std::mem::take(&mut stored.turn.alternatives).into_iter().map(|other| other.turn_id);
            retold.extend(others.map(|other| (other, new.clone())));
            renamed.insert(std::mem::replace(&mut stored.turn.id, new.clone()), new);
            stored.turn.session_id = id.clone();
            stored.turn.forget_seats();
            stored.turn.usage = Usage::default();
            let SessionHead { version, updated_at, n_turns, window_from, .. } = stored.head_after;
            stored.head_after = SessionHead { version, updated_at, n_turns, window_from, ..begun.clone() };
        }
        for interlude in &mut past.interludes {
            interlude.session_id = id.clone();
        }
        past.aside.journal = hand.carried(&renamed, &retold);
        let (game, checkpoints) = past.fold()?;
        past.checkpoints = checkpoints;
        let reseeded = self.seeds().after(&game.dice);
        let shared_seeds = past.commitments(&origin.head.shared_seeds);
        let version = past.last_version() + 1;
        let game = past.then(version, &id, vec![reseeded], game)?;
        let head = SessionHead {
            version,
            n_turns: at,
            window_from: then.map_or(1, |then| then.window_from),
            create_fingerprint: create_fingerprint.clone(),
            shared_seeds,
            safety: TableSafety { guests: BTreeMap::new(), ..origin.head.safety.clone() },
            ..begun
        };
        let new = NewSession { session: Session { head, game }, past: Some(past), create_key: key };
        match store.create(new).await? {
            Recorded::Now(session) => Ok(session),
            Recorded::Before(session) if session.head.create_fingerprint == create_fingerprint => Ok(session),
            Recorded::Before(_) => Err(NotPlayed::KeyMismatch),
        }
    }

    /// The past of a session up to a turn, read while nothing was saved.
    async fn still_past(&self, origin: &Session, at: u32) -> Result<Past, NotPlayed> {
        let (store, id) = (&**self.store(), &origin.head.id);
        read_still(store, id, |now| async move {
            match at <= now.head.n_turns {
                true => Ok(Past::until(store, id, at).await?),
                false => Err(NotPlayed::UnknownTurn),
            }
        })
        .await
    }

    pub(super) async fn turn_of(&self, session: &SessionId, turn: &TurnId) -> Result<StoredTurn, NotPlayed> {
        self.store().turn(session, turn).await.map_err(|error| match error {
            store::Error::NotFound => NotPlayed::UnknownTurn,
            error => error.into(),
        })
    }
}

/// The narrations there are of a turn, itself the last.
pub(super) fn others_of(told: &StoredTurn) -> Vec<game::turn::Alternative> {
    let mut others = told.turn.alternatives.clone();
    others.push(told.turn.as_alternative());
    others
}

fn branch_title(title: &str, at: u32) -> String {
    let suffix = if at == 0 { " (begun again)".to_owned() } else { format!(" (from turn {at})") };
    let room = MAX_TITLE - suffix.chars().count();
    title.chars().take(room).chain(suffix.chars()).collect()
}

fn nothing_to_undo(there_are: u32, asked: u32) -> NotPlayed {
    NotPlayed::NothingToUndo(match there_are {
        0 => "No turn has been played yet.".to_owned(),
        1 => format!("There is only one turn to take back, not {asked}."),
        n => format!("There are only {n} turns to take back, not {asked}."),
    })
}
