//! The past as typed changes tell it: what someone did in which turn, and the questions that such deeds answer.

mod answer;
mod deed;
mod denial;
mod forms;
mod names;
mod question;

pub use answer::{MAX_LISTED, answers, other};
pub use deed::{DeedKind, PastDeed, TurnDeed, deeds};
pub use denial::{Denial, DenialKind, denied};
pub use question::{PastQuestion, PastQuestionKind, WhichEnd};

/// Whether a sentence names a person or thing: has a word that tells it from others.
pub fn is_named(sentence: &str, name: &str) -> bool {
    names::is_like(name, sentence, names::Likeness::Shares)
}
