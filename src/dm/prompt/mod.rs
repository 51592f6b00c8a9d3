//! The prompt of a turn, ordered from what rarely changes to what always does; `ContextBlock::place` has the order of the
//! blocks.

mod state_block;
mod turn_log;
mod window;

pub(super) use state_block::condition_in_words;
pub use state_block::{sheets_block, state_block};
pub(super) use turn_log::group_block;
pub use turn_log::turn_log;
pub use window::{WindowBounds, advance_window, advance_with, estimate_tokens, window_of_a_fight};

use std::sync::{Arc, LazyLock};

use game::{
    Game,
    id::{CharacterId, SeatId},
    roster::{HOST, Roster},
    turn::Exchange,
};
use model::{Block, CacheControl, Message, SystemBlock};
pub(super) use prompt::plain;
use prompt::{
    Bracketed, ContextBlock, LineValue,
    beside::{RulingBlock, SoFarBlock},
    table::{PlayedBy, TableBlock},
};

/// The constant instructions of the Dungeon Master.
const INSTRUCTIONS: &str = include_str!("instructions.md");
/// The language instruction for all agents and helpers whose texts players or later prompts see.
const LANGUAGE: &str = include_str!("language.md");

/// The instructions of an agent with the language instruction.
pub(in crate::dm) fn instructions(own: &str) -> String {
    format!("{}\n\n{}", own.trim_end(), LANGUAGE.trim_end())
}

/// The instructions of the Dungeon Master.
pub(in crate::dm) fn dungeon_master() -> String {
    instructions(INSTRUCTIONS)
}

/// The system blocks of the Dungeon Master, byte-equal over all turns; the last carries a cache mark.
pub fn system() -> Arc<[SystemBlock]> {
    static SYSTEM: LazyLock<Arc<[SystemBlock]>> = LazyLock::new(|| {
        let mark = Some(CacheControl::Hour);
        [SystemBlock { text: dungeon_master(), cache_control: mark }].into()
    });
    Arc::clone(&SYSTEM)
}

/// The hero who acts, and the heroes that other people at the table play.
#[derive(Debug, Clone)]
pub struct PromptActor {
    /// The hero who acts.
    pub hero: CharacterId,
    /// None if one person plays all heroes.
    pub heroes_of_others: Vec<CharacterId>,
}

impl PromptActor {
    /// The actor at a table where the person with this seat acts.
    pub fn at_the_table(game: &Game, hero: &CharacterId, roster: &Roster, seat: &SeatId) -> Self {
        let guest = Some(seat).filter(|seat| seat.as_str() != HOST);
        let is_anothers = |other: &&CharacterId| *other != hero && !roster.may_act(guest, other);
        let heroes_of_others = game.characters.iter().map(|it| &it.id).filter(is_anothers).cloned().collect();
        Self { hero: hero.clone(), heroes_of_others }
    }

    /// The state block, which lists the players of heroes if several people play.
    fn state_block(&self, game: &Game, n_told: usize) -> TableBlock {
        let mut block = state_block(game, &self.hero, n_told);
        if !self.heroes_of_others.is_empty() {
            for entry in &mut block.heroes {
                let is_anothers = self.heroes_of_others.contains(&entry.hero.id);
                entry.played_by = Some(if is_anothers { PlayedBy::Another } else { PlayedBy::You });
            }
        }
        block
    }
}

/// The messages of a turn: the window's turns, each as it was said, then the table as it is, the blocks beside it in
/// their order, and the player's words, which end the last message unchanged. The last earlier turn carries a cache mark.
/// `so_far` is what happened before the window, in few words; it comes before the window's first turn, and behind it what rarely
/// changes of the heroes. `n_told` is how often the turn was narrated before.
pub fn messages(
    so_far: Option<SoFarBlock>,
    window: &[Exchange],
    game: &Game,
    actor: &PromptActor,
    n_told: usize,
    mut beside: Vec<ContextBlock>,
    words: &str,
) -> Vec<Message> {
    let mut messages = said(window);
    if let Some(last) = messages.last_mut() {
        mark(last);
    }
    let mut table = vec![actor.state_block(game, n_told).into()];
    let standing = so_far.map(ContextBlock::from).into_iter().chain([sheets_block(game).into()]);
    match messages.first_mut() {
        Some(first) => drop(first.content.splice(0..0, standing.map(|block| Block::text(block.render())))),
        None => table.extend(standing),
    }
    beside.sort_by_key(ContextBlock::place);
    let table = table.into_iter().chain(beside).map(|block: ContextBlock| block.render());
    messages.push(Message::user(table.chain([words.to_owned()]).map(Block::text).collect()));
    messages
}

/// A helper's messages: a few turns, the current state, and the player's message.
pub(super) fn messages_for_helper(window: &[Exchange], game: &Game, acting: &CharacterId, words: &str) -> Vec<Message> {
    let mut messages = said(window);
    let table = TableBlock { facts: Vec::new(), ..state_block(game, acting, 0) };
    let table = [table.render(), sheets_block(game).render(), words.to_owned()];
    messages.push(Message::user(table.map(Block::text).into()));
    messages
}

/// Turns as they were said.
fn said(window: &[Exchange]) -> Vec<Message> {
    let of = |said: &Exchange| [Message::user_text(&said.message), Message::assistant_text(said.told())];
    window.iter().flat_map(of).collect()
}

/// The lines of a ruling as a block of their own.
pub(super) fn ruling_block(lines: &str) -> RulingBlock {
    RulingBlock(lines.lines().filter_map(LineValue::read).collect())
}

fn mark(message: &mut Message) {
    if let Some(Block::Text { cache_control, .. }) = message.content.last_mut() {
        *cache_control = Some(CacheControl::Hour);
    }
}
