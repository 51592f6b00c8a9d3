//! The meaning of a verb by its context (`frames.txt`): “I shoot him a glance” is a look and no shot.

use std::{collections::HashMap, sync::LazyLock};

use super::{clause::MessageClause, one_of, reading::MessageReading, words::TokenKind};

const FRAMES: &str = include_str!("frames.txt");
/// The sense of a verb that does nothing: a figure of speech.
const FIGURE: &str = "figure";
/// Maximum number of words that `*` matches.
const MOST_WORDS: usize = 4;

/// An element of a frame.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum FramePart {
    /// One of some words.
    Word(Vec<&'static str>),
    /// One of some words, or nothing.
    Maybe(Vec<&'static str>),
    /// A few words, or none.
    Few,
    /// Any word, or none.
    MaybeAny,
    /// Something that is named, or a pronoun.
    Noun,
    /// The end of the clause.
    End,
}

/// A verb with its following context.
#[derive(Debug)]
struct VerbFrame {
    /// Its verbs; none for any verb.
    verbs: Vec<&'static str>,
    parts: Vec<FramePart>,
    sense: &'static str,
}

/// The sense of each clause's verb that a frame gives it: the clause's place, and the verb it means or none for a figure of speech.
pub(in crate::dm::hints) fn senses(reading: &MessageReading<'_>) -> Vec<(usize, Option<&'static str>)> {
    let clauses = reading.clauses.iter().enumerate();
    let of_clause = |(n, clause): (usize, &MessageClause)| {
        let sense = sense(reading, clause)?;
        Some((n, Some(sense).filter(|sense| *sense != FIGURE)))
    };
    clauses.filter_map(of_clause).collect()
}

fn sense(reading: &MessageReading<'_>, clause: &MessageClause) -> Option<&'static str> {
    static ALL: LazyLock<Vec<VerbFrame>> = LazyLock::new(frames);
    let head = clause.head.filter(|_| !clause.lemma.is_empty())?;
    let is_of = |frame: &&VerbFrame| frame.verbs.is_empty() || frame.verbs.contains(&clause.lemma);
    let mut fitting = ALL.iter().filter(is_of);
    fitting.find(|frame| fits(reading, clause, &frame.parts, head + 1)).map(|frame| frame.sense)
}

/// Whether the words from an index on match the rest of a frame.
fn fits(reading: &MessageReading<'_>, clause: &MessageClause, parts: &[FramePart], at: usize) -> bool {
    let Some((part, rest)) = parts.split_first() else { return true };
    let word = reading.word(at);
    let is_word = reading.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word);
    match part {
        FramePart::Word(words) => words.contains(&word) && fits(reading, clause, rest, at + 1),
        FramePart::Maybe(words) => {
            words.contains(&word) && fits(reading, clause, rest, at + 1) || fits(reading, clause, rest, at)
        }
        FramePart::MaybeAny => fits(reading, clause, rest, at) || is_word && fits(reading, clause, rest, at + 1),
        FramePart::Few => {
            let joins = |at: usize| {
                let token = reading.tokens.get(at);
                token.is_none_or(|token| token.kind != TokenKind::Word || one_of(token.word, "and then but"))
            };
            let most = (0..MOST_WORDS).find(|n| joins(at + n)).unwrap_or(MOST_WORDS);
            (0..=most).any(|n| fits(reading, clause, rest, at + n))
        }
        FramePart::Noun => {
            named_to(reading, at).is_some_and(|to| (at + 1..=to).rev().any(|to| fits(reading, clause, rest, to)))
        }
        FramePart::End => (at >= clause.to || !is_word) && fits(reading, clause, rest, at),
    }
}

/// The token behind something that is named, or behind a pronoun.
fn named_to(reading: &MessageReading<'_>, at: usize) -> Option<usize> {
    let noun = reading.noun_at(at, reading.tokens.len()).map(|noun| noun.to);
    noun.or_else(|| one_of(reading.word(at), "me us you him her it them").then_some(at + 1))
}

fn frames() -> Vec<VerbFrame> {
    let classes = classes();
    let mut sense = FIGURE;
    let mut found = Vec::new();
    for line in FRAMES.lines().filter(|line| is_frame_or_head(line)) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            sense = name;
            continue;
        }
        let mut words = line.split_whitespace();
        let verbs = words.next().unwrap_or_default();
        let verbs = if verbs == "_" { Vec::new() } else { choices(verbs) };
        found.push(VerbFrame { verbs, parts: words.map(|word| part(word, &classes)).collect(), sense });
    }
    found
}

/// Whether a line is neither a comment nor a class of words.
fn is_frame_or_head(line: &str) -> bool {
    !line.is_empty() && !line.starts_with(['#', '<', ' '])
}

/// The words of each class. A line that begins with a blank goes on with the class before it.
fn classes() -> HashMap<&'static str, Vec<&'static str>> {
    let mut classes: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut name = "";
    for line in FRAMES.lines().filter(|line| line.starts_with(['<', ' '])) {
        let mut words = line.split_whitespace().peekable();
        if let Some(first) = words.next_if(|word| word.starts_with('<')) {
            name = first;
        }
        classes.entry(name).or_default().extend(words);
    }
    classes
}

fn part(word: &'static str, classes: &HashMap<&'static str, Vec<&'static str>>) -> FramePart {
    match word {
        "*" => FramePart::Few,
        "(|_)" => FramePart::MaybeAny,
        "." => FramePart::End,
        "@noun" => FramePart::Noun,
        _ if word.starts_with('<') => FramePart::Word(classes.get(word).cloned().unwrap_or_default()),
        _ if word.starts_with("(|") => FramePart::Maybe(choices(word)),
        _ => FramePart::Word(choices(word)),
    }
}

/// The words of a choice, or a word that is none.
fn choices(word: &'static str) -> Vec<&'static str> {
    word.trim_matches(['(', ')']).split('|').filter(|one| !one.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::dm::{
        attack_verbs,
        hints::{
            HintReader, HintScene,
            language::{
                clause::VerbSense,
                reading::MessageText,
                verbs::{VerbForm, verb},
            },
        },
    };

    /// Words that follow the verb of an attack.
    const ATTACKS: &[&str] = &[
        "him in his heart",
        "him as he turns to flee",
        "him as he gloats",
        "him to the ground",
        "him to a pulp",
        "him by the door",
        "him by a hair's breadth",
        "him about the head",
        "him a second time",
        "him where it hurts",
        "him with my eyes shut",
        "him with raging fury in my heart",
        "him hard on the back with my club",
        "him the moment he looks away",
        "him a few steps from the door",
        "him off the ledge",
        "it with my knife",
        "it off me",
        "the goblin in the next round",
        "the goblin out of the saddle",
        "the goblin with the mug",
        "the night watchman",
        "the wine merchant",
        "the hill giant",
        "the town guard",
        "the dead man",
        "the fear demon",
        "the ice golem",
        "the bull with my axe",
        "the ogre to protect Mira",
        "for his eye",
        "at his eyes with my thumbs",
        "my blade home",
        "my way through the goblins",
        "my forehead into his nose",
        "my thumb in his eye",
        "up into his jaw",
        "out at his throat",
        "back the guard with my shield",
        "out the mud golem",
        "through the line of goblins",
    ];
    /// Verbs that can be attacks, in addition to those that always are.
    const MORE: &str = "cut beat knock bite break drive throw hurl fling thrust jab poke smash bury whip thump hammer crush stick shove slam clap \
                        thrash trounce slaughter sink bring run leap jump rush spring";

    #[test]
    fn no_frame_of_a_verb_that_attacks_swallows_an_attack() {
        let attacks = |verb: &&&str| attack_verbs::contains(verb) || one_of(verb, MORE);
        let frames = frames();
        let verbs: HashSet<&str> = frames.iter().flat_map(|it| it.verbs.iter().filter(attacks)).copied().collect();
        assert!(verbs.len() > 30, "{verbs:?}");
        let mut swallowed = Vec::new();
        for verb in verbs {
            for end in ATTACKS {
                let message = format!("I {verb} {end}.");
                let (writing, scene) = (MessageText::of(&message), HintScene::default());
                let reading = writing.read(&scene, HintReader::DungeonMaster).unwrap();
                // A kick that is given is one.
                if reading.clauses.iter().any(|it| it.sense != VerbSense::Literal && it.lemma != "kick") {
                    swallowed.push(message);
                }
            }
        }
        assert!(swallowed.is_empty(), "{swallowed:#?}");
    }

    #[test]
    fn every_frame_begins_with_verbs_means_one_and_has_known_classes() {
        let classes = classes();
        let lines: Vec<&str> = FRAMES.lines().filter(|line| is_frame_or_head(line)).collect();
        for line in &lines {
            if let Some(name) = line.strip_prefix('[') {
                let name = name.trim_end_matches(']');
                assert!(name == FIGURE || verb(name).is_some_and(|(lemma, _)| lemma == name), "{line}");
                continue;
            }
            let (verbs, parts) = line.split_once(' ').unwrap();
            let known = |one: &&str| verb(one).is_some_and(|(lemma, form)| lemma == *one && form == VerbForm::Base);
            assert!(verbs == "_" || choices_of(verbs).iter().all(known), "{line}: every verb stands in verbs.txt");
            for part in parts.split_whitespace() {
                let is_class = part.starts_with('<');
                assert!(!is_class || classes.contains_key(part), "{line}: {part}");
                let is_plain = part.chars().all(|c| c.is_alphabetic() || c == '-' || c == '\'');
                let is_choice = part.starts_with('(') && part.ends_with(')') && !part.contains("@");
                assert!(is_class || is_plain || is_choice || ["*", ".", "@noun"].contains(&part), "{line}: {part}");
            }
        }
        assert_eq!(lines.iter().collect::<HashSet<_>>().len(), lines.len(), "no frame stands twice");
        let used = |name: &str| lines.iter().any(|line| line.split_whitespace().any(|part| part == name));
        for (name, words) in &classes {
            assert!(name.ends_with('>') && used(name) && !words.is_empty(), "{name}");
            assert_eq!(words.iter().collect::<HashSet<_>>().len(), words.len(), "{name}");
        }
    }

    fn choices_of(word: &str) -> Vec<&str> {
        word.trim_matches(['(', ')']).split('|').collect()
    }
}
