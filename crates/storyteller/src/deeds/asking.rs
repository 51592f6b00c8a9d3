//! The subject of a question to someone: what they saw themselves, or who they are.

use crate::folk::Person;
use crate::words::deeds::asking::{OWN, SAW};

use super::knowing;

/// Whether someone is asked for what they saw or heard themselves.
pub(super) fn is_witness(topic: &str) -> bool {
    const OF: [&str; 8] = ["see", "saw", "seen", "hear", "heard", "notice", "noticed", "witness"];
    SAW.iter().any(|words| topic.contains(words))
        && topic.split(' ').any(|word| OF.contains(&word.trim_end_matches('?')))
}

/// Whether a question is only about the person who is asked: "what do you do", but not "what would you do if".
pub(super) fn is_of_oneself(topic: &str, person: &Person) -> bool {
    let name = person.name.to_lowercase();
    let words = knowing::telling_words(topic);
    words.iter().all(|word| OWN.contains(&word.as_str()) || name.contains(word.as_str()))
}
