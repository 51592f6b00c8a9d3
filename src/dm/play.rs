//! One turn, from claim to answer.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use jiff::Timestamp;

use crate::{
    agent::{self, Agent, End, Listener},
    game::{
        Session, Turn,
        id::CharacterId,
        session::SessionHead,
        turn::{Exchange, Usage},
        view::{PlayerView, TurnView},
    },
    llm,
    store::{self, CLAIM_TTL, Claim, Commit, Listed, Store, StoredTurn, TurnKey},
};

use super::{
    draft::{Draft, DraftRecord},
    feed::{Failure, FailureCode, Feed, Played, TurnEvent},
    models::Models,
    prompt,
    step::{Drill, Step},
    tools,
    windows::Windows,
};

/// The notice of a turn the model would not tell.
const MODEL_REFUSED: &str = "model_refused";
/// The most replies of a turn.
const MAX_CALLS: u32 = 8;
/// The most tokens of one reply, its thinking included.
const MAX_TOKENS: u32 = 8192;
/// The most turns a window holds, however short they are.
const MAX_WINDOW_TURNS: u32 = 200;
/// How often a claim is renewed while its turn plays.
const RENEW_EVERY: Duration = Duration::from_secs(20);
/// How often it is tried to give a claim back while the store can't take it.
const RELEASE_EVERY: Duration = Duration::from_millis(500);

/// What a turn is played with.
pub(super) struct Stage {
    pub(super) store: Arc<dyn Store>,
    pub(super) models: Arc<Models>,
    pub(super) agent: Agent<Draft>,
    pub(super) drill: Drill,
    windows: Windows,
}

/// What a player asked for, checked as far as its shape goes.
#[derive(Debug, Clone)]
pub(super) struct Words {
    pub(super) key: TurnKey,
    pub(super) message: String,
    pub(super) acting: CharacterId,
}

impl Stage {
    pub(super) fn new(store: Arc<dyn Store>, models: Arc<Models>, drill: Drill) -> Self {
        let agent = Agent {
            system: prompt::system(),
            toolbox: tools::toolbox(),
            model: models.dm.clone(),
            max_tokens: MAX_TOKENS,
            max_calls: MAX_CALLS,
        };
        Self { store, models, agent, drill, windows: Windows::default() }
    }

    /// Plays a claimed turn and saves it. The feed is told everything, the ending included.
    pub(super) async fn play(
        &self,
        claim: Claim,
        session: Session,
        words: Words,
        feed: &Feed,
        stop: impl Future<Output = ()>,
    ) {
        self.drill.reached(Step::Claim);
        feed.push(TurnEvent::Turn { turn_id: claim.turn.clone(), seq: session.head.n_turns + 1 });
        let told = tokio::select! {
            told = self.tell(&claim, &session, words, feed) => told,
            () = stop => Err(Failure::cancelled()),
            failure = self.keep_claim(&claim) => Err(failure),
        };
        let saved = match told {
            Ok((commit, window)) => self.save(&claim, commit, window).await,
            Err(failure) => Err(failure),
        };
        match saved {
            Ok(played) => {
                self.drill.reached(Step::Answer);
                feed.push_ending(played);
            }
            Err(failure) => {
                self.give_back(claim).await;
                feed.push(TurnEvent::Failed(failure));
            }
        }
    }

    /// Ends a turn whose playing broke down without an ending of its own.
    pub(super) async fn fail(&self, claim: Claim, feed: &Feed) {
        tracing::error!(session = %claim.session, "a turn broke down");
        self.give_back(claim).await;
        feed.push(TurnEvent::Failed(Failure::internal()));
    }

    /// Lets the Dungeon Master answer on a draft, and makes the turn's record of it and the next turn's window.
    async fn tell(
        &self,
        claim: &Claim,
        session: &Session,
        words: Words,
        feed: &Feed,
    ) -> Result<(Commit<StoredTurn>, Vec<Exchange>), Failure> {
        let started_at = Timestamp::now();
        let mut window = self.window(&session.head).await?;
        let messages = prompt::messages(&window, &session.game, &words.acting, &words.message);
        self.drill.reached(Step::Prompt);
        let mut draft = Draft::new(
            session.game.clone(),
            words.acting.clone(),
            feed.clone(),
            Arc::clone(&self.models),
            self.drill.clone(),
        );
        let end = agent::run(&self.agent, &*self.models.model, &mut draft, messages).await.map_err(Failure::from)?;
        conclude(&mut draft, end);
        self.drill.reached(Step::Validate);
        check(session, &draft)?;
        let (game, record) = draft.finish();
        let DraftRecord { narrative, tool_calls, changes, log, usage, model } = record;
        let turn = Turn {
            id: claim.turn.clone(),
            seq: session.head.n_turns + 1,
            session_id: claim.session.clone(),
            character_id: words.acting,
            message: words.message,
            narrative,
            tool_calls,
            changes,
            alternatives: Vec::new(),
            usage,
            model: model.unwrap_or_else(|| self.agent.model.clone()),
            started_at,
            ended_at: Timestamp::now(),
        };
        window.push(turn.exchange());
        let window_from = prompt::advance_window(&window);
        window.retain(|said| said.seq >= window_from && (said.seq < turn.seq || !was_refused(&log)));
        let head = head_after(&session.head, &turn, window_from);
        let what = StoredTurn { turn, key: words.key, log, head_after: head.clone() };
        Ok((Commit { expected_version: session.head.version, head, game, what }, window))
    }

    async fn window(&self, head: &SessionHead) -> Result<Vec<Exchange>, Failure> {
        if let Some(window) = self.windows.take(&head.id, head.version) {
            return Ok(window);
        }
        let from = head.window_from.max(head.n_turns.saturating_sub(MAX_WINDOW_TURNS - 1));
        let said = self.store.said(&head.id, from, MAX_WINDOW_TURNS).await?;
        Ok(said.into_iter().filter(|said| !was_refused(&said.log)).map(|said| said.turn).collect())
    }

    async fn save(&self, claim: &Claim, commit: Commit<StoredTurn>, window: Vec<Exchange>) -> Result<Played, Failure> {
        self.drill.reached(Step::Commit);
        let session = PlayerView::of_parts(&commit.head, &commit.game, &self.models.dm);
        let turn = TurnView::of(commit.what.turn.clone());
        self.store.commit_turn(claim, commit).await?;
        self.windows.keep(&session.id, session.version, window);
        Ok(Played { turn, session })
    }

    /// Gives a claim back. Where the store can't just now, goes on trying behind the player's back until the claim runs
    /// out by itself: nobody else could play before.
    async fn give_back(&self, claim: Claim) {
        let Err(error) = self.store.release_claim(&claim).await else { return };
        tracing::warn!(session = %claim.session, %error, "a claim was not given back; trying again");
        let store = Arc::clone(&self.store);
        tokio::spawn(async move {
            let since = Instant::now();
            while since.elapsed() < CLAIM_TTL {
                tokio::time::sleep(RELEASE_EVERY).await;
                if store.release_claim(&claim).await.is_ok() {
                    return;
                }
            }
        });
    }

    /// Renews a claim for as long as its turn plays; answers only when it is lost.
    async fn keep_claim(&self, claim: &Claim) -> Failure {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            match self.store.renew_claim(claim).await {
                Err(error @ store::Error::Conflict) => return error.into(),
                Err(error) => tracing::warn!(session = %claim.session, %error, "a claim was not renewed"),
                Ok(()) => {}
            }
        }
    }
}

/// Whether the model would not tell a turn. Such a turn is not shown to it again: the same words would draw the same
/// refusal of whatever comes after them.
fn was_refused(log: &[Listed]) -> bool {
    log.iter().any(|entry| matches!(entry, Listed::Notice { code, .. } if code == MODEL_REFUSED))
}

/// What the player reads when the model left it at nothing.
fn conclude(draft: &mut Draft, end: End) {
    let (line, notice) = match end {
        End::Told => return,
        End::Silent => ("The moment passes, and the world holds its breath.", None),
        End::BudgetReached => (
            "Time stretches thin around you, and the moment passes before anything is decided.",
            Some(("budget_reached", "The Dungeon Master used up its replies for this turn.")),
        ),
        End::Refused => (
            "The tale turns its face away from that. You find yourself where you were, with another way open.",
            Some((MODEL_REFUSED, "The model would not tell this. Try something else.")),
        ),
        End::OutOfRoom => (
            "The tale has grown too long to hold in one breath; you gather your thoughts where you stand.",
            Some(("context_full", "The conversation outgrew the model's window.")),
        ),
    };
    let between = if draft.record.narrative.is_empty() { "" } else { "\n\n" };
    draft.text(&format!("{between}{line}"));
    if let Some((code, message)) = notice {
        draft.notice(code, message);
    }
}

/// A turn is saved only if its changes, applied once more to the game it began with, come to the game it ended with.
fn check(before: &Session, draft: &Draft) -> Result<(), Failure> {
    let mut again = before.game.clone();
    let refolded = again.apply_all(&draft.record.changes);
    if refolded.is_ok() && again == *draft.game() {
        return Ok(());
    }
    tracing::error!(session = %before.head.id, "a turn's changes do not come to its game");
    Err(Failure::internal())
}

fn head_after(head: &SessionHead, turn: &Turn, window_from: u32) -> SessionHead {
    let mut usage: Usage = head.usage.clone();
    usage.add(&turn.usage);
    SessionHead {
        version: head.version + 1,
        updated_at: turn.ended_at,
        n_turns: turn.seq,
        window_from,
        usage,
        ..head.clone()
    }
}

impl Failure {
    fn new(code: FailureCode, message: impl Into<String>, retryable: bool) -> Self {
        Self { code, message: message.into(), retryable, retry_after: None }
    }

    fn cancelled() -> Self {
        Self::new(FailureCode::TurnCancelled, "You stopped this turn; nothing of it counts.", true)
    }

    pub(super) fn internal() -> Self {
        Self::new(FailureCode::Internal, "Something went wrong on our side; nothing of this turn counts.", true)
    }
}

impl From<agent::Error> for Failure {
    fn from(error: agent::Error) -> Self {
        match error {
            agent::Error::Model(error) => error.into(),
            agent::Error::Tool(source) => {
                tracing::error!(error = %source, "a tool broke");
                Self::internal()
            }
        }
    }
}

impl From<llm::Error> for Failure {
    fn from(error: llm::Error) -> Self {
        let (code, retry_after) = match &error {
            llm::Error::Failed { .. } => (FailureCode::ModelFailed, None),
            llm::Error::Overloaded { retry_after } => {
                (FailureCode::ModelOverloaded, Some(retry_after.map_or(30, |wait| wait.as_secs().max(1))))
            }
            llm::Error::TimedOut => (FailureCode::ModelTimeout, None),
        };
        Self { retry_after, ..Self::new(code, error.to_string(), error.is_retryable()) }
    }
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::TooLarge(what) => Self::new(FailureCode::TooLarge, what, false),
            store::Error::Conflict | store::Error::NotFound => Self::new(
                FailureCode::VersionConflict,
                "The session was changed somewhere else meanwhile. Read it again, then send your words again.",
                true,
            ),
            store::Error::Damaged(what) => {
                tracing::error!(what, "a stored record cannot be read");
                Self::internal()
            }
            error => {
                tracing::error!(error = %error, source = ?std::error::Error::source(&error), "the store failed");
                let words = "The store cannot be reached just now; nothing was changed. Try again in a moment.";
                Self { retry_after: Some(5), ..Self::new(FailureCode::StoreUnavailable, words, true) }
            }
        }
    }
}
