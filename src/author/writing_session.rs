//! State of an author's run: the last saved draft, where it is saved, and who receives events.

use async_trait::async_trait;
use game::turn::Spent;
use model::{Reply, StopReason, Tokens, ToolCall};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    agent::{Listener, Nudges, ToolError, ToolOutput},
    store,
};

use super::{draft::CampaignDraft, tools, view::Overview};

/// Name of the author's usage.
const AUTHOR: &str = "author";

/// Why a draft was not kept, or not put on a shelf.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// It can't be saved as it is; the model can change it. The text says what.
    #[error("{0}")]
    Refused(String),
    /// The store could not.
    #[error(transparent)]
    Store(store::Error),
}

impl From<store::Error> for NotKept {
    fn from(error: store::Error) -> Self {
        match error {
            store::Error::TooLarge(what) => Self::Refused(what),
            error => Self::Store(error),
        }
    }
}

/// Saves a draft after every tool, so that no work is lost.
#[async_trait]
pub trait DraftStore: Send {
    /// Saves a new version of a draft.
    async fn keep(&mut self, draft: &CampaignDraft) -> Result<(), NotKept>;

    /// Puts the campaign on its person's shelf, in the place of the one of that slug.
    async fn shelve(&mut self, draft: &CampaignDraft) -> Result<(), NotKept>;

    /// A slug that no other campaign of this person has: this one, if it is free.
    async fn free_slug(&mut self, slug: &str) -> Result<String, NotKept>;
}

/// Receives the author's events.
pub type Ear = Box<dyn FnMut(WritingEvent) + Send>;

/// Computes the cost of a model's tokens.
pub type Reckon = Box<dyn Fn(&str, &Tokens) -> Spent + Send>;

/// An event of the author's run.
#[derive(Debug, Clone)]
pub enum WritingEvent {
    /// More text from the author.
    Text { delta: String },
    /// All previous text is withdrawn.
    Reset,
    /// A tool call has started or ended.
    Tool {
        /// The call's id.
        call_id: String,
        /// The tool's name.
        name: String,
        /// Its progress.
        status: ToolProgress,
        /// A short label for clients.
        summary: String,
    },
    /// A message for the user.
    Notice {
        /// A stable code.
        code: String,
        /// A sentence.
        message: String,
    },
    /// The draft as it was saved.
    State { plan: Box<Overview> },
}

/// The progress of a tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Progress)]
pub enum ToolProgress {
    /// The call is streaming or running.
    Started,
    Done,
    Refused,
}

/// State of one run of the author agent.
pub struct WritingSession {
    pub(super) draft: CampaignDraft,
    keeper: Box<dyn DraftStore>,
    ear: Ear,
    reckon: Reckon,
    /// The author's text in this run.
    pub(super) text: String,
    /// Summaries of the tool calls of this run.
    pub(super) did: Vec<String>,
    /// Calls of the reply that is being streamed.
    started: Vec<(String, String)>,
    /// Whether this run published the campaign and changed nothing since.
    shelved: bool,
    /// Number of model calls.
    pub(super) n_asked: u32,
    /// The error of the last failed save.
    pub(super) not_kept: Option<store::Error>,
}

impl WritingSession {
    /// Adds the cost of a reply.
    pub(super) fn count(&mut self, model: &str, tokens: &Tokens) {
        self.draft.usage.count(AUTHOR, (self.reckon)(model, tokens));
    }

    pub(super) fn new(draft: CampaignDraft, keeper: Box<dyn DraftStore>, ear: Ear, reckon: Reckon) -> Self {
        Self {
            draft,
            keeper,
            ear,
            reckon,
            text: String::new(),
            did: Vec::new(),
            started: Vec::new(),
            shelved: false,
            n_asked: 0,
            not_kept: None,
        }
    }

    /// Saves the draft if a tool changed it.
    pub(super) async fn keep(&mut self, draft: CampaignDraft) -> Result<(), ToolError> {
        if draft != self.draft {
            let kept = self.keep_anyway(draft).await;
            self.settled(kept)?;
        }
        self.shelved &= self.draft.is_complete();
        Ok(())
    }

    /// Keeps a draft in the place of the one there is.
    pub(super) async fn keep_anyway(&mut self, draft: CampaignDraft) -> Result<(), NotKept> {
        self.keeper.keep(&draft).await?;
        self.draft = draft;
        Ok(())
    }

    /// Gives a draft that was never shelved a slug of its own.
    pub(super) async fn find_slug(&mut self, draft: &mut CampaignDraft) -> Result<(), ToolError> {
        if !draft.has_premise() || draft.shelved_as.as_ref() == Some(&draft.package.slug) {
            return Ok(());
        }
        let free = self.keeper.free_slug(&draft.package.slug).await;
        draft.package.slug = self.settled(free)?;
        Ok(())
    }

    pub(super) async fn shelve(&mut self, draft: &CampaignDraft) -> Result<(), ToolError> {
        let shelved = self.keeper.shelve(draft).await;
        self.settled(shelved)?;
        self.shelved = true;
        Ok(())
    }

    /// A draft that is too large is reported to the model; other errors end the run.
    fn settled<T>(&mut self, kept: Result<T, NotKept>) -> Result<T, ToolError> {
        kept.map_err(|error| match error {
            NotKept::Refused(what) => ToolError::Refused(format!("Nothing was written: {what}")),
            NotKept::Store(error) => {
                self.not_kept = Some(error);
                ToolError::Broken("the draft was not kept".into())
            }
        })
    }

    /// Says something in the author's place.
    pub(super) fn say(&mut self, line: &str) {
        let between = if self.text.is_empty() { "" } else { "\n\n" };
        self.text(&format!("{between}{line}"));
    }

    pub(super) fn notice(&mut self, code: &str, message: &str) {
        (self.ear)(WritingEvent::Notice { code: code.to_owned(), message: message.to_owned() });
    }

    /// Tells the draft as it is.
    pub(super) fn tell_state(&mut self) {
        let plan = Box::new(Overview::of(&self.draft));
        (self.ear)(WritingEvent::State { plan });
    }

    fn tool_event(&mut self, status: ToolProgress, call_id: &str, name: &str, summary: &str) {
        let (call_id, name, summary) = (call_id.to_owned(), name.to_owned(), summary.to_owned());
        (self.ear)(WritingEvent::Tool { call_id, name, status, summary });
    }
}

/// A tool call in short.
fn in_short(call: &ToolCall) -> String {
    let input = call.input.as_ref().ok();
    let named = ["node_id", "id", "act_id", "title"].iter().find_map(|field| input?.get(field)?.as_str());
    let named: String = named.unwrap_or_default().chars().take(64).collect();
    let name: String = call.name.chars().take(64).collect();
    if named.is_empty() { name } else { format!("{name} {named}") }
}

impl Listener for WritingSession {
    async fn asking(&mut self, n: u32) {
        self.n_asked = n;
    }

    fn text(&mut self, delta: &str) {
        self.text.push_str(delta);
        (self.ear)(WritingEvent::Text { delta: delta.to_owned() });
    }

    fn text_taken_back(&mut self, keep: usize) {
        if keep >= self.text.len() {
            return;
        }
        let kept = self.text.get(..keep).unwrap_or_default().to_owned();
        self.text.clear();
        (self.ear)(WritingEvent::Reset);
        if !kept.is_empty() {
            self.text(&kept);
        }
    }

    fn waiting(&mut self, delay_ms: u64) {
        let seconds = delay_ms.div_ceil(1000);
        self.notice("model_waiting", &format!("The model is busy; trying again in {seconds} s."));
    }

    fn tool_started(&mut self, id: &str, name: &str) {
        self.tool_event(ToolProgress::Started, id, name, tools::activity(name));
        self.started.push((id.to_owned(), name.to_owned()));
    }

    async fn tool_answered(&mut self, call: &ToolCall, answer: &ToolOutput) {
        self.started.retain(|(id, _)| *id != call.id);
        let status = if answer.is_error { ToolProgress::Refused } else { ToolProgress::Done };
        let in_short = in_short(call);
        self.tool_event(status, &call.id, &call.name, &in_short);
        if !answer.is_error {
            self.did.push(in_short);
            self.tell_state();
        }
    }

    fn replied(&mut self, reply: &Reply) {
        self.count(&reply.model, &reply.tokens);
        // A call that was cut off never runs: clients must not wait for it.
        for (id, name) in std::mem::take(&mut self.started) {
            if reply.stop == StopReason::Refusal || reply.calls.iter().all(|call| call.id != id) {
                self.tool_event(ToolProgress::Refused, &id, &name, "Broken off");
            } else {
                self.started.push((id, name));
            }
        }
    }

    fn is_over(&self) -> bool {
        self.shelved
    }

    fn nudges(&self) -> Nudges {
        Nudges {
            speak: "Now say in a few words, in the person's language, what you wrote and what comes next.",
            last_reply: "This is the last answer of this round: say in a few words what stands and what comes next, without \
                         further tools.",
            ..Nudges::default()
        }
    }
}
