//! One turn, from claim to commit.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use game::{
    Game, Refusal, Session, Turn,
    combat::{reaction::Reactions, rounds},
    id::{CharacterId, SeatId, SessionId},
    roster::{Allowance, HOST, Roster},
    safety::StoppedScene,
    turn::{Exchange, HeroDeed},
    view::PlayerView,
};
use jiff::Timestamp;

use crate::{
    agent::{Agent, ToolError, Toolbox},
    config::PastSettings,
    rules::LibraryHandle,
    store::{self, CLAIM_TTL, Claim, Commit, FailedTurn, Interlude, StopCause, Store, StoredTurn, TurnKey, TurnRecord},
};

use super::{
    answer::MessageContext,
    budget::{Account, Budget},
    commit_check::{check, head_after},
    conclusion::{BY_RULES, by_button},
    draft::{Draft, DraftRecord},
    elsewhere::{MAX_WITHDRAWING, within},
    feed::{FailureCode, Feed, TurnEvent, TurnFailure, TurnResult},
    fight,
    hints::Hints,
    history_summary::Summaries,
    judge::Judge,
    models::{Models, Provider},
    npc::{self, Npc, NpcAgents},
    players_view::turn_view,
    plot::Packages,
    prompt,
    retelling::others_of,
    rosters,
    safety::Boundaries,
    session_memory::MemoryCache,
    step::{Drill, TurnStep},
    store_metrics::StoreMetrics,
    tables::TableOptions,
    tools,
};

/// Maximum number of model calls per turn.
pub(super) const MAX_CALLS: u32 = 8;
/// Maximum number of tokens per reply, including thinking.
pub(super) const MAX_TOKENS: u32 = 8192;
/// Renewal interval of a claim during its turn.
const RENEW_EVERY: Duration = Duration::from_secs(20);
/// Retry interval for releasing a claim while the store is unavailable.
const RELEASE_EVERY: Duration = Duration::from_millis(500);
/// Interval for checking whether another server asks to stop a turn; each check reads one document.
const LOOK_FOR_CANCEL_EVERY: Duration = Duration::from_secs(2);
/// Runs turns: agents, tools and services.
pub(super) struct TurnRunner {
    pub(super) store: Arc<dyn Store>,
    pub(super) models: Arc<Models>,
    pub(super) agent: Agent<Draft>,
    /// The combat agent.
    pub(super) combat: Agent<Draft>,
    /// The agents of people addressed by name.
    cast: NpcAgents,
    /// The Dungeon Master's tools in a campaign.
    pub(super) campaign_toolbox: Toolbox<Draft>,
    pub(super) packages: Packages,
    pub(super) judge: Option<Judge>,
    pub(super) drill: Drill,
    pub(super) rules: Arc<LibraryHandle>,
    pub(super) hints: Hints,
    pub(super) budget: Budget,
    pub(super) past: PastSettings,
    pub(super) memories: Arc<MemoryCache>,
    pub(super) summaries: Summaries,
    pub(super) store_metrics: StoreMetrics,
    /// Whether players are asked about their heroes' reactions.
    asks_for_reactions: AtomicBool,
}

/// A validated request of a player.
#[derive(Debug, Clone)]
pub(super) struct TurnRequest {
    pub(super) key: TurnKey,
    pub(super) message: String,
    pub(super) acting: CharacterId,
    /// The seat of the player, if anyone was ever invited.
    pub(super) seat: Option<SeatId>,
    /// The people addressed by name, who answer instead of the Dungeon Master.
    pub(super) to: Vec<Npc>,
    /// The result of a button, which needs no model.
    pub(super) done: Option<Box<fight::CarriedOut>>,
    /// The action of each hero if several act together; the one who acts is the last.
    pub(super) deeds: Vec<HeroDeed>,
}

impl TurnRequest {
    /// The seats of the acting heroes.
    fn seats(&self) -> Vec<SeatId> {
        match self.deeds.as_slice() {
            [] => self.seat.iter().cloned().collect(),
            deeds => deeds.iter().filter_map(|deed| deed.seat.clone()).collect(),
        }
    }

    /// The guest whose turn it is; `None` for the host's, and for one in which several people act.
    pub(super) fn guest(&self) -> Option<SeatId> {
        self.seat.clone().filter(|seat| seat.as_str() != HOST)
    }
}

/// Input of a claimed turn.
pub(super) struct TurnInput {
    pub(super) claim: Claim,
    /// The session before the turn.
    pub(super) session: Session,
    /// The previous turns in the prompt's window.
    pub(super) window: Vec<Exchange>,
    pub(super) words: TurnRequest,
    /// The version that it replaces.
    pub(super) instead_of: Option<StoredTurn>,
    /// Changes before it, see [`TurnRecord`].
    pub(super) interlude: Option<Interlude>,
    /// Limit on a guest's spending, if the host has set a cap.
    pub(super) allowance: Option<Allowance>,
}

impl TurnRunner {
    pub(super) fn new(store: Arc<dyn Store>, models: Arc<Models>, drill: Drill, options: TableOptions) -> Self {
        let TableOptions { rules, hints, budget, past } = options;
        let agent = Agent {
            system: prompt::system(),
            toolbox: tools::toolbox(),
            model: models.agents.dm.clone(),
            max_tokens: MAX_TOKENS,
            max_calls: MAX_CALLS,
            second_chance: false,
        };
        let judge = Judge::of(&models, &drill);
        let (combat, cast) = (fight::agent(&models.agents.combat), NpcAgents::of(&models.agents.npc));
        let (campaign_toolbox, packages) = (tools::campaign_toolbox(), Packages::default());
        let (memories, summaries) = (Arc::default(), Summaries::of(past.summary_chars as usize));
        Self {
            store,
            models,
            agent,
            combat,
            cast,
            campaign_toolbox,
            packages,
            judge,
            drill,
            rules,
            hints,
            budget,
            past,
            memories,
            summaries,
            store_metrics: StoreMetrics::default(),
            asks_for_reactions: AtomicBool::new(false),
        }
    }

    /// Asks players about their heroes' reactions from now on, instead of deciding by rule.
    pub(super) fn ask_for_reactions(&self) {
        self.asks_for_reactions.store(true, Ordering::Relaxed);
    }

    pub(super) fn reactions(&self) -> Reactions {
        if self.asks_for_reactions.load(Ordering::Relaxed) { Reactions::Ask } else { Reactions::ByRule }
    }

    /// Plays a claimed turn and saves it. All events go to the feed, including the last.
    pub(super) async fn play(&self, scene: TurnInput, feed: &Feed, stop: impl Future<Output = TurnFailure>) {
        self.drill.reached(TurnStep::Claim);
        let claim = scene.claim.clone();
        let (turn_id, seq, seat) = (claim.turn.clone(), scene.session.head.n_turns + 1, scene.words.seat.clone());
        // Without the roster no one knows who may read the deeds, and the turn fails for the same reason.
        let (deeds, whispers) = match self.whispers(&scene.session, &scene.words).await {
            Ok(whispers) => (scene.words.deeds.clone(), whispers),
            Err(_) => Default::default(),
        };
        feed.push(TurnEvent::Turn { turn_id, seq, seat, deeds, whispers });
        let is_retelling = scene.instead_of.is_some();
        let account = self.budget.account(&scene.session.head).within(scene.allowance);
        let payers = if is_retelling { Vec::new() } else { scene.words.seats() };
        let told = tokio::select! {
            // A turn that is stopped before it begins calls no model.
            biased;
            stopped = stop => Err(stopped),
            told = self.tell(scene, feed, &account) => told,
            failure = self.stopped_elsewhere(&claim, feed) => Err(failure),
            failure = self.keep_claim(&claim) => Err(failure),
            never = self.publish(&claim, feed) => match never {},
        };
        // Before the claim is released: another server may play the guest's next turn.
        self.charge(&claim.session, &payers, account.paid()).await;
        let saved = match told {
            Ok(commit) => self.save((&claim, &account), commit, is_retelling).await,
            Err(failure) => Err(failure),
        };
        match saved {
            Ok(played) => {
                self.hints.count(&played.turn.turn, &feed.trace());
                self.drill.reached(TurnStep::Answer);
                feed.push_ending(played);
            }
            Err(failure) => {
                self.record_spending(&claim, &account).await;
                match failure.code {
                    // Its last events may have been published after the session was deleted.
                    FailureCode::UnknownSession => drop(self.store.withdraw_live(&claim.session).await),
                    FailureCode::StoppedForSafety => self.withdraw(&claim, feed).await,
                    _ => {}
                }
                let failed = failure.of_turn(&claim.turn, feed.seq());
                self.give_back(
                    claim,
                    Some(FailedTurn { stopped_at: StoppedScene::after(&feed.stopped_at()).told, ..failed }),
                )
                .await;
                feed.push(TurnEvent::Failed(TurnFailure { model_calls: feed.trace().calls.len(), ..failure }));
            }
        }
    }

    /// Records the cost of an unsaved turn in the session's head. Otherwise only the next saved turn would, and a server that
    /// stops before would lose it.
    async fn record_spending(&self, claim: &Claim, account: &Account) {
        if !account.has_unsaved() {
            return;
        }
        let spent = account.spent();
        match self.store.record_spending(claim, spent).await {
            Ok(()) => account.saved(spent),
            Err(error) => tracing::warn!(session = %claim.session, %error, "a session's spending was not recorded"),
        }
    }

    /// Charges the cost of a turn to the caps of the acting guests, in equal parts. The host's part isn't counted.
    async fn charge(&self, session: &SessionId, seats: &[SeatId], cost: u64) {
        let each = cost.div_ceil(seats.len().max(1) as u64);
        for guest in seats.iter().filter(|seat| each > 0 && seat.as_str() != HOST) {
            if let Err(error) = rosters::charge(&*self.store, session, guest, each).await {
                tracing::warn!(%session, %error, "what a guest's turn has cost was not counted against their cap");
            }
        }
    }

    /// Deletes the published events of a turn that the X card stopped, after their last write. No other turn is published there
    /// while the claim is held.
    async fn withdraw(&self, claim: &Claim, feed: &Feed) {
        let publishing = feed.publishing();
        let _written = publishing.lock().await;
        if let Err(error) = within(MAX_WITHDRAWING, self.store.withdraw_turn(&claim.session)).await {
            tracing::warn!(session = %claim.session, %error, "what was published of a stopped turn was not deleted");
        }
    }

    /// Fails a turn whose task panicked or was dropped.
    pub(super) async fn fail(&self, claim: Claim, feed: &Feed) {
        tracing::error!(session = %claim.session, "a turn broke down");
        let failure = match feed.is_stopped_for_safety() {
            true => TurnFailure::stopped_for_safety(),
            false => TurnFailure::internal(),
        };
        if failure.code == FailureCode::StoppedForSafety {
            self.withdraw(&claim, feed).await;
        }
        let failed = failure.of_turn(&claim.turn, feed.seq());
        self.give_back(claim, Some(failed)).await;
        feed.push(TurnEvent::Failed(failure));
    }

    /// Lets the Dungeon Master answer on a draft, and builds the turn's record.
    async fn tell(&self, scene: TurnInput, feed: &Feed, account: &Account) -> Result<Commit<TurnRecord>, TurnFailure> {
        let TurnInput { claim, session, mut window, words, instead_of, interlude, allowance: _ } = scene;
        let started_at = Timestamp::now();
        let mut draft = self.begin(&session, &words, feed, account).await?;
        let is_by_model = words.done.is_none();
        match words.done {
            Some(done) => {
                by_button(&mut draft, *done, &words.message);
                draft.carry_on().map_err(stuck)?;
            }
            None if !words.to.is_empty() => {
                draft.carry_on().map_err(stuck)?;
                draft.interpret(&words.message, &window).await;
                npc::converse((&self.cast, &self.hints), &mut draft, &words.to, &window).await?;
            }
            None => {
                let deeds = in_plain_words(&draft, &words.deeds, &window);
                draft = draft.of_round(&deeds);
                let asked = MessageContext {
                    head: &session.head,
                    window: &window,
                    message: &words.message,
                    deeds: &deeds,
                    instead_of: instead_of.as_ref().map(|told| &told.turn),
                    seat: words.seat.as_ref(),
                };
                draft.interpret(&words.message, &window).await;
                match asked.deeds {
                    [] => self.answer(&mut draft, &asked).await?,
                    _ if self.is_paid() => self.answer(&mut draft, &asked).await?,
                    deeds => self.answer_each(&mut draft, &asked, deeds).await?,
                }
            }
        }
        self.play_out(&mut draft, &session.game, &window).await?;
        self.drill.reached(TurnStep::Validate);
        check(&session, &draft)?;
        let (game, record) = draft.finish();
        let DraftRecord { message, narrative, speakers, tool_calls, changes, combat_events, log, usage, model, .. } =
            record;
        let turn = Turn {
            id: claim.turn,
            seq: session.head.n_turns + 1,
            session_id: claim.session,
            character_id: words.acting,
            seat: words.seat,
            message: message.unwrap_or(words.message),
            deeds: words.deeds,
            whispers: feed.whispers(),
            narrative,
            speakers,
            tool_calls,
            changes,
            combat_events,
            alternatives: instead_of.as_ref().map(others_of).unwrap_or_default(),
            usage,
            model: model.unwrap_or_else(|| self.agent.model.id.clone()),
            started_at,
            ended_at: Timestamp::now(),
        };
        let mut stored = StoredTurn { head_after: session.head.clone(), turn, key: words.key, log };
        let window_from = prompt::advance_with(&mut window, &stored.turn, stored.is_shown(), self.past.into());
        let mut head = head_after(&session.head, &stored.turn, window_from, account.spent());
        if is_by_model {
            head.safety.stopped = None;
        }
        stored.head_after.clone_from(&head);
        let what = TurnRecord { stored, window, interlude, trace: feed.trace() };
        Ok(Commit { expected_version: session.head.version, head, game, what })
    }

    /// Who is at the table of a turn's session; `None` if no one was ever invited.
    pub(super) async fn roster_of(
        &self,
        session: &Session,
        words: &TurnRequest,
    ) -> Result<Option<Roster>, TurnFailure> {
        match words.seats().is_empty() {
            true => Ok(None),
            false => Ok(Some(self.store.roster(&session.head.id).await?)),
        }
    }

    /// The draft that a turn begins with.
    pub(super) async fn begin(
        &self,
        session: &Session,
        words: &TurnRequest,
        feed: &Feed,
        account: &Account,
    ) -> Result<Draft, TurnFailure> {
        let mut draft = Draft::new(
            session.game.clone(),
            words.acting.clone(),
            feed.clone(),
            Arc::new(account.models(&self.models)),
            self.drill.clone(),
            Arc::clone(&self.rules),
        )
        .deciding_reactions(self.reactions())
        .in_exchange(session.head.n_turns + 1, &words.message)
        .of_round(&words.deeds)
        .at_the_table_of(self.roster_of(session, words).await?)
        .within(Boundaries::of(&session.head.safety))
        .looking_back(self.memories.look(&self.store, &self.rules, session))
        .playing(self.packages.of(&*self.store, &session.game).await?);
        draft.hints_withheld = self.hints.are_withheld_from(&session.head.id);
        if let Some(instead) = account.plays_instead(&self.models).filter(|_| words.done.is_none()) {
            draft.notice("model_swapped", &format!("Little is left to spend: {instead} tells the story for now."));
        }
        draft.settle_language();
        if session.head.n_turns == 0 {
            draft.say_what_language_is_spoken();
        }
        draft.stand_in_the_scene().map_err(stuck)?;
        Ok(draft)
    }

    /// Finishes an answer: plays the turns of others until it is a hero's, narrates everything, and updates the campaign, the
    /// wounded and the turn stack.
    async fn play_out(&self, draft: &mut Draft, before: &Game, window: &[Exchange]) -> Result<(), TurnFailure> {
        if draft.game().encounter.is_some() {
            let left = rounds::left_in_a_row(&draft.record.changes);
            draft.fight(|bout| fight::to_a_hero_within(bout, left)).map_err(stuck)?;
        }
        let is_paid = self.is_paid();
        let by_model = is_paid && draft.record.model.as_deref().is_some_and(|model| model != BY_RULES);
        draft.tell_the_rest(by_model);
        if is_paid {
            draft.leave_the_fight().map_err(stuck)?;
        }
        draft.tell_own_lines().await;
        draft.settle_plot(before).await.map_err(broke)?;
        draft.tell_own_lines().await;
        draft.wake_the_stable(before).map_err(stuck)?;
        draft.perceive(before, window).await.map_err(stuck)?;
        draft.close_turns().await.map_err(stuck)?;
        draft.tell_own_lines().await;
        Ok(())
    }

    /// Whether a paid model plays instead of the built-in storyteller.
    pub(super) fn is_paid(&self) -> bool {
        self.models.provider == Provider::Anthropic
    }

    async fn save(
        &self,
        (claim, account): (&Claim, &Account),
        commit: Commit<TurnRecord>,
        is_retelling: bool,
    ) -> Result<TurnResult, TurnFailure> {
        self.drill.reached(TurnStep::Commit);
        let session = PlayerView::of_parts(&commit.head, &commit.game, &self.models.agents.dm.id);
        let (stored, game, spent) = (commit.what.stored.clone(), commit.game.clone(), commit.head.spent_pico_usd);
        let saved = match is_retelling {
            true => self.store.commit_retelling(Some(claim), commit),
            false => self.store.commit_turn(claim, commit),
        };
        self.store_metrics.time("commit_turn", saved).await?;
        account.saved(spent);
        self.memories.told(&self.rules, &stored, &game);
        drop(self.summarise(&stored.head_after, &game));
        let turn = turn_view(stored.turn);
        Ok(TurnResult { turn, session: session.into() })
    }

    /// Releases a claim. While the store is unavailable, it retries in the background until the claim expires: no other server
    /// could play before. `failed` is the result that other servers report.
    pub(super) async fn give_back(&self, claim: Claim, failed: Option<FailedTurn>) {
        let Err(error) = release(&*self.store, &claim, failed.as_ref()).await else { return };
        tracing::warn!(session = %claim.session, %error, "a claim was not given back; trying again");
        let store = Arc::clone(&self.store);
        tokio::spawn(async move {
            let since = Instant::now();
            while since.elapsed() < CLAIM_TTL {
                tokio::time::sleep(RELEASE_EVERY).await;
                if release(&*store, &claim, failed.as_ref()).await.is_ok() {
                    return;
                }
            }
        });
    }

    /// Waits until another server stops this turn or deletes its session.
    async fn stopped_elsewhere(&self, claim: &Claim, feed: &Feed) -> TurnFailure {
        if !self.store.is_shared() {
            return std::future::pending().await;
        }
        loop {
            tokio::time::sleep(LOOK_FOR_CANCEL_EVERY).await;
            match self.store.stop_requested(claim).await {
                Ok(Some(StopCause::Cancelled)) => return TurnFailure::cancelled(),
                Ok(Some(StopCause::Safety)) => {
                    feed.stop_for_safety();
                    return TurnFailure::stopped_for_safety();
                }
                Ok(None) => {}
                Err(error @ store::Error::NotFound) => return error.into(),
                Err(error) => tracing::debug!(session = %claim.session, %error, "the request to stop can't be read"),
            }
        }
    }

    /// Renews a claim while its turn is in progress; returns only when the claim is lost.
    async fn keep_claim(&self, claim: &Claim) -> TurnFailure {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            match self.store.renew_claim(claim).await {
                Err(error @ (store::Error::Conflict | store::Error::NotFound)) => return error.into(),
                Err(error) => tracing::warn!(session = %claim.session, %error, "a claim was not renewed"),
                Ok(()) => {}
            }
        }
    }
}

async fn release(store: &dyn Store, claim: &Claim, failed: Option<&FailedTurn>) -> Result<(), store::Error> {
    match failed {
        Some(failed) => store.release_failed(claim, failed).await,
        None => store.release_claim(claim).await,
    }
}

/// The actions of several heroes, with names where a player addressed a person by `@name`: one narration covers them all, so that person answers in
/// it.
fn in_plain_words(draft: &Draft, deeds: &[HeroDeed], window: &[Exchange]) -> Vec<HeroDeed> {
    let lately = window.last().map(|said| said.narrative.as_str()).unwrap_or_default();
    let package = draft.campaign().ok();
    let in_plain_words = |deed: &HeroDeed| {
        let called = npc::addressed(&deed.message, draft.game(), package.as_deref(), lately).unwrap_or_default();
        HeroDeed { message: npc::in_plain_words(&deed.message, &called), ..deed.clone() }
    };
    deeds.iter().map(in_plain_words).collect()
}

pub(super) fn stuck(refusal: Refusal) -> TurnFailure {
    tracing::error!(%refusal, "the play could not go on");
    TurnFailure::internal()
}

pub(super) fn broke(error: ToolError) -> TurnFailure {
    tracing::error!(%error, "the campaign could not go on");
    TurnFailure::internal()
}
