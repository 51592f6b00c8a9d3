//! Names: found exactly in one look, and by likeness where they are written wrongly.

use std::collections::HashMap;

/// How like a name must be to be offered: the share of three-letter runs two names have in common (Dice's measure).
const LIKE_ENOUGH: f32 = 0.4;
/// More of a miswritten name is not looked at.
const MAX_NAME_CHARS: usize = 80;

/// A name as it is compared: lower case, one space between words, nothing around it, straight apostrophes.
pub fn folded(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        for c in word.chars() {
            match c {
                '’' => folded.push('\''),
                c => folded.extend(c.to_lowercase()),
            }
        }
    }
    let around = |c: char| c.is_ascii_punctuation() && c != ')' && c != '(' || matches!(c, '“' | '”' | '…');
    let inner = folded.trim_matches(around).trim();
    match inner.len() == folded.len() {
        true => folded,
        false => inner.to_owned(),
    }
}

/// All names of an index.
#[derive(Debug, Default)]
pub(super) struct Names {
    ids: HashMap<Box<str>, Vec<u32>>,
    /// The different names, each with how many runs it has.
    spelled: Vec<(Box<str>, u32)>,
    runs: HashMap<[char; 3], Vec<u32>>,
}

impl Names {
    pub(super) fn add(&mut self, name: &str, id: u32) {
        let name = folded(name);
        if name.is_empty() {
            return;
        }
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

    pub(super) fn exactly(&self, name: &str) -> &[u32] {
        self.ids.get(folded(name).as_str()).map_or(&[], Vec::as_slice)
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

    fn names() -> Names {
        let mut names = Names::default();
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
