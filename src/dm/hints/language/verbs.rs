//! The verbs of the table and their forms.

use std::{cmp::Ordering, collections::HashMap, sync::LazyLock};

/// The form of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dm::hints) enum VerbForm {
    /// `take`
    Base,
    /// `takes`
    Third,
    /// `taking`
    Ing,
    /// `took`, `taken`
    Past,
}

/// The verb a word may be, and in which form.
pub(in crate::dm::hints) fn verb(word: &str) -> Option<(&'static str, VerbForm)> {
    static FORMS: LazyLock<VerbForms> = LazyLock::new(|| VerbForms::of(forms()));
    FORMS.get(word)
}

/// The forms of all verbs, in one text: there are thousands, and each is short.
struct VerbForms {
    text: String,
    /// By form: its end in the text, its lemma and its kind.
    all: Box<[(u32, &'static str, VerbForm)]>,
}

impl VerbForms {
    fn of(forms: HashMap<String, (&'static str, VerbForm)>) -> Self {
        let mut forms: Vec<_> = forms.into_iter().collect();
        forms.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let mut text = String::with_capacity(forms.iter().map(|(form, _)| form.len()).sum());
        let all = forms.into_iter().map(|(form, (lemma, is))| {
            text.push_str(&form);
            (u32::try_from(text.len()).unwrap_or(u32::MAX), lemma, is)
        });
        let all = all.collect();
        Self { text, all }
    }

    fn get(&self, word: &str) -> Option<(&'static str, VerbForm)> {
        let ends = |at: usize| self.all[at].0 as usize;
        let form = |at: usize| &self.text[at.checked_sub(1).map_or(0, ends)..ends(at)];
        let (mut from, mut to) = (0, self.all.len());
        while from < to {
            let at = from.midpoint(to);
            match form(at).cmp(word) {
                Ordering::Less => from = at + 1,
                Ordering::Greater => to = at,
                Ordering::Equal => return Some((self.all[at].1, self.all[at].2)),
            }
        }
        None
    }
}

fn forms() -> HashMap<String, (&'static str, VerbForm)> {
    let mut forms = HashMap::new();
    let lines = VERBS.lines().filter(|line| !line.starts_with('#'));
    for verb in lines.flat_map(|line| line.split(',')) {
        let mut words = verb.split_whitespace();
        let Some(lemma) = words.next() else { continue };
        let irregular: Vec<&str> = words.collect();
        forms.entry(third(lemma)).or_insert((lemma, VerbForm::Third));
        let stem = stem(lemma);
        forms.entry(format!("{stem}ing")).or_insert((lemma, VerbForm::Ing));
        if irregular.is_empty() {
            let past = if stem.ends_with('y') && !lemma.ends_with(['a', 'e', 'o']) && !vowel_before_y(lemma) {
                format!("{}ied", &stem[..stem.len() - 1])
            } else {
                format!("{stem}ed")
            };
            forms.entry(past).or_insert((lemma, VerbForm::Past));
        }
        for past in irregular.into_iter().filter(|past| *past != lemma) {
            forms.entry(past.to_owned()).or_insert((lemma, VerbForm::Past));
        }
        forms.insert(lemma.to_owned(), (lemma, VerbForm::Base));
    }
    forms
}

fn vowel_before_y(lemma: &str) -> bool {
    lemma.ends_with("ay") || lemma.ends_with("ey") || lemma.ends_with("oy") || lemma.ends_with("uy")
}

fn third(lemma: &str) -> String {
    if lemma.ends_with('y') && !vowel_before_y(lemma) {
        return format!("{}ies", &lemma[..lemma.len() - 1]);
    }
    let hisses = ["s", "sh", "ch", "x", "z", "o"].iter().any(|end| lemma.ends_with(end));
    format!("{lemma}{}", if hisses { "es" } else { "s" })
}

/// The stem that `-ing` and `-ed` are added to.
fn stem(lemma: &str) -> String {
    if let Some(short) = lemma.strip_suffix("ie") {
        return format!("{short}y");
    }
    if lemma.ends_with('e') && !lemma.ends_with("ee") && !lemma.ends_with("ye") {
        return lemma[..lemma.len() - 1].to_owned();
    }
    let bytes = lemma.as_bytes();
    let vowel = |byte: u8| b"aeiou".contains(&byte);
    let doubles = match bytes {
        [before @ .., last] if !vowel(*last) && !b"wxy".contains(last) && before.len() >= 2 => {
            let n_vowels = before.iter().filter(|byte| vowel(**byte)).count();
            vowel(before[before.len() - 1]) && n_vowels == 1
        }
        _ => false,
    };
    if doubles { format!("{lemma}{}", &lemma[lemma.len() - 1..]) } else { lemma.to_owned() }
}

/// Lemmas, each with its irregular past forms, separated by commas; lines with `#` are comments.
const VERBS: &str = include_str!("verbs.txt");
