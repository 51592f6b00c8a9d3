//! The events of the author's answer, live and for resuming.
//!
//! Events are numbered from 1, in the order they happen; whoever has heard the nth reads on behind it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures::Stream;
use game::id::PlanId;
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::{
    author::{Overview, Progress, WritingEvent},
    dm::feed::{Failure, NoticeCode, only_true},
};

use super::PlanView;

/// What happens while the author answers, as one hears it. The data of each event names it, too.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "camelCase")]
pub(in crate::http) enum PlanEvent {
    /// `plan`: the author begins.
    #[serde(rename_all = "camelCase")]
    Plan {
        /// The plan.
        plan_id: PlanId,
        /// The answer, whose events can be read again.
        answer_id: String,
    },
    /// `text`: the author goes on talking.
    Text {
        /// What is new.
        delta: String,
    },
    /// `text`: all text so far is taken back.
    #[serde(rename = "text")]
    Reset {
        /// Always true.
        #[schema(schema_with = only_true)]
        reset: bool,
    },
    /// `tool`: something is written.
    #[serde(rename_all = "camelCase")]
    Tool {
        /// The call's id.
        call_id: String,
        /// The tool's name.
        name: String,
        /// How far it is.
        status: Progress,
        /// A few words for whoever watches.
        summary: String,
    },
    /// `notice`: something one should know.
    Notice {
        /// A stable code.
        #[schema(value_type = NoticeCode)]
        code: String,
        /// A sentence.
        message: String,
    },
    /// `state`: the draft as it was kept.
    State {
        /// What there is of it.
        plan: Box<Overview>,
    },
    /// `done`: always last of a good answer.
    Done(Box<PlanAnswer>),
    /// `failed`: always last of a bad one. What was written until then is kept.
    Failed(Failure),
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
    /// What it said.
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

/// An answer's events so far: one writes, any number read, each from where it left off.
#[derive(Debug, Clone, Default)]
pub(super) struct Report(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    told: Mutex<Told>,
    n_told: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct Told {
    /// In their order; nothing in the place of a draft that a later one has made old.
    events: Vec<Option<Arc<PlanEvent>>>,
    /// Where the newest draft stands.
    state: Option<usize>,
}

impl Report {
    /// Tells an event. Of drafts only the newest is kept: who reads on has no use for one that is older.
    pub(super) fn tell(&self, event: PlanEvent) {
        let n = {
            let mut told = self.told();
            if event.is_state() {
                let at = told.events.len();
                if let Some(old) = told.state.replace(at) {
                    told.events[old] = None;
                }
            }
            told.events.push(Some(Arc::new(event)));
            told.events.len()
        };
        self.0.n_told.send_replace(n);
    }

    /// The events behind the `after`th with their numbers, until the last.
    pub(super) fn read(&self, after: usize) -> impl Stream<Item = (usize, Arc<PlanEvent>)> + Send + use<> {
        let reader = (self.clone(), self.0.n_told.subscribe(), after, false);
        futures::stream::unfold(reader, |(report, mut n_told, mut next, over)| async move {
            if over {
                return None;
            }
            loop {
                // The lock is let go before anything is waited for.
                let found = report.told().events.get(next).cloned();
                match found {
                    Some(event) => {
                        next += 1;
                        if let Some(event) = event {
                            let over = event.is_last();
                            return Some(((next, event), (report, n_told, next, over)));
                        }
                    }
                    None if report.is_over() => return None,
                    None => drop(n_told.wait_for(|n| *n > next).await.ok()?),
                }
            }
        })
    }

    /// Waits for the last event.
    pub(super) async fn ending(&self) -> Arc<PlanEvent> {
        let mut n_told = self.0.n_told.subscribe();
        loop {
            n_told.borrow_and_update();
            if let Some(last) = self.last().filter(|last| last.is_last()) {
                return last;
            }
            // The sender lives as long as this report, so waiting ends only with another event.
            let _ = n_told.changed().await;
        }
    }

    /// Whether the last event was sent.
    pub(super) fn is_over(&self) -> bool {
        self.last().is_some_and(|last| last.is_last())
    }

    fn last(&self) -> Option<Arc<PlanEvent>> {
        self.told().events.last().cloned().flatten()
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.0.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use futures::StreamExt;

    use super::*;
    use crate::{author::Draft, dm::feed::FailureCode};

    fn text(delta: &str) -> PlanEvent {
        PlanEvent::Text { delta: delta.to_owned() }
    }

    fn state() -> PlanEvent {
        PlanEvent::State { plan: Box::new(Overview::of(&Draft::new("en"))) }
    }

    fn failed() -> PlanEvent {
        PlanEvent::Failed(Failure::new(FailureCode::Internal, "", true))
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
        assert_eq!(report.ending().await.name(), "failed");
    }
}
