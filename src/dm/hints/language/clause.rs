//! Clauses: who does what, and whether it is done now, or only denied, asked, supposed, remembered or repeated.

use super::verbs::VerbForm;

/// The subject of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dm::hints) enum ClauseSubject {
    /// The hero who speaks, or the party.
    Own,
    /// Another of the party; the token of the name.
    Member(usize),
    /// The addressee.
    You,
    /// A third person or thing.
    Other,
    /// No subject: `attack the goblin`.
    Unsaid,
}

/// Whether a verb is meant literally.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dm::hints) enum VerbSense {
    Literal,
    /// Another verb is meant: “I shoot him a glance”.
    Other,
    /// Nothing is done: “strike while the iron is hot”.
    Figure,
}

/// A part of a sentence with at most one verb of its own.
#[derive(Debug, Clone, Copy)]
pub(in crate::dm::hints) struct MessageClause {
    /// Its first token.
    pub(in crate::dm::hints) from: usize,
    /// The token it ends before.
    pub(in crate::dm::hints) to: usize,
    /// The sentence it belongs to.
    pub(in crate::dm::hints) sentence: usize,
    pub(in crate::dm::hints) subject: ClauseSubject,
    /// The token of its verb.
    pub(in crate::dm::hints) head: Option<usize>,
    /// The verb it means; empty if there is none.
    pub(in crate::dm::hints) lemma: &'static str,
    pub(in crate::dm::hints) form: VerbForm,
    /// Whether the deed is only tried.
    pub(in crate::dm::hints) tries: bool,
    pub(in crate::dm::hints) denied: bool,
    pub(in crate::dm::hints) asked: bool,
    /// Supposed, wished, planned for later.
    pub(in crate::dm::hints) supposed: bool,
    pub(in crate::dm::hints) past: bool,
    /// Hangs on another: while, until, that …
    pub(in crate::dm::hints) hangs: bool,
    /// Within quotation marks, and the hero's own words.
    pub(in crate::dm::hints) said: bool,
    /// Quoted from someone else.
    pub(in crate::dm::hints) foreign: bool,
    pub(in crate::dm::hints) will: bool,
    pub(in crate::dm::hints) sense: VerbSense,
}

impl MessageClause {
    /// Whether one of the party does this now.
    pub(in crate::dm::hints) fn is_deed(&self) -> bool {
        self.is_live() && !self.said && !self.past && !self.hangs && self.sense != VerbSense::Figure && self.is_ours()
    }

    pub(in crate::dm::hints) fn is_ours(&self) -> bool {
        matches!(self.subject, ClauseSubject::Own | ClauseSubject::Member(_) | ClauseSubject::Unsaid)
    }

    /// Whether it is asserted: not denied, asked, supposed or quoted.
    pub(in crate::dm::hints) fn is_live(&self) -> bool {
        !(self.denied || self.asked || self.supposed || self.foreign)
    }
}
