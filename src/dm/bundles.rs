//! Exports and imports whole sessions.

use game::{Session, SessionHead, id::SessionId, safety::TableSafety, session::SessionOrigin, turn::Usage};
use jiff::Timestamp;
use uuid::Uuid;

use crate::store::{self, Bundle, NewSession, Recorded, StoredTurn, load_readable};

use super::{
    Tables, campaigns, plot,
    prompt::{self, WindowBounds},
    seeds::Seeds,
    session_queue::QueueTicket,
    words::NotPlayed,
};

impl Tables {
    /// A whole session, to be carried elsewhere. It reveals the seeds its dice have fallen from, and the session goes on
    /// with a fresh one. Kept secret are a seed nothing was thrown with yet, and those that a session of the same past
    /// may still play with.
    ///
    /// # Errors
    /// There is no such session, it is damaged, or the store could not. Damaged records beside the turns are left out
    /// instead, and the second value says why.
    pub async fn export(&self, line: QueueTicket) -> Result<(Bundle, Option<store::Error>), NotPlayed> {
        let turn = self.turn_between(line).await?;
        let (session, past, lost) = load_readable(&**self.store(), turn.session()).await?;
        let cup = session.game.dice.clone();
        let mut secret = session.head.shared_seeds.clone();
        let thrown = past.is_last_seed_used();
        if !thrown {
            secret.push(cup.commitment());
        }
        let version = session.head.version;
        let campaign = match &session.game.plot {
            Some(plot) => {
                let digest = &plot.campaign.digest;
                let kept = campaigns::kept_package(&**self.store(), digest).await;
                Some(kept.map_err(|error| plot::missing(error, digest))?)
            }
            None => None,
        };
        let bundle = tokio::task::spawn_blocking(move || Bundle::of(session, past, &secret)).await;
        let bundle = Bundle { campaign, ..bundle.unwrap_or_else(|panic| Err(broke_down(&panic)))? };
        if thrown {
            // Last, and only if nothing was saved since: a revealed seed must never be used again.
            self.decide_and_save(turn.session(), None, |now| match now.head.version == version {
                true => Ok((vec![self.seeds().after(&now.game.dice)], ())),
                false => Err(NotPlayed::InProgress),
            })
            .await?;
        }
        Ok((bundle, lost))
    }

    /// Takes a session in as `owner`'s: under an id of its own, with fresh dice from here on. The same key again answers
    /// the session it has begun.
    ///
    /// # Errors
    /// It is too large, or the store could not.
    pub async fn import(
        &self,
        bundle: Bundle,
        owner: String,
        create: (Option<String>, Option<String>),
    ) -> Result<Recorded<Session>, NotPlayed> {
        if let Some(package) = &bundle.campaign {
            self.store().keep_package(package).await?;
        }
        let (seeds, bounds) = (self.seeds().clone(), WindowBounds::from(self.stage.past));
        let new = tokio::task::spawn_blocking(move || assemble(bundle, owner, create, (&seeds, bounds))).await;
        let new = new.unwrap_or_else(|panic| Err(broke_down(&panic)))?;
        Ok(self.store().create(new).await?)
    }
}

fn broke_down(panic: &tokio::task::JoinError) -> store::Error {
    store::Error::Damaged(format!("a session could not be carried over: {panic}"))
}

/// A session to be saved. Totals in its head are computed from the turns.
fn assemble(
    bundle: Bundle,
    owner: String,
    (create_key, create_fingerprint): (Option<String>, Option<String>),
    (seeds, bounds): (&Seeds, WindowBounds),
) -> store::Result<NewSession> {
    let shared_seeds = bundle.secret_commitments();
    let Bundle { about, state, mut past, .. } = bundle;
    let id = SessionId::from(Uuid::now_v7().to_string());
    let begun = SessionHead {
        created_at: about.created_at,
        origin: Some(SessionOrigin::Imported),
        ..SessionHead::begin(id.clone(), owner, about.title, Timestamp::now())
    };
    for interlude in &mut past.interludes {
        interlude.session_id = id.clone();
    }
    past.aside.journal.version = u64::from(!past.aside.journal.is_empty());
    let mut others: Vec<&mut StoredTurn> = past.aside.alternatives.iter_mut().collect();
    others.sort_by_key(|other| other.turn.seq);
    let mut others = others.into_iter().peekable();
    let (mut usage, mut window, mut window_from) = (Usage::default(), Vec::new(), begun.window_from);
    for stored in &mut past.turns {
        while let Some(other) = others.next_if(|other| other.turn.seq <= stored.turn.seq) {
            settle(other, &begun, &usage, window_from);
        }
        let shown = stored.is_shown();
        window_from = prompt::advance_with(&mut window, &stored.turn, shown, bounds);
        settle(stored, &begun, &usage, window_from);
        usage.clone_from(&stored.head_after.usage);
    }
    let version = past.last_version() + 1;
    let game = past.then(version, &id, vec![seeds.after(&state.dice)], state)?;
    let n_turns = past.turns.last().map_or(0, |last| last.turn.seq);
    let safety = TableSafety { host: about.safety, ..TableSafety::default() };
    let head = SessionHead { version, n_turns, window_from, usage, create_fingerprint, shared_seeds, safety, ..begun };
    Ok(NewSession { session: Session { head, game }, past: Some(past), create_key })
}

/// Makes a turn one of this session.
fn settle(stored: &mut StoredTurn, begun: &SessionHead, before: &Usage, window_from: u32) {
    stored.turn.session_id = begun.id.clone();
    stored.turn.forget_seats();
    let mut usage = before.clone();
    usage.add(&stored.turn.usage);
    let SessionHead { version, updated_at, .. } = stored.head_after;
    stored.head_after =
        SessionHead { version, updated_at, n_turns: stored.turn.seq, window_from, usage, ..begun.clone() };
}
