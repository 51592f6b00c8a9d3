//! Lines around a campaign's own texts, never in their place.

include!(concat!(env!("OUT_DIR"), "/phrases_script.rs"));

pub(super) const ANOTHER_STORY: &str = "begin another story";

pub(super) const WHICH_STEMS: [&str; 2] = ["Which do you mean: ", "Which one: "];
