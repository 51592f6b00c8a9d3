//! The past as typed changes tell it: what someone did in which turn, and the questions that such deeds answer.

mod answer;
mod deed;
mod question;

pub use answer::{answers, other};
pub use deed::{DeedKind, PastDeed, TurnDeed, deeds};
pub use question::{PastQuestion, PastQuestionKind, WhichEnd};
