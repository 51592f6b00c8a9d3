//! Fights in a session: start, players, narration.
//!
//! The rules of it are [`game::combat`]'s; here a step of it is taken on a copy of the game and brought
//! to the draft. Three come to it by the same door: a player's button (`order`), the combat agent's tools (`tools`), and the
//! turns of everyone no player moves, which follow by themselves.

mod agent;
mod block;
mod chat;
mod opening;
mod order;
mod step;
mod telling;
pub mod tools;
mod untold;

pub(super) use agent::agent;
pub use agent::{specs, system};
pub(super) use block::{BlockReader, attacks, fight_block};
pub(super) use chat::{end_spent_turn, fallen};
pub(super) use opening::{HeldOpening, Opens, goes_on, hear_refusal, hear_reply, open, open_by_arrival, open_held};
pub use order::{Ally, ButtonAction, Rest};
pub(super) use order::{CarriedOut, FightMeans, resolve, words_of};
pub(super) use step::{FightStep, hero_of, step, to_a_hero, to_a_hero_within};
pub(super) use telling::tell;
pub(super) use tools::{add_opening, toolbox};
pub(super) use untold::untold;

/// Notice code: something was not done because only the fight's tools may do it.
pub(super) const BLOCKED: &str = "combat_tool_blocked";
