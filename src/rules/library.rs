//! The library: entries, and search.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, PoisonError, RwLock},
};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::search::Index;

use super::{
    entry::{Edition, Reference, RuleEntry, RuleKind},
    links::Links,
    meaning::Meaning,
    mentions::mentions,
    table_talk,
};

/// The default number of results of a search.
pub const N_FOUND: usize = 3;
/// The most a search gives.
pub const MAX_FOUND: usize = 10;
/// How many near names a miss offers.
const N_NEAR: usize = 5;
/// The most tokens that references may add to an answer.
const EXPANSION_TOKENS: usize = 1_500;
/// Semantic hits that score below this are reported as uncertain. Tuned: no right answer to a question about the rules scored
/// lower, and 25 of 30 other questions (`who is the mayor`) did.
const SURE: f32 = 0.4;
/// How many characters make a token, roughly.
const CHARS_PER_TOKEN: usize = 4;

/// The source and licence of a text of the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attribution {
    /// The rules it is for.
    pub edition: Edition,
    /// The licence.
    pub license: String,
    /// The sentence to be shown.
    pub text: String,
}

/// A search.
#[derive(Debug, Clone, Default)]
pub struct SearchQuery<'a> {
    /// A name, or a question.
    pub query: &'a str,
    /// The only type to look among.
    pub kind: Option<RuleKind>,
    /// The rules to look in.
    pub edition: Edition,
    /// How many to give at most; beyond [`MAX_FOUND`] it is that.
    pub limit: Option<usize>,
}

/// An entry that was found, with what speaks for it: 0 to 1.
#[derive(Debug, Clone, Copy)]
pub struct RankedEntry<'a> {
    /// The entry.
    pub entry: &'a RuleEntry,
    /// Its relevance.
    pub score: f32,
}

/// The result of a search.
#[derive(Debug, Clone, Default)]
pub struct SearchResult<'a> {
    /// The matches, best first.
    pub found: Vec<RankedEntry<'a>>,
    /// If none of its words is known: similarly spelled names.
    pub near: Vec<&'a str>,
    /// Whether the results are uncertain: the nearest in meaning, but not near.
    pub is_a_guess: bool,
}

/// All entries, ready to be searched. They never change after loading; their vectors are added later.
pub struct Library {
    entries: Vec<RuleEntry>,
    attributions: Vec<Attribution>,
    is_complete: bool,
    index: Index,
    by_id: HashMap<(Edition, RuleKind, String), u32>,
    links: Links,
    /// The first that can answer is asked.
    meanings: RwLock<Vec<Arc<Meaning>>>,
}

impl Library {
    /// A library of these entries. An incomplete one serves until the packages are there.
    pub(super) fn new(entries: Vec<RuleEntry>, attributions: Vec<Attribution>, is_complete: bool) -> Self {
        // Entries that search leaves out are still found by name.
        let documents = entries.iter().map(|entry| {
            let text = entry.kind.is_searched().then_some(entry.text.as_str());
            (entry.name.as_str(), text.into_iter().chain(table_talk::of(entry.kind, &entry.slug)))
        });
        let mut index = Index::build(documents);
        index.order_names(|at| entries[at as usize].kind.place());
        let by_id = (0u32..).zip(&entries).map(|(at, e)| ((e.edition, e.kind, e.slug.clone()), at)).collect();
        let links = Links::new(&entries);
        Self { entries, attributions, is_complete, index, by_id, links, meanings: RwLock::default() }
    }

    /// Whether these are all the rules, and not only the core.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// All entries.
    pub fn entries(&self) -> &[RuleEntry] {
        &self.entries
    }

    /// The sources and licences of the texts.
    pub fn attributions(&self) -> &[Attribution] {
        &self.attributions
    }

    /// Adds semantic search; the index that already exists is still used first.
    pub(super) fn attach(&self, meaning: Arc<Meaning>) {
        self.meanings.write().unwrap_or_else(PoisonError::into_inner).push(meaning);
    }

    /// Removes an attached index that failed.
    pub(super) fn detach(&self, meaning: &Arc<Meaning>) {
        self.meanings.write().unwrap_or_else(PoisonError::into_inner).retain(|known| !Arc::ptr_eq(known, meaning));
    }

    /// The model that was attached last; it replaces those before it.
    pub(super) fn last_meaning(&self) -> Option<Arc<Meaning>> {
        self.meanings().pop()
    }

    fn meanings(&self) -> Vec<Arc<Meaning>> {
        self.meanings.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The model by whose vectors questions about the rules of an edition are answered now, if they are answered by more
    /// than their words.
    pub fn model(&self, edition: Edition) -> Option<String> {
        let meanings = self.meanings();
        meanings.iter().find(|meaning| meaning.knows(edition)).map(|meaning| meaning.model().to_owned())
    }

    /// How many entries each edition has of each type.
    pub fn counts(&self) -> BTreeMap<(Edition, RuleKind), usize> {
        let mut counts = BTreeMap::new();
        for entry in &self.entries {
            *counts.entry((entry.edition, entry.kind)).or_default() += 1;
        }
        counts
    }

    /// The entry with this id.
    pub fn get(&self, edition: Edition, kind: RuleKind, slug: &str) -> Option<&RuleEntry> {
        self.by_id.get(&(edition, kind, slug.to_owned())).map(|at| &self.entries[*at as usize])
    }

    /// The entries of exactly this name, whatever their type: those a table asks for most come first.
    pub fn named(&self, edition: Edition, name: &str) -> impl Iterator<Item = &RuleEntry> {
        let named = self.index.named(name).iter().map(|at| &self.entries[*at as usize]);
        named.filter(move |entry| entry.edition == edition)
    }

    /// Completions of a query that is still being typed: the entries of that name, then those whose names begin so, then
    /// what a search finds. A name in the making means nothing yet, so it is looked for by its words alone.
    pub async fn typed(&self, asked: &SearchQuery<'_>) -> SearchResult<'_> {
        let limit = asked.limit.unwrap_or(N_FOUND).clamp(1, MAX_FOUND);
        let beginning = self.index.beginning(asked.query, |at| self.is_among(at, asked), limit);
        let is_question = beginning.is_empty() && asked.query.contains(' ');
        let searched = if is_question { self.search(asked).await } else { self.search_by_words(asked) };
        let near = if beginning.is_empty() { searched.near } else { Vec::new() };
        let beginning = beginning.into_iter().map(|at| RankedEntry { entry: &self.entries[at as usize], score: 1.0 });
        let (exact, others): (Vec<_>, Vec<_>) = searched.found.into_iter().partition(|found| found.score >= 1.0);
        let mut seen = HashSet::new();
        let mut found: Vec<RankedEntry<'_>> = exact.into_iter().chain(beginning).chain(others).collect();
        found.retain(|found| seen.insert((found.entry.kind, found.entry.slug.as_str())));
        found.truncate(limit);
        SearchResult { found, near, is_a_guess: searched.is_a_guess }
    }

    /// Looks for a name or the answer to a question, by its words and, once the entries' meaning is known, by that too. An
    /// exact name gives the entries of that name and nothing else, unless only tables and similar are called so.
    pub async fn search(&self, asked: &SearchQuery<'_>) -> SearchResult<'_> {
        let named = self.of_name(asked);
        if answers(asked, &named) {
            return SearchResult { found: named, ..SearchResult::default() };
        }
        let n_entries = self.index.n_documents();
        for meaning in self.meanings() {
            if let Some(nearness) = meaning.nearness(asked.edition, asked.query, n_entries).await {
                return self.ranked(asked, Some(&nearness)).after(named, asked);
            }
        }
        self.ranked_by_words(asked).after(named, asked)
    }

    /// The same by words alone.
    pub fn search_by_words(&self, asked: &SearchQuery<'_>) -> SearchResult<'_> {
        let named = self.of_name(asked);
        match answers(asked, &named) {
            true => SearchResult { found: named, ..SearchResult::default() },
            false => self.ranked_by_words(asked).after(named, asked),
        }
    }

    /// The entries with exactly the requested name; all of them if no number is requested. “Shield spell” requests a name and a
    /// type.
    fn of_name(&self, asked: &SearchQuery<'_>) -> Vec<RankedEntry<'_>> {
        let limit = asked.limit.unwrap_or(MAX_FOUND).clamp(1, MAX_FOUND);
        let of = |name: &str, kind: Option<RuleKind>| -> Vec<RankedEntry<'_>> {
            let named = self.named(asked.edition, name).filter(|entry| kind.is_none_or(|kind| entry.kind == kind));
            named.take(limit).map(|entry| RankedEntry { entry, score: 1.0 }).collect()
        };
        let found = of(asked.query, asked.kind);
        match named_with_type(asked.query) {
            Some((name, kind)) if found.is_empty() && asked.kind.is_none_or(|asked| asked == kind) => {
                of(name, Some(kind))
            }
            _ => found,
        }
    }

    /// The same by words alone, behind the entries that the query names.
    fn ranked_by_words(&self, asked: &SearchQuery<'_>) -> SearchResult<'_> {
        let ranked = self.ranked(asked, None);
        let mentions = mentions(asked.query, &self.index, &self.entries, |at| self.is_among(at, asked));
        // “What happens when I am blinded?” asks for the condition.
        let is_condition = |at: u32| self.entries[at as usize].kind == RuleKind::Condition;
        let mentions = mentions
            .into_iter()
            .filter(|it| it.is_of_named_type || it.n_words > 1 || it.is_alone || is_condition(it.at));
        let score = ranked.found.first().map_or(0.0, |best| best.score);
        let first = mentions.map(|it| RankedEntry { entry: &self.entries[it.at as usize], score }).collect();
        ranked.after(first, asked)
    }

    fn ranked(&self, asked: &SearchQuery<'_>, nearness: Option<&[f32]>) -> SearchResult<'_> {
        let limit = asked.limit.unwrap_or(N_FOUND).clamp(1, MAX_FOUND);
        let keep = |at| self.is_among(at, asked);
        let hits = self.index.search(asked.query, nearness, keep, limit);
        // By its meaning something is always found; a misspelt name is found by its words.
        let by_words = nearness.map(|_| self.index.search(asked.query, None, keep, 1));
        let is_known = !by_words.as_ref().unwrap_or(&hits).is_empty();
        let found: Vec<RankedEntry<'_>> = hits
            .into_iter()
            .map(|hit| RankedEntry { entry: &self.entries[hit.id as usize], score: hit.score })
            .collect();
        let near = if is_known { Vec::new() } else { self.near(asked) };
        let is_a_guess = nearness.is_some() && found.first().is_some_and(|best| best.score < SURE);
        SearchResult { found, near, is_a_guess }
    }

    /// Whether a search may find an entry.
    fn is_among(&self, at: u32, asked: &SearchQuery<'_>) -> bool {
        let entry = &self.entries[at as usize];
        entry.edition == asked.edition && asked.kind.map_or(entry.kind.is_searched(), |kind| entry.kind == kind)
    }

    /// Names that are spelled similarly to the query.
    pub fn near(&self, asked: &SearchQuery<'_>) -> Vec<&str> {
        let keep = |at: u32| {
            let entry = &self.entries[at as usize];
            entry.edition == asked.edition && asked.kind.is_none_or(|kind| entry.kind == kind)
        };
        let near = self.index.near(asked.query, keep, N_NEAR);
        near.into_iter().map(|at| self.entries[at as usize].name.as_str()).collect()
    }

    /// Everything an entry points to, and what its words name, each once: conditions first.
    pub fn references(&self, entry: &RuleEntry) -> Vec<Reference> {
        let in_words = self.links.named_in(entry, &self.entries).map(|at| &self.entries[at as usize]);
        let in_words =
            in_words.map(|named| Reference { kind: named.kind, slug: named.slug.clone(), name: named.name.clone() });
        let mut all: Vec<Reference> = in_words.chain(entry.references.iter().cloned()).collect();
        all.sort_by_key(|reference| reference.kind != RuleKind::Condition);
        let mut seen = HashSet::from([(entry.kind, entry.slug.clone())]);
        all.retain(|reference| seen.insert((reference.kind, reference.slug.clone())));
        all
    }

    /// The entries that the results refer to: one step away, not through hubs, without duplicates and without the results
    /// themselves, up to a limit.
    pub fn expand(&self, found: &[&RuleEntry]) -> Vec<&RuleEntry> {
        let mut seen: HashSet<(RuleKind, String)> =
            found.iter().map(|entry| (entry.kind, entry.slug.clone())).collect();
        let mut left = EXPANSION_TOKENS;
        let mut expanded = Vec::new();
        for entry in found.iter().filter(|entry| !entry.kind.is_hub()) {
            for reference in self.references(entry).into_iter().filter(|reference| !reference.kind.is_hub()) {
                if !seen.insert((reference.kind, reference.slug.clone())) {
                    continue;
                }
                let Some(linked) = self.get(entry.edition, reference.kind, &reference.slug) else { continue };
                let tokens = linked.text.chars().count() / CHARS_PER_TOKEN;
                if tokens <= left {
                    left -= tokens;
                    expanded.push(linked);
                }
            }
        }
        expanded
    }

    /// References to what isn't there, each with the entry that has it.
    pub fn dangling(&self) -> Vec<(&RuleEntry, &Reference)> {
        let all =
            self.entries.iter().flat_map(|entry| entry.references.iter().map(move |reference| (entry, reference)));
        all.filter(|(entry, reference)| self.get(entry.edition, reference.kind, &reference.slug).is_none()).collect()
    }
}

impl<'a> SearchResult<'a> {
    /// The same behind entries that come first, as far as there is room.
    fn after(mut self, first: Vec<RankedEntry<'a>>, asked: &SearchQuery<'_>) -> Self {
        self.found.retain(|found| !first.iter().any(|first| std::ptr::eq(first.entry, found.entry)));
        self.is_a_guess &= first.is_empty();
        self.found.splice(0..0, first);
        self.found.truncate(asked.limit.unwrap_or(N_FOUND).clamp(1, MAX_FOUND));
        self
    }
}

/// Whether entries with exactly this name are what was meant. A language or a list of weapons with the name hardly is, unless
/// its type was asked for.
fn answers(asked: &SearchQuery<'_>, named: &[RankedEntry<'_>]) -> bool {
    named.iter().any(|found| asked.kind.is_some() || found.entry.kind.is_asked_for_by_name())
}

/// Splits a query into a name and a type before or after it: “the Shield spell”, “condition: prone”.
fn named_with_type(query: &str) -> Option<(&str, RuleKind)> {
    let query = query.trim().trim_end_matches(['?', '.', '!']);
    let query = query.strip_prefix("the ").or_else(|| query.strip_prefix("The ")).unwrap_or(query);
    let (before, last) = query.rsplit_once(' ')?;
    let (first, behind) = query.split_once([' ', ':'])?;
    let behind_it = || RuleKind::read(first).map(|kind| (behind.trim(), kind));
    RuleKind::read(last).map(|kind| (before.trim(), kind)).or_else(behind_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(kind: RuleKind, name: &str, text: &str, references: &[(RuleKind, &str)]) -> RuleEntry {
        let slug = |name: &str| name.to_lowercase().replace(' ', "-");
        let reference =
            |(kind, name): &(RuleKind, &str)| Reference { kind: *kind, slug: slug(name), name: (*name).into() };
        RuleEntry {
            kind,
            slug: slug(name),
            name: name.into(),
            edition: Edition::Y2014,
            text: text.into(),
            facts: None,
            references: references.iter().map(reference).collect(),
        }
    }

    fn library() -> Library {
        let entries = vec![
            entry(RuleKind::Spell, "Hold Person", "The target is paralyzed.", &[(RuleKind::Class, "Wizard")]),
            entry(RuleKind::Condition, "Paralyzed", "A paralyzed creature is incapacitated.", &[]),
            entry(RuleKind::Condition, "Incapacitated", "It can't act; see also paralyzed.", &[]),
            entry(RuleKind::Class, "Wizard", "Studies.", &[(RuleKind::Spell, "Hold Person"), (RuleKind::Spell, "Web")]),
            entry(RuleKind::Spell, "Web", "Sticky webs fill a cube.", &[]),
            entry(RuleKind::Spell, "Shield", "A barrier of force.", &[(RuleKind::Spell, "Gone")]),
            entry(RuleKind::Item, "Shield", "Worn on one arm.", &[]),
            entry(RuleKind::Level, "Wizard level 1", "paralyzed", &[]),
        ];
        Library::new(entries, Vec::new(), true)
    }

    fn names<'a>(entries: impl IntoIterator<Item = &'a RuleEntry>) -> Vec<&'a str> {
        entries.into_iter().map(|entry| entry.name.as_str()).collect()
    }

    fn found(query: &str, kind: Option<RuleKind>) -> Vec<String> {
        let library = library();
        let answer = library.search_by_words(&SearchQuery { query, kind, ..SearchQuery::default() });
        answer.found.iter().map(|found| found.entry.name.clone()).collect()
    }

    #[test]
    fn an_exact_name_gives_all_of_that_name_and_nothing_else() {
        assert_eq!(found("shield", None), ["Shield", "Shield"]);
        assert_eq!(found("Shield", Some(RuleKind::Item)), ["Shield"]);
        assert_eq!(found("Wizard level 1", None), ["Wizard level 1", "Wizard"], "a table is hardly what was meant");
    }

    #[test]
    fn of_one_name_what_a_table_asks_for_most_comes_first() {
        let names = ["Language", "Item", "Spell"].map(|kind| RuleKind::read(kind).unwrap());
        let entries = names.map(|kind| entry(kind, "Shield", "Of this name.", &[])).into();
        let library = Library::new(entries, Vec::new(), true);
        let kinds: Vec<RuleKind> = library.named(Edition::Y2014, "shield").map(|entry| entry.kind).collect();
        assert_eq!(kinds, [RuleKind::Spell, RuleKind::Item, RuleKind::Language]);
    }

    #[tokio::test]
    async fn what_is_being_typed_finds_the_names_that_begin_so() {
        let library = library();
        for (query, expected) in [("w", &["Web", "Wizard"][..]), ("pers", &["Hold Person"]), ("web", &["Web"])] {
            let answer = library.typed(&SearchQuery { query, limit: Some(10), ..SearchQuery::default() }).await;
            let names: Vec<&str> = answer.found.iter().map(|found| found.entry.name.as_str()).collect();
            assert_eq!(names, expected);
        }
        let miss = library.typed(&SearchQuery { query: "paralized", ..SearchQuery::default() }).await;
        assert_eq!((miss.found.len(), miss.near), (0, vec!["Paralyzed"]));
    }

    #[test]
    fn a_question_is_answered_by_its_words() {
        assert_eq!(found("what fills a cube with webs?", None), ["Web"]);
        assert!(!found("paralyzed target", None).contains(&"Wizard level 1".to_owned()), "tables are not searched");
    }

    #[test]
    fn a_miss_offers_near_names() {
        let library = library();
        let answer = library.search_by_words(&SearchQuery { query: "paralized", ..SearchQuery::default() });
        assert!(answer.found.is_empty());
        assert_eq!(answer.near, ["Paralyzed"]);
        let other = SearchQuery { query: "Shield", edition: Edition::Y2024, ..SearchQuery::default() };
        assert!(library.search_by_words(&other).found.is_empty(), "one edition at a time");
    }

    #[test]
    fn what_is_only_nearest_in_meaning_is_called_a_guess() {
        let library = library();
        let asked = SearchQuery { query: "who is the mayor", ..SearchQuery::default() };
        let guess = |nearness: [f32; 8]| library.ranked(&asked, Some(&nearness)).is_a_guess;
        assert!(guess([0.0, 0.0, 0.0, 0.0, 0.4, 0.0, 0.0, 0.0]));
        assert!(!guess([0.0, 0.0, 0.0, 0.0, 0.6, 0.0, 0.0, 0.0]));
        assert!(!library.search_by_words(&asked).is_a_guess, "words that are there are no guess");
        let named = library
            .ranked(&asked, Some(&[0.4; 8]))
            .after(library.of_name(&SearchQuery { query: "web", ..asked.clone() }), &asked);
        assert!(!named.is_a_guess, "a name is what it says");
    }

    #[test]
    fn at_most_ten_are_given_whatever_is_asked() {
        let many = (0..30).map(|n| entry(RuleKind::Rule, &format!("Rule {n}"), "the same words", &[]));
        let library = Library::new(many.collect(), Vec::new(), true);
        let asked = |limit| SearchQuery { query: "same words", limit, ..SearchQuery::default() };
        assert_eq!(library.search_by_words(&asked(Some(50))).found.len(), MAX_FOUND);
        assert_eq!(library.search_by_words(&asked(None)).found.len(), N_FOUND);
    }

    #[test]
    fn what_an_entry_speaks_of_comes_with_it_one_step_far_and_not_through_hubs() {
        let library = library();
        let hold = library.get(Edition::Y2014, RuleKind::Spell, "hold-person").unwrap();
        assert_eq!(names(library.expand(&[hold])), ["Paralyzed"]);
        let paralyzed = library.get(Edition::Y2014, RuleKind::Condition, "paralyzed").unwrap();
        assert_eq!(names(library.expand(&[paralyzed])), ["Incapacitated"], "a circle ends where it began");
        let wizard = library.get(Edition::Y2014, RuleKind::Class, "wizard").unwrap();
        assert!(library.expand(&[wizard]).is_empty());
    }

    #[test]
    fn expansion_stops_where_there_is_no_room() {
        let long = "word ".repeat(2_000);
        let entries = vec![
            entry(RuleKind::Spell, "A", "", &[(RuleKind::Spell, "Long"), (RuleKind::Spell, "Short")]),
            entry(RuleKind::Spell, "Long", &long, &[]),
            entry(RuleKind::Spell, "Short", "few words", &[]),
        ];
        let library = Library::new(entries, Vec::new(), true);
        let a = library.get(Edition::Y2014, RuleKind::Spell, "a").unwrap();
        assert_eq!(names(library.expand(&[a])), ["Short"]);
    }

    #[test]
    fn references_to_nothing_are_listed() {
        let library = library();
        let dangling: Vec<_> = library.dangling().into_iter().map(|(e, r)| (e.name.clone(), r.slug.clone())).collect();
        assert_eq!(dangling, [("Shield".to_owned(), "gone".to_owned())]);
    }
}
