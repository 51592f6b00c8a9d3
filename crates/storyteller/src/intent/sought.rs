//! Recognises the goal of a question that isn't a visible thing: a reward, a way out, someone to ask.

use crate::words::intent::sought::ASKS;

/// Whether it is asked what one gets, or got, for one's pains.
pub(super) fn of_reward(text: &str) -> bool {
    let wants = ["give me my ", "i want my ", "where is my ", "where my ", "hand over my "];
    let pay = ["gold", "money", "reward", "pay", "payment", "coins", "coin"];
    let of_pay = |rest: &str| pay.contains(&rest.trim());
    wants.iter().find_map(|start| text.strip_prefix(start)).is_some_and(of_pay)
        || text.strip_prefix("where's my ").is_some_and(of_pay)
        || ASKS[..8].iter().any(|asks| {
            text == *asks
                || text
                    .strip_prefix(asks)
                    .is_some_and(|rest| rest == " for it" || rest == " out of it" || rest == " for this")
        })
}

/// Whether a way out is asked for: "a back door", "another exit".
pub(super) fn is_way_out(object: &str) -> bool {
    ["back door", "other door", "exit", "another exit", "way out", "another way out", "other way"].contains(&object)
        || object.ends_with(" way out")
}

/// Whether someone is asked for who would know or help: "else who might know something".
pub(super) fn asks_for_people(object: &str) -> bool {
    ["who ", "else who ", "else i ", "i can ", "to talk", "to ask"].iter().any(|start| object.starts_with(start))
        || object == "else"
}
