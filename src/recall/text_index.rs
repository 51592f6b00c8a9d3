//! The positional index of the words of all passages.
//!
//! Only a passage's own words are stored. What surrounds it is counted when it is searched for, so that adding and
//! truncating touch nothing else.

use std::{collections::HashMap, ops::Range};

use crate::search::TermTable;

/// A term at its position in all that was said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Posting {
    pub(super) passage: u32,
    pub(super) position: u32,
}

/// An occurrence of a term.
#[derive(Debug, Default, PartialEq)]
pub(super) struct PostingList {
    /// In the order of their positions.
    pub(super) postings: Vec<Posting>,
    pub(super) n_passages: u32,
}

/// The words of all passages.
#[derive(Debug, Default)]
pub(super) struct TextIndex {
    terms: TermTable,
    /// By the number of the term.
    lists: Vec<PostingList>,
    /// The first position of each passage; the next one begins where it ends.
    starts: Vec<u32>,
    /// The number of the term at each position.
    terms_at: Vec<u32>,
    /// Speaker and time of a passage, stored once for all passages that share them.
    pub(super) fields: [Field; N_FIELDS],
}

pub(super) const N_FIELDS: usize = 2;

/// A field of all passages with few different values.
#[derive(Debug, Default)]
pub(super) struct Field {
    ids: HashMap<Box<str>, u32>,
    pub(super) values: Vec<FieldValue>,
    /// The value of each passage.
    pub(super) of_passage: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct FieldValue {
    /// The numbers of its terms.
    terms: Box<[u32]>,
    pub(super) n_passages: u32,
}

impl FieldValue {
    pub(super) fn has(&self, term: u32) -> bool {
        self.terms.contains(&term)
    }
}

impl TextIndex {
    /// Adds the next passage with the values of its fields.
    pub(super) fn add(&mut self, text: &str, fields: [&str; N_FIELDS]) {
        let passage = as_id(self.starts.len());
        self.starts.push(self.n_positions());
        let (lists, terms_at) = (&mut self.lists, &mut self.terms_at);
        self.terms.of(text, |term| {
            if term as usize >= lists.len() {
                lists.resize_with(term as usize + 1, PostingList::default);
            }
            let list = &mut lists[term as usize];
            list.n_passages += u32::from(list.postings.last().is_none_or(|last| last.passage != passage));
            list.postings.push(Posting { passage, position: as_id(terms_at.len()) });
            terms_at.push(term);
        });
        for (field, text) in self.fields.iter_mut().zip(fields) {
            field.add(text, &mut self.terms);
        }
    }

    /// Forgets all passages but the first ones.
    pub(super) fn truncate(&mut self, n: usize) {
        if n >= self.starts.len() {
            return;
        }
        let kept = self.starts[n] as usize;
        self.starts.truncate(n);
        // Backwards, so that each is the last of its list.
        for term in self.terms_at.drain(kept..).rev() {
            let list = &mut self.lists[term as usize];
            let gone = list.postings.pop().map(|gone| gone.passage);
            list.n_passages -= u32::from(list.postings.last().map(|last| last.passage) != gone);
        }
        for field in &mut self.fields {
            for gone in field.of_passage.drain(n..) {
                field.values[gone as usize].n_passages -= 1;
            }
        }
    }

    pub(super) fn n_passages(&self) -> usize {
        self.starts.len()
    }

    pub(super) fn n_positions(&self) -> u32 {
        as_id(self.terms_at.len())
    }

    /// The number of a term that was ever said.
    pub(super) fn term(&self, stem: &str) -> Option<u32> {
        self.terms.id(stem)
    }

    pub(super) fn list(&self, term: u32) -> &[Posting] {
        self.lists.get(term as usize).map_or(&[], |list| &list.postings)
    }

    /// How many passages have a term, in their text or in a field.
    pub(super) fn n_with(&self, term: u32) -> f32 {
        let in_text = self.lists.get(term as usize).map_or(0, |list| list.n_passages);
        let values = self.fields.iter().flat_map(|field| &field.values).filter(|value| value.has(term));
        let in_fields: u32 = values.map(|value| value.n_passages).sum();
        // One that has it in both is counted twice.
        in_text.saturating_add(in_fields).min(as_id(self.n_passages())) as f32
    }

    /// The positions of a passage.
    pub(super) fn positions(&self, passage: u32) -> Range<u32> {
        let end = self.starts.get(passage as usize + 1).copied().unwrap_or(self.n_positions());
        self.starts[passage as usize]..end
    }

    /// In how many of its fields a passage has a term.
    pub(super) fn n_fields_with(&self, passage: u32, term: u32) -> usize {
        let has = |field: &&Field| field.values[field.of_passage[passage as usize] as usize].has(term);
        self.fields.iter().filter(has).count()
    }
}

impl Field {
    fn add(&mut self, text: &str, terms: &mut TermTable) {
        let id = match self.ids.get(text) {
            Some(id) => *id,
            None => {
                let id = as_id(self.values.len());
                let mut found = Vec::new();
                terms.of(text, |term| found.push(term));
                self.values.push(FieldValue { terms: found.into(), n_passages: 0 });
                self.ids.insert(text.into(), id);
                id
            }
        };
        self.values[id as usize].n_passages += 1;
        self.of_passage.push(id);
    }
}

fn as_id(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
