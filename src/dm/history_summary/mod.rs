//! Summaries of scenes that left the prompt's window, written by the utility model.
//!
//! When a turn that was saved has moved the window on, the scenes that fell out of it are summarised in the background, from
//! the turns as they were committed. The next turn takes the summaries up as one of its own changes, so that undo, another
//! telling and a branch take them along, and shows them before the window. Where nothing comes of it, the window alone is shown:
//! nothing is believed that is too long, empty, about something else, or an order.

mod scenes;
mod summariser;
mod under_way;

pub(super) use under_way::{SceneCount, Summaries};

use std::sync::Arc;

use game::{Change, Game, Session, SessionHead, State, id::SessionId, turn::Exchange};
use prompt::{
    PartText,
    beside::{SceneText, SoFarBlock},
};

use under_way::Summarised;

use super::{
    Draft, Tables,
    agents::SUMMARISER,
    one_shot_completion::patience,
    play::TurnRunner,
    session_queue::QueueTicket,
    words::{NotPlayed, request_key},
};

impl TurnRunner {
    /// Records new summaries of turns before the window, and returns the block of all summaries.
    pub(super) async fn summaries(
        &self,
        head: &SessionHead,
        draft: &mut Draft,
        window: &[Exchange],
    ) -> Option<SoFarBlock> {
        if !self.past.enable_summaries {
            return None;
        }
        let first = window.first().map_or(head.n_turns + 1, |said| said.seq);
        if let Some(job) = self.summarise(head, draft.game()) {
            match tokio::time::timeout(patience::SCENES_NEEDED, job).await {
                Ok(Some(summarised)) => draft.take_up(&summarised),
                Ok(None) => {}
                Err(_) => tracing::warn!(session = %head.id, "the story so far was not ready in time"),
            }
        }
        block(draft.game(), first)
    }

    /// Starts summarising turns that left the window.
    pub(super) fn summarise(
        &self,
        head: &SessionHead,
        game: &Game,
    ) -> Option<impl Future<Output = Option<Arc<Summarised>>> + use<>> {
        if !self.past.enable_summaries {
            return None;
        }
        // The session's own money is used; without any, the scenes wait.
        let account = self.budget.account(head);
        if account.reached().is_some() {
            return None;
        }
        let models = account.models(&self.models);
        self.summaries.begin(&self.store, &models, head, game)
    }
}

impl Draft {
    /// Records summaries, with their cost if it wasn't counted yet.
    fn take_up(&mut self, summarised: &Summarised) {
        if let Some((model, tokens)) = summarised.spent() {
            self.count(SUMMARISER, &model, &tokens);
        }
        self.note_calls(summarised.calls());
        let scenes = summarised.scenes.clone();
        if !scenes.is_empty()
            && let Err(refusal) = self.record(Change::ScenesSummarised { scenes })
        {
            tracing::error!(%refusal, "the story so far was not taken up");
        }
    }
}

impl Tables {
    /// Clears the history for prompts from the next turn on. Heroes, world, memory and story are unchanged. Waits in the queue
    /// like a message.
    ///
    /// # Errors
    /// The store could not.
    pub async fn clear(&self, line: QueueTicket, key: Option<String>) -> Result<Session, NotPlayed> {
        let cleared = |now: &Session| match now.head.n_turns {
            to if to == now.game.cleared_to => Ok(Vec::new()),
            to => Ok(vec![Change::HistoryCleared { to }]),
        };
        Ok(self.once_between_turns::<NotPlayed>(line, request_key(key, &["clear"]), cleared).await?.0)
    }

    /// Undoes the last [`clear`](Self::clear) if no turn was played since. Returns whether there was one.
    ///
    /// # Errors
    /// The store could not.
    pub async fn undo_clear(&self, line: QueueTicket, id: &SessionId) -> Result<bool, NotPlayed> {
        let interludes = self.store().interludes(id, 0).await?;
        let changes = interludes.iter().flat_map(|interlude| &interlude.changes);
        let cleared: Vec<u32> =
            changes.filter_map(|it| if let Change::HistoryCleared { to } = it { Some(*to) } else { None }).collect();
        let undone = |now: &Session| {
            let at = now.head.n_turns;
            let is_last = at > 0 && now.game.cleared_to == at;
            let to = cleared.iter().rev().find(|to| **to != at).copied().unwrap_or(0);
            Ok((is_last.then_some(Change::HistoryCleared { to }).into_iter().collect(), is_last))
        };
        Ok(self.between_turns::<_, NotPlayed>(line, undone).await?.1)
    }
}

/// The last turn that is summarised or will not be; 0 if there is none.
fn covered(state: &State) -> u32 {
    state.scenes.last().map_or(0, |scene| scene.to).max(state.cleared_to)
}

/// The summary of the turns before `first`, if there is one.
fn block(state: &State, first: u32) -> Option<SoFarBlock> {
    let shown = state.scenes.iter().filter(|scene| scene.from > state.cleared_to && scene.to < first);
    let scenes = shown.map(|scene| SceneText { from: scene.from, to: scene.to, text: PartText::of(&scene.text) });
    let scenes: Vec<SceneText> = scenes.collect();
    (!scenes.is_empty()).then_some(SoFarBlock(scenes))
}
