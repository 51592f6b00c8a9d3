//! The tool-use loop.

use std::{ops::ControlFlow, sync::Arc};

use futures::StreamExt;

use model::{
    self, Block, Message, Model, ModelChoice, OutputConfig, Reply, ReplyEvent, Request, StopReason, SystemBlock,
    ToolCall,
};

use super::{
    listener::Listener,
    narration::{Correction, CorrectionCause, Narration},
    run_outcome::RunOutcome,
    tool::{MustRead, ToolError, ToolOutput, Toolbox},
};

/// An agent: a prompt, tools, a model and a budget.
pub struct Agent<C> {
    /// The system prompt; constant during an act of the campaign.
    pub system: Arc<[SystemBlock]>,
    /// The tools it may use.
    pub toolbox: Toolbox<C>,
    /// The model it asks.
    pub model: ModelChoice,
    /// The most tokens of one reply.
    pub max_tokens: u32,
    /// The most replies of one run.
    pub max_calls: u32,
    /// Whether a first reply whose calls were all refused is not counted.
    pub second_chance: bool,
}

/// Why a run broke off.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The model did not answer.
    #[error(transparent)]
    Model(#[from] model::Error),
    /// A tool broke.
    #[error("a tool broke")]
    Tool(#[source] Box<dyn std::error::Error + Send + Sync>),
}

const GO_ON: &str = "You were cut off there by the length limit. Go on from exactly where you stopped; repeat nothing.";
const CALLS_RAN: &str = "You were cut off there by the length limit. The calls answered above were run, anything after them was \
    not. Go on from there; repeat nothing.";

/// Lets the model answer `messages` until it is finished.
///
/// The loop goes on while an answer must be read ([`MustRead`]), an answer was an error, or nothing has been said yet. Every call of a
/// reply is answered, in order, at the head of the next message.
///
/// # Errors
/// The model failed or a tool broke. What tools did until then stays done in `context`.
pub async fn run<C: Listener + 'static>(
    agent: &Agent<C>,
    model: &dyn Model,
    context: &mut C,
    mut messages: Vec<Message>,
) -> Result<RunOutcome, Error> {
    if agent.max_calls > 1 {
        model::keep_for_the_turn(&mut messages);
    }
    let narration = Narration::new(context.text_kind());
    let run = Run {
        agent,
        model,
        context,
        messages,
        narration,
        n: 0,
        max_replies: agent.max_calls,
        objection: Objection::None,
        is_nudged: false,
        is_mended: false,
        last: LastReply::default(),
    };
    run.play_out().await
}

/// A run under way.
struct Run<'a, C> {
    agent: &'a Agent<C>,
    model: &'a dyn Model,
    context: &'a mut C,
    messages: Vec<Message>,
    narration: Narration,
    /// Number of model calls.
    n: u32,
    /// How many may be asked for. Grows where an agent gets another reply.
    max_replies: u32,
    objection: Objection,
    /// The model was asked to speak. It is asked once.
    is_nudged: bool,
    /// The model got another reply for a malformed call. It gets one.
    is_mended: bool,
    last: LastReply,
}

/// Whether the story was objected to. It is objected to once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Objection {
    None,
    Made,
    /// The model answered it with tool calls.
    ActedOn,
}

/// State after the last reply.
#[derive(Debug, Default)]
struct LastReply {
    /// It was cut off within a sentence.
    is_mid_sentence: bool,
    /// The results of its calls have news that the story may have to mention.
    has_news: bool,
    /// The story would be acceptable without a further reply.
    may_stand: bool,
}

/// The answers to the calls of one reply.
#[derive(Debug, Default)]
struct Answers {
    blocks: Vec<Block>,
    /// Whether the model has to read one of them.
    go_on: bool,
    has_news: bool,
    n_refused: usize,
    n_malformed: usize,
    n_rejected: usize,
}

impl<C: Listener + 'static> Run<'_, C> {
    async fn play_out(mut self) -> Result<RunOutcome, Error> {
        while self.n < self.max_replies {
            self.n += 1;
            let reply = match self.ask().await? {
                ControlFlow::Continue(reply) => reply,
                ControlFlow::Break(end) => return Ok(end),
            };
            self.take_text(&reply);
            if reply.stop == StopReason::Refusal {
                self.context.text_taken_back(self.narration.take_back_reply());
                return Ok(RunOutcome::Refused);
            }
            let has_story = self.narration.has_story();
            let answers = self.answer_calls(&reply, has_story).await?;
            self.last.has_news = answers.has_news;
            self.last.may_stand = has_story && !answers.has_news && !is_unfinished(&reply);
            if self.context.is_over() {
                return Ok(RunOutcome::Told);
            }
            let calls_again = self.grant_replies(&reply, &answers);
            self.await_correction(&reply, &answers, has_story);
            if let Some(end) = self.go_on(&reply, answers, calls_again && has_story).await {
                return Ok(end);
            }
        }
        Ok(if self.narration.has_told() { RunOutcome::Told } else { RunOutcome::BudgetReached })
    }

    fn is_objected(&self) -> bool {
        self.objection != Objection::None
    }

    /// Requests the next reply. A run with an acceptable story ends if the model fails.
    async fn ask(&mut self) -> Result<ControlFlow<RunOutcome, Reply>, Error> {
        self.context.asking(self.n).await;
        let request = Request {
            model: self.agent.model.id.clone(),
            max_tokens: self.agent.max_tokens,
            system: Arc::clone(&self.agent.system),
            tools: self.agent.toolbox.specs(),
            messages: self.messages.clone(),
            output_config: OutputConfig::of(&self.agent.model),
        }
        .with_fitting_marks();
        let objected = self.is_objected();
        match hear(self.model, request, &mut self.narration, self.last.is_mid_sentence, self.context).await {
            // The model would not answer the objection, so the story is kept as it was.
            Ok(reply) if objected && reply.stop == StopReason::Refusal => Ok(ControlFlow::Break(RunOutcome::Told)),
            Ok(reply) => Ok(ControlFlow::Continue(reply)),
            // The earlier text may lead to what must not be shown, so the whole turn fails.
            Err(error @ (model::Error::CrossedLine | model::Error::NotChecked)) => Err(error.into()),
            // Everything so far is paid for, so it is kept.
            Err(model::Error::CapReached { .. }) if self.n > 1 && !objected => {
                Ok(ControlFlow::Break(RunOutcome::OutOfMoney))
            }
            Err(error) if !objected && !self.last.may_stand => Err(error.into()),
            Err(_) => {
                self.context.broke_off();
                if !objected {
                    self.context.text_taken_back(self.narration.take_back_reply());
                }
                Ok(ControlFlow::Break(RunOutcome::Told))
            }
        }
    }

    /// Shows the text of a reply that was held back, or drops it.
    fn take_text(&mut self, reply: &Reply) {
        let (is_unfinished, has_calls) = (is_unfinished(reply), !reply.calls.is_empty());
        self.last.is_mid_sentence = is_unfinished && !has_calls;
        if reply.stop != StopReason::Refusal {
            if let Some(rest) = self.narration.end_reply(self.last.has_news) {
                rest.show(self.context);
            }
            let goes_on_there = self.last.is_mid_sentence && self.n < self.max_replies;
            match self.narration.end_correction(goes_on_there, !is_unfinished, has_calls) {
                Some(Correction::Story { keep, text }) => self.context.told_again(keep, &text),
                Some(Correction::More(text)) => self.context.text(&text),
                Some(Correction::Remark { text, rejects }) => {
                    self.context.remark_dropped(&text, rejects && self.objection == Objection::Made);
                }
                None => {}
            }
        }
        if self.is_objected() && has_calls {
            self.objection = Objection::ActedOn;
        }
    }

    /// Runs the calls of a reply in order.
    async fn answer_calls(&mut self, reply: &Reply, has_story: bool) -> Result<Answers, Error> {
        let mut answers = Answers { go_on: is_unfinished(reply), ..Answers::default() };
        for call in &reply.calls {
            let answer = answer(self.agent, call, answers.n_refused > 0, self.context).await?;
            answers.go_on |= answer.is_error
                || match answer.must_be_read {
                    MustRead::Yes | MustRead::Malformed | MustRead::Rejected => true,
                    MustRead::UnlessTold => !has_story,
                    MustRead::No => false,
                };
            answers.has_news |= answer.must_be_read == MustRead::Yes && !answer.is_error;
            answers.n_refused += usize::from(answer.is_error);
            answers.n_malformed += usize::from(answer.must_be_read == MustRead::Malformed);
            answers.n_rejected += usize::from(answer.is_rejected());
            answers.blocks.push(Block::ToolResult {
                tool_use_id: call.id.clone(),
                content: answer.text,
                is_error: answer.is_error,
                facts: self.context.take_facts(),
            });
        }
        Ok(answers)
    }

    /// Grants another reply where this agent has a right to it. Returns whether it is one for a malformed call.
    fn grant_replies(&mut self, reply: &Reply, answers: &Answers) -> bool {
        let all_refused = answers.n_refused > 0 && answers.n_refused == reply.calls.len();
        if self.agent.second_chance && self.n == 1 && (all_refused || self.context.asks_for_calls()) {
            self.max_replies += 1;
        }
        // A malformed call needs another reply, or its content is lost. An agent limited to one reply gets no second.
        let may_mend = self.agent.max_calls > 1 && self.n == self.max_replies && answers.n_malformed > 0;
        let calls_again = may_mend && !std::mem::replace(&mut self.is_mended, true);
        self.max_replies += u32::from(calls_again);
        calls_again
    }

    /// Holds back the text of the next reply if it is to put a rejected call right.
    fn await_correction(&mut self, reply: &Reply, answers: &Answers, has_story: bool) {
        let is_rejected = answers.n_rejected > 0 || self.narration.answers_rejection();
        if answers.has_news {
            self.narration.end_rejection();
        } else if is_rejected && has_story && !self.is_objected() && !is_unfinished(reply) {
            self.narration.begin_correction(CorrectionCause::Rejection);
        }
    }

    /// Ends the run, or tells the model how to go on.
    async fn go_on(&mut self, reply: &Reply, answers: Answers, call_again: bool) -> Option<RunOutcome> {
        let mut next = answers.blocks;
        let may_end = self.narration.may_end(!reply.calls.is_empty());
        if !answers.go_on && (self.is_objected() && !self.narration.is_empty() || may_end) {
            let may_object = self.n < self.max_replies && !self.is_objected();
            let objection = if may_object { self.context.objection().await } else { None };
            let Some(objection) = objection else { return Some(RunOutcome::Told) };
            self.objection = Objection::Made;
            self.narration.begin_correction(CorrectionCause::Objection);
            next.push(Block::text(objection));
            append(&mut self.messages, reply, next);
            return None;
        }
        if reply.stop == StopReason::ContextWindowExceeded {
            return Some(if self.narration.is_empty() { RunOutcome::OutOfRoom } else { RunOutcome::Told });
        }
        if is_unfinished(reply) {
            next.push(Block::text(if next.is_empty() { GO_ON } else { CALLS_RAN }));
        } else if next.is_empty() {
            if std::mem::replace(&mut self.is_nudged, true) {
                return Some(if self.narration.has_told() { RunOutcome::Told } else { RunOutcome::Silent });
            }
            next.push(Block::text(self.context.nudges().speak));
        }
        if self.n + 1 == self.max_replies {
            let nudges = self.context.nudges();
            next.push(Block::text(if call_again { nudges.call_again } else { nudges.last_reply }));
        }
        append(&mut self.messages, reply, next);
        None
    }
}

/// Whether the model would say more.
fn is_unfinished(reply: &Reply) -> bool {
    matches!(reply.stop, StopReason::MaxTokens | StopReason::PauseTurn)
}

/// Streams one reply to the listener and returns the complete reply.
async fn hear<C: Listener>(
    model: &dyn Model,
    request: Request,
    narration: &mut Narration,
    goes_on: bool,
    context: &mut C,
) -> Result<Reply, model::Error> {
    narration.begin_reply(goes_on);
    let mut events = model.reply(request);
    while let Some(event) = events.next().await {
        match event? {
            ReplyEvent::Waiting { delay_ms } => context.waiting(delay_ms),
            ReplyEvent::Counted(_) | ReplyEvent::Unshown { .. } => {}
            ReplyEvent::Retracted => {
                context.text_taken_back(narration.take_back_reply());
                narration.begin_reply(goes_on);
            }
            ReplyEvent::Text(delta) => {
                if let Some(new) = narration.push(&delta) {
                    new.show(context);
                }
            }
            ReplyEvent::ToolStarted { id, name } => {
                narration.end_paragraph();
                context.tool_started(&id, &name);
            }
            ReplyEvent::Finished(reply) => {
                context.replied(&reply);
                return Ok(reply);
            }
        }
    }
    Err(model::Error::broke_off("The model's answer ended before it was whole. Send your words again."))
}

/// The answer to a call that is left out because an earlier call of the same reply was refused.
const EARLIER_CALL_REFUSED: &str =
    "Nothing was done: an earlier call of this reply was refused. Mend that call first, then call this again.";

/// Runs one call; a refusal becomes an answer the model can repair.
async fn answer<C: Listener + 'static>(
    agent: &Agent<C>,
    call: &ToolCall,
    is_after_refusal: bool,
    context: &mut C,
) -> Result<ToolOutput, Error> {
    let is_left_out = is_after_refusal && agent.toolbox.needs_earlier_calls(&call.name);
    let answer = match is_left_out {
        true => Err(ToolError::Refused(EARLIER_CALL_REFUSED.to_owned())),
        false => agent.toolbox.answer(call, context).await,
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(ToolError::Refused(text)) => ToolOutput::refused(text),
        Err(ToolError::RefusedInPrivate(text)) => ToolOutput::refused(text).with_public(String::new()),
        Err(ToolError::Broken(source)) => return Err(Error::Tool(source)),
    };
    let answer = context.completed(call, answer);
    context.tool_answered(call, &answer).await;
    Ok(answer)
}

/// Appends a reply and the answer to it to the conversation. A reply without blocks can't be a message, so the answer is added
/// to the message before.
fn append(messages: &mut Vec<Message>, reply: &Reply, next: Vec<Block>) {
    if reply.blocks.is_empty() {
        if let Some(last) = messages.last_mut() {
            last.content.extend(next);
        }
        return;
    }
    messages.push(Message::assistant_replay(&reply.blocks));
    messages.push(Message::user(next));
}
