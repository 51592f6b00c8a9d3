//! The events of the author's answer, live and for resuming.
//!
//! Events are numbered from 1, in order; a client that has the nth continues after it.

use std::sync::{Arc, Mutex, PoisonError};

use futures::Stream;
use game::id::PlanId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    author::{Overview, ToolProgress, WritingEvent},
    dm::{
        event_log::{EventLog, NextEvent},
        feed::{NoticeCode, TurnFailure, only_true},
    },
};

use super::PlanView;

/// An event of the author's answer. Its data contains its name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "camelCase")]
pub(in crate::http) enum PlanEvent {
    /// `plan`: the author begins.
    #[serde(rename_all = "camelCase")]
    Plan {
        /// The plan.
        plan_id: PlanId,
        /// The id of the answer; its events can be read again.
        answer_id: String,
    },
    /// `text`: new text of the author.
    Text {
        /// The new text.
        delta: String,
    },
    /// `text`: all text so far is withdrawn.
    #[serde(rename = "text")]
    Reset {
        /// Always true.
        #[schema(schema_with = only_true)]
        reset: bool,
    },
    /// `tool`: a tool call of the author changed its status.
    #[serde(rename_all = "camelCase")]
    Tool {
        /// The call's id.
        call_id: String,
        /// The tool's name.
        name: String,
        /// How far it is.
        status: ToolProgress,
        /// A short label for clients.
        summary: String,
    },
    /// `notice`: information for the player.
    Notice {
        /// A stable code.
        #[schema(value_type = NoticeCode)]
        code: String,
        /// A sentence.
        message: String,
    },
    /// `state`: the draft as it was saved.
    State { plan: Box<Overview> },
    /// `done`: last event of a successful answer.
    Done(Box<PlanAnswer>),
    /// `failed`: last event of a failed answer. All finished work is saved.
    Failed(TurnFailure),
}

impl From<WritingEvent> for PlanEvent {
    fn from(event: WritingEvent) -> Self {
        match event {
            WritingEvent::Text { delta } => Self::Text { delta },
            WritingEvent::Reset => Self::Reset { reset: true },
            WritingEvent::Tool { call_id, name, status, summary } => Self::Tool { call_id, name, status, summary },
            WritingEvent::Notice { code, message } => Self::Notice { code, message },
            WritingEvent::State { plan } => Self::State { plan },
        }
    }
}

/// The author's answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct PlanAnswer {
    /// The text.
    pub(super) text: String,
    /// The plan after it.
    pub(super) plan: PlanView,
}

impl PlanEvent {
    /// The event's name in the stream.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Plan { .. } => "plan",
            Self::Text { .. } | Self::Reset { .. } => "text",
            Self::Tool { .. } => "tool",
            Self::Notice { .. } => "notice",
            Self::State { .. } => "state",
            Self::Done(_) => "done",
            Self::Failed(_) => "failed",
        }
    }

    fn is_last(&self) -> bool {
        matches!(self, Self::Done(_) | Self::Failed(_))
    }

    fn is_state(&self) -> bool {
        matches!(self, Self::State { .. })
    }
}

/// An answer's events so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Report {
    log: EventLog<PlanEvent>,
    /// The position of the newest draft.
    newest_draft: Arc<Mutex<Option<usize>>>,
}

impl Report {
    /// Appends an event; the last one of an answer ends the report. Of drafts only the newest is kept: a reader has no use for older ones.
    pub(super) fn tell(&self, event: PlanEvent) {
        // Locked until the event is appended, so that its position is the end of the log.
        let mut newest_draft = self.newest_draft.lock().unwrap_or_else(PoisonError::into_inner);
        if event.is_state()
            && let Some(old) = newest_draft.replace(self.log.end())
        {
            self.log.withdraw(old);
        }
        let is_last = event.is_last();
        self.log.append([event]);
        if is_last {
            self.log.close();
        }
    }

    /// The events behind the `after`th with their numbers, until the last.
    pub(super) fn read(&self, after: usize) -> impl Stream<Item = (usize, Arc<PlanEvent>)> + Send + use<> {
        futures::stream::unfold(self.log.read(after), |mut reader| async move {
            match reader.next().await {
                NextEvent::Event(at, event) => Some(((at + 1, event), reader)),
                NextEvent::Dropped | NextEvent::Closed => None,
            }
        })
    }

    /// Waits for the last event.
    pub(super) async fn ending(&self) -> Option<Arc<PlanEvent>> {
        self.log.ending().await
    }

    /// Whether the last event was sent.
    pub(super) fn is_over(&self) -> bool {
        self.log.is_closed()
    }
}

#[cfg(test)]
mod tests {
    use futures::StreamExt;

    use super::*;
    use crate::{author::CampaignDraft, dm::feed::FailureCode};

    fn text(delta: &str) -> PlanEvent {
        PlanEvent::Text { delta: delta.to_owned() }
    }

    fn state() -> PlanEvent {
        PlanEvent::State { plan: Box::new(Overview::of(&CampaignDraft::new("en"))) }
    }

    fn failed() -> PlanEvent {
        PlanEvent::Failed(TurnFailure::new(FailureCode::Internal, "", true))
    }

    async fn heard(report: &Report, after: usize) -> Vec<(usize, &'static str)> {
        report.read(after).map(|(n, event)| (n, event.name())).collect().await
    }

    #[tokio::test]
    async fn it_is_read_on_from_anywhere_and_of_drafts_the_newest_is_told_again() {
        let report = Report::default();
        let live = tokio::spawn({
            let report = report.clone();
            async move { heard(&report, 0).await }
        });
        for event in [text("a"), state(), text("b"), state(), failed()] {
            report.tell(event);
            tokio::task::yield_now().await;
        }
        assert_eq!(live.await.unwrap().last(), Some(&(5, "failed")));
        assert_eq!(heard(&report, 0).await, [(1, "text"), (3, "text"), (4, "state"), (5, "failed")]);
        assert_eq!(heard(&report, 3).await, [(4, "state"), (5, "failed")]);
        for after in [5, 6, usize::MAX] {
            assert_eq!(heard(&report, after).await, [], "behind its end there is nothing");
        }
        assert_eq!(report.ending().await.map(|event| event.name()), Some("failed"));
    }
}
