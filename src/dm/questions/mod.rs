//! Questions to the Dungeon Master beside the game: one person asks and alone reads the answer. Nothing is played, rolled or saved.
//!
//! A paid model answers as an agent of its own, which reads what this person may see, and can only look things up. The built-in
//! storyteller hears the words on a draft that is thrown away. If that draft shows that they are a deed, they are not answered:
//! no one learns beforehand how the dice will fall.

mod tools;

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex},
};

use game::{
    Change, Session,
    character::Character,
    id::{SeatId, SessionId},
    own_words::OwnWords,
    turn::ToolCallRecord,
    view::PlayerView,
};
use model::{Block, CacheControl, Message, Reply, SystemBlock, ToolCall};
use serde_json::{Value, json};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};
use uuid::Uuid;

use crate::{
    agent::{self, Agent, Listener, RunOutcome, Tool, ToolOutput},
    store::TurnKey,
};

use super::{
    Tables,
    agents::QUESTIONS,
    answer::MessageContext,
    budget::Account,
    conclusion::BY_RULES,
    feed::{FailureCode, Feed, TurnFailure},
    guest_view::Viewer,
    models::Provider,
    play::TurnRequest,
    prompt,
    recording_model::RecordingModel,
    rosters,
    safety::Boundaries,
    scene,
    session_queue::lock,
    tools::{QueryRules, QuerySessionMemory, QuerySrd, UpdateGameState},
    words::NotPlayed,
};

/// The most tokens of a reply, thinking included.
const MAX_TOKENS: u32 = 2_048;
/// The most replies: looks, and the answer.
const MAX_CALLS: u32 = 5;
/// The last turns that the agent reads.
const N_LATELY: u32 = 4;
/// The longest part of a narration that it reads of each, in characters.
const MAX_TOLD: usize = 3_000;
/// Fields of a player's view that are not about the story.
const NOT_OF_THE_STORY: [&str; 7] = ["id", "version", "createdAt", "updatedAt", "model", "diceCommitment", "usage"];

/// The text if the model gives no answer.
const NO_ANSWER: &str = "The Dungeon Master has no answer to that. Ask in other words.";

const INSTRUCTIONS: &str = include_str!("instructions.md");

/// A question that someone at the table asks.
pub struct PlayerQuestion {
    /// The session.
    pub session: Session,
    /// The person who asks; `None` for the host.
    pub guest: Option<SeatId>,
    /// The words, trimmed, not blank.
    pub text: String,
}

impl PlayerQuestion {
    fn viewer(&self) -> Viewer {
        Viewer::of(self.guest.as_ref())
    }
}

/// The context of a question's tools, and the answer.
struct QuestionContext {
    tables: Arc<Tables>,
    session: Session,
    viewer: Viewer,
    /// How often something was looked up.
    n_looks: u32,
    answer: String,
}

impl Listener for QuestionContext {
    async fn asking(&mut self, _: u32) {}

    fn text(&mut self, delta: &str) {
        self.answer.push_str(delta);
    }

    fn text_taken_back(&mut self, keep: usize) {
        self.answer.truncate(keep);
    }

    fn waiting(&mut self, _: u64) {}

    fn tool_started(&mut self, _: &str, _: &str) {}

    async fn tool_answered(&mut self, _: &ToolCall, _: &ToolOutput) {}

    fn replied(&mut self, _: &Reply) {}
}

impl Tables {
    /// Answers a question. This changes nothing except the spending. It does not wait for a turn in progress.
    ///
    /// # Errors
    /// A cap is used up, the model failed, or the session can't be read.
    pub async fn ask(self: &Arc<Self>, mut question: PlayerQuestion) -> Result<String, TurnFailure> {
        // One after the other: what the last one has cost counts before the next.
        let _line = self.questions.next_of(&question.session.head.id).await;
        question.session = self.store().load(&question.session.head.id).await.map_err(NotPlayed::from)?;
        let session = &question.session;
        let allowance = match &question.guest {
            Some(guest) => self.roster(session).await.map_err(NotPlayed::from)?.allowance(guest),
            None => None,
        };
        self.may_spend(session, allowance).await?;
        let account = self.budget().account(&session.head).within(allowance);
        let mut stops = self.stops.subscribe();
        let answer = async {
            match self.models().provider {
                Provider::Anthropic => self.answer_by_agent(&question, &account).await,
                Provider::Storyteller => self.answer_by_storyteller(&question, &account).await,
            }
        };
        let answered = tokio::select! {
            answered = answer => answered,
            Ok(_) = stops.wait_for(|stops| *stops) => Err(TurnFailure::server_stops()),
        };
        self.note_cost(&question, &account).await;
        answered
    }

    /// Counts what a question has cost, also one without an answer. The session's own count follows with its next turn.
    async fn note_cost(&self, question: &PlayerQuestion, account: &Account) {
        let (session, cost) = (&question.session.head.id, account.paid());
        if let Some(guest) = question.guest.as_ref().filter(|_| cost > 0)
            && let Err(error) = rosters::charge(&**self.store(), session, guest, cost).await
        {
            tracing::warn!(%session, %error, "what a guest's question has cost was not counted against their cap");
        }
    }

    async fn answer_by_agent(
        self: &Arc<Self>,
        question: &PlayerQuestion,
        account: &Account,
    ) -> Result<String, TurnFailure> {
        let PlayerQuestion { session, text, .. } = question;
        let models = account.models(self.models());
        let boundaries = Boundaries::of(&session.head.safety).without_stopped();
        let watched = RecordingModel::of(&models, QUESTIONS, &[], Feed::new())
            .with_settings(session.game.language.as_ref(), &session.game.house_rules)
            .within(&boundaries);
        let agent = Agent {
            system: system(),
            toolbox: tools::toolbox(),
            model: models.agents.dm.clone(),
            max_tokens: MAX_TOKENS,
            max_calls: MAX_CALLS,
            second_chance: false,
        };
        let facts = self.what_is_seen(question).await?;
        let messages = vec![Message::user(vec![Block::text(facts.to_string()), Block::text(text)])];
        let mut context = QuestionContext {
            tables: Arc::clone(self),
            session: session.clone(),
            viewer: question.viewer(),
            n_looks: 0,
            answer: String::new(),
        };
        let end = agent::run(&agent, &*watched, &mut context, messages).await?;
        let answer = context.answer.trim();
        if end == RunOutcome::Refused || answer.is_empty() {
            return Err(TurnFailure::new(FailureCode::ModelFailed, NO_ANSWER, true));
        }
        Ok(answer.to_owned())
    }

    /// The story as the person who asks may see it.
    async fn what_is_seen(&self, question: &PlayerQuestion) -> Result<Value, TurnFailure> {
        let PlayerQuestion { session, .. } = question;
        let viewer = question.viewer();
        let view = viewer.sees(PlayerView::of(session, &self.models().agents.dm.id));
        let mut view = json!(view);
        if let Some(fields) = view.as_object_mut() {
            fields.retain(|name, _| !NOT_OF_THE_STORY.contains(&name.as_str()));
        }
        let after = session.head.n_turns.saturating_sub(N_LATELY).max(session.game.cleared_to);
        let last = self.store().turns(&session.head.id, Some(after), None, N_LATELY).await.map_err(NotPlayed::from)?;
        let told = |narrative: &str| narrative.chars().take(MAX_TOLD).collect::<String>();
        let lately: Vec<Value> = last.into_iter().map(|stored| {
            let turn = viewer.without_whispers(stored.turn);
            json!({"turn": turn.seq, "hero": turn.character_id, "said": turn.message, "told": told(&turn.narrative)})
        }).collect();
        // A recap has what the host put otherwise in the journal.
        let recap = if viewer.is_guest() { Vec::new() } else { self.recap(session).await? };
        let before: Vec<Value> = recap.iter().map(|line| json!({"turn": line.seq, "text": line.text})).collect();
        Ok(json!({"view": view, "before": before, "lately": lately}))
    }

    /// Lets the storyteller hear the words on a draft that is thrown away.
    async fn answer_by_storyteller(&self, question: &PlayerQuestion, account: &Account) -> Result<String, TurnFailure> {
        let PlayerQuestion { session, guest, text } = question;
        let head = &session.head;
        let roster = self.roster(session).await.map_err(NotPlayed::from)?;
        let words_of_own = OwnWords::of(session.game.language.as_ref());
        if head.n_turns == 0 {
            // The first turn begins the story, whatever the player says.
            return Ok(words_of_own.no_answer_now.clone());
        }
        let heroes = &session.game.characters;
        let own = || heroes.iter().filter(|hero| roster.may_act(guest.as_ref(), &hero.id));
        let has_turn = |hero: &&Character| scene::has_turn(&session.game, hero);
        let is_up = |hero: &&Character| hero.current_hp > 0 && !hero.dead;
        let hero = own().find(has_turn).or_else(|| own().find(is_up)).or_else(|| own().next()).or(heroes.first());
        let hero = hero.ok_or_else(TurnFailure::internal)?;
        let seat = guest.clone();
        let key = TurnKey { key: Uuid::now_v7().to_string(), fingerprint: String::new() };
        let (message, acting) = (text.clone(), hero.id.clone());
        let words =
            TurnRequest { key, message, acting, seat: seat.clone(), to: Vec::new(), done: None, deeds: Vec::new() };
        let window = self.store().window(&head.id, head.window_from, head.n_turns).await.map_err(NotPlayed::from)?;
        let mut draft = self.stage.begin(session, &words, &Feed::new(), account).await?;
        let asked =
            MessageContext { head, window: &window, message: text, deeds: &[], instead_of: None, seat: seat.as_ref() };
        draft.interpret(text, &window).await;
        self.stage.answer(&mut draft, &asked).await?;
        let (_, record) = draft.finish();
        // Offers of the answer are recorded, but are not actions.
        let is_put = |change: &Change| matches!(change, Change::FactNoted { fact } if fact.is_put_to_players());
        let only_notes = record.changes.iter().all(is_put);
        let is_look = |call: &ToolCallRecord| {
            call.is_error || LOOKS.contains(&call.name.as_str()) || only_notes && call.name == UpdateGameState::NAME
        };
        Ok(match () {
            // Of what the rules do by themselves, no one is to know beforehand how the dice fall.
            () if record.model.as_deref() == Some(BY_RULES) => words_of_own.no_answer_now.clone(),
            () if record.tool_calls.iter().all(is_look) => record.narrative,
            () => words_of_own.a_deed_is_no_question.clone(),
        })
    }
}

/// The tools of the storyteller that change nothing.
const LOOKS: [&str; 3] = [QuerySessionMemory::NAME, QueryRules::NAME, QuerySrd::NAME];

/// Lets the questions of a session be answered one after the other.
#[derive(Debug, Default)]
pub(super) struct QuestionLines(Mutex<HashMap<SessionId, Arc<AsyncMutex<()>>>>);

impl QuestionLines {
    /// Waits for the questions before this one; the next is answered when this is dropped.
    async fn next_of(&self, session: &SessionId) -> OwnedMutexGuard<()> {
        let line = {
            let mut lines = lock(&self.0);
            lines.retain(|_, line| Arc::strong_count(line) > 1);
            Arc::clone(lines.entry(session.clone()).or_default())
        };
        line.lock_owned().await
    }
}

/// The agent's instructions.
fn system() -> Arc<[SystemBlock]> {
    static SYSTEM: LazyLock<Arc<[SystemBlock]>> = LazyLock::new(|| {
        let mark = Some(CacheControl::Hour);
        [SystemBlock { text: prompt::instructions(INSTRUCTIONS), cache_control: mark }].into()
    });
    Arc::clone(&SYSTEM)
}
