//! Whom the words for a wound or a death are about.

use std::ops::Range;

use super::{
    claims::Heard,
    gloss::{Gloss, Sense, Word},
};

/// Where the victim stands beside the words for what befalls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Before,
    After,
    /// After them in the same clause, or else before them.
    Near,
}

/// Whom words are about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Victims {
    /// The hero who acts.
    Hero,
    /// One of these, by their places in [`Names::beings`](super::names::Names::beings).
    Beings(Vec<usize>),
    Unknown,
}

impl Victims {
    /// Whom a word of a sentence stands for, if it stands for anybody.
    fn of(heard: &Heard<'_, '_>, nth: usize, word: &Word) -> Option<Self> {
        const HERO: [&str; 4] = ["you", "your", "yours", "yourself"];
        const ANOTHER: [&str; 15] = [
            "he",
            "him",
            "his",
            "himself",
            "she",
            "her",
            "hers",
            "herself",
            "it",
            "its",
            "itself",
            "they",
            "them",
            "their",
            "themselves",
        ];
        if let Sense::Being(all) = &word.sense {
            return Some(Self::Beings(all.clone()));
        }
        let shown = heard.glosses[nth].shown(word);
        if HERO.contains(&shown) {
            return Some(Self::Hero);
        }
        let last = || heard.last_being(nth, word.begins());
        ANOTHER.contains(&shown).then(|| last().map_or(Self::Unknown, |all| Self::Beings(all.to_vec())))
    }
}

/// Whom the words at a place of a sentence are about, if they are about anybody.
pub(super) fn victims(heard: &Heard<'_, '_>, nth: usize, words: Range<usize>, place: Place) -> Option<Victims> {
    const ENDS: [&str; 7] = [",", ";", ".", "and", "but", "as", "while"];
    let gloss: &Gloss = &heard.glosses[nth];
    let after = || {
        let following = gloss.words.iter().skip_while(|word| word.at.start < words.end);
        let mut clause = following.take_while(|word| !ENDS.contains(&gloss.shown(word)));
        clause.find_map(|word| Victims::of(heard, nth, word))
    };
    let preceding = || gloss.words.iter().rev().skip_while(|word| word.at.end > words.start);
    match place {
        // “Your blade falls”: nobody does. “You cut his throat, and the man dies”: you don't.
        Place::Before => {
            let is_end = |word: &Word| word.at.end <= words.start && ENDS.contains(&gloss.shown(word));
            let clause = gloss.words.iter().rev().find(|word| is_end(word)).map_or(0, |end| end.at.end);
            let who = preceding().find_map(|word| {
                let who = Victims::of(heard, nth, word).filter(|_| !is_owner(gloss, word))?;
                Some((word.at.start, who))
            });
            who.filter(|(at, who)| *who != Victims::Hero || *at >= clause).map(|(_, who)| who)
        }
        Place::After => after(),
        Place::Near => after().or_else(|| preceding().find_map(|word| Victims::of(heard, nth, word))),
    }
}

/// Whether a word says only whose something is.
fn is_owner(gloss: &Gloss, word: &Word) -> bool {
    const OWNERS: [&str; 5] = ["your", "his", "its", "their", "her"];
    let next = gloss.words.iter().find(|next| next.begins() > word.begins());
    OWNERS.contains(&gloss.shown(word)) || next.is_some_and(|next| gloss.shown(next) == "'s")
}

/// Everybody whom a sentence speaks of.
pub(super) fn mentioned(heard: &Heard<'_, '_>, nth: usize) -> Vec<Victims> {
    let all = heard.glosses[nth].words.iter().filter_map(|word| Victims::of(heard, nth, word));
    all.filter(|it| *it != Victims::Unknown).collect()
}
