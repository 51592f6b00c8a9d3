//! The Dungeon Master: one turn, from a player's words to a saved answer.
//!
//! [`Table`] seats the turns of a session one after the other and plays each on a [`Draft`]: a copy of the game
//! that tools change by recording [`Change`](crate::game::Change)s. Only a whole turn is committed; one that fails, is
//! cancelled or loses its model leaves nothing behind.
//!
//! Deliberately absent: HTTP, SQL, and any rule of play (they are [`game`](crate::game)'s).

mod draft;
mod feed;
pub mod prompt;
mod step;
pub mod tools;

pub use draft::Draft;
