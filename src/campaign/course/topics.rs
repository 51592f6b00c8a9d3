//! Finds the topic of a person that a question is about.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
    sync::LazyLock,
};

use crate::{
    campaign::cast::{Person, Topic},
    game::wording::fold,
};

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

/// Words that introduce what a question is about.
const ABOUT: &[&str] = &["about", "regarding", "concerning"];
/// Words after which “of” introduces it, too: “what of Pike?”, “have you heard of Annis?”
const BEFORE_OF: &[&str] =
    &["what", "think", "thought", "thoughts", "opinion", "heard", "hear", "know", "speak", "make", "say"];
/// What a synonym counts for, where the word itself counts for 1.
const SYNONYM: f64 = 0.6;
/// Scores are compared in these units: they are sums of fractions.
const UNITS: f64 = 1e6;
/// The shortest stem that is compared.
const MIN_STEM: usize = 3;

/// Groups of words that ask for the same thing: the group of each stem.
static SYNONYMS: LazyLock<HashMap<String, usize>> = LazyLock::new(|| {
    let groups = include_str!("../synonyms.txt").lines().filter(|line| !line.starts_with('#'));
    let words = groups.enumerate().flat_map(|(group, line)| line.split(' ').map(move |word| (stem(word), group)));
    words.collect()
});

/// How well a topic fits a question.
struct Fit<'p> {
    topic: &'p Topic,
    /// The folded terms that the question has.
    terms: HashSet<String>,
    /// Whether one of them follows a word such as “about”.
    is_object: bool,
    /// The weight of the terms, in [`UNITS`].
    score: i64,
    /// How many other words of the question the answer has.
    n_said: usize,
    /// Where in the question the first of the terms is.
    place: usize,
}

/// A question's words, and where in it the words begin that say what it is about.
struct Asked {
    words: Vec<String>,
    object: usize,
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
        let mut shared: HashMap<String, u32> = HashMap::new();
        open.iter().flat_map(|topic| &topic.about).for_each(|term| *shared.entry(fold(term)).or_default() += 1);
        let mut fits: Vec<Fit> = open.into_iter().filter_map(|topic| asked.fit(topic, &shared)).collect();
        fits.sort_by_key(|fit| (Reverse((fit.is_object, fit.score, fit.n_said)), fit.place));
        let mut answered: HashSet<String> = HashSet::new();
        fits.retain(|fit| {
            let is_new = !fit.terms.is_subset(&answered);
            answered.extend(fit.terms.iter().cloned());
            is_new
        });
        fits.into_iter().map(|fit| fit.topic).collect()
    }

    fn open_topics<'p>(&self, person: &'p Person) -> impl Iterator<Item = &'p Topic> {
        person.topics.iter().filter(|topic| self.progress.allows(topic.requires.as_ref()))
    }
}

impl Asked {
    fn of(question: &str) -> Self {
        let words = words(question);
        let introduces = |at: &usize| {
            let (word, before) = (words[*at].as_str(), at.checked_sub(1).map(|before| words[before].as_str()));
            ABOUT.contains(&word) || word == "of" && before.is_some_and(|before| BEFORE_OF.contains(&before))
        };
        let object = (0..words.len()).rev().find(introduces).unwrap_or(words.len());
        let has_weight = words.iter().any(|word| !is_stop_word(word));
        Self { words, object, has_weight }
    }

    /// How well a topic fits, where `shared` says how many topics have a term; `None` if it doesn't.
    fn fit<'p>(&self, topic: &'p Topic, shared: &HashMap<String, u32>) -> Option<Fit<'p>> {
        let (mut terms, mut used) = (HashSet::new(), HashSet::new());
        // Each word of the question counts once, however many terms it resembles.
        let (mut weights, mut is_object): (BTreeMap<usize, f64>, bool) = (BTreeMap::new(), false);
        for term in &topic.about {
            let (parts, term) = (words(term), fold(term));
            let n_of_weight = parts.iter().filter(|part| !is_stop_word(part)).count();
            let counts = if self.has_weight { n_of_weight } else { parts.len() };
            let Some((at, likeness)) = place_of(&parts, &self.words).filter(|_| counts > 0) else { continue };
            let weight = likeness * f64::from(u32::try_from(counts).unwrap_or(1)) / f64::from(shared[&term]);
            let known = weights.entry(at).or_insert(weight);
            *known = weight.max(*known);
            is_object |= at >= self.object;
            used.extend(at..at + parts.len());
            terms.insert(term);
        }
        let says = words(&topic.says);
        let others = self.words.iter().enumerate().filter(|(at, word)| !used.contains(at) && !is_stop_word(word));
        let n_said = others.filter(|(_, word)| says.iter().any(|said| stem(said) == stem(word))).count();
        let score = (weights.values().sum::<f64>() * UNITS).round() as i64;
        let place = *weights.keys().next()?;
        Some(Fit { topic, terms, is_object, score, n_said, place })
    }
}

/// Where the words of a term stand in a question, side by side, and how much alike they are, up to 1: the best place.
fn place_of(term: &[String], asked: &[String]) -> Option<(usize, f64)> {
    if term.is_empty() {
        return None;
    }
    let alike =
        |window: &[String]| -> f64 { window.iter().zip(term).map(|(one, other)| likeness(one, other)).product() };
    let places = asked.windows(term.len()).map(alike).enumerate().filter(|(_, alike)| *alike > 0.0);
    places.fold(None, |best, place| match best {
        Some((_, most)) if most >= place.1 => best,
        _ => Some(place),
    })
}

/// How much alike two words are: 1 if they differ only in their ending, less for synonyms, 0 for other words.
fn likeness(one: &str, other: &str) -> f64 {
    let (one, other) = (stem(one), stem(other));
    let group = |stem: &str| SYNONYMS.get(stem);
    match () {
        () if one == other => 1.0,
        () if group(&one).is_some_and(|it| group(&other) == Some(it)) => SYNONYM,
        () => 0.0,
    }
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word)
}

/// The folded words of a text, without possessive endings.
fn words(text: &str) -> Vec<String> {
    let low = fold(text).replace('’', "'");
    let words = low.split(|c: char| !c.is_alphanumeric() && c != '\'').map(|word| word.trim_matches('\''));
    let words = words.map(|word| word.strip_suffix("'s").unwrap_or(word));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A word without its ending: `weigh` of `weighing`, `prov` of `prove` and `proving`, `rob` of `robbed`.
fn stem(word: &str) -> String {
    let long = |stem: &&str| stem.chars().count() >= MIN_STEM;
    if let Some(stem) = word.strip_suffix("ies").filter(long) {
        return format!("{stem}y");
    }
    let cut = ["ing", "ed", "es", "s"].iter().find_map(|ending| word.strip_suffix(ending).filter(long));
    let stem = cut.unwrap_or(word);
    let mut ends = stem.chars().rev();
    let is_doubled =
        cut.is_some() && ends.next().is_some_and(|last| ends.next() == Some(last) && !"lsz".contains(last));
    let last = stem.chars().next_back().map_or(0, char::len_utf8);
    let stem = if is_doubled { &stem[..stem.len() - last] } else { stem };
    stem.strip_suffix('e').filter(long).unwrap_or(stem).to_owned()
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
    }

    #[test]
    fn a_word_has_one_stem_whatever_its_ending_and_one_group_of_synonyms() {
        for (one, other) in
            [("weigh", "weighing"), ("key", "keys"), ("prove", "proving"), ("rob", "robbed"), ("body", "bodies")]
        {
            assert_eq!(stem(one), stem(other), "{one} {other}");
        }
        for (one, other) in [("king", "kin"), ("bed", "b"), ("tull", "tul"), ("ring", "r")] {
            assert_ne!(stem(one), stem(other), "{one} {other}");
        }
        let mut groups: HashMap<String, usize> = HashMap::new();
        for (n, line) in include_str!("../synonyms.txt").lines().filter(|line| !line.starts_with('#')).enumerate() {
            for word in line.split(' ') {
                assert_eq!(*groups.entry(stem(word)).or_insert(n), n, "{word} is in two groups");
            }
        }
    }

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
