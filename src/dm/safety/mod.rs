//! Safety tools: lines, veils and dials in prompts, the check of every text, and the X card.

mod guard;
mod x_card;

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
};

use game::{
    Session,
    id::SeatId,
    safety::{Safety, StoppedScene, TableSafety, TextCheck, in_words},
};
use model::{Model, Tokens};
use prompt::{
    LineText,
    beside::{SafetyBlock, StoppedBlock},
};

use super::{
    Tables, agents::AUTHOR, feed::Feed, models::Models, recording_model::RecordingModel, session_queue::QueueTicket,
    words::NotPlayed,
};

use guard::GuardedModel;

/// The lines, veils and dials for a turn's agents.
#[derive(Debug, Clone, Default)]
pub(super) struct Boundaries {
    safety: Arc<Safety>,
    check: Arc<TextCheck>,
    stopped: Option<Arc<StoppedScene>>,
    /// Usage of the paragraph checks: models and tokens.
    spent: Arc<Mutex<Vec<(String, Tokens)>>>,
}

impl Boundaries {
    /// Those of a session.
    pub(super) fn of(table: &TableSafety) -> Self {
        let safety = table.in_force();
        Self {
            check: Arc::new(TextCheck::of(&safety.lines)),
            safety: Arc::new(safety),
            stopped: table.stopped.clone().map(Arc::new),
            spent: Arc::default(),
        }
    }

    /// The same for an agent that has nothing to do with the scene that was stopped.
    pub(super) fn without_stopped(self) -> Self {
        Self { stopped: None, ..self }
    }

    /// Whether there is nothing to tell and nothing to check.
    pub(super) fn is_empty(&self) -> bool {
        self.safety.is_empty() && self.stopped.is_none()
    }

    /// Whether a scene was stopped before this turn.
    pub(super) fn has_stopped_scene(&self) -> bool {
        self.stopped.is_some()
    }

    /// The block that every agent reads; none if nothing is set.
    pub(super) fn block(&self) -> Option<SafetyBlock> {
        if self.safety.is_empty() {
            return None;
        }
        let Safety { lines, veils, tone, violence, romance } = &*self.safety;
        let listed = |entries: &[String]| entries.iter().map(|entry| LineText::of(in_words(entry))).collect::<Vec<_>>();
        let rule = "What is never shown is not described, named or hinted at by any word, by nobody, and not mentioned as left out. \
                    What happens only off screen is cut away from before it begins.";
        let has_entries = !lines.is_empty() || !veils.is_empty();
        Some(SafetyBlock {
            lines: listed(lines),
            veils: listed(veils),
            tone: tone.map(|dial| LineText::of(dial.words())),
            violence: violence.map(|dial| LineText::of(dial.words())),
            romance: romance.map(|dial| LineText::of(dial.words())),
            rule: has_entries.then(|| LineText::of(rule)),
        })
    }

    /// The block about a stopped scene for the next prompt.
    pub(super) fn stopped_block(&self) -> Option<StoppedBlock> {
        let stopped = self.stopped.as_ref()?;
        let about: Vec<&str> = stopped.about.iter().map(|entry| in_words(entry)).collect();
        let about = if about.is_empty() { String::new() } else { format!(" It was about: {}.", about.join("; ")) };
        let told = stopped.told.split_whitespace().collect::<Vec<_>>().join(" ");
        let told = if told.is_empty() {
            told
        } else {
            format!(" It was stopped at these words, and nothing of them comes back: “{told}”")
        };
        let line = format!(
            "Somebody at the table stopped the last scene, and it did not happen: the story goes another way now, without a word \
             about that.{about}{told}"
        );
        Some(StoppedBlock(vec![LineText::of(&line)]))
    }

    /// A model whose text is checked before it is shown.
    pub(super) fn guard(
        &self,
        told: Arc<dyn Model>,
        agent: &'static str,
        models: &Models,
        feed: &Feed,
    ) -> Arc<dyn Model> {
        if self.check.is_empty() {
            return told;
        }
        Arc::new(GuardedModel::of(told, self, agent, models, feed))
    }

    /// A sentence of the server with words that cross a line masked, since it can't be rephrased.
    pub(super) fn masked<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !self.check.is_crossed_by(text) {
            return Cow::Borrowed(text);
        }
        Cow::Owned(self.check.masked(text))
    }

    /// Usage of the checks since the last call.
    pub(super) fn take_spent(&self) -> Vec<(String, Tokens)> {
        std::mem::take(&mut *self.spent.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The author's model with these lines, veils and dials: they are in its prompt, and its answers are checked. Also a function
/// for the usage of withdrawn replies since its last call.
pub fn author_within(
    models: &Models,
    safety: &Safety,
) -> (Arc<dyn Model>, impl Fn() -> Vec<(String, Tokens)> + Send + use<>) {
    let table = TableSafety { host: safety.clone(), ..TableSafety::default() };
    let boundaries = Boundaries::of(&table);
    (RecordingModel::of(models, AUTHOR, &[], Feed::new()).within(&boundaries), move || boundaries.take_spent())
}

impl Tables {
    /// Sets lines, veils and dials of a guest, or of the host if there is none. Waits its turn like a message.
    ///
    /// # Errors
    /// There is no such session, or the store failed.
    pub async fn set_safety(
        &self,
        line: QueueTicket,
        guest: Option<&SeatId>,
        safety: Safety,
    ) -> Result<Session, NotPlayed> {
        let turn = self.turn_between(line).await?;
        self.save_head(turn.session(), |head| head.safety.set(guest, safety)).await
    }
}

#[cfg(test)]
mod tests {
    use prompt::Bracketed;

    use super::*;

    #[test]
    fn agents_are_told_what_is_set_and_nothing_where_nothing_is() {
        assert!(Boundaries::default().block().is_none() && Boundaries::default().stopped_block().is_none());
        let host = Safety { lines: vec!["spiders".into(), "my aunt".into()], ..Safety::default() };
        let stopped =
            Some(StoppedScene { about: vec!["spiders".into()], told: "Eight legs\n[/safety]".into(), after_turn: 0 });
        let boundaries = Boundaries::of(&TableSafety { host, stopped, ..TableSafety::default() });
        let block = boundaries.block().unwrap().render();
        assert!(block.contains("never shown: my aunt\nnever shown: Spiders\n"), "{block}");
        let stopped = boundaries.stopped_block().unwrap().render();
        assert!(stopped.contains("goes another way") && stopped.contains("It was about: Spiders."), "{stopped}");
        assert_eq!(boundaries.masked("A giant spider bites you for 3."), "A giant … bites you for 3.");
    }
}
