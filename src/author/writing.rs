//! One message to the author, from the player's words to the saved draft.

use std::sync::Arc;

use model::{self, Model, ModelChoice, Tokens};

use crate::{
    agent::{self, Agent, RunOutcome},
    store,
};

use super::{
    draft::CampaignDraft,
    picture::AttachedPicture,
    prompt,
    said::{AuthorSpeaker, ConversationMessage},
    tools,
    writing_session::{DraftStore, Ear, NotKept, Reckon, WritingSession},
};

/// The most replies to one message: a campaign is long, and a reply may hold several tools.
pub const MAX_CALLS: u32 = 32;
/// The most tokens of one reply, its thinking included.
const MAX_TOKENS: u32 = 16_384;

/// The model an author writes with.
pub struct Pen {
    pub model: Arc<dyn Model>,
    /// Which of its models.
    pub choice: ModelChoice,
    /// Prices tokens.
    pub reckon: Reckon,
    /// The replies that were withdrawn since this was asked last, by model and tokens. They are paid for like the others.
    pub withdrawn: Box<dyn Fn() -> Vec<(String, Tokens)> + Send>,
}

/// A message to the author.
#[derive(Debug, Clone, Default)]
pub struct AuthorRequest {
    /// The words; never blank.
    pub text: String,
    /// The pictures that came with them.
    pub pictures: Vec<AttachedPicture>,
}

/// The result of a message, with the last saved draft.
pub struct WritingResult {
    /// The draft.
    pub draft: CampaignDraft,
    pub text: String,
    /// Whether it went well.
    pub outcome: Result<(), Error>,
}

/// Why the author stopped. All finished work is saved.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The model did not answer.
    #[error(transparent)]
    Model(#[from] model::Error),
    /// The words are more than a plan can hold.
    #[error("{0}")]
    TooLarge(String),
    /// The draft could not be kept.
    #[error("the draft could not be kept")]
    Store(#[source] store::Error),
    /// Our fault.
    #[error("a tool broke")]
    Broken(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Answers a message, changing the draft. The message is saved first, the draft after every tool that changed it, and the
/// author's text at the end.
pub async fn write(
    pen: Pen,
    draft: CampaignDraft,
    words: AuthorRequest,
    keeper: Box<dyn DraftStore>,
    ear: Ear,
) -> WritingResult {
    let mut session = WritingSession::new(draft, keeper, ear, pen.reckon);
    let agent = Agent {
        system: prompt::system(),
        toolbox: tools::toolbox(),
        model: pen.choice,
        max_tokens: MAX_TOKENS,
        max_calls: MAX_CALLS,
        second_chance: false,
    };
    let outcome = run(&agent, &*pen.model, &mut session, words).await;
    (pen.withdrawn)().iter().for_each(|(model, tokens)| session.count(model, tokens));
    let outcome = match outcome {
        Ok(()) => take_down(&mut session, false).await,
        Err(error) => {
            // Text from before the failure is saved; the failure is the error to report.
            let _ = take_down(&mut session, true).await;
            Err(error)
        }
    };
    WritingResult { draft: session.draft, text: session.text, outcome }
}

async fn run(
    agent: &Agent<WritingSession>,
    model: &dyn Model,
    session: &mut WritingSession,
    words: AuthorRequest,
) -> Result<(), Error> {
    let mut draft = session.draft.clone();
    draft.advance_window();
    let said = draft.window().to_vec();
    let pictures = words.pictures.iter().map(|picture| picture.sha256.clone()).collect();
    let text = words.text.clone();
    draft.take_down(ConversationMessage {
        by: AuthorSpeaker::Person,
        text,
        pictures,
        did: Vec::new(),
        broke_off: false,
    });
    draft.keep_pictures(&words.pictures);
    session.keep_anyway(draft).await?;
    let messages = prompt::messages(&session.draft, &said, &words.text, &words.pictures);
    match agent::run(agent, model, session, messages).await {
        Ok(end) => {
            conclude(session, end, agent.max_calls);
            Ok(())
        }
        Err(agent::Error::Model(error)) => Err(error.into()),
        Err(agent::Error::Tool(source)) => Err(match session.not_kept.take() {
            Some(error) => Error::Store(error),
            None => Error::Broken(source),
        }),
    }
}

/// Saves the author's text, with the cost of the run.
async fn take_down(session: &mut WritingSession, broke_off: bool) -> Result<(), Error> {
    let did = std::mem::take(&mut session.did);
    let mut draft = session.draft.clone();
    let text = session.text.trim().to_owned();
    if !(text.is_empty() && did.is_empty()) {
        draft.take_down(ConversationMessage { by: AuthorSpeaker::Author, text, pictures: Vec::new(), did, broke_off });
    }
    // The usage alone may have changed, which the desk has counted already.
    session.keep_anyway(draft).await.map_err(Error::from)
}

impl From<NotKept> for Error {
    fn from(not_kept: NotKept) -> Self {
        match not_kept {
            NotKept::Refused(what) => Self::TooLarge(what),
            NotKept::Store(error) => Self::Store(error),
        }
    }
}

/// The text for a run without an answer, and notices.
fn conclude(session: &mut WritingSession, end: RunOutcome, max_calls: u32) {
    let said_nothing = session.text.trim().is_empty();
    let finished = agent::Listener::is_over(session);
    if finished {
        let (title, n_nodes) = (session.draft.title().to_owned(), session.draft.package().nodes().count());
        if said_nothing {
            session.say(&format!("“{title}” is finished and stands on your shelf: {n_nodes} scenes, and each of its endings can be reached."));
        }
        return session.notice("finalized", &format!("“{title}” stands on your shelf and can be played."));
    }
    match end {
        RunOutcome::Told if session.n_asked < max_calls => {}
        RunOutcome::Told | RunOutcome::BudgetReached => {
            if said_nothing {
                session.say("I have used up my replies for this round. Everything written so far is kept; say “go on”, and I will.");
            }
            session.notice("budget_reached", "The author used up its replies for this round. Say “go on”.");
        }
        RunOutcome::Silent => session.say("I have nothing to add. Tell me what you would like next."),
        RunOutcome::Refused => {
            session.say("I would rather not write that. Tell me another way it could go.");
            session.notice("model_refused", "The model would not write this. Try something else.");
        }
        RunOutcome::OutOfMoney => {
            if said_nothing {
                session.say(
                    "I have to put the pen down here: what may be spent is spent. Everything written so far is kept.",
                );
            }
            session.notice("spending_cap_reached", "What may be spent is spent. Everything written so far is kept.");
        }
        RunOutcome::OutOfRoom => {
            session.say("This has grown too long for me to read at once. Tell me which part to go on with.");
            session.notice("context_full", "The conversation outgrew the model's window.");
        }
    }
}
