//! What is said around a campaign's own words, and never instead of them.

include!(concat!(env!("OUT_DIR"), "/phrases_script.rs"));

pub(super) const ANOTHER_STORY: &str = "begin another story";

pub(super) const WHICH_STEMS: [&str; 2] = ["Which do you mean: ", "Which one: "];
