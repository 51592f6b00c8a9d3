//! The loop itself.

use std::sync::Arc;

use futures::StreamExt;

use crate::llm::{self, Block, Event, Message, Model, Reply, Request, StopReason, SystemBlock, ToolCall};

use super::{
    ending::End,
    listener::Listener,
    narration::{Correction, Narration, Reason},
    tool::{Answer, MustRead, ToolError, Toolbox},
};

/// An agent: a prompt, tools, a model and a budget.
pub struct Agent<C> {
    /// What never changes while its act lasts.
    pub system: Arc<[SystemBlock]>,
    /// The tools it may use.
    pub toolbox: Toolbox<C>,
    /// The model's id.
    pub model: String,
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
    Model(#[from] llm::Error),
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
) -> Result<End, Error> {
    if agent.max_calls > 1 {
        llm::keep_for_the_turn(&mut messages);
    }
    let mut narration = Narration::new(context.tells_a_story());
    let (mut nudged, mut mid_sentence, mut objected, mut mended) = (false, false, false, false);
    // Whether the last answers told the model something that the story may still have to tell.
    let mut has_news = false;
    // Whether the model answered the objection with tool calls.
    let mut acted = false;
    // Whether the story could stand as it is, were there no further reply.
    let mut may_stand = false;
    let (mut n, mut max_calls) = (0, agent.max_calls);
    while n < max_calls {
        n += 1;
        context.asking(n).await;
        let request = Request {
            model: agent.model.clone(),
            max_tokens: agent.max_tokens,
            system: Arc::clone(&agent.system),
            tools: agent.toolbox.specs(),
            messages: messages.clone(),
            output_config: None,
        }
        .with_fitting_marks();
        let reply = match hear(model, request, &mut narration, mid_sentence, context).await {
            Ok(reply) if !(objected && reply.stop == StopReason::Refusal) => reply,
            // Everything done and told so far is paid for, so it is kept.
            Err(llm::Error::CapReached { .. }) if n > 1 && !objected => return Ok(End::OutOfMoney),
            Err(error) if !objected && !may_stand => return Err(error.into()),
            // The model failed to answer the objection or a refused call, so the story is kept as it was.
            Ok(_) => return Ok(End::Told),
            Err(_) => {
                context.broke_off();
                if !objected {
                    context.text_taken_back(narration.take_back_reply());
                }
                return Ok(End::Told);
            }
        };
        let unfinished = matches!(reply.stop, StopReason::MaxTokens | StopReason::PauseTurn);
        mid_sentence = unfinished && reply.calls.is_empty();
        let goes_on_there = mid_sentence && n < max_calls;
        if reply.stop != StopReason::Refusal
            && let Some(rest) = narration.end_reply(has_news)
        {
            rest.show(context);
        }
        let correction = match reply.stop {
            StopReason::Refusal => None,
            _ => narration.end_correction(goes_on_there, !unfinished, !reply.calls.is_empty()),
        };
        match correction {
            Some(Correction::Story { keep, text }) => context.told_again(keep, &text),
            Some(Correction::More(text)) => context.text(&text),
            Some(Correction::Remark { text, rejects }) => context.remark_dropped(&text, objected && rejects && !acted),
            None => {}
        }
        acted |= objected && !reply.calls.is_empty();
        if reply.stop == StopReason::Refusal {
            context.text_taken_back(narration.take_back_reply());
            return Ok(End::Refused);
        }
        let mut next = Vec::new();
        let (mut goes_on, mut n_refused) = (unfinished, 0);
        let (mut is_malformed, mut is_rejected) = (false, false);
        has_news = false;
        let has_story = narration.has_story();
        for call in &reply.calls {
            let answer = answer(agent, call, n_refused > 0, context).await?;
            goes_on |= answer.is_error
                || match answer.must_be_read {
                    MustRead::Yes | MustRead::Malformed | MustRead::Rejected => true,
                    MustRead::UnlessTold => !has_story,
                    MustRead::No => false,
                };
            has_news |= answer.must_be_read == MustRead::Yes && !answer.is_error;
            n_refused += usize::from(answer.is_error);
            is_malformed |= answer.must_be_read == MustRead::Malformed;
            is_rejected |= answer.is_rejected();
            next.push(Block::ToolResult {
                tool_use_id: call.id.clone(),
                content: answer.text,
                is_error: answer.is_error,
                facts: context.take_facts(),
            });
        }
        may_stand = has_story && !has_news && !unfinished;
        if context.is_over() {
            return Ok(End::Told);
        }
        let all_refused = n_refused > 0 && n_refused == reply.calls.len();
        if agent.second_chance && n == 1 && (all_refused || context.asks_for_calls()) {
            max_calls += 1;
        }
        // What a malformed call was to write down would be lost without another reply. An agent with a single reply gets no second.
        let may_mend = agent.max_calls > 1 && n == max_calls && is_malformed;
        let calls_again = may_mend && !std::mem::replace(&mut mended, true);
        if calls_again {
            max_calls += 1;
        }
        if has_news {
            narration.end_rejection();
        } else if !objected && has_story && !unfinished && (is_rejected || narration.answers_rejection()) {
            narration.begin_correction(Reason::Rejection);
        }
        if !goes_on && (objected && !narration.is_empty() || narration.may_end(!reply.calls.is_empty())) {
            let objection = if n < max_calls && !objected { context.objection().await } else { None };
            let Some(objection) = objection else { return Ok(End::Told) };
            objected = true;
            narration.begin_correction(Reason::Objection);
            next.push(Block::text(objection));
            append(&mut messages, &reply, next);
            continue;
        }
        if reply.stop == StopReason::ContextWindowExceeded {
            return Ok(if narration.is_empty() { End::OutOfRoom } else { End::Told });
        }
        if unfinished {
            next.push(Block::text(if next.is_empty() { GO_ON } else { CALLS_RAN }));
        } else if next.is_empty() {
            if std::mem::replace(&mut nudged, true) {
                return Ok(if narration.has_told() { End::Told } else { End::Silent });
            }
            next.push(Block::text(context.nudges().speak));
        }
        if n + 1 == max_calls {
            let nudges = context.nudges();
            next.push(Block::text(if calls_again && has_story { nudges.call_again } else { nudges.last_reply }));
        }
        append(&mut messages, &reply, next);
    }
    Ok(if narration.has_told() { End::Told } else { End::BudgetReached })
}

/// Streams one reply to the listener and returns the complete reply.
async fn hear<C: Listener>(
    model: &dyn Model,
    request: Request,
    narration: &mut Narration,
    goes_on: bool,
    context: &mut C,
) -> Result<Reply, llm::Error> {
    narration.begin_reply(goes_on);
    let mut events = model.reply(request);
    while let Some(event) = events.next().await {
        match event? {
            Event::Waiting { delay_ms } => context.waiting(delay_ms),
            Event::Counted(_) | Event::Unshown { .. } => {}
            Event::Text(delta) => {
                if let Some(new) = narration.push(&delta) {
                    new.show(context);
                }
            }
            Event::ToolStarted { id, name } => {
                narration.end_paragraph();
                context.tool_started(&id, &name);
            }
            Event::Finished(reply) => {
                context.replied(&reply);
                return Ok(reply);
            }
        }
    }
    Err(llm::Error::broke_off("The model's answer ended before it was whole. Send your words again."))
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
) -> Result<Answer, Error> {
    let is_left_out = is_after_refusal && agent.toolbox.needs_earlier_calls(&call.name);
    let answer = match is_left_out {
        true => Err(ToolError::Refused(EARLIER_CALL_REFUSED.to_owned())),
        false => agent.toolbox.answer(call, context).await,
    };
    let answer = match answer {
        Ok(answer) => answer,
        Err(ToolError::Refused(text)) => Answer::refused(text),
        Err(ToolError::RefusedInPrivate(text)) => Answer::refused(text).with_public(String::new()),
        Err(ToolError::Broken(source)) => return Err(Error::Tool(source)),
    };
    let answer = context.completed(call, answer);
    context.tool_answered(call, &answer).await;
    Ok(answer)
}

/// Puts a reply and what is said to it behind the conversation. A reply without blocks cannot stand as a message, so
/// what is said to it goes on the message before.
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
