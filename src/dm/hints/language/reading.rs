//! The parsed message of a player, for the rules of one agent.

use game::wording::same;

use super::{
    LazyWordSet,
    clause::{MessageClause, VerbSense},
    cues::{Cue, is_forged, is_mockery},
    frames::senses,
    one_of,
    parser::clauses,
    phrases::cues,
    words::{MOST_LETTERS, MessageToken, TokenKind, join_letters, plain, set_apart_calls, tokens},
};
use crate::dm::hints::{HintReader, HintScene};

/// A message taken apart.
pub(in crate::dm::hints) struct MessageReading<'a> {
    pub(in crate::dm::hints) scene: &'a HintScene,
    pub(in crate::dm::hints) reader: HintReader,
    pub(in crate::dm::hints) text: &'a str,
    pub(in crate::dm::hints) tokens: Vec<MessageToken<'a>>,
    pub(in crate::dm::hints) clauses: Vec<MessageClause>,
    /// Phrases that say something by themselves, each with its first token and the one behind it.
    pub(in crate::dm::hints) cues: Vec<(Cue, usize, usize)>,
}

/// Whether a message names someone: by the whole name, or by a capitalised word of it.
pub(in crate::dm::hints) fn names_whom(message: &str, name: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|it| !it.is_empty()).map(str::to_owned).collect()
    };
    let (said, parts) = (words(message), words(name));
    let whole =
        said.windows(parts.len().max(1)).any(|window| window.iter().zip(&parts).all(|(one, other)| same(one, other)));
    // The last word of a name counts: "old Marta"; words before it may be a trade.
    let last = parts.last().filter(|last| last.len() > 3);
    let called = |word: &String| word.starts_with(char::is_uppercase) && last.is_some_and(|it| same(it, word));
    !parts.is_empty() && (whole || said.iter().any(called))
}

/// The two writings of a message that a [`MessageReading`] looks at.
pub(in crate::dm::hints) struct MessageText {
    text: String,
    low: String,
}

impl MessageText {
    pub(in crate::dm::hints) fn of(message: &str) -> Self {
        let text = plain(message);
        let low = text.to_ascii_lowercase();
        Self { text, low }
    }

    /// Parses it. `None` if nothing is meant: it is sarcastic, or poses as someone else's message.
    pub(in crate::dm::hints) fn read<'a>(
        &'a self,
        scene: &'a HintScene,
        reader: HintReader,
    ) -> Option<MessageReading<'a>> {
        if is_forged(&self.low) {
            return None;
        }
        let mut tokens = tokens(&self.text, &self.low);
        let names = || scene.present.iter().chain(&scene.party);
        set_apart_calls(&mut tokens, |word| names().any(|name| name.split_whitespace().any(|part| same(part, word))));
        join_letters(&mut tokens, |word, letter| {
            let mut lettered = names().filter_map(|name| name.rsplit_once(' ')).filter(|(_, end)| end.len() <= 2);
            lettered.any(|(kind, end)| same(end, letter) && kind.rsplit(' ').next().is_some_and(|it| same(it, word)))
        });
        let cues = cues(&tokens);
        if tokens.is_empty() || is_mockery(&tokens, &cues, &self.text) {
            return None;
        }
        let clauses = clauses(&tokens, &cues, scene, reader);
        let mut reading = MessageReading { scene, reader, text: &self.text, tokens, clauses, cues };
        for (n, sense) in senses(&reading) {
            let clause = &mut reading.clauses[n];
            match sense {
                Some(verb) => (clause.lemma, clause.sense) = (verb, VerbSense::Other),
                None => clause.sense = VerbSense::Figure,
            }
        }
        Some(reading)
    }
}

/// A message with each verb that means another replaced by it, and without verbs that are figures of speech.
pub(in crate::dm) fn as_meant(message: &str) -> String {
    let (writing, scene) = (MessageText::of(message), HintScene::default());
    let Some(reading) = writing.read(&scene, HintReader::DungeonMaster) else { return message.to_owned() };
    let mut text = reading.text.to_owned();
    for clause in reading.clauses.iter().rev().filter(|it| it.sense != VerbSense::Literal) {
        let Some(verb) = clause.head.map(|head| reading.tokens[head]) else { continue };
        text.replace_range(verb.from..verb.to, if clause.sense == VerbSense::Other { clause.lemma } else { "" });
    }
    text.extend(message.chars().skip(MOST_LETTERS));
    text
}

impl MessageReading<'_> {
    /// The word of a token, empty beyond the last.
    pub(in crate::dm::hints) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.word)
    }

    /// The message between two tokens, as it is written.
    pub(in crate::dm::hints) fn span(&self, from: usize, to: usize) -> String {
        if from >= to || to > self.tokens.len() {
            return String::new();
        }
        let (first, last) = (self.tokens[from], self.tokens[to - 1]);
        self.text.get(first.from..last.to).unwrap_or_default().to_owned()
    }

    /// Present actions of the party.
    pub(in crate::dm::hints) fn deeds(&self) -> impl Iterator<Item = &MessageClause> {
        self.clauses.iter().filter(|clause| clause.is_deed())
    }

    /// The clause of a token.
    pub(in crate::dm::hints) fn clause_at(&self, at: usize) -> Option<&MessageClause> {
        self.clauses.iter().find(|clause| (clause.from..clause.to).contains(&at))
    }

    /// Asserted phrases of a kind.
    pub(in crate::dm::hints) fn live_cues(&self, kind: Cue) -> impl Iterator<Item = (usize, usize)> {
        let live = move |at: usize| self.clause_at(at).is_none_or(MessageClause::is_live);
        self.cues.iter().filter(move |(cue, at, _)| *cue == kind && live(*at)).map(|(_, from, to)| (*from, *to))
    }

    pub(in crate::dm::hints) fn has_cue(&self, kind: Cue) -> bool {
        self.live_cues(kind).next().is_some()
    }

    /// Whether any of these words is in a range of the message.
    pub(in crate::dm::hints) fn any_word(&self, from: usize, to: usize, words: &str) -> bool {
        (from..to.min(self.tokens.len())).any(|at| one_of(self.word(at), words))
    }

    /// Whether any word of a set is in a range of the message.
    pub(in crate::dm::hints) fn any_of(&self, from: usize, to: usize, words: &LazyWordSet) -> bool {
        (from..to.min(self.tokens.len())).any(|at| words.contains(self.word(at)))
    }

    /// How many words a clause has.
    pub(in crate::dm::hints) fn n_words(&self, clause: &MessageClause) -> usize {
        self.tokens[clause.from..clause.to].iter().filter(|token| token.kind == TokenKind::Word).count()
    }

    /// Whether a clause asks or denies, or is another's, whatever it supposes.
    pub(in crate::dm::hints) fn asks_or_doubts(&self, clause: &MessageClause) -> bool {
        clause.asked || clause.denied || clause.foreign || self.any_word(clause.from, clause.to, "if maybe perhaps")
    }

    /// The tokens of a clause's sentence.
    pub(in crate::dm::hints) fn sentence(&self, clause: &MessageClause) -> (usize, usize) {
        let mut same = self.clauses.iter().filter(|it| it.sentence == clause.sentence);
        let from = same.next().map_or(clause.from, |it| it.from);
        (from, same.next_back().map_or(clause.to.max(from), |it| it.to).max(clause.to))
    }

    /// The person mentioned or addressed: by name, or the only one present.
    pub(in crate::dm::hints) fn whom(&self, from: usize, to: usize) -> Option<String> {
        let named = (from..to.min(self.tokens.len())).find_map(|at| {
            let person = self.person_at(at)?;
            self.scene.present.iter().find(|name| *name == person)
        });
        let lone = || self.scene.present.first().filter(|_| self.scene.present.len() == 1);
        named.or_else(lone).cloned()
    }
}
