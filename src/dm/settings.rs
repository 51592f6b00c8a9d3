//! Settings of a session that its player changes between turns.

use game::{Change, Session, house_rules::HouseRules, id::SessionId, language_tag::LanguageTag, session::SessionHead};
use jiff::Timestamp;

use crate::store::{Commit, Interlude};

use super::{
    Tables,
    session_queue::QueueTicket,
    words::{NotPlayed, request_key},
};

/// The new settings; `None` keeps a value.
#[derive(Debug, Clone, Default)]
pub struct NewSettings {
    /// The language of the story; `Some(None)` for that of the player's words.
    pub language: Option<Option<LanguageTag>>,
    /// The house rules.
    pub house_rules: Option<HouseRules>,
}

impl Tables {
    /// Changes a session's settings from the next turn on. Waits its turn like a message.
    ///
    /// # Errors
    /// The key was used for another request, or the store could not.
    pub async fn set(&self, line: QueueTicket, key: Option<String>, new: NewSettings) -> Result<Session, NotPlayed> {
        let NewSettings { language, house_rules } = new;
        let asked = serde_json::to_string(&(&language, &house_rules)).unwrap_or_default();
        let set = |now: &Session| {
            // With a campaign, “none” is stored as `und`: an absent language means the campaign's.
            let none = || now.game.plot.is_some().then(LanguageTag::undetermined);
            let language = language.map(|language| language.or_else(none));
            let language = language.filter(|language| *language != now.game.language);
            let rules = house_rules.filter(|rules| *rules != now.game.house_rules).map(Box::new);
            let language = language.map(|language| Change::LanguageChosen { language });
            Ok(language.into_iter().chain(rules.map(|rules| Change::HouseRulesChanged { rules })).collect())
        };
        let key = request_key(key, &["settings", &asked]);
        Ok(self.once_between_turns::<NotPlayed>(line, key, set).await?.0)
    }

    /// Saves a session whose head alone has changed, for one whose turn it is.
    pub(super) async fn save_head(
        &self,
        session: &SessionId,
        set: impl FnOnce(&mut SessionHead),
    ) -> Result<Session, NotPlayed> {
        let Session { head, game } = self.store().load(session).await?;
        let (expected_version, at) = (head.version, Timestamp::now());
        let mut after = SessionHead { version: expected_version + 1, updated_at: at, ..head };
        set(&mut after);
        let (session_id, after_seq, version) = (after.id.clone(), after.n_turns, after.version);
        let what = Interlude { session_id, after_seq, version, at, changes: Vec::new(), key: None };
        let commit = Commit { expected_version, head: after.clone(), game: game.clone(), what };
        self.store().commit_interlude(commit).await?;
        let session = Session { head: after, game };
        self.session_changed(&session);
        Ok(session)
    }
}
