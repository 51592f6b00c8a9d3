//! The victim of a wound or a death.

use std::{collections::HashSet, ops::Range};

use super::{
    claims::ProseReading,
    gloss::{Gloss, GlossWord, Sense},
};

/// The position of the victim relative to the words for its fate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VictimPosition {
    Before,
    After,
    /// After them in the same clause, or else before them.
    Near,
}

/// The subject of some words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Victims {
    /// The hero who acts.
    Hero,
    /// One of these beings, by their indexes in [`KnownNames::beings`](super::names::KnownNames::beings).
    Beings(Vec<usize>),
    Unknown,
}

impl Victims {
    /// The being that a word of a sentence means, if any.
    fn of(heard: &ProseReading<'_, '_>, nth: usize, word: &GlossWord) -> Option<Self> {
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

/// The subject of the words at a position of a sentence, if they have one.
pub(super) fn victims(
    heard: &ProseReading<'_, '_>,
    nth: usize,
    words: Range<usize>,
    place: VictimPosition,
) -> Option<Victims> {
    const ENDS: [&str; 7] = [",", ";", ".", "and", "but", "as", "while"];
    let gloss: &Gloss = &heard.glosses[nth];
    let after = || {
        let following = gloss.words.iter().skip_while(|word| word.at.start < words.end);
        let mut clause = following.take_while(|word| !ENDS.contains(&gloss.shown(word)));
        clause.find_map(|word| Victims::of(heard, nth, word))
    };
    let preceding = || gloss.words.iter().rev().skip_while(|word| word.at.end > words.start);
    match place {
        // “Your blade falls”: no one does. “You cut his throat, and the man dies”: you don't.
        VictimPosition::Before => {
            let is_end = |word: &GlossWord| word.at.end <= words.start && ENDS.contains(&gloss.shown(word));
            let clause = gloss.words.iter().rev().find(|word| is_end(word)).map_or(0, |end| end.at.end);
            let who = preceding().find_map(|word| {
                let who = Victims::of(heard, nth, word).filter(|_| !is_owner(gloss, word))?;
                Some((word.at.start, who))
            });
            who.filter(|(at, who)| *who != Victims::Hero || *at >= clause).map(|(_, who)| who)
        }
        VictimPosition::After => after(),
        VictimPosition::Near => after().or_else(|| preceding().find_map(|word| Victims::of(heard, nth, word))),
    }
}

/// Whether a word says only whose something is.
fn is_owner(gloss: &Gloss, word: &GlossWord) -> bool {
    const OWNERS: [&str; 5] = ["your", "his", "its", "their", "her"];
    let next = gloss.words.iter().find(|next| next.begins() > word.begins());
    OWNERS.contains(&gloss.shown(word)) || next.is_some_and(|next| gloss.shown(next) == "'s")
}

/// How many words behind the words for a blow may tell where it lands.
const TO_THE_BODY: usize = 6;
/// How many words before a part of a body may tell whose it is.
const TO_THE_OWNER: usize = 3;

/// Whose body a blow at a place of a sentence lands on, if a part of a body follows it. With `place` before, the text describes the blow from the side of the one
/// who suffers it. No one strikes their own body: “you open your hand” is no wound.
pub(super) fn owner_of_body(
    heard: &ProseReading<'_, '_>,
    nth: usize,
    words: Range<usize>,
    place: VictimPosition,
    body: &HashSet<&str>,
) -> Option<Victims> {
    const ON: [&str; 6] = ["on", "in", "across", "through", "between", "to"];
    let gloss: &Gloss = &heard.glosses[nth];
    let first = gloss.words.iter().position(|word| word.at.start >= words.end)?;
    let of = |word: &GlossWord| Victims::of(heard, nth, word);
    let subject = gloss.words[..first].iter().rev().skip_while(|word| word.at.end > words.start).find_map(of);
    let is_body = |word: &GlossWord| body.contains(gloss.shown(word));
    let end = gloss.words.len().min(first + TO_THE_BODY);
    let at =
        (first..end).take_while(|at| gloss.shown(&gloss.words[*at]) != ".").find(|at| is_body(&gloss.words[*at]))?;
    let owner = gloss.words[at.saturating_sub(TO_THE_OWNER)..at].iter().rev().find_map(of);
    let lands = |at: usize| ON.contains(&gloss.shown(&gloss.words[at]));
    match place {
        // “Hessa takes the hammer on the knuckles”
        VictimPosition::Before => subject.filter(|_| (at.saturating_sub(2)..at).any(lands)),
        _ => owner.filter(|owner| Some(owner) != subject.as_ref()),
    }
}

/// The subject of the words at a position of a sentence, or else of the sentence around them.
pub(super) fn victims_in(heard: &ProseReading<'_, '_>, nth: usize, at: Range<usize>) -> Victims {
    let words = || heard.glosses[nth].words.iter();
    let of = |word: &GlossWord| Victims::of(heard, nth, word).filter(|it| *it != Victims::Unknown);
    let within = |word: &&GlossWord| word.at.start < at.end && at.start < word.at.end;
    words().filter(within).find_map(of).or_else(|| words().find_map(of)).unwrap_or(Victims::Unknown)
}

/// All people that a sentence mentions.
pub(super) fn mentioned(heard: &ProseReading<'_, '_>, nth: usize) -> Vec<Victims> {
    let all = heard.glosses[nth].words.iter().filter_map(|word| Victims::of(heard, nth, word));
    all.filter(|it| *it != Victims::Unknown).collect()
}
