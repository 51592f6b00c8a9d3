//! Look-ups of a turn: their limits, and a cache of rules answers.

use std::{collections::HashMap, sync::Arc};

use game::looked_up::{LookedUp, RulePage};

use crate::{
    agent::ToolError,
    rules::{Library, LibraryHandle},
};

/// How many records a turn may read, and how many searches it may make.
const MAX_RECORDS: u32 = 3;
const MAX_SEARCHES: u32 = 6;
/// How many looks into the campaign.
const MAX_CAMPAIGN: u32 = 3;

/// The rules for one exchange: the same library throughout, and a limited number of look-ups. A result belongs to the turn of
/// the stack that looked it up: that turn and its sub-turns find it again; siblings and later main turns don't.
pub(super) struct LookupCache {
    shelf: Arc<LibraryHandle>,
    library: Option<Arc<Library>>,
    /// The turn that is played now.
    turn: String,
    /// By turn and question.
    found: HashMap<(String, String), CachedLookup>,
    n_records: u32,
    n_searches: u32,
    n_campaign: u32,
}

/// The result of a look-up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CachedLookup {
    /// The text for the model.
    pub(super) text: String,
    /// The entries in it, as `type/slug`.
    pub(super) rules: Vec<String>,
    /// The best matching entry, if any, and similar names.
    pub(super) page: Option<RulePage>,
    pub(super) near: Vec<String>,
}

impl CachedLookup {
    /// The facts of it, for a model in this process.
    pub(super) fn facts(&self) -> Option<LookedUp> {
        Some(LookedUp { page: self.page.clone(), near: self.near.clone(), ..LookedUp::default() })
    }
}

impl LookupCache {
    /// An exchange's look-ups, before the first.
    pub(super) fn of(shelf: Arc<LibraryHandle>) -> Self {
        let (turn, found) = (String::new(), HashMap::new());
        Self { shelf, library: None, turn, found, n_records: 0, n_searches: 0, n_campaign: 0 }
    }

    /// The look-ups as this turn of the stack may know them.
    pub(super) fn in_turn(&mut self, turn: String) -> &mut Self {
        self.turn = turn;
        self
    }

    /// Counts a look-up of a record.
    ///
    /// # Errors
    /// There have been enough in this exchange.
    pub(super) fn count_record(&mut self) -> Result<(), ToolError> {
        counted(&mut self.n_records, MAX_RECORDS, "records of the rules")
    }

    /// Counts a search.
    ///
    /// # Errors
    /// There have been enough in this exchange.
    pub(super) fn count_search(&mut self) -> Result<(), ToolError> {
        counted(&mut self.n_searches, MAX_SEARCHES, "searches of the rules")
    }

    /// Counts a look into the campaign.
    ///
    /// # Errors
    /// There have been enough in this exchange.
    pub(super) fn count_campaign(&mut self) -> Result<(), ToolError> {
        counted(&mut self.n_campaign, MAX_CAMPAIGN, "looks into the campaign")
    }

    /// The rules for this exchange. They may be loaded meanwhile; an effect keeps its first description.
    pub(super) fn library(&mut self) -> Arc<Library> {
        Arc::clone(self.library.get_or_insert_with(|| self.shelf.library()))
    }

    /// The cached result of a question in this turn or its parents.
    pub(super) fn remembered(&self, question: &str) -> Option<&CachedLookup> {
        let mut turn = self.turn.as_str();
        loop {
            if let Some(found) = self.found.get(&(turn.to_owned(), question.to_owned())) {
                return Some(found);
            }
            turn = turn.rsplit_once('.')?.0;
        }
    }

    /// Caches a result for this turn and its sub-turns.
    pub(super) fn remember(&mut self, question: String, found: CachedLookup) {
        self.found.insert((self.turn.clone(), question), found);
    }

    /// The cached result, or the result of `look`.
    pub(super) fn found(&mut self, question: String, look: impl FnOnce(&Library) -> CachedLookup) -> CachedLookup {
        if let Some(found) = self.remembered(&question) {
            return found.clone();
        }
        let found = look(&self.library());
        self.remember(question, found.clone());
        found
    }

    /// The rules that were looked up in just this turn, each once, in the order of their names.
    pub(super) fn rules_of(&self, turn: &str) -> Vec<String> {
        self.rules_where(|of| of == turn)
    }

    /// The rules that were looked up in the turn that is played now and in those it is a sub-turn of.
    pub(super) fn rules_known(&self) -> Vec<String> {
        let rest = |of: &str| self.turn.strip_prefix(of);
        self.rules_where(|of| rest(of).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
    }

    fn rules_where(&self, is_of: impl Fn(&str) -> bool) -> Vec<String> {
        let of = self.found.iter().filter(|((of, _), _)| is_of(of));
        let mut rules: Vec<String> = of.flat_map(|(_, found)| found.rules.iter().cloned()).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

fn counted(n: &mut u32, most: u32, what: &str) -> Result<(), ToolError> {
    if *n >= most {
        let words = format!("The limit of {most} {what} in a turn is reached. Go on with what you know.");
        return Err(ToolError::Refused(words));
    }
    *n += 1;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sub_turn_knows_what_its_turn_looked_up_a_sibling_and_the_next_main_turn_do_not() {
        let mut look_ups = LookupCache::of(LibraryHandle::core());
        let told = |text: &str| CachedLookup {
            text: text.to_owned(),
            rules: vec![format!("rule/{text}")],
            ..CachedLookup::default()
        };
        let knows = |look_ups: &mut LookupCache, turn: &str, question: &str| {
            look_ups.in_turn(turn.to_owned()).remembered(question).map(|found| found.text.clone())
        };
        look_ups.in_turn("7".into()).remember("falling".into(), told("main"));
        look_ups.in_turn("7.1".into()).remember("climbing".into(), told("first"));
        assert_eq!(knows(&mut look_ups, "7.1", "falling").as_deref(), Some("main"), "its turn's");
        assert_eq!(knows(&mut look_ups, "7.1.1", "climbing").as_deref(), Some("first"));
        assert_eq!(knows(&mut look_ups, "7.2", "climbing"), None, "a sibling's");
        assert_eq!(knows(&mut look_ups, "7", "climbing"), None, "a sub-turn's");
        assert_eq!(knows(&mut look_ups, "8", "falling"), None, "an earlier main turn's");
        assert_eq!(knows(&mut look_ups, "7.11", "climbing"), None, "one that is only written alike");
        look_ups.in_turn("7.1".into()).remember("falling".into(), told("own"));
        assert_eq!(knows(&mut look_ups, "7.1.2", "falling").as_deref(), Some("own"), "the nearer goes before");
        assert_eq!(look_ups.rules_of("7.1"), ["rule/first", "rule/own"]);
        for (turn, known) in [
            ("7", &["rule/main"][..]),
            ("7.1.2", &["rule/first", "rule/main", "rule/own"]),
            ("7.11", &["rule/main"]),
            ("8", &[]),
        ] {
            assert_eq!(look_ups.in_turn(turn.into()).rules_known(), known, "{turn}");
        }
    }
}
