//! Questions to the Dungeon Master beside the game: one person asks and alone reads the answer. Nothing is played, rolled or saved.
//!
//! A paid model answers as an agent of its own, which reads what this person may see, and can only look things up. The built-in
//! storyteller hears the words on a draft that is thrown away. If that draft shows that they are a deed, they are not answered:
//! nobody learns beforehand how the dice will fall.

mod tools;

use std::sync::{Arc, LazyLock};

use game::{Session, id::SeatId, own_words::OwnWords, view::PlayerView};
use model::{Block, CacheControl, Message, Reply, SystemBlock, ToolCall};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    agent::{self, Agent, Answer, Listener, RunOutcome},
    store::TurnKey,
};

use super::{
    Tables,
    agents::QUESTIONS,
    answer::Question,
    feed::{Failure, FailureCode, Feed},
    guest_view::Viewer,
    models::Provider,
    play::Words,
    prompt,
    purse::Account,
    rosters,
    safety::Boundaries,
    scene::ActingHero,
    witness::Witness,
    words::NotPlayed,
};

/// The most tokens of a reply, thinking included.
const MAX_TOKENS: u32 = 2_048;
/// The most replies: looks, and the answer.
const MAX_CALLS: u32 = 5;
/// The last turns that the agent reads.
const N_LATELY: u32 = 4;
/// The longest part of a telling that it reads of each, in characters.
const MAX_TOLD: usize = 3_000;
/// What of a player's view says nothing about the story.
const NOT_OF_THE_STORY: [&str; 7] = ["id", "version", "createdAt", "updatedAt", "model", "diceCommitment", "usage"];

/// What is said where the model gives no answer.
const NO_ANSWER: &str = "The Dungeon Master has no answer to that. Ask in other words.";

const INSTRUCTIONS: &str = include_str!("instructions.md");

/// A question that somebody at the table asks.
pub struct PlayerQuestion {
    /// The session.
    pub session: Session,
    /// Who asks; `None` for the host.
    pub guest: Option<SeatId>,
    /// The words, trimmed, not blank.
    pub text: String,
}

impl PlayerQuestion {
    fn viewer(&self) -> Viewer {
        if self.guest.is_some() { Viewer::Guest } else { Viewer::Host }
    }
}

/// What the tools of a question work on, and what was answered.
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

    async fn tool_answered(&mut self, _: &ToolCall, _: &Answer) {}

    fn replied(&mut self, _: &Reply) {}
}

impl Tables {
    /// Answers a question without changing anything but what was spent. It does not wait for a turn in progress.
    ///
    /// # Errors
    /// A cap is used up, the model failed, or the session can't be read.
    pub async fn ask(self: &Arc<Self>, question: PlayerQuestion) -> Result<String, Failure> {
        let session = &question.session;
        let allowance = match &question.guest {
            Some(guest) => self.roster(session).await.map_err(NotPlayed::from)?.allowance(guest),
            None => None,
        };
        self.may_spend(session, allowance).await?;
        let account = self.purse().account(&session.head).within(allowance);
        let answered = match self.models().provider {
            Provider::Anthropic => self.answer_by_agent(&question, &account).await,
            Provider::Storyteller => self.answer_by_storyteller(&question, &account).await,
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
    ) -> Result<String, Failure> {
        let PlayerQuestion { session, text, .. } = question;
        let models = account.models(self.models());
        let boundaries = Boundaries::of(&session.head.safety).without_stopped();
        let watched = Witness::of(&models, QUESTIONS, &[], Feed::new())
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
            return Err(Failure::new(FailureCode::ModelFailed, NO_ANSWER, true));
        }
        Ok(answer.to_owned())
    }

    /// The story as the person who asks may see it.
    async fn what_is_seen(&self, question: &PlayerQuestion) -> Result<Value, Failure> {
        let PlayerQuestion { session, .. } = question;
        let viewer = question.viewer();
        let view = viewer.sees(PlayerView::of(session, &self.models().agents.dm.id));
        let mut view = json!(view);
        if let Some(fields) = view.as_object_mut() {
            fields.retain(|name, _| !NOT_OF_THE_STORY.contains(&name.as_str()));
        }
        let after = session.head.n_turns.saturating_sub(N_LATELY);
        let last = self.store().turns(&session.head.id, Some(after), None, N_LATELY).await.map_err(NotPlayed::from)?;
        let told = |narrative: &str| narrative.chars().take(MAX_TOLD).collect::<String>();
        let lately: Vec<Value> = last.iter().map(|stored| {
            let turn = &stored.turn;
            json!({"turn": turn.seq, "hero": turn.character_id, "said": turn.message, "told": told(&turn.narrative)})
        }).collect();
        let before: Vec<Value> =
            self.recap(session).await?.iter().map(|line| json!({"turn": line.seq, "text": line.text})).collect();
        Ok(json!({"view": view, "before": before, "lately": lately}))
    }

    /// Lets the storyteller hear the words on a draft that is thrown away.
    async fn answer_by_storyteller(&self, question: &PlayerQuestion, account: &Account) -> Result<String, Failure> {
        let PlayerQuestion { session, guest, text } = question;
        let ActingHero { hero: acting, seat, .. } = self.acting(session, guest.as_ref(), None).await?;
        let key = TurnKey { key: Uuid::now_v7().to_string(), fingerprint: String::new() };
        let words = Words {
            key,
            message: text.clone(),
            acting,
            seat: seat.clone(),
            to: Vec::new(),
            done: None,
            deeds: Vec::new(),
        };
        let head = &session.head;
        let window = self.store().window(&head.id, head.window_from, head.n_turns).await.map_err(NotPlayed::from)?;
        let mut draft = self.stage.begin(session, &words, &Feed::new(), account).await?;
        let n_before = draft.record.changes.len();
        let asked =
            Question { head, window: &window, message: text, deeds: &[], instead_of: None, seat: seat.as_ref() };
        draft.interpret(text, &window).await;
        self.stage.answer(&mut draft, &asked).await?;
        let is_deed = draft.record.changes.len() > n_before;
        let own = OwnWords::of(session.game.language.as_ref());
        let (_, record) = draft.finish();
        Ok(if is_deed { own.a_deed_is_no_question.clone() } else { record.narrative })
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
