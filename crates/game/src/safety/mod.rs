//! Safety tools: lines, veils and tone of a table.
//!
//! A line or a veil is the id of a [`ContentTag`] or a player's own words. [`TextCheck`] finds what crosses a line by
//! words alone.

mod tags;
mod text_check;

use std::collections::BTreeMap;

pub use tags::{ContentTag, content_tags, in_words, tag};
pub use text_check::{TextCheck, last_sentence};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::SeatId;

/// The most lines, and the most veils, that a person may set.
pub const MAX_ENTRIES: usize = 30;
/// The most of them that are kept: there is room for lines that are said with the X card.
const MAX_KEPT_ENTRIES: usize = 2 * MAX_ENTRIES;
/// The most characters of a line or a veil.
pub const MAX_ENTRY: usize = 80;
/// Maximum length of the stored end of a stopped text, in characters.
const MAX_STOPPED: usize = 300;

/// Declares a dial: its settings in ascending order, each with its instruction for the model.
macro_rules! dials {
    ($($(#[$doc:meta])* $dial:ident { $($(#[$option_doc:meta])* $option:ident = $words:literal),+ $(,)? })+) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum $dial {
            $($(#[$option_doc])* $option,)+
        }

        impl $dial {
            /// The instruction for the model.
            pub fn words(self) -> &'static str {
                match self {
                    $(Self::$option => $words,)+
                }
            }
        })+
    };
}

dials! {
    /// How dark the story is.
    Tone {
        /// Light and hopeful.
        Light = "light and hopeful",
        /// Light and shadow.
        Balanced = "light and shadow in balance",
        /// Dark.
        Dark = "dark and grim",
    }
    /// How violence is shown.
    Violence {
        /// Blows without blood.
        Mild = "blows without blood or pain dwelt upon",
        /// As in an adventure film.
        Moderate = "as in an adventure film, without gore",
        /// Shown as it is.
        Graphic = "may be shown as it is",
    }
    /// How much romance there is.
    Romance {
        /// None.
        None = "none",
        /// Hinted at; the rest is off screen.
        Subtle = "hinted at, and the rest happens off screen",
        /// A part of the story.
        Open = "may be a part of the story",
    }
}

/// A person's safety settings. Missing ones are unset.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Safety {
    /// Never shown: ids of content tags, or phrases of at most 80 characters. At most 30.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// What may happen, but only off screen; written as lines are. At most 30.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub veils: Vec<String>,
    /// How dark the story is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tone: Option<Tone>,
    /// How violence is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violence: Option<Violence>,
    /// How much romance there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub romance: Option<Romance>,
}

impl Safety {
    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The settings of all people at the table together: every line and veil once, in an order that does not tell whose
    /// they are, and the mildest setting of each dial.
    #[must_use]
    pub fn merged<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut merged = Self::default();
        for one in all {
            merged.lines.extend_from_slice(&one.lines);
            merged.veils.extend_from_slice(&one.veils);
            merged.tone = mildest(merged.tone, one.tone);
            merged.violence = mildest(merged.violence, one.violence);
            merged.romance = mildest(merged.romance, one.romance);
        }
        for entries in [&mut merged.lines, &mut merged.veils] {
            entries.sort();
            entries.dedup();
        }
        merged
    }

    /// Adds a line that was said with the X card, unless it is one already.
    pub fn add_line(&mut self, line: &str) {
        let line = tags::entry(line);
        if self.lines.len() < MAX_KEPT_ENTRIES && !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// Whether its entries are as many as can come about, each of them a valid one.
    pub fn is_bounded(&self) -> bool {
        [&self.lines, &self.veils]
            .into_iter()
            .all(|entries| entries.len() <= MAX_KEPT_ENTRIES && entries.iter().all(|entry| is_entry(entry)))
    }

    /// The same with tags by their ids, wherever one was written by its name, and every entry once.
    #[must_use]
    pub fn tidied(self) -> Self {
        let tidy = |entries: Vec<String>| {
            let mut tidied: Vec<String> = Vec::with_capacity(entries.len());
            for entry in entries.iter().map(|entry| tags::entry(entry)) {
                if !tidied.contains(&entry) {
                    tidied.push(entry);
                }
            }
            tidied
        };
        Self { lines: tidy(self.lines), veils: tidy(self.veils), ..self }
    }
}

/// Whether words can be a line or a veil: at most [`MAX_ENTRY`] characters in a single line, with a letter or digit among them.
pub fn is_entry(words: &str) -> bool {
    words.chars().count() <= MAX_ENTRY
        && words.chars().any(char::is_alphanumeric)
        && !words.chars().any(char::is_control)
}

fn mildest<T: Ord + Copy>(one: Option<T>, other: Option<T>) -> Option<T> {
    one.into_iter().chain(other).min()
}

/// A session's safety settings. They belong to no turn, so undo doesn't change them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TableSafety {
    #[serde(skip_serializing_if = "Safety::is_empty")]
    pub host: Safety,
    /// What guests have set, by their seats.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub guests: BTreeMap<SeatId, Safety>,
    /// A scene that was stopped, until the next turn is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedScene>,
}

/// A scene that was stopped with the X card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StoppedScene {
    /// Its topics, if given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
    /// The end of its text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub told: String,
    /// The number of turns there were without it.
    #[serde(skip_serializing_if = "crate::is_zero")]
    pub after_turn: u32,
}

impl StoppedScene {
    pub fn after(told: &str) -> Self {
        let told = told.trim();
        let from = told.char_indices().rev().nth(MAX_STOPPED - 1).map_or(0, |(at, _)| at);
        Self { told: told[from..].to_owned(), ..Self::default() }
    }
}

impl TableSafety {
    /// Whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The settings in force at the table.
    pub fn in_force(&self) -> Safety {
        Safety::merged(std::iter::once(&self.host).chain(self.guests.values()))
    }

    /// The settings of a guest, or of the host.
    pub fn set_by(&self, guest: Option<&SeatId>) -> Safety {
        match guest {
            None => self.host.clone(),
            Some(guest) => self.guests.get(guest).cloned().unwrap_or_default(),
        }
    }

    /// Sets it.
    pub fn set(&mut self, guest: Option<&SeatId>, safety: Safety) {
        match guest {
            None => self.host = safety,
            Some(guest) if safety.is_empty() => drop(self.guests.remove(guest)),
            Some(guest) => drop(self.guests.insert(guest.clone(), safety)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_people_set_is_merged_without_names() {
        let one =
            Safety { lines: vec!["spiders".into(), "clowns".into()], tone: Some(Tone::Dark), ..Safety::default() };
        let other = Safety {
            lines: vec!["rats".into(), "spiders".into()],
            tone: Some(Tone::Light),
            romance: Some(Romance::Open),
            ..Safety::default()
        };
        let merged = Safety::merged([&one, &other]);
        assert_eq!(merged, Safety::merged([&other, &one]));
        assert_eq!(merged.lines, ["clowns", "rats", "spiders"]);
        assert_eq!((merged.tone, merged.romance, merged.violence), (Some(Tone::Light), Some(Romance::Open), None));
    }

    #[test]
    fn what_guests_set_holds_for_the_table_and_is_their_own() {
        let lines = |line: &str| Safety { lines: vec![line.into()], ..Safety::default() };
        let (mut table, ana) = (TableSafety { host: lines("rats"), ..TableSafety::default() }, SeatId::from("ana"));
        table.set(Some(&ana), lines("clowns"));
        assert_eq!(table.in_force().lines, ["clowns", "rats"]);
        assert_eq!((table.set_by(Some(&ana)), table.set_by(None)), (lines("clowns"), lines("rats")));
        table.set(Some(&ana), Safety::default());
        assert_eq!(table, TableSafety { host: lines("rats"), ..TableSafety::default() });
    }

    #[test]
    fn a_tag_is_known_by_its_names() {
        let written = vec!["Spinnen".into(), "SPIDERS".into(), " my  own words ".into(), "my own words".into()];
        let safety = Safety { lines: written, ..Safety::default() }.tidied();
        assert_eq!(safety.lines, ["spiders", "my own words"]);
    }

    #[test]
    fn the_end_of_a_stopped_scene_is_kept() {
        let told = format!("{} The end.", "ü".repeat(500));
        let stopped = StoppedScene::after(&told).told;
        assert!(stopped.ends_with("The end.") && stopped.chars().count() == MAX_STOPPED);
    }
}
