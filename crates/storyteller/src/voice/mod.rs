//! Somebody speaks for themselves: what the NPC block says of them, and how they answer words.
//!
//! There is no table beside the block, so nothing of the world's own making is told here: whoever speaks knows what the block
//! says, and what they can't know they don't say.

mod answer;
mod persona;

pub(super) use answer::answer;
pub(super) use persona::Persona;
