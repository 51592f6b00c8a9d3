//! What a turn puts to the player: things that they could do, and questions that wait for an answer.
//!
//! Each is noted as a fact with the mark of the message that the turn answers. The mark tells a later turn how long ago that was, and comes
//! back with an undo, in a branch and on another server.

use game::story_fact::StoryFact;

use super::{
    chance::hash,
    play::Play,
    words::storyteller::put_to_player::{BEFORE_PLACE, BEHIND_PLACE, LAST, PLACES},
};

/// Who asks where no one of the story does.
pub(super) const STORYTELLER: &str = "the storyteller";
/// What is asked where a campaign has several things of a name.
pub(super) const WHICH_THING: &str = "which thing is meant";

/// A question that waits for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OpenQuestion<'p> {
    pub(super) who: &'p str,
    /// A quest that someone would have taken on; empty for anything else.
    pub(super) about: &'p str,
}

/// The mark of a message. Marks of punctuation don't count, which a prompt may write otherwise.
pub(super) fn mark(words: &str) -> String {
    let letters: String = words.chars().filter(|c| c.is_alphanumeric()).collect();
    format!("{:x}", hash(&letters))
}

/// The place that words mean by a number or an ordinal, among so many: "2", "the second one", "the last".
fn place_said(words: &str, n: usize) -> Option<usize> {
    let words = words.to_lowercase();
    let plain = words.trim_matches(|c: char| !c.is_alphanumeric());
    let plain = BEFORE_PLACE.iter().fold(plain, |rest, start| rest.strip_prefix(start).unwrap_or(rest));
    let plain = BEHIND_PLACE.iter().find_map(|end| plain.strip_suffix(end)).unwrap_or(plain);
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| plain.strip_suffix(end)).unwrap_or(plain);
    let nth = digits.parse().ok().or_else(|| PLACES.iter().position(|place| *place == plain).map(|at| at + 1));
    let nth: usize = if LAST.contains(&plain) { n } else { nth? };
    nth.checked_sub(1)
}

impl Play<'_> {
    /// Notes things that could be done, in the order in which they are told.
    pub(super) fn offer(&mut self, all: &[String]) {
        let to = mark(&self.reading.words);
        for what in all {
            self.note_fact(StoryFact::Offered { to: to.clone(), what: what.clone() });
        }
    }

    /// Whether this turn has said what could be done.
    pub(super) fn has_offered(&self) -> bool {
        self.effects.facts.iter().any(|fact| matches!(fact, StoryFact::Offered { .. }))
    }

    /// Notes that someone waits for an answer.
    pub(super) fn waits_for_answer(&mut self, who: &str, about: &str) {
        let to = mark(&self.reading.words);
        self.note_fact(StoryFact::Waits { to, who: who.to_owned(), about: about.to_owned() });
    }

    /// Notes a question that ended the last words of this narration, by the person who spoke them.
    pub(super) fn note_question(&mut self) {
        let Some(name) = self.prose.asked_by.take() else { return };
        let people = self.world.people(&self.table.location);
        let person = people.iter().find(|person| person.name == name || person.first_name() == name);
        let waits = |fact: &StoryFact| matches!(fact, StoryFact::Waits { .. });
        if let Some(person) = person.filter(|_| !self.effects.facts.iter().any(waits)) {
            self.waits_for_answer(&person.name, "");
        }
    }

    /// The mark of a message of the player, counted back from the last.
    fn mark_before(&self, n_back: usize) -> Option<String> {
        self.reading.asked.iter().rev().nth(n_back).map(|words| mark(words))
    }

    /// What a turn said could be done, counted back from the last turn.
    pub(super) fn offered(&self, n_back: usize) -> Vec<&str> {
        let turn = self.mark_before(n_back);
        let of_turn = self.table.facts.iter().filter_map(|fact| match fact {
            StoryFact::Offered { to, what } if Some(to) == turn.as_ref() => Some(what.as_str()),
            _ => None,
        });
        of_turn.collect()
    }

    /// What the player's words choose by its place or number, of what one of the last turns offered.
    pub(super) fn chosen_of_offered(&self, n_turns: usize) -> Option<String> {
        (0..n_turns).find_map(|n_back| {
            let offered = self.offered(n_back);
            let nth = place_said(&self.reading.words, offered.len())?;
            offered.get(nth).map(|offer| (*offer).to_owned())
        })
    }

    /// The questions that a turn left open, counted back from the last turn.
    pub(super) fn questions(&self, n_back: usize) -> Vec<OpenQuestion<'_>> {
        let turn = self.mark_before(n_back);
        let of_turn = self.table.facts.iter().filter_map(|fact| match fact {
            StoryFact::Waits { to, who, about } if Some(to) == turn.as_ref() => Some(OpenQuestion { who, about }),
            _ => None,
        });
        of_turn.collect()
    }
}
