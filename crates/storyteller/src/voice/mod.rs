//! NPCs answer from their own block only; they can't use the state block.

mod answer;
mod persona;

pub(super) use answer::answer;
pub(super) use persona::Persona;
