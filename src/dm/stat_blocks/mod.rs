//! Turns stat blocks and spells of the rules library into numbers for the combat engine.
//!
//! The library has facts and sentences. A fight needs numbers: `words` parses the sentences; effects without numbers are
//! narrated, never guessed.

pub(super) mod arrivals;
mod attacks;
mod blocks;
mod consequences;
mod deeds;
mod defences;
pub mod heroes;
mod recited;
mod repertoire;
mod saving_throw_actions;
mod spell_table;
mod spells;
mod stand_ins;
mod stat_agent;
mod together;
mod traits;
mod upcast;
mod words;

pub use blocks::{GeneratedCreature, made_of, strikes, unresolved};
pub use heroes::Grimoire;
pub use recited::Recited;
pub use spells::{Caster, deed_of};
