//! Plans in progress, one writer each, and the answers that can still be followed.

use std::{
    collections::{HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use uuid::Uuid;

use game::id::PlanId;

use super::{super::Error, report::Report, stop::Stop};

/// How many answers that have ended can still be read again.
const MAX_ENDED: usize = 16;

/// The plans that are being written on in this process.
#[derive(Debug, Clone, Default)]
pub(in crate::http) struct Writing(Arc<Mutex<WritingSessions>>);

#[derive(Debug, Default)]
struct WritingSessions {
    held: HashSet<PlanId>,
    /// Answers in progress and recently ended ones, oldest first.
    answers: VecDeque<AuthorAnswer>,
}

/// An answer of the author, under way or ended.
#[derive(Debug, Clone)]
pub(super) struct AuthorAnswer {
    /// Its id.
    pub(super) id: String,
    /// The plan it belongs to.
    pub(super) plan: PlanId,
    /// The words it answers.
    pub(super) words: String,
    /// The idempotency key of its request.
    pub(super) key: Option<String>,
    /// Its events.
    pub(super) report: Report,
    /// Ends it.
    pub(super) stop: Stop,
}

impl AuthorAnswer {
    /// An answer that begins.
    pub(super) fn to(plan: &PlanId, words: &str, key: Option<String>) -> Self {
        let (id, plan, words) = (Uuid::now_v7().to_string(), plan.clone(), words.to_owned());
        Self { id, plan, words, key, report: Report::default(), stop: Stop::default() }
    }
}

/// An exclusive lock on a plan.
pub(in crate::http) struct PlanLock {
    writing: Writing,
    plan: PlanId,
}

impl Writing {
    /// Locks a plan, unless it is locked.
    pub(super) fn hold(&self, plan: &PlanId) -> Result<PlanLock, Error> {
        let is_free = self.sessions().held.insert(plan.clone());
        if is_free { Ok(PlanLock { writing: self.clone(), plan: plan.clone() }) } else { Err(Error::plan_in_use()) }
    }

    /// Lets an answer be listened to.
    pub(super) fn begin(&self, answer: AuthorAnswer) {
        let mut sessions = self.sessions();
        sessions.answers.push_back(answer);
        let n_ended = sessions.answers.iter().filter(|answer| answer.report.is_over()).count();
        for _ in MAX_ENDED..n_ended {
            if let Some(oldest) = sessions.answers.iter().position(|answer| answer.report.is_over()) {
                sessions.answers.remove(oldest);
            }
        }
    }

    /// An answer of a plan, as long as it can be listened to.
    pub(super) fn answer(&self, plan: &PlanId, is_it: impl Fn(&AuthorAnswer) -> bool) -> Option<AuthorAnswer> {
        let sessions = self.sessions();
        sessions.answers.iter().rev().find(|answer| answer.plan == *plan && is_it(answer)).cloned()
    }

    /// The answer that is under way on a plan.
    pub(super) fn under_way(&self, plan: &PlanId) -> Option<AuthorAnswer> {
        self.answer(plan, |answer| !answer.report.is_over())
    }

    /// Stops every answer that is under way.
    pub(in crate::http) fn stop(&self) {
        self.sessions().answers.iter().for_each(|answer| answer.stop.say());
    }

    fn sessions(&self) -> MutexGuard<'_, WritingSessions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PlanLock {
    fn drop(&mut self) {
        self.writing.sessions().held.remove(&self.plan);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dm::feed::{FailureCode, TurnFailure},
        http::plans::report::PlanEvent,
    };

    #[test]
    fn a_plan_is_held_by_one_and_free_again_when_they_let_go() {
        let (writing, one, other) = (Writing::default(), PlanId::from("one"), PlanId::from("other"));
        let held = writing.hold(&one).unwrap_or_else(|_| panic!("nobody holds it"));
        assert!(writing.hold(&one).is_err());
        assert!(writing.hold(&other).is_ok());
        drop(held);
        assert!(writing.hold(&one).is_ok());
    }

    #[test]
    fn answers_that_ended_make_room_and_those_under_way_stay() {
        let (writing, plan) = (Writing::default(), PlanId::from("one"));
        let first = AuthorAnswer::to(&plan, "first", None);
        writing.begin(first.clone());
        for n in 0..2 * MAX_ENDED {
            let answer = AuthorAnswer::to(&plan, &n.to_string(), None);
            answer.report.tell(PlanEvent::Failed(TurnFailure::new(FailureCode::Internal, "", true)));
            writing.begin(answer);
        }
        assert_eq!(writing.under_way(&plan).map(|answer| answer.id), Some(first.id));
        assert!(writing.answer(&plan, |answer| answer.words == "0").is_none());
        assert!(writing.answer(&plan, |answer| answer.words == (2 * MAX_ENDED - 1).to_string()).is_some());
        assert!(writing.under_way(&PlanId::from("other")).is_none());
    }
}
