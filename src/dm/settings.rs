//! Settings of a session that its player changes between turns.

use game::{Change, Session, house_rules::HouseRules, language_tag::LanguageTag};

use super::{
    Tables,
    session_queue::QueueTicket,
    words::{NotPlayed, request_key},
};

/// What is to be set; what is `None` stays.
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
            let language = language.filter(|language| *language != now.game.language);
            let rules = house_rules.filter(|rules| *rules != now.game.house_rules).map(Box::new);
            let language = language.map(|language| Change::LanguageChosen { language });
            Ok(language.into_iter().chain(rules.map(|rules| Change::HouseRulesChanged { rules })).collect())
        };
        let key = request_key(key, &["settings", &asked]);
        Ok(self.once_between_turns::<NotPlayed>(line, key, set).await?.0)
    }
}
