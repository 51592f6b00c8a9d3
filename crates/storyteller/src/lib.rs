//! The built-in storyteller: a [`Model`] that needs no key.
//!
//! It sees only what any model sees. A [`Request`] is read (`reading`), the player's words are understood (`intent`, with
//! `address` for the people they call by name and `focus` for what they only point at), and the turn is played from its start for every reply (`play`): dice, memory
//! and rules are asked first, then the story is narrated and its changes are recorded in the same reply. In a fight it is
//! the combat agent (`fray`), with that agent's tools and its two replies. Where a campaign is played it goes by the script
//! (`script`) and makes nothing up, also when that is over. Who is spoken to by name speaks for themselves (`voice`), from their
//! own block alone. The world
//! around the heroes (`world`, `folk`) follows from the table's own words, and all variety from hashes of text: the same
//! table, words and dice give the same story.
//!
//! Deliberately absent: a clock, entropy, and state between requests.

mod address;
mod arms;
mod asked_back;
mod castings;
mod chance;
mod content;
mod deeds;
mod effects;
mod excerpt;
mod facts;
mod focus;
mod foes;
mod folk;
mod fray;
mod grammar;
mod handling;
mod hours;
mod intent;
mod kind;
mod long_ago;
mod matching;
mod naming;
mod old_sentences;
mod past;
mod phrases;
mod play;
mod profile;
mod prose;
mod put_to_player;
mod reading;
mod script;
mod stakes;
mod stream;
mod table;
mod template;
#[cfg(test)]
mod tests;
mod turn;
mod understood;
mod voice;
mod words;
mod world;

use std::time::Duration;

use model::{Model, ReplyStream, Request};

pub use understood::{is_puzzled, without_suggestions};

/// The name it answers by.
pub const NAME: &str = "storyteller";

/// The tools it knows, in a fight and out of one; where a campaign is played `advance_plot` and `query_campaign` besides. It
/// calls no others.
pub const TOOLS: [&str; 16] = [
    "apply_state_commands",
    "update_game_state",
    "update_npc",
    "roll_dice",
    "create_supporting_npc",
    "query_session_memory",
    "query_rules",
    "query_srd",
    "query_character_ability",
    "start_combat",
    "take_action",
    "improvise",
    "end_turn",
    "end_combat",
    "add_combatant",
    "remove_combatant",
];

/// The built-in storyteller.
#[derive(Debug, Clone, Copy, Default)]
pub struct Storyteller {
    pace: Duration,
}

impl Storyteller {
    /// A storyteller that tells as fast as it can.
    pub fn new() -> Self {
        Self::default()
    }

    /// A storyteller that takes its time: so long for each few words.
    pub fn with_pace(pace: Duration) -> Self {
        Self { pace }
    }
}

/// Learns the words it knows, so that no turn has to wait for it.
pub fn warm_up() {
    intent::warm_up();
}

impl Model for Storyteller {
    fn reply(&self, request: Request) -> ReplyStream {
        stream::stream(request, self.pace)
    }
}
