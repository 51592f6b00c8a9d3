//! Finds the topic of a person that a question is about.

use std::collections::HashMap;

use crate::campaign::cast::{Person, Topic};

use super::Course;

/// Question words. They select a topic only if a question has no other words.
const STOP_WORDS: &[&str] = &[
    "a", "about", "all", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did",
    "do", "does", "else", "for", "from", "get", "got", "had", "has", "have", "he", "her", "here", "him", "his", "how",
    "i", "if", "in", "is", "it", "its", "just", "know", "me", "my", "of", "on", "or", "our", "please", "say", "she",
    "should", "so", "tell", "that", "the", "their", "them", "then", "there", "they", "think", "this", "to", "us",
    "was", "we", "were", "what", "when", "where", "which", "who", "whom", "whose", "why", "will", "with", "would",
    "you", "your", "yours", "o",
];

/// Scores that differ by less are equal: they are sums of fractions.
const SAME_SCORE: f64 = 1e-9;

impl Course<'_> {
    /// The topic a question is about, among those whose conditions hold: the best match of words, where a word counts for less the
    /// more topics share it. Of equal matches the one whose term comes first in the question wins, then the first in the list. `None` if no significant word matches.
    pub fn topic<'p>(&self, person: &'p Person, question: &str) -> Option<&'p Topic> {
        let asked = words(question);
        let has_weight = asked.iter().any(|word| !is_stop_word(word));
        let open: Vec<&Topic> = self.open_topics(person).collect();
        let mut shared: HashMap<String, u32> = HashMap::new();
        open.iter()
            .flat_map(|topic| &topic.about)
            .for_each(|term| *shared.entry(term.to_lowercase()).or_default() += 1);
        let weight = |term: &String| -> f64 {
            let parts = words(term);
            let n_of_weight = parts.iter().filter(|part| !is_stop_word(part)).count();
            let counts = if has_weight { n_of_weight } else { parts.len() };
            if place_of(&parts, &asked).is_some() {
                f64::from(u32::try_from(counts).unwrap_or(1)) / f64::from(shared[&term.to_lowercase()])
            } else {
                0.0
            }
        };
        let score = |topic: &Topic| topic.about.iter().map(&weight).sum::<f64>();
        let place = |topic: &Topic| {
            let asked_for = topic.about.iter().filter(|term| weight(term) > 0.0);
            asked_for.filter_map(|term| place_of(&words(term), &asked)).min()
        };
        let mut best: Option<(f64, Option<usize>, &Topic)> = None;
        for topic in open {
            let (score, place) = (score(topic), place(topic));
            let is_better = match best {
                None => score > 0.0,
                Some((most, first, _)) if (score - most).abs() < SAME_SCORE => place < first,
                Some((most, ..)) => score > most,
            };
            if is_better {
                best = Some((score, place, topic));
            }
        }
        best.map(|(.., topic)| topic)
    }

    fn open_topics<'p>(&self, person: &'p Person) -> impl Iterator<Item = &'p Topic> {
        person.topics.iter().filter(|topic| self.progress.allows(topic.requires.as_ref()))
    }
}

/// Where the words of a term stand in a question, side by side.
fn place_of(term: &[String], asked: &[String]) -> Option<usize> {
    let is_there = |window: &[String]| window.iter().zip(term).all(|(one, other)| is_alike(one, other));
    if term.is_empty() { None } else { asked.windows(term.len()).position(is_there) }
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word.to_lowercase().as_str())
}

/// The words of a text in lower case, without possessive endings.
fn words(text: &str) -> Vec<String> {
    let low = text.to_lowercase().replace('’', "'");
    let words = low.split(|c: char| !c.is_alphanumeric() && c != '\'').map(|word| word.trim_matches('\''));
    let words = words.map(|word| word.strip_suffix("'s").unwrap_or(word));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether two words differ only in their ending: `weigh` and `weighing`, `key` and `keys`.
fn is_alike(one: &str, other: &str) -> bool {
    const ENDINGS: [&str; 4] = ["s", "es", "ed", "ing"];
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    short == long || short.len() > 2 && long.strip_prefix(short).is_some_and(|end| ENDINGS.contains(&end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::{Package, Progress};

    #[test]
    fn significant_words_choose_the_topic_and_question_words_only_if_there_are_no_others() {
        let package: Package = serde_json::from_str(include_str!("../../../campaigns/short-weight.json")).unwrap();
        let course = Course::on(&package, Progress::begin(&package));
        let oriel = package.person("oriel").unwrap();
        let about = |question: &str| course.topic(oriel, question).map(|topic| topic.about[0].clone());
        for (question, topic) in [
            ("how Ambrose Tull died, who found him, and when", Some("ambrose")),
            ("the prentice who is locked up", Some("wick")),
            ("who are you?", Some("name")),
            ("Who is Sabeth Rook?", Some("sabeth")),
            ("what of the merchant’s quarrel", Some("pike")),
            ("strangers and customs", Some("thumb")),
            ("Wick and Ambrose", Some("wick")),
            ("Ambrose and Wick", Some("ambrose")),
            ("who found him", None),
            ("", None),
        ] {
            assert_eq!(about(question).as_deref(), topic, "{question}");
        }
    }
}
