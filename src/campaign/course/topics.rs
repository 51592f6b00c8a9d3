//! Finds the topic of a person that a question is about.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
    ops::Range,
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
/// Words that begin a condition: “what happens if …” asks for what follows from it, not for the condition.
const CONDITIONS: &[&str] = &["if", "when", "once", "unless", "while"];
/// Idioms that ask for none of their words.
const IDIOMS: &[&[&str]] = &[&["on", "the", "way"], &["by", "the", "way"], &["in", "the", "way"], &["on", "my", "way"]];
/// A topic answers a question if at least one of so many of its significant words asks for it.
const MAX_WORDS_FOR_ONE: usize = 3;
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
    /// The places of the words of a condition.
    condition: Range<usize>,
}

impl Course<'_> {
    /// The topic a question is about, among those whose conditions hold: the first of [`Course::topics`].
    pub fn topic<'p>(&self, person: &'p Person, question: &str) -> Option<&'p Topic> {
        self.topics(person, question).first().copied()
    }

    /// All topics a question is about, the best match first. Terms that follow a word such as “about” come before others. Then the
    /// weight of the matching terms decides, where a word counts for less the more topics share it and a synonym for less than
    /// the word. Of equal matches, the one whose answer has more of the question's words comes first, then the one whose term comes
    /// first in the question. Each topic after the first has a term that those before it lack. None answers where too little of the
    /// question asks for any, or only its condition does.
    pub fn topics<'p>(&self, person: &'p Person, question: &str) -> Vec<&'p Topic> {
        let asked = Asked::of(question);
        let open: Vec<&Topic> = self.open_topics(person).collect();
        let mut shared: HashMap<&str, u32> = HashMap::new();
        open.iter().flat_map(|topic| topic.terms()).for_each(|term| *shared.entry(&term.text).or_default() += 1);
        let mut fits: Vec<Fit> = open.into_iter().filter_map(|topic| asked.fit(topic, &shared)).collect();
        fits.sort_by_cached_key(|fit| (Reverse((fit.is_object, fit.score, asked.n_said_by(fit))), fit.place));
        let used: HashSet<usize> = fits.iter().flat_map(|fit| fit.used.iter().copied()).collect();
        if !fits.first().is_some_and(|best| asked.is_clear(best, &used)) {
            return Vec::new();
        }
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
        let mut words = words(question);
        for idiom in IDIOMS {
            let is_it = |window: &[Word]| window.iter().zip(idiom.iter()).all(|(word, own)| word.text == *own);
            if let Some(at) = words.windows(idiom.len()).position(is_it) {
                words.drain(at..at + idiom.len());
            }
        }
        let introduces = |at: &usize| {
            let (word, before) =
                (words[*at].text.as_str(), at.checked_sub(1).map(|before| words[before].text.as_str()));
            ABOUT.contains(&word) || word == "of" && before.is_some_and(|before| BEFORE_OF.contains(&before))
        };
        let object = (0..words.len()).rev().find(introduces).unwrap_or(words.len());
        let how = words.iter().position(|word| word.text == BEFORE_DEATH).unwrap_or(words.len());
        let death = (how..words.len()).find(|at| words[*at].is_of_death());
        let has_weight = words.iter().any(|word| !word.is_stop_word);
        let begins = |at: &usize| CONDITIONS.contains(&words[*at].text.as_str()) && *at + 1 < words.len();
        let from = (0..words.len()).find(begins).unwrap_or(words.len());
        // A condition that comes first ends with its part of the sentence, which the words alone don't tell.
        let condition = if from == 0 { 0..0 } else { from..words.len() };
        Self { words, object, death, has_weight, condition }
    }

    /// Whether a question asks for the topic that fits best, where the terms of all topics have the words at `used`.
    fn is_clear(&self, best: &Fit, used: &HashSet<usize>) -> bool {
        if best.is_object {
            return true;
        }
        let counts = |at: &usize| !self.has_weight || !self.words[*at].is_stop_word;
        let n_words = (0..self.words.len()).filter(counts).count();
        let n_asking = used.iter().filter(|at| counts(at)).count() + self.n_said_by(best);
        let is_condition_alone = used.iter().all(|at| self.condition.contains(at));
        !is_condition_alone && n_asking * MAX_WORDS_FOR_ONE >= n_words
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
    fn a_condition_and_an_idiom_ask_for_no_topic() {
        let package: Package = serde_json::from_str(include_str!("../../../campaigns/the-walking-poll.json")).unwrap();
        let course = Course::on(&package, Progress::begin(&package));
        let about = |person: &str, question: &str| {
            let topic = course.topic(package.person(person).unwrap(), question);
            topic.map(|topic| topic.about[0].clone())
        };
        for (person, question, topic) in [
            ("ottilie", "what I do if the man on the road offers me money", None),
            ("ottilie", "what happens when all the beans are in", None),
            ("bat", "where I can sleep on the way", None),
            ("ottilie", "how much she pays for the walk", Some("pay")),
            ("ottilie", "what happens to her home town if the Gate stays open", Some("bare")),
            ("ottilie", "who is on the ninth line of the list", Some("ninth")),
            ("bat", "which way he would go himself", Some("road")),
            ("bat", "what the mule is called", Some("mule")),
        ] {
            assert_eq!(about(person, question).as_deref(), topic, "{question}");
        }
        let package: Package =
            serde_json::from_str(include_str!("../../../campaigns/the-ice-house-at-sundry.json")).unwrap();
        let mut progress = Progress::begin(&package);
        progress.flags.insert("hand-free".to_owned(), crate::game::plot::FlagValue::Is(true));
        let course = Course::on(&package, progress);
        let barnaby = package.person("barnaby").unwrap();
        for question in ["whether there is any other way into the hill than this door", "any other way into the hill"] {
            let topic = course.topic(barnaby, question).unwrap();
            assert_eq!(topic.finding.as_deref(), Some("the-iron-below"), "{question}");
        }
        assert_eq!(course.topic(barnaby, "the way inside").unwrap().about[0], "inside");
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
