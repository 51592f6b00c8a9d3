//! Parses the multiattacks of SRD 5.2.

use super::{
    facts::StrikeFacts,
    markup::{TextSubject, cleaned},
};

const NUMBERS: [(&str, u32); 8] =
    [("a", 1), ("one", 1), ("two", 2), ("twice", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6)];
/// Characters around a name after its markup is removed.
const NAME: char = '\u{1}';

/// Attacks one of which is made a number of times.
struct AttackChoice {
    count: u32,
    names: Vec<String>,
}

/// The ways to make a multiattack. Where attacks can be mixed, each alone is a way. How many are made must be said in
/// the sentence; those that depend on something else are left as text.
pub(super) fn multiattack(description: &str, subject: &TextSubject<'_>) -> Vec<Vec<StrikeFacts>> {
    let marked = with_names_marked(description, subject);
    // Only the first sentence lists the attacks; the others list alternatives.
    let sentence = marked.split('.').next().unwrap_or_default();
    if sentence.contains("number of") || sentence.contains("as many") || sentence.contains('{') {
        return Vec::new();
    }
    let clauses = sentence.split(", or it ").flat_map(|clause| clause.split(" or uses "));
    clauses.flat_map(|clause| ways(&choices(clause))).collect()
}

/// The text with its actions' names between [`NAME`]s, and nothing else of its marks.
fn with_names_marked(description: &str, subject: &TextSubject<'_>) -> String {
    let mut marked = String::with_capacity(description.len());
    for (at, piece) in description.split("[[").enumerate() {
        let Some((mark, rest)) = piece.split_once("]]").filter(|_| at > 0) else {
            marked.push_str(piece);
            continue;
        };
        let label = rest.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let whole = match label {
            Some((label, _)) => format!("[[{mark}]]{{{label}}}"),
            None => format!("[[{mark}]]"),
        };
        let words = cleaned(&whole, subject);
        // A part of an action, such as the spell it casts, is not an action of its own.
        if mark.starts_with("/item ") && !mark.contains(".Activity.") && !words.is_empty() {
            marked.extend([NAME.to_string(), words, NAME.to_string()]);
        }
        marked.push_str(label.map_or(rest, |(_, rest)| rest));
    }
    marked
}

/// The attacks of a clause, in order.
fn choices(clause: &str) -> Vec<AttackChoice> {
    let mut choices: Vec<AttackChoice> = Vec::new();
    let mixed = clause.contains("in any combination");
    for (at, piece) in clause.split(NAME).enumerate() {
        let words = piece.to_lowercase();
        let number = |word: &str| {
            let named = NUMBERS.iter().find(|(name, _)| *name == word).map(|(_, number)| *number);
            named.or_else(|| word.parse().ok())
        };
        if at % 2 == 1 {
            if let Some(choice) = choices.last_mut() {
                choice.names.push(piece.to_owned());
            }
            continue;
        }
        // “uses Antennae twice”
        if let Some(choice) = choices.last_mut().filter(|_| words.split_whitespace().next() == Some("twice")) {
            choice.count = 2;
        }
        // “Claw or Tail”, “Bite, Claw, or Harpoon”: one of them
        let goes_on = match words.trim() {
            "or" | ", or" | "," => true,
            "and" | ", and" => mixed,
            _ => false,
        };
        if !goes_on {
            let count = words.split_whitespace().rev().find_map(number).unwrap_or(1);
            choices.push(AttackChoice { count, names: Vec::new() });
        }
    }
    choices.retain(|choice| !choice.names.is_empty());
    choices
}

/// Every way to choose.
fn ways(choices: &[AttackChoice]) -> Vec<Vec<StrikeFacts>> {
    let Some((last, before)) = choices.split_last() else { return Vec::new() };
    let strike = |name: &String| StrikeFacts { name: name.clone(), count: last.count.to_string() };
    let before = if before.is_empty() { vec![Vec::new()] } else { ways(before) };
    let with = |way: Vec<StrikeFacts>| {
        last.names.iter().map(move |name| way.iter().cloned().chain([strike(name)]).collect::<Vec<_>>())
    };
    before.into_iter().flat_map(with).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn read(text: &str) -> Vec<String> {
        let names = HashMap::new();
        let subject =
            TextSubject { name: "X", deed: "", monster: None, casts_with: "", activities: &[], names: &names };
        let told = |way: Vec<StrikeFacts>| {
            way.iter().map(|s| format!("{} {}", s.count, s.name)).collect::<Vec<_>>().join(" + ")
        };
        multiattack(text, &subject).into_iter().map(told).collect()
    }

    #[test]
    fn what_is_done_one_after_the_other_is_one_way() {
        let both = "The [[lookup @name lowercase]]{monster} makes one [[/item .mmBite0000000000]]{Bite} attack and 2 \
            [[/item mmTailSting00000]] attacks.";
        assert_eq!(read(both), ["1 Bite + 2 Tail Sting"]);
        assert_eq!(read("It makes three [[/item Rend]] attacks.It can replace one with [[/item Roar]]."), ["3 Rend"]);
        assert_eq!(read("It makes one [[/item Bite]] attack and uses [[/item Reel]] twice."), ["1 Bite + 2 Reel"]);
    }

    #[test]
    fn each_choice_is_a_way() {
        let either = "It makes two [[/item A]] attacks and uses either [[/item B]] or [[/item C]] if available.";
        assert_eq!(read(either), ["2 A + 1 B", "2 A + 1 C"]);
        let mixed = "It makes one [[/item A]] attack and three other attacks, using [[/item B]], [[/item C]], or \
            [[/item D]] in any combination.";
        assert_eq!(read(mixed), ["1 A + 3 B", "1 A + 3 C", "1 A + 3 D"]);
        assert_eq!(read("It makes two attacks, using [[/item A]] and [[/item B]] in any combination."), ["2 A", "2 B"]);
        assert_eq!(read("It makes one [[/item A]] attack, or it makes two [[/item B]] attacks."), ["1 A", "2 B"]);
        assert_eq!(read("It makes three [[/item A]] attacks or uses [[/item B]] twice."), ["3 A", "2 B"]);
    }

    #[test]
    fn what_is_not_said_in_numbers_is_left_to_the_words() {
        assert!(read("The hydra makes as many [[/item Bite]] attacks as it has heads.").is_empty());
        assert!(read("The swarm does nothing of the kind.").is_empty());
    }
}
