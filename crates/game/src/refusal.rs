//! Why a request is refused.

use serde::{Deserialize, Serialize};

/// Why a change is impossible. The text is for the model, which corrects its call, and for the player: it names the problem and
/// the alternatives.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct Refusal {
    words: String,
    reason: Option<RefusalReason>,
}

/// The reason of a refusal, where the storyteller tells it in words of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RefusalReason {
    /// The target or the square is out of reach.
    OutOfReach,
    /// The target or the square is behind total cover.
    TotalCover,
    /// No spell slot is left.
    NoSlot,
    /// A thing is missing that the spell uses up.
    NoComponent {
        /// The item, and its value in gold pieces.
        thing: String,
        /// The insufficient component that the caster has; empty for none.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        there: String,
    },
    /// The target has been dead for longer than the spell reaches.
    DeadTooLong,
    /// The rules have no numbers for the spell.
    NoNumbers,
    /// The target already has the effect, or nothing that the spell would end.
    NoEffect,
    /// No ammunition is left.
    NoAmmunition,
    /// The action, the movement or the use of a feature is spent.
    Spent,
    /// The fighter is surprised.
    Surprised,
    /// The target is too large.
    TooLarge,
    /// The fight waits for a hero's reaction.
    ReactionPending,
    /// A thing of a campaign was handled before.
    Handled,
    /// It names something that the players don't know yet.
    Spoiler,
    /// It takes minutes, or leads away, while a hero or a companion is dying.
    Dying {
        /// The name of the hero or companion.
        who: String,
    },
    /// The campaign does not allow it yet; with its text for players.
    NotYet {
        /// The campaign's words.
        told: String,
    },
}

impl Refusal {
    /// A refusal in these words.
    pub fn new(words: impl Into<String>) -> Self {
        Self { words: words.into(), reason: None }
    }

    /// A refusal in these words, for this reason.
    pub fn because(reason: RefusalReason, words: impl Into<String>) -> Self {
        Self { words: words.into(), reason: Some(reason) }
    }

    /// The reason, if it has a name.
    pub fn reason(&self) -> Option<&RefusalReason> {
        self.reason.as_ref()
    }
}

/// The most names a refusal lists.
const MAX_LISTED: usize = 20;

/// `a, b and c`, for the end of a refusal; `nothing` for an empty list, and no more than twenty names of a long one.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.as_slice() {
        many if many.len() > MAX_LISTED => {
            format!("{} and {} more", many[..MAX_LISTED].join(", "), many.len() - MAX_LISTED)
        }
        [] => "nothing".to_owned(),
        [one] => (*one).to_owned(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}
