//! Finds the topic of a person that a question is about.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
};

use crate::campaign::{
    cast::{Person, Topic},
    terms::{Term, Word, words},
};

use super::Course;

/// Words that introduce what a question is about.
const ABOUT: &[&str] = &["about", "regarding", "concerning"];
/// Words after which “of” introduces it, too: “what of Pike?”, “have you heard of Annis?”
const BEFORE_OF: &[&str] =
    &["what", "think", "thought", "thoughts", "opinion", "heard", "hear", "know", "speak", "make", "say"];
/// The word before a death that is asked for: “how Ambrose died”, “how was he killed?”
const BEFORE_DEATH: &str = "how";
/// Scores are compared in these units: they are sums of fractions.
const UNITS: f64 = 1e6;

/// How well a topic fits a question.
struct Fit<'p> {
    topic: &'p Topic,
    /// The folded terms that the question has.
    terms: HashSet<&'p str>,
    /// Whether one of them follows a word such as “about”.
    is_object: bool,
    /// The weight of the terms, in [`UNITS`].
    score: i64,
    /// The places of the question's words that the terms resemble.
    used: HashSet<usize>,
    /// The first of them.
    place: usize,
}

/// A question's words, and where in it the words begin that say what it is about.
struct Asked {
    words: Vec<Word>,
    object: usize,
    /// Index of the word for death in “how did X die”; the question counts as about it.
    death: Option<usize>,
    has_weight: bool,
}

impl Course<'_> {
    /// The topic a question is about, among those whose conditions hold: the first of [`Course::topics`].
    pub fn topic<'p>(&self, person: &'p Person, question: &str) -> Option<&'p Topic> {
        self.topics(person, question).first().copied()
    }

    /// All topics a question is about, the best match first. Terms that follow a word such as “about” come before others. Then the
    /// weight of the matching terms decides, where a word counts for less the more topics share it and a synonym for less than
    /// the word. Of equal matches, the one whose answer has more of the question's words comes first, then the one whose term comes
    /// first in the question. Each topic after the first has a term that those before it lack.
    pub fn topics<'p>(&self, person: &'p Person, question: &str) -> Vec<&'p Topic> {
        let asked = Asked::of(question);
        let open: Vec<&Topic> = self.open_topics(person).collect();
        let mut shared: HashMap<&str, u32> = HashMap::new();
        open.iter().flat_map(|topic| topic.terms()).for_each(|term| *shared.entry(&term.text).or_default() += 1);
        let mut fits: Vec<Fit> = open.into_iter().filter_map(|topic| asked.fit(topic, &shared)).collect();
        fits.sort_by_cached_key(|fit| (Reverse((fit.is_object, fit.score, asked.n_said_by(fit))), fit.place));
        let mut answered: HashSet<&str> = HashSet::new();
        fits.retain(|fit| {
            let is_new = !fit.terms.is_subset(&answered);
            answered.extend(&fit.terms);
            is_new
        });
        fits.into_iter().map(|fit| fit.topic).collect()
    }

    /// The topics of a person whose conditions hold.
    pub fn open_topics<'p>(&self, person: &'p Person) -> impl Iterator<Item = &'p Topic> {
        person.topics.iter().filter(|topic| self.progress.allows(topic.requires.as_ref()))
    }
}

impl Asked {
    fn of(question: &str) -> Self {
        let words = words(question);
        let introduces = |at: &usize| {
            let (word, before) =
                (words[*at].text.as_str(), at.checked_sub(1).map(|before| words[before].text.as_str()));
            ABOUT.contains(&word) || word == "of" && before.is_some_and(|before| BEFORE_OF.contains(&before))
        };
        let object = (0..words.len()).rev().find(introduces).unwrap_or(words.len());
        let how = words.iter().position(|word| word.text == BEFORE_DEATH).unwrap_or(words.len());
        let death = (how..words.len()).find(|at| words[*at].is_of_death());
        let has_weight = words.iter().any(|word| !word.is_stop_word);
        Self { words, object, death, has_weight }
    }

    /// How well a topic fits, where `shared` says how many topics have a term; `None` if it doesn't.
    fn fit<'p>(&self, topic: &'p Topic, shared: &HashMap<&str, u32>) -> Option<Fit<'p>> {
        let (mut terms, mut used) = (HashSet::new(), HashSet::new());
        // Each word of the question counts once, however many terms it resembles.
        let (mut weights, mut is_object): (BTreeMap<usize, f64>, bool) = (BTreeMap::new(), false);
        for Term { text, words: parts } in topic.terms() {
            let n_of_weight = parts.iter().filter(|part| !part.is_stop_word).count();
            let counts = if self.has_weight { n_of_weight } else { parts.len() };
            let Some((at, likeness)) = place_of(parts, &self.words).filter(|_| counts > 0) else { continue };
            let weight = likeness * f64::from(u32::try_from(counts).unwrap_or(1)) / f64::from(shared[text.as_str()]);
            let known = weights.entry(at).or_insert(weight);
            *known = weight.max(*known);
            is_object |= at >= self.object || self.death == Some(at);
            used.extend(at..at + parts.len());
            terms.insert(text.as_str());
        }
        let place = *weights.keys().next()?;
        let score = (weights.values().sum::<f64>() * UNITS).round() as i64;
        Some(Fit { topic, terms, is_object, score, used, place })
    }

    /// How many other words of the question a topic's answer has.
    fn n_said_by(&self, fit: &Fit) -> usize {
        let says: HashSet<String> = words(&fit.topic.says).into_iter().map(|word| word.stem).collect();
        let others = self.words.iter().enumerate().filter(|(at, word)| !fit.used.contains(at) && !word.is_stop_word);
        others.filter(|(_, word)| says.contains(&word.stem)).count()
    }
}

/// Where the words of a term stand in a question, side by side, and how much alike they are, up to 1: the best place.
fn place_of(term: &[Word], asked: &[Word]) -> Option<(usize, f64)> {
    if term.is_empty() {
        return None;
    }
    let alike = |window: &[Word]| -> f64 { window.iter().zip(term).map(|(one, other)| one.likeness(other)).product() };
    let places = asked.windows(term.len()).map(alike).enumerate().filter(|(_, alike)| *alike > 0.0);
    places.fold(None, |best, place| match best {
        Some((_, most)) if most >= place.1 => best,
        _ => Some(place),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::{Package, Progress};

    #[test]
    fn of_two_topics_that_fit_the_answer_decides_and_the_other_is_named() {
        let package: Package = serde_json::from_str(include_str!("../../../campaigns/short-weight.json")).unwrap();
        let course = Course::on(&package, Progress::begin(&package));
        let about = |person: &str, question: &str| -> Vec<String> {
            let topics = course.topics(package.person(person).unwrap(), question);
            topics.into_iter().map(|topic| topic.about[0].clone()).collect()
        };
        assert_eq!(about("sabeth", "Was it Ambrose whom Maud carried here by herself?"), ["maud", "ambrose"]);
        assert_eq!(about("sabeth", "Ambrose, and Maud"), ["ambrose", "maud"]);
        assert_eq!(about("oriel", "Wick and Ambrose"), ["wick", "ambrose"]);
        assert_eq!(about("oriel", "who are you?"), ["name"]);
        for person in ["wick", "jory"] {
            assert_eq!(about(person, "how Ambrose died")[0], "found", "{person} tells of the death, not of the man");
        }
        assert_eq!(about("sabeth", "how was Ambrose killed?")[0], "ambrose");
    }

    #[test]
    fn significant_words_choose_the_topic_and_question_words_only_if_there_are_no_others() {
        let package: Package = serde_json::from_str(include_str!("../../../campaigns/short-weight.json")).unwrap();
        let course = Course::on(&package, Progress::begin(&package));
        let oriel = package.person("oriel").unwrap();
        let about = |question: &str| course.topic(oriel, question).map(|topic| topic.about[0].clone());
        for (question, topic) in [
            ("how Ambrose Tull died, who found him, and when", Some("ambrose")),
            ("how did he come to die", Some("ambrose")),
            ("the prentice who is locked up", Some("wick")),
            ("who are you?", Some("name")),
            ("Who is Sabeth Rook?", Some("sabeth")),
            ("what of the merchant’s quarrel", Some("pike")),
            ("strangers and customs", Some("thumb")),
            ("Wick and Ambrose", Some("wick")),
            ("Ambrose and Wick", Some("ambrose")),
            ("Did Wick say anything about Ambrose Tull?", Some("ambrose")),
            ("What did Ambrose Tull make of Wick?", Some("wick")),
            ("what do you do for a living", Some("name")),
            ("who killed him", Some("ambrose")),
            ("I want to know about the murder", Some("ambrose")),
            ("that lad you have in chains", Some("wick")),
            ("the quarrels of the merchants", Some("pike")),
            ("is the town haunted", Some("annis")),
            ("the tide", Some("assayer")),
            ("who found him", None),
            ("what is it with the weather", None),
            ("", None),
        ] {
            assert_eq!(about(question).as_deref(), topic, "{question}");
        }
    }
}
