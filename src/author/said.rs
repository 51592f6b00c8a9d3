//! The conversation with the author, and how much of it a prompt shows.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::draft::CampaignDraft;

/// Maximum number of messages kept.
const MAX_SAID: usize = 200;
/// The most characters of one saying that are kept.
const MAX_CHARS: usize = 20_000;
/// If the prompt's window exceeds this number of characters, it is shortened …
const WINDOW_MAX: usize = 40_000;
/// … to no more than this, so that its head moves rarely and the provider's cache holds.
const WINDOW_MIN: usize = 20_000;

/// A message of the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlanSaid)]
pub struct ConversationMessage {
    pub by: AuthorSpeaker,
    /// The words.
    pub text: String,
    /// SHA-256 of the pictures that came with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<String>,
    /// The author's tool calls in order, in short.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<String>,
    /// Whether it was interrupted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub broke_off: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlanSpeaker)]
pub enum AuthorSpeaker {
    /// The player.
    Person,
    /// The agent they write it with.
    Author,
}

impl CampaignDraft {
    /// Takes something down.
    pub(super) fn take_down(&mut self, mut said: ConversationMessage) {
        if let Some((end, _)) = said.text.char_indices().nth(MAX_CHARS) {
            said.text.truncate(end);
        }
        self.chat.push(said);
        if self.chat.len() > MAX_SAID {
            // Half as much again goes, so that this is rare.
            let n = self.chat.len() - MAX_SAID + MAX_SAID / 4;
            self.chat.drain(..n);
            self.n_forgotten += n;
            self.window_from = self.window_from.saturating_sub(n);
        }
    }

    /// Shortens the prompt's window if it has grown too long.
    pub(super) fn advance_window(&mut self) {
        let size = |said: &[ConversationMessage]| said.iter().map(|said| said.text.len()).sum::<usize>();
        let shown = self.chat.get(self.window_from..).unwrap_or_default();
        if size(shown) <= WINDOW_MAX {
            return;
        }
        let mut from = self.window_from;
        while from < self.chat.len() && size(&self.chat[from..]) > WINDOW_MIN {
            from += 1;
        }
        while self.chat.get(from).is_some_and(|said| said.by == AuthorSpeaker::Author) {
            from += 1;
        }
        self.window_from = from;
    }

    /// The prompt's window of the conversation.
    pub(super) fn window(&self) -> &[ConversationMessage] {
        self.chat.get(self.window_from..).unwrap_or_default()
    }
}
