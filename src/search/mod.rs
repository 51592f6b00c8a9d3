//! A small text index in memory: exact names, similar names, and ranked search by stemmed words, combined with semantic
//! similarity if the caller provides it. It is independent of the game.
//!
//! Documents are numbered in the order they are given, from 0. The constants are those of the textbooks and of the
//! measurements in `docs/figures.md`; none was fitted to a set of questions.

mod index;
mod meaning;
mod names;
mod words;

pub use index::{Index, IndexHit, MAX_QUERY_TERMS};
pub use meaning::{Encoder, EncoderShape, Vectors, WeightsError, of_length_1, write_in_halves};
pub use names::folded;
pub use words::{TermTable, terms};
