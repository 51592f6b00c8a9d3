//! Whether a sentence asks, supposes or repeats.

use std::sync::LazyLock;

use super::{LazyWordSet, cues::Cue, one_of, parser::Parser, set, subject::FILLERS, words::TokenKind};

impl Parser<'_, '_> {
    /// Whether some words contain a phrase of a kind.
    pub(in crate::dm::hints) fn holds(&self, words: &[usize], kind: Cue) -> bool {
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
        self.cues.iter().any(|(cue, from, _)| *cue == kind && (first..=last).contains(&from))
    }

    /// Whether a sentence asks by its order of words, with or without its mark.
    pub(in crate::dm::hints) fn inverted(&self, words: &[usize]) -> bool {
        let word = |n: usize| words.get(n).map_or("", |i| self.tokens[*i].word);
        let mut n = 0;
        while FILLERS.contains(word(n)) || word(n) == "wait" && n + 1 < words.len() {
            n += 1;
        }
        // Behind a name that is called: "Bram, who gave you that scar"
        if words.get(n).is_some_and(|i| {
            self.tokens[*i].capital && self.tokens.get(i + 1).is_some_and(|it| it.kind == TokenKind::Pause)
        }) {
            n += 1;
        }
        let follows = one_of(
            word(n + 1),
            "i we you he she it they there that this these those the a an my our your his her anyone anybody not any everyone",
        ) || words.get(n + 1).is_some_and(|i| self.tokens[*i].capital);
        match word(n) {
            "should" | "can" | "could" | "is" | "are" | "am" | "do" | "does" | "did" | "would" | "will" | "shall"
            | "has" | "was" | "were" | "may" | "might" => follows,
            "who" | "what" | "where" | "why" | "how" | "which" | "whose" => {
                n + 1 < words.len() && !matches!(word(n + 1), "a" | "an" | "ever")
            }
            "when" => one_of(word(n + 1), "is are do does did will can"),
            _ => false,
        }
    }

    pub(in crate::dm::hints) fn supposed(&self, words: &[usize]) -> bool {
        let word = |n: usize| words.get(n).map_or("", |i| self.tokens[*i].word);
        if self.holds(words, Cue::Supposed) {
            return true;
        }
        if words.iter().any(|i| self.tokens[*i].word == "if") {
            return !self.holds(words, Cue::Polite);
        }
        let start = (0..words.len()).find(|n| !FILLERS.contains(word(*n))).unwrap_or(0);
        // "When the work is done …", "Once the rain stops …"; a narrated time is past.
        matches!(word(start), "when" | "once" | "unless" | "had" | "were" | "whenever")
    }

    /// Whether the following text is quoted: another's speech, or read, sung, rehearsed, repeated.
    pub(in crate::dm::hints) fn others_speak(&self, start: usize, at: usize, before: bool) -> bool {
        // The words before the speech; if it opens its sentence, the sentence before doesn't count.
        let words: Vec<&str> =
            self.tokens[start..at].iter().filter(|it| it.kind == TokenKind::Word).map(|it| it.word).collect();
        if words.is_empty() {
            return before;
        }
        if words.iter().any(|word| REPEATED.contains(word)) {
            return true;
        }
        let own = words.iter().any(|word| matches!(*word, "i" | "we"))
            || self.tokens[start..at].iter().enumerate().any(|(k, _)| self.is_member(start + k));
        let speaks = self.tokens[start..at].iter().any(|it| {
            it.verb.is_some_and(|(lemma, _)| {
                one_of(
                    lemma,
                    "say tell shout yell cry go read mutter mumble whisper call answer reply ask order moan groan howl wail hiss growl cackle rasp \
                     croak sneer chant sob plead beg boom thunder demand announce declare add murmur scream snap snarl grunt offer warn \
                     explain insist laugh sigh squeak roar bellow drawl continue suggest repeat",
                )
            })
        });
        let to_me = words.windows(2).any(|pair| {
            matches!(pair, ["to", "me"] | ["told" | "tells" | "tell" | "asks" | "asked" | "warned" | "ordered", "me"])
        });
        (speaks && !own) || to_me
    }
}

/// Verbs for words that aren't meant.
static REPEATED: LazyWordSet = LazyLock::new(|| {
    set("sign signs note letter poem song ballad riddle inscription plaque wall scratched written reads goes aloud \
     practise practice rehearse quote recite sing teach parrot message story tale rhyme proverb saying motto \
     play actor stage verse prophecy epitaph legend banner imitate prayer hymn litany mimic mimics parrots echo echoes")
});
