//! The prompt of a turn, ordered from what never changes to what always does: tools, instructions, earlier turns, and
//! last the state of the table and the player's words.

mod state_block;
mod window;

pub use state_block::state_block;
pub use window::{
    WINDOW_MAX_TOKENS, WINDOW_MAX_TURNS, WINDOW_MIN_TOKENS, advance_window, advance_with, estimate_tokens,
};

use std::sync::{Arc, LazyLock};

use crate::{
    game::{Game, id::CharacterId, turn::Exchange},
    llm::{Block, CacheControl, Message, Role, SystemBlock},
};

/// What the Dungeon Master is told once and for all.
pub const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The system blocks of the Dungeon Master, byte-equal over all turns; the last carries a cache mark.
pub fn system() -> Arc<[SystemBlock]> {
    static SYSTEM: LazyLock<Arc<[SystemBlock]>> = LazyLock::new(|| {
        let mark = Some(CacheControl::Ephemeral);
        [SystemBlock { text: INSTRUCTIONS.trim_end().to_owned(), cache_control: mark }].into()
    });
    Arc::clone(&SYSTEM)
}

/// The messages of a turn: the window's turns, each as it was said, then the table as it stands and the
/// player's words, which end the last message byte for byte. The last earlier turn carries a cache mark. `n_told` is how
/// often the turn was told before.
pub fn messages(window: &[Exchange], game: &Game, acting: &CharacterId, n_told: usize, words: &str) -> Vec<Message> {
    let mut messages = Vec::with_capacity(2 * window.len() + 1);
    for said in window {
        messages.push(Message::user_text(&said.message));
        messages.push(Message::assistant_text(&said.narrative));
    }
    if let Some(last) = messages.last_mut() {
        mark(last);
    }
    messages.push(Message {
        role: Role::User,
        content: vec![Block::text(state_block(game, acting, n_told)), Block::text(words)],
    });
    messages
}

fn mark(message: &mut Message) {
    if let Some(Block::Text { cache_control, .. }) = message.content.last_mut() {
        *cache_control = Some(CacheControl::Ephemeral);
    }
}
