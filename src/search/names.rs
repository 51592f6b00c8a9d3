//! Finds names: exactly, and by similarity if they are misspelt.

use std::collections::HashMap;

use language::folding::fold;

/// How like a name must be to be offered: the share of three-letter runs two names have in common (Dice's measure).
const LIKE_ENOUGH: f32 = 0.4;
/// More of a miswritten name is not examined.
const MAX_NAME_CHARS: usize = 80;

/// A name as it is compared: [folded](fold), one space between words, nothing around it, straight apostrophes.
pub fn folded(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(fold(word).chars().map(|c| if c == '’' { '\'' } else { c }));
    }
    let around = |c: char| c.is_ascii_punctuation() && c != ')' && c != '(' || matches!(c, '“' | '”' | '…');
    let inner = folded.trim_matches(around).trim();
    match inner.len() == folded.len() {
        true => folded,
        false => inner.to_owned(),
    }
}

/// A name without what people leave out or put in as they please: spaces, hyphens, apostrophes.
fn joined(folded: &str) -> String {
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// All names of an index.
#[derive(Debug, Default)]
pub(super) struct NameIndex {
    ids: HashMap<Box<str>, Vec<u32>>,
    /// The same by letters and digits alone.
    by_letters: HashMap<Box<str>, Vec<u32>>,
    /// The different names, each with how many runs it has.
    spelled: Vec<(Box<str>, u32)>,
    runs: HashMap<[char; 3], Vec<u32>>,
}

impl NameIndex {
    pub(super) fn add(&mut self, name: &str, id: u32) {
        let name = folded(name);
        if name.is_empty() {
            return;
        }
        self.by_letters.entry(joined(&name).into()).or_default().push(id);
        if let Some(ids) = self.ids.get_mut(name.as_str()) {
            ids.push(id);
            return;
        }
        let at = u32::try_from(self.spelled.len()).unwrap_or(u32::MAX);
        let runs = runs(&name);
        self.spelled.push((name.as_str().into(), u32::try_from(runs.len()).unwrap_or(u32::MAX)));
        for run in runs {
            self.runs.entry(run).or_default().push(at);
        }
        self.ids.insert(name.into(), vec![id]);
    }

    /// Puts documents of one name in the order of a key.
    pub(super) fn order_by<K: Ord>(&mut self, key: impl Fn(u32) -> K) {
        let lists = self.ids.values_mut().chain(self.by_letters.values_mut());
        lists.for_each(|ids| ids.sort_by_key(|id| key(*id)));
    }

    /// Documents of this name; if there are none, those whose names differ only in how they are put together, as “fire
    /// ball” and “Fireball” do.
    pub(super) fn exactly(&self, name: &str) -> &[u32] {
        let name = folded(name);
        let otherwise =
            || self.by_letters.get(joined(&name).as_str()).filter(|_| name.chars().any(char::is_alphanumeric));
        self.ids.get(name.as_str()).or_else(otherwise).map_or(&[], Vec::as_slice)
    }

    /// Documents with a name, or failing that a word in a name, that begins like this, the shortest names first.
    pub(super) fn beginning(&self, start: &str, keep: &dyn Fn(u32) -> bool, limit: usize) -> Vec<u32> {
        let start = folded(start);
        if start.is_empty() {
            return Vec::new();
        }
        let within = format!(" {start}");
        let fits =
            |name: &str| if name.starts_with(&start) { Some(false) } else { name.contains(&within).then_some(true) };
        let mut found: Vec<(bool, usize, &str)> =
            self.spelled.iter().filter_map(|(name, _)| Some((fits(name)?, name.len(), &**name))).collect();
        found.sort_unstable();
        let ids = |name: &str| self.ids.get(name).map_or(&[][..], Vec::as_slice);
        found
            .into_iter()
            .flat_map(|(_, _, name)| ids(name).iter().copied())
            .filter(|id| keep(*id))
            .take(limit)
            .collect()
    }

    /// Documents whose names are spelled like this one, the likest first, one of each name.
    pub(super) fn near(&self, name: &str, keep: &dyn Fn(u32) -> bool, limit: usize) -> Vec<u32> {
        let asked = runs(&folded(name));
        let mut shared: HashMap<u32, u32> = HashMap::new();
        for at in asked.iter().filter_map(|run| self.runs.get(run)).flatten() {
            *shared.entry(*at).or_default() += 1;
        }
        let likeness = |(at, n): (u32, u32)| {
            let n_runs = self.spelled[at as usize].1 as f32 + asked.len() as f32;
            (at, 2.0 * n as f32 / n_runs)
        };
        let mut like: Vec<(u32, f32)> =
            shared.into_iter().map(likeness).filter(|(_, likeness)| *likeness >= LIKE_ENOUGH).collect();
        like.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let ids = |at: u32| self.ids.get(&self.spelled[at as usize].0).map_or(&[][..], Vec::as_slice);
        like.into_iter().filter_map(|(at, _)| ids(at).iter().copied().find(|id| keep(*id))).take(limit).collect()
    }
}

/// The different runs of three letters in a name, its edges included.
fn runs(name: &str) -> Vec<[char; 3]> {
    let padded: Vec<char> = [' ', ' ']
        .into_iter()
        .chain(name.chars().take(MAX_NAME_CHARS).map(|c| if c.is_alphanumeric() { c } else { ' ' }))
        .chain([' '])
        .collect();
    let mut runs: Vec<[char; 3]> = padded.windows(3).map(|run| [run[0], run[1], run[2]]).collect();
    runs.sort_unstable();
    runs.dedup();
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> NameIndex {
        let mut names = NameIndex::default();
        for (id, name) in (0..).zip(["Fireball", "Fire Bolt", "Shield", "Shield", "Hunter’s Mark", "Wand of Fireballs"])
        {
            names.add(name, id);
        }
        names
    }

    #[test]
    fn a_name_gives_every_document_of_that_name() {
        assert_eq!(names().exactly("  SHIELD. "), [2, 3]);
        assert_eq!(names().exactly("hunter's  mark"), [4]);
        assert!(names().exactly("fire").is_empty());
    }

    #[test]
    fn a_name_is_known_however_it_is_put_together() {
        assert_eq!(names().exactly("fire ball"), [0]);
        assert_eq!(names().exactly("Firebolt"), [1]);
        assert_eq!(names().exactly("hunters-mark"), [4]);
        assert!(names().exactly("- '").is_empty());
    }

    #[test]
    fn a_name_s_beginning_gives_the_names_that_begin_so_before_those_with_such_a_word() {
        assert_eq!(names().beginning("FIREB", &|_| true, 5), [0, 5]);
        assert_eq!(names().beginning("fire", &|_| true, 2), [0, 1]);
        assert_eq!(names().beginning("sh", &|id| id != 2, 5), [3]);
        assert!(
            names().beginning("ireball", &|_| true, 5).is_empty() && names().beginning(" ", &|_| true, 5).is_empty()
        );
    }

    #[test]
    fn a_miswritten_name_gives_near_ones_the_likest_first() {
        assert_eq!(names().near("firebal", &|_| true, 2), [0, 5]);
        assert_eq!(names().near("sheild", &|_| true, 3), [2]);
        assert!(names().near("zzz", &|_| true, 3).is_empty());
        assert!(names().near("", &|_| true, 3).is_empty());
    }

    #[test]
    fn near_names_keep_to_the_filter() {
        assert_eq!(names().near("shields", &|id| id != 2, 1), [3]);
    }
}
