//! Which line a text crosses, by words alone: the words of content tags and a player's own, in their inflections.

use std::collections::HashSet;

use language::folding::fold;

use super::tags::{self, ContentTag};

/// The least letters of a word that may have endings; shorter ones match only as they are.
const MIN_STEM: usize = 3;
/// The least letters that are left of a player's own word without a German ending.
const MIN_GERMAN_STEM: usize = 4;
/// A player's own word with at least this many letters is also looked for at the beginning of longer words.
const LONG_OWN_WORD: usize = 5;

/// Plurals that no ending makes.
const IRREGULAR: [(&str, &str); 8] = [
    ("children", "child"),
    ("men", "man"),
    ("women", "woman"),
    ("mice", "mouse"),
    ("teeth", "tooth"),
    ("wolves", "wolf"),
    ("knives", "knife"),
    ("thieves", "thief"),
];

/// Finds what crosses the lines of a table.
#[derive(Debug, Clone, Default)]
pub struct TextCheck {
    lines: Vec<SafetyLine>,
}

#[derive(Debug, Clone)]
struct SafetyLine {
    /// The stored form: a tag's id, or the player's own words.
    entry: String,
    /// Whether it is a player's phrase, which may span two sentences.
    is_own: bool,
    /// Each of them crosses the line by itself.
    rules: Vec<SafetyRule>,
    /// Words in these phrases cross nothing.
    exceptions: Vec<SafetyPhrase>,
}

/// A sentence crosses a line if every list of the rule has a phrase in it.
#[derive(Debug, Clone)]
struct SafetyRule(Vec<Vec<SafetyPhrase>>);

/// Words that follow each other, each in any of some forms.
#[derive(Debug, Clone)]
struct SafetyPhrase {
    language: Option<Language>,
    words: Vec<Vec<WordPattern>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    English,
    German,
}

/// A word with its inflections, or a part of a word.
#[derive(Debug, Clone)]
struct WordPattern {
    /// Folded.
    word: String,
    has_any_beginning: bool,
    ends: Ends,
}

/// How a word may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    AsItIs,
    Inflected,
    /// As the words of players, whose language is not known.
    OwnInflected,
    /// The same, or as the beginning of a longer word.
    OwnOrLonger,
    AnyEnding,
}

/// The words of a sentence.
struct SentenceWords {
    words: Vec<String>,
    /// None if it is not clear.
    language: Option<Language>,
}

impl TextCheck {
    /// The check for these lines: ids of tags, or own words.
    pub fn of(lines: &[String]) -> Self {
        Self { lines: lines.iter().map(|line| SafetyLine::of(line)).collect() }
    }

    /// Whether no line is set.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The lines that a text crosses.
    pub fn crossed(&self, text: &str) -> Vec<&str> {
        if self.is_empty() {
            return Vec::new();
        }
        let sentences: Vec<SentenceWords> = sentences(text).into_iter().map(SentenceWords::of).collect();
        let crosses = |line: &&SafetyLine| {
            sentences.iter().any(|sentence| line.is_crossed_by(sentence))
                || line.is_own
                    && sentences.windows(2).any(|two| line.is_crossed_by(&SentenceWords::joined(&two[0], &two[1])))
        };
        self.lines.iter().filter(crosses).map(|line| line.entry.as_str()).collect()
    }

    /// Whether a text crosses a line.
    pub fn is_crossed_by(&self, text: &str) -> bool {
        !self.crossed(text).is_empty()
    }

    /// The content tags among these that are lines.
    pub fn crossed_tags<'t, T: AsRef<str>>(&self, tags: &'t [T]) -> Vec<&'t str> {
        let is_line = |tag: &&str| self.lines.iter().any(|line| line.entry == *tag);
        tags.iter().map(AsRef::as_ref).filter(is_line).collect()
    }

    /// Whether content with these tags and texts is left out: one of its tags is a line, or one of its texts crosses one.
    pub fn leaves_out<'t>(&self, tags: &[impl AsRef<str>], texts: impl IntoIterator<Item = &'t str>) -> bool {
        !self.crossed_tags(tags).is_empty() || texts.into_iter().any(|text| self.is_crossed_by(text))
    }

    /// The text without the sentences that cross a line.
    pub fn without_crossing(&self, text: &str) -> String {
        self.without_crossing_in_place(text).trim().to_owned()
    }

    /// The same of a part of a text, with the white space around it.
    pub fn without_crossing_in_place(&self, text: &str) -> String {
        let kept = sentences(text).into_iter().filter(|sentence| !self.is_crossed_by(sentence));
        kept.collect()
    }

    /// The text with a mark of omission for each word that crosses a line; without the whole sentence where it takes several.
    pub fn masked(&self, text: &str) -> String {
        let in_place = |sentence: &str| -> String {
            if !self.is_crossed_by(sentence) {
                return sentence.to_owned();
            }
            let masked: String =
                parts(sentence).map(|part| if self.is_crossed_by(part) { "…" } else { part }).collect();
            let left = if self.is_crossed_by(&masked) { "…" } else { masked.as_str() };
            let space = &sentence[sentence.trim_end().len()..];
            format!("{}{space}", left.trim_end())
        };
        sentences(text).into_iter().map(in_place).collect()
    }
}

/// Words and the text between them; joined they give the text.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_word = rest.chars().next()?.is_alphanumeric();
        let end = rest.find(|c: char| c.is_alphanumeric() != is_word).unwrap_or(rest.len());
        let (part, more) = rest.split_at(end);
        rest = more;
        Some(part)
    })
}

/// The sentences of a text with everything between them, joined they are the text. A sentence ends behind its mark and what
/// closes it, or with its line.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(end) = sentence_end(rest) {
        let (sentence, more) = rest.split_at(end);
        found.push(sentence);
        rest = more;
    }
    if !rest.is_empty() {
        found.push(rest);
    }
    found
}

/// Where the first sentence of a text ends with the white space behind it; none if more may follow.
fn sentence_end(text: &str) -> Option<usize> {
    let mut is_over = false;
    let mut ended = false;
    for (at, letter) in text.char_indices() {
        if is_over && !letter.is_whitespace() {
            return Some(at);
        }
        if letter == '\n' || ended && letter.is_whitespace() {
            is_over = true;
        }
        let closes = matches!(letter, '"' | '”' | '“' | '’' | '\'' | '»' | '«' | ')' | '*' | '_');
        ended = matches!(letter, '.' | '!' | '?' | '…') || ended && closes;
    }
    None
}

/// The last sentence of a text.
pub fn last_sentence(text: &str) -> &str {
    sentences(text.trim_end()).pop().unwrap_or_default()
}

impl TextCheck {
    /// The length of the complete sentences in a text that is still being streamed.
    pub fn whole_sentences(text: &str) -> usize {
        let mut end = 0;
        while let Some(more) = sentence_end(&text[end..]) {
            end += more;
        }
        end
    }
}

impl SafetyLine {
    fn of(entry: &str) -> Self {
        let tag = tags::tag(entry);
        let rules = tag.map_or_else(|| own_rules(entry), tag_rules);
        let exceptions = tag.map_or_else(Vec::new, |tag| phrases(&tag.exceptions));
        Self { entry: entry.to_owned(), is_own: tag.is_none(), rules, exceptions }
    }

    fn is_crossed_by(&self, sentence: &SentenceWords) -> bool {
        self.is_crossed_by_all(sentence)
            && (self.exceptions.is_empty() || self.is_crossed_by_all(&sentence.without(&self.exceptions)))
    }

    /// The same without a look at the exceptions.
    fn is_crossed_by_all(&self, sentence: &SentenceWords) -> bool {
        self.rules
            .iter()
            .any(|SafetyRule(lists)| lists.iter().all(|phrases| phrases.iter().any(|phrase| phrase.is_in(sentence))))
    }
}

fn phrases(list: &[String]) -> Vec<SafetyPhrase> {
    list.iter().map(|words| SafetyPhrase::of(words)).collect()
}

fn tag_rules(tag: &ContentTag) -> Vec<SafetyRule> {
    let together = tag.together.iter().map(|pair| SafetyRule(pair.iter().map(|list| phrases(list)).collect()));
    std::iter::once(SafetyRule(vec![phrases(&tag.words)])).chain(together).collect()
}

/// A player's own words: two sentences with all of those that mean something cross the line. Words between commas are lines of
/// their own.
fn own_rules(entry: &str) -> Vec<SafetyRule> {
    let lists = tags::lists();
    let rule = |part: &str| {
        let words = words_of(part);
        let meant: Vec<&String> = words.iter().filter(|word| !lists.without_meaning.contains(word)).collect();
        let meant = if meant.is_empty() { words.iter().collect() } else { meant };
        let phrase = |pattern| SafetyPhrase { language: None, words: vec![vec![pattern]] };
        let phrases = |word: &String| {
            let irregular = IRREGULAR.iter().find(|(plural, _)| plural == word).map(|(_, singular)| *singular);
            let singular = irregular.or_else(|| german_singular(word)).map(WordPattern::own);
            std::iter::once(WordPattern::own(word)).chain(singular).map(phrase).collect()
        };
        SafetyRule(meant.into_iter().map(phrases).collect())
    };
    entry.split([',', ';', '/']).map(rule).filter(|SafetyRule(lists)| !lists.is_empty()).collect()
}

impl SafetyPhrase {
    fn of(written: &str) -> Self {
        let (language, words) = match written.split_once(':') {
            Some(("en", words)) => (Some(Language::English), words),
            Some(("de", words)) => (Some(Language::German), words),
            _ => (None, written),
        };
        let words = words.split([' ', '-']).map(|forms| forms.split('|').map(WordPattern::of).collect()).collect();
        Self { language, words }
    }

    fn is_in(&self, sentence: &SentenceWords) -> bool {
        self.places(sentence).next().is_some()
    }

    /// Its start in the sentence.
    fn places(&self, sentence: &SentenceWords) -> impl Iterator<Item = usize> {
        let is_foreign = self.language.zip(sentence.language).is_some_and(|(own, told)| own != told);
        let words: &[String] = if is_foreign { &[] } else { sentence.words.as_slice() };
        let is_word = |(word, forms): (&String, &Vec<WordPattern>)| {
            forms.iter().any(|pattern| pattern.matches(word, sentence.language))
        };
        let found = words.windows(self.words.len()).enumerate();
        found.filter(move |(_, words)| words.iter().zip(&self.words).all(is_word)).map(|(at, _)| at)
    }
}

impl WordPattern {
    fn of(written: &str) -> Self {
        let (has_any_beginning, rest) = written.strip_prefix('*').map_or((false, written), |rest| (true, rest));
        let (word, ends) = match (rest.strip_suffix('*'), rest.strip_suffix('=')) {
            (Some(word), _) => (word, Ends::AnyEnding),
            (_, Some(word)) => (word, Ends::AsItIs),
            _ if has_any_beginning => (rest, Ends::AsItIs),
            _ => (rest, Ends::Inflected),
        };
        Self { word: word.to_owned(), has_any_beginning, ends }
    }

    /// A word that a player wrote, which may be a plural. A long one also matches in compounds.
    fn own(word: &str) -> Self {
        let singular = word.strip_suffix("ies").or_else(|| word.strip_suffix('s'));
        let stem = singular.filter(|stem| stem.chars().count() >= MIN_STEM && !stem.ends_with('s')).unwrap_or(word);
        let ends = if stem.chars().count() >= LONG_OWN_WORD { Ends::OwnOrLonger } else { Ends::OwnInflected };
        Self { word: stem.to_owned(), has_any_beginning: false, ends }
    }

    fn matches(&self, word: &str, language: Option<Language>) -> bool {
        let lists = &tags::lists().inflections;
        match (self.has_any_beginning, self.ends) {
            (true, Ends::AnyEnding | Ends::OwnOrLonger) => word.contains(&self.word),
            (true, _) => word.ends_with(&self.word),
            (false, Ends::AnyEnding) => word.starts_with(&self.word),
            (false, Ends::AsItIs) => word == self.word,
            (false, Ends::OwnOrLonger) => word.starts_with(&self.word) || is_inflected(&self.word, word, &[&lists.own]),
            (false, Ends::OwnInflected) => is_inflected(&self.word, word, &[&lists.own]),
            (false, Ends::Inflected) => match language {
                Some(Language::English) => is_inflected(&self.word, word, &[&lists.en]),
                Some(Language::German) => is_inflected(&self.word, word, &[&lists.de]),
                None => is_inflected(&self.word, word, &[&lists.en, &lists.de]),
            },
        }
    }
}

/// A word without an ending of the German plural, if enough of it is left.
fn german_singular(word: &str) -> Option<&str> {
    let stem = ["en", "er", "n", "e"].into_iter().find_map(|ending| word.strip_suffix(ending))?;
    (stem.chars().count() >= MIN_GERMAN_STEM).then_some(stem)
}

/// Whether a word is another or a form of it with one of these endings: hands, stabbed, making, babies, Kindes.
fn is_inflected(base: &str, word: &str, endings: &[&[String]]) -> bool {
    if word == base {
        return true;
    }
    if base.chars().count() < MIN_STEM {
        return false;
    }
    let is_ending = |rest: &str| endings.iter().copied().flatten().any(|ending| ending == rest);
    let stem = base.strip_suffix('e').or_else(|| base.strip_suffix("en")).filter(|stem| stem.len() >= MIN_STEM);
    let has_ending = |stem: &str| word.strip_prefix(stem).is_some_and(is_ending);
    let of_y = || base.strip_suffix('y').and_then(|stem| word.strip_prefix(stem));
    let doubled = || {
        let mut rest = word.strip_prefix(base)?.chars();
        (rest.next() == base.chars().last()).then_some(rest.as_str().to_owned())
    };
    has_ending(base)
        || stem.is_some_and(has_ending)
        || of_y().is_some_and(|rest| rest == "ies" || rest == "ied")
        || doubled().is_some_and(|rest| matches!(rest.as_str(), "ed" | "ing" | "er" | "ers"))
}

impl SentenceWords {
    fn joined(first: &Self, second: &Self) -> Self {
        Self { words: [first.words.as_slice(), &second.words].concat(), language: second.language }
    }

    /// The sentence with blanks for the words of these phrases, so that the words around them do not become neighbours.
    fn without(&self, phrases: &[SafetyPhrase]) -> Self {
        let mut words = self.words.clone();
        for phrase in phrases {
            for at in phrase.places(self) {
                words[at..at + phrase.words.len()].fill(String::new());
            }
        }
        Self { words, language: self.language }
    }

    fn of(text: &str) -> Self {
        let words = words_of(text);
        let told: HashSet<&str> = words.iter().map(String::as_str).collect();
        let lists = &tags::lists().tells_language;
        let n = |list: &[String]| list.iter().filter(|word| told.contains(word.as_str())).count();
        let language = match n(&lists.en).cmp(&n(&lists.de)) {
            std::cmp::Ordering::Greater => Some(Language::English),
            std::cmp::Ordering::Less => Some(Language::German),
            std::cmp::Ordering::Equal => None,
        };
        Self { words, language }
    }
}

/// The words of a text in the form in which they are compared. Letters separated by dots or blanks are not joined again: this
/// is not a filter against people who want to get past it.
fn words_of(text: &str) -> Vec<String> {
    let folded = fold(text);
    folded
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’'))
        .map(|word| word.split(['\'', '’']).next().unwrap_or_default().to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::Safety;

    #[test]
    fn content_is_left_out_for_its_tags_and_for_its_texts() {
        let check = check(&["spiders", "moths"]);
        assert_eq!(check.crossed_tags(&["rats", "spiders"]), ["spiders"]);
        assert!(check.leaves_out(&["spiders"], []));
        assert!(check.leaves_out(&["rats"], ["It rains.", "A moth circles the lamp."]));
        assert!(!check.leaves_out(&["rats"], ["It rains."]));
        assert!(!TextCheck::default().leaves_out(&["spiders"], ["A spider waits."]));
    }

    #[test]
    fn own_words_match_singular_and_plural() {
        for (line, told) in [
            ("zombies", "A zombie shuffles in."),
            ("zombies", "Zombies shuffle in."),
            ("babies", "A baby cries."),
            ("mummy", "The mummies wake."),
            ("children with lanterns", "A child stands there with a lantern."),
            ("Puppen", "Die Puppe blinzelt."),
            ("Puppe", "Die Puppen blinzeln."),
            ("Hunde", "Ein Hund bellt."),
        ] {
            assert!(check(&[line]).is_crossed_by(told), "{line}: {told}");
        }
        for (line, told) in
            [("zombies", "The zone is empty."), ("babies", "The babble of the brook."), ("Hunde", "Hundred doors.")]
        {
            assert!(!check(&[line]).is_crossed_by(told), "{line}: {told}");
        }
    }

    #[test]
    fn own_words_cross_a_line_over_two_sentences_and_not_over_three() {
        let check = check(&["clowns in the fog"]);
        assert!(check.is_crossed_by("The fog parts. A clown stands there."));
        assert!(!check.is_crossed_by("The fog parts. Nobody is there. A clown sleeps at the inn."));
        assert_eq!(last_sentence("The fog parts. A door opens. "), "A door opens.");
    }

    fn check(lines: &[&str]) -> TextCheck {
        let lines = lines.iter().map(|line| (*line).to_owned()).collect();
        TextCheck::of(&Safety { lines, ..Safety::default() }.tidied().lines)
    }

    #[test]
    fn a_tag_is_crossed_by_its_words_in_their_inflections() {
        for (tag, text) in [
            ("spiders", "A SPIDER drops from the beam."),
            ("spiders", "Spiders’ legs, everywhere."),
            ("spiders", "Eine Riesenspinne lauert."),
            ("spiders", "The giant-spider's web."),
            ("torture", "They tortured him for days."),
            ("torture", "Sie haben ihn gefoltert."),
            ("harm-to-children", "The blade stabbed the youngest child."),
            ("harm-to-children", "Das Kind ist tot."),
            ("harm-to-animals", "He beats the dog."),
            ("rats", "A rat runs over the table."),
            ("drowning", "She drowned in the weir."),
            ("suicide", "He hanged himself in the mill."),
            ("slavery", "Sklavenhändler warten am Hafen."),
            ("harm-to-children", "He slapped the boy."),
            ("ghosts", "The ghost of a smile, and behind it the ghost of a king that haunts her."),
        ] {
            assert_eq!(check(&[tag]).crossed(text), [tag], "{text}");
        }
    }

    #[test]
    fn an_idiom_excuses_only_itself() {
        for (tag, text) in [
            ("snakes", "A snake around his arm lifts its head."),
            ("snakes", "Die Schlange vor dir richtet sich auf."),
            ("snakes", "Eine lange Schlange windet sich um den Pfahl."),
            ("ghosts", "The ghost of a drowned girl stands in the door."),
            ("ghosts", "Sie folgt dem Geist in den Keller."),
            ("gore", "He severed the head with one stroke."),
            ("gore", "They took the guts out and threw the guts to the dogs."),
            ("disease", "The plague the rats carried has reached the gate."),
            ("disease", "There is a plague upon the land."),
            ("starvation", "We are starving."),
            ("fire", "The mill burned at midnight."),
            ("addiction", "He is drunk from noon on, drunk all day."),
            ("needles", "A needle in the arm, and you sleep."),
        ] {
            assert_eq!(check(&[tag]).crossed(text), [tag], "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_word_of_a_tag_crosses_nothing() {
        for (tag, text) in [
            ("rats", "Der Rat der Stadt tagt, und du wartest."),
            ("harm-to-children", "Die Kinder spielen auf dem Hof."),
            ("harm-to-children", "The child laughs. The dead king sleeps."),
            ("harm-to-children", "A kind word to the dead man."),
            ("insects", "She made a fire, and you warmed your hands."),
            ("snakes", "The river winds."),
            ("needles", "You kneel."),
            ("gore", "He is a gorgeous fellow."),
            ("suicide", "He hanged his coat on a nail."),
            ("rats", "It is rated a fine wine."),
            ("harm-to-children", "Sonst ist alles tot."),
            ("harm-to-children", "He strikes the gong, and the children cheer."),
            ("ghosts", "Hers is the ghost of a smile."),
            ("needles", "Wasser spritzt über den Steg."),
        ] {
            assert_eq!(check(&[tag]).crossed(text), Vec::<&str>::new(), "{tag}: {text}");
        }
    }

    #[test]
    fn own_words_are_found_alone_and_together() {
        let check = check(&["clowns in the fog", "moths", "father's voice"]);
        assert_eq!(check.crossed("A moth circles the lamp."), ["moths"]);
        assert_eq!(check.crossed("Out of the fog steps a clown."), ["clowns in the fog"]);
        assert_eq!(check.crossed("You hear the voice of your father."), ["father's voice"]);
        assert!(!check.is_crossed_by("The fog lifts. A mother waits."));
    }

    #[test]
    fn sentences_that_cross_are_left_out_and_sentences_are_whole() {
        let check = check(&["spiders"]);
        assert_eq!(check.without_crossing("You wait. A spider comes! All is quiet."), "You wait. All is quiet.");
        let text = "“Come!” she says. It rains… You go on";
        assert_eq!(sentences(text).concat(), text);
        assert_eq!(&text[..TextCheck::whole_sentences(text)], "“Come!” she says. It rains… ");
        assert_eq!(TextCheck::whole_sentences("A half sent"), 0);
    }
}
