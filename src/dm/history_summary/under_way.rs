//! Summaries in progress.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use futures::FutureExt;
use game::{Game, SessionHead, id::SessionId, scene_summary::SceneSummary};
use model::Tokens;
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family},
};
use tokio::sync::watch;

use crate::{
    dm::{
        agents::SUMMARISER,
        feed::Feed,
        models::{Models, Provider},
        one_shot_completion::{self, HelperReply, HelperRequest, patience},
        recording_model::RecordingModel,
        safety::Boundaries,
    },
    store::{AgentCall, Store, StoredTurn},
};

use super::{
    covered,
    scenes::{material, scenes},
    summariser::{INSTRUCTIONS, MAX_TOKENS, believed, schema},
};

/// The most turns that are summarised at once; of a longer past that never was, the newest.
const MOST_TURNS: u32 = 60;
/// How long results are kept.
const KEEP: Duration = Duration::from_secs(30 * 60);

/// The result of a summarisation.
pub(in crate::dm) struct Summarised {
    pub(super) scenes: Vec<SceneSummary>,
    spent: Mutex<Option<(String, Tokens)>>,
    calls: Mutex<Vec<AgentCall>>,
}

impl Summarised {
    /// Its usage, returned once.
    pub(super) fn spent(&self) -> Option<(String, Tokens)> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The model's calls, returned once.
    pub(super) fn calls(&self) -> Vec<AgentCall> {
        std::mem::take(&mut *self.calls.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

type SummaryReady = watch::Receiver<Option<Arc<Summarised>>>;

/// A summary in progress or done: up to a turn of a session, as of a version.
struct Job {
    from: u32,
    to: u32,
    /// The version its turns were saved by: a session that was rewound and played on has another past.
    head_version: u64,
    ready: SummaryReady,
    since: Instant,
}

/// How many scenes came to what.
pub(in crate::dm) type SceneCount = Family<SceneOutcome, Counter>;

/// The result of summarising a scene.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(in crate::dm) struct SceneOutcome {
    outcome: &'static str,
}

/// Summarisations of this process.
pub(in crate::dm) struct Summaries {
    /// The most characters of all summaries of a session.
    most_chars: usize,
    jobs: Mutex<HashMap<SessionId, Job>>,
    /// Counts of summarised scenes by result.
    pub(in crate::dm) n_scenes: SceneCount,
}

impl Summaries {
    pub(in crate::dm) fn of(most_chars: usize) -> Self {
        Self { most_chars, jobs: Mutex::default(), n_scenes: SceneCount::default() }
    }

    /// Starts summarising turns that left a session's window, unless that is under way or done; the future resolves when it is.
    /// None if nothing is left or there is no model.
    pub(super) fn begin(
        &self,
        store: &Arc<dyn Store>,
        models: &Models,
        head: &SessionHead,
        game: &Game,
    ) -> Option<impl Future<Output = Option<Arc<Summarised>>> + use<>> {
        let to = head.window_from.saturating_sub(1).min(head.n_turns);
        let from = covered(game).saturating_add(1).max(to.saturating_sub(MOST_TURNS - 1));
        // The built-in storyteller has no helper.
        if from > to || models.provider == Provider::Storyteller {
            return None;
        }
        let mut jobs = self.jobs();
        jobs.retain(|_, job| job.since.elapsed() < KEEP);
        let known =
            jobs.get(&head.id).filter(|job| (job.from, job.to) == (from, to) && job.head_version <= head.version);
        let mut ready = match known {
            Some(job) => job.ready.clone(),
            None => {
                let (tell, ready) = watch::channel(None);
                let (store, models, game) = (Arc::clone(store), models.clone(), game.clone());
                let (id, n_scenes, most_chars) = (head.id.clone(), self.n_scenes.clone(), self.most_chars);
                let boundaries = Boundaries::of(&head.safety).without_stopped();
                tokio::spawn(async move {
                    let work =
                        summarised(&*store, &models, (&id, &game, &boundaries), (from, to), most_chars, &n_scenes);
                    tell.send_replace(Some(Arc::new(work.await)));
                });
                let job = Job { from, to, head_version: head.version, ready: ready.clone(), since: Instant::now() };
                jobs.insert(head.id.clone(), job);
                ready
            }
        };
        Some(async move { ready.wait_for(Option::is_some).await.ok()?.clone() }.boxed())
    }

    /// Drops a session's summarisation, because its history changed.
    pub(in crate::dm) fn forget(&self, session: &SessionId) {
        self.jobs().remove(session);
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<SessionId, Job>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Puts some turns of a session in few words, as far as the model is to be believed.
async fn summarised(
    store: &dyn Store,
    models: &Models,
    (session, game, boundaries): (&SessionId, &Game, &Boundaries),
    (from, to): (u32, u32),
    most_chars: usize,
    n_scenes: &SceneCount,
) -> Summarised {
    let turns: Vec<StoredTurn> = match store.turns(session, Some(from - 1), Some(to + 1), MOST_TURNS).await {
        Ok(turns) => turns,
        Err(error) => {
            tracing::warn!(%session, %error, "earlier turns were not read, and so not summarised");
            Vec::new()
        }
    };
    let scenes = scenes(game, &turns, most_chars);
    if scenes.is_empty() {
        return Summarised { scenes: Vec::new(), spent: Mutex::default(), calls: Mutex::default() };
    }
    // It is noted in the trace of the turn that takes it up.
    let notes = Feed::new();
    let recorder = RecordingModel::of(models, SUMMARISER, &[], notes.clone());
    let recorder = recorder.with_settings(game.told_in(), &game.house_rules);
    let model = recorder.within(boundaries);
    let watched = Models { model, ..models.clone() };
    let question = HelperRequest {
        instructions: INSTRUCTIONS,
        max_tokens: MAX_TOKENS,
        words: material(&scenes),
        schema: schema(),
        patience: patience::SCENES,
    };
    let HelperReply { text: answer, spent } = one_shot_completion::ask(&watched, question).await;
    let told = answer.as_deref().ok().map(|answer| believed(&scenes, game.told_in(), answer)).unwrap_or_default();
    let n_skipped = scenes.len() - told.len();
    for (outcome, n) in [("written", told.len()), ("skipped", n_skipped)] {
        n_scenes.get_or_create(&SceneOutcome { outcome }).inc_by(n as u64);
    }
    if n_skipped > 0 {
        tracing::warn!(%session, n_skipped, "scenes were not summarised soundly; they are left out");
    }
    Summarised { scenes: told, spent: Mutex::new(spent), calls: Mutex::new(notes.trace().calls) }
}
