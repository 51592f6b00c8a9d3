//! Parses an item phrase of a sentence: quantity, name and owner. “Two Potions of Healing”, “Torches (3)”, “my mace”, “Dagna's waterskin”.

use std::{collections::BTreeSet, sync::LazyLock};

use language::word_lists;

use super::{
    armor,
    character::Character,
    coins::{self, is_coins},
    inventory::Item,
    naming,
    refusal::{Refusal, listed},
    weapons,
    wording::{fold, is_blank, only_without_accents, same, visible},
};

const WORDS: &str = include_str!("item_words.txt");

/// The adventuring gear of the SRD, one of each (SRD 5.1, Adventuring Gear; Magic Items: Potion of Healing).
static GEAR: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("gear.txt").lines().collect());
pub(super) static NUMBERS: LazyLock<Vec<(&str, u32)>> = LazyLock::new(|| {
    let pairs = word_lists::pairs(WORDS, "numbers");
    pairs.filter_map(|(word, n)| Some((word, n.parse().ok()?))).collect()
});
static DETERMINERS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words_of_section("determiners"));
static MEASURES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words_of_section("measures"));
static SHARES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words_of_section("all"));
static VAGUE: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words_of_section("vague"));
static VAGUE_OF: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words_of_section("vague of"));
static BEFORE_HALF: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words_of_section("before half"));
static LAST: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words_of_section("last"));
static CONTAINERS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words_of_section("containers"));
static PLURALS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| word_lists::pairs(WORDS, "plurals").collect());

pub(super) fn words_of_section(section: &str) -> BTreeSet<&'static str> {
    word_lists::words(WORDS, section).collect()
}

/// The lines of a section whose first word is a number, with the words behind it.
pub(super) fn numbered_words(section: &str) -> impl Iterator<Item = (u64, &'static str)> {
    let lines = word_lists::pairs(WORDS, section);
    lines
        .filter_map(|(n, words)| Some((n.parse().ok()?, words)))
        .flat_map(|(n, words)| words.split_whitespace().map(move |word| (n, word)))
}

/// How many of a stack a phrase means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StackAmount {
    /// “Two candles”, “a candle”, “the candle”.
    Number(u32),
    /// “Half the candles”.
    Half,
    /// “The other half of the candles”: a half of a stack that the pack no longer has, or never had, and no number.
    OtherHalf,
    /// “All candles”, “the last of the rations”.
    All,
    /// “Most of the oil”, “a handful of dust”: a part without a number.
    Part,
    /// “Candles”, “a few candles”: more than one, and no number.
    Unsaid,
}

impl StackAmount {
    /// The number of things in a stack of this number; none if the phrase does not say it.
    pub fn of_stack(self, quantity: u32) -> Option<u32> {
        match self {
            Self::Number(n) => Some(n),
            // Half of one thing, or a part of it, is not a number of things.
            Self::Half => Some(quantity / 2).filter(|half| *half > 0),
            Self::OtherHalf | Self::Part => None,
            Self::All => Some(quantity),
            Self::Unsaid => (quantity == 1).then_some(1),
        }
    }
}

/// A phrase for a thing, in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemPhrase<'a> {
    /// The phrase without its count and what points at the thing: “Potions of Healing” of “the two Potions of Healing”.
    pub name: &'a str,
    /// How many; none if the phrase has no number.
    pub count: Option<u32>,
    /// The share of a stack that is said instead of a number: all, half, [a part](StackAmount::Part) or [unsaid](StackAmount::Unsaid).
    share: Option<StackAmount>,
    /// The name with the number or the share that may be a part of it: “Seven League Boots”, “handful of dust”.
    whole: Option<&'a str>,
}

/// An item for the pack, by its name there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemGain {
    pub name: String,
    /// At least 1.
    pub quantity: u32,
    /// Whether the phrase is in the plural and says no number, so that one is a guess.
    pub is_guess: bool,
}

impl<'a> ItemPhrase<'a> {
    /// Parses a phrase. A phrase without a remaining name is itself a name.
    pub fn read(phrase: &'a str) -> Self {
        let phrase = phrase.trim();
        let (body, behind) = count_behind(phrase);
        let mut read = Self { name: body, count: behind, share: None, whole: None };
        while let Some(step) = read.step(read.name.len() == body.len()) {
            read = step;
        }
        match read.name.trim().is_empty() || read.count == Some(0) {
            true => Self { name: phrase, count: None, share: None, whole: None },
            false => read,
        }
    }

    /// The phrase without its first word, where that says how many there are or points at the thing.
    fn step(&self, is_first: bool) -> Option<Self> {
        let (word, after) = self.name.split_once(char::is_whitespace)?;
        let (after, lower) = (after.trim_start(), word.to_lowercase());
        // “The Sunless Crown” and “All Souls' Bell” are names.
        let is_title = is_capital(word) && is_capital(after);
        if DETERMINERS.contains(lower.as_str()) && !(is_title && lower == "the") {
            // “Some of the salve” is a part of it.
            let of = after.strip_prefix("of ").map(str::trim_start).filter(|after| !after.is_empty());
            return Some(Self {
                name: of.unwrap_or(after),
                share: of.map(|_| StackAmount::Part).or(self.share),
                ..*self
            });
        }
        if let Some((share, after)) = share_before(&lower, after).filter(|_| !is_title) {
            // “A few” is not a number. “A handful of dust” is a thing if there is no stack of dust.
            let whole = self.whole.or((share == StackAmount::Part).then_some(self.name));
            let count = self.count.filter(|n| *n > 1);
            return Some(Self { name: after, share: Some(share), count, whole });
        }
        let counted = count_before(word, after, is_first).or_else(|| content_of(&lower, after));
        let (n, after) = counted.filter(|(_, after)| !begins_with_a_measure(after))?;
        let is_title = n > 1 && is_capital(word) && is_capital(after);
        let count = Some(self.count.unwrap_or(1).saturating_mul(n));
        Some(Self { name: after, count, whole: self.whole.or(is_title.then_some(self.name)), ..*self })
    }

    /// How many it means of the stack that it names.
    fn amount(&self) -> StackAmount {
        let unsaid = if self.is_plural() { StackAmount::Unsaid } else { StackAmount::Number(1) };
        self.count.map(StackAmount::Number).or(self.share).unwrap_or(unsaid)
    }

    /// Whether it names several: “arrows”. “Rations (1 day)” are one.
    fn is_plural(&self) -> bool {
        one_of(self.bare()) != self.bare() && !self.name.contains("(1 ")
    }

    /// Whether it is about coins, whatever points at them or counts them.
    fn is_of_coins(&self, phrase: &str) -> bool {
        is_coins(phrase) || is_coins(self.name)
    }

    /// The name without a parenthesis behind it, such as “(full)”.
    fn bare(&self) -> &'a str {
        without_parenthesis(self.name)
    }

    /// The owner the name begins with and the name without, if there is one: “Dagna”, “waterskin”.
    fn owned(&self) -> Option<(&'a str, &'a str)> {
        let (at, mark) = ["'s ", "’s "].iter().find_map(|mark| Some((self.name.find(mark)?, mark.len())))?;
        let (owner, thing) = (self.name[..at].trim(), self.name[at + mark..].trim());
        (!owner.is_empty() && !thing.is_empty()).then_some((owner, thing))
    }
}

fn is_capital(words: &str) -> bool {
    words.chars().next().is_some_and(char::is_uppercase)
}

pub(super) fn without_parenthesis(name: &str) -> &str {
    name.find(" (").filter(|at| *at > 0).map_or(name, |at| name[..at].trim_end())
}

/// A count behind the name: “x2”, “×2”, “(3)”, “(x3)”.
fn count_behind(phrase: &str) -> (&str, Option<u32>) {
    let number = |text: &str| text.trim().trim_matches(['x', 'X', '×']).trim().parse::<u32>().ok();
    let in_brackets = phrase.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    let behind_sign = || {
        let (before, last) = phrase.rsplit_once(' ')?;
        let (before, has_sign) = match [" x", " ×"].iter().find_map(|sign| before.strip_suffix(sign)) {
            Some(before) => (before, true),
            None => (before, last.starts_with(['x', 'X', '×'])),
        };
        has_sign.then_some((before, last))
    };
    let found = in_brackets.or_else(behind_sign).and_then(|(name, count)| Some((name.trim_end(), number(count)?)));
    match found {
        Some((name, count)) if !name.is_empty() && count > 0 => (name, Some(count)),
        _ => (phrase, None),
    }
}

/// A number at the beginning, and what follows it.
fn count_before<'a>(word: &str, after: &'a str, is_first: bool) -> Option<(u32, &'a str)> {
    let digits = word.trim_end_matches(['x', 'X', '×']).replace(',', "");
    let lower = word.to_lowercase();
    let (n, after) = match digits.parse::<u32>() {
        // “+1 arrow” is a name.
        Ok(_) if digits.starts_with('+') => return None,
        Ok(n) => (n, after.strip_prefix(['x', '×']).filter(|rest| rest.starts_with(' ')).unwrap_or(after)),
        Err(_) if lower == "half" => (6, after.strip_prefix("a dozen ")?),
        // “The One Ring” is a name.
        Err(_) if !is_first && is_capital(word) => return None,
        Err(_) => (NUMBERS.iter().find(|(known, _)| *known == lower)?.1, after),
    };
    let after = after.trim_start();
    let after = after.strip_prefix("of ").unwrap_or(after).trim_start();
    (!after.is_empty()).then_some((n, after))
}

/// The share of a stack that a word says, and what follows it: “all”, “half the”, “the last of the”, “few”.
fn share_before<'a>(word: &str, after: &'a str) -> Option<(StackAmount, &'a str)> {
    let of = after.strip_prefix("of ").map(str::trim_start);
    let rest = of.unwrap_or(after);
    let (next, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    let is_pointed_at = || of.is_some() || DETERMINERS.contains(next.to_lowercase().as_str());
    let is_counted = || count_before(next, behind, false).is_some_and(|(n, _)| n > 1);
    if BEFORE_HALF.contains(word) && next.to_lowercase() == "half" {
        let rest = behind.strip_prefix("of ").unwrap_or(behind).trim_start();
        return (!rest.is_empty()).then_some((StackAmount::OtherHalf, rest));
    }
    let share = match () {
        () if SHARES.contains(word) => StackAmount::All,
        () if word == "half" && is_pointed_at() => StackAmount::Half,
        () if LAST.contains(word) && (of.is_some() || is_counted()) => StackAmount::All,
        () if VAGUE.contains(word) => StackAmount::Unsaid,
        () if VAGUE_OF.contains(word) && of.is_some() => StackAmount::Part,
        () => return None,
    };
    Some((share, rest)).filter(|_| !rest.is_empty())
}

/// Number and name of a container's content: “bag of 20 bolts”.
fn content_of<'a>(container: &str, after: &'a str) -> Option<(u32, &'a str)> {
    let content = after.strip_prefix("of ").filter(|_| CONTAINERS.contains(container))?;
    let (word, after) = content.split_once(' ')?;
    count_before(word, after, false).filter(|(n, _)| *n > 1)
}

/// Whether a number is that of a measure or a worth: “50 feet of rope”, “100 gp pearl”.
fn begins_with_a_measure(after: &str) -> bool {
    let is_measure = |word: &str| MEASURES.contains(word) || coins::is_short(word);
    after.split_whitespace().next().is_some_and(|word| is_measure(&word.to_lowercase()))
}

/// A word in the singular, by its form.
fn singular(word: &str) -> String {
    let lower = word.to_lowercase();
    if let Some((_, one)) = PLURALS.iter().find(|(several, _)| *several == lower) {
        return if is_capital(word) { capitalised(one) } else { (*one).to_owned() };
    }
    let ends = |suffixes: &[&str]| suffixes.iter().any(|suffix| lower.ends_with(suffix));
    let cut = |n: usize| word[..word.len() - n].to_owned();
    match () {
        () if !word.is_ascii() || word.len() < 4 || ends(&["ss", "us", "is", "'s"]) => word.to_owned(),
        () if ends(&["ies"]) && word.len() > 4 => cut(3) + "y",
        () if ends(&["ches", "shes", "xes", "sses", "zzes"]) => cut(2),
        () if ends(&["s"]) => cut(1),
        () => word.to_owned(),
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The potion of “bottle of healing potion”; another name as it is.
fn out_of_vessel(name: &str) -> &str {
    static VESSELS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words_of_section("vessels"));
    static POTIONS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| words_of_section("potions"));
    let content = name.split_once(" of ").filter(|(vessel, _)| VESSELS.contains(vessel.to_lowercase().as_str()));
    let is_potion = |content: &str| words(content).iter().any(|word| POTIONS.contains(word.as_str()));
    content.map(|(_, content)| content).filter(|content| is_potion(content)).unwrap_or(name)
}

/// A name with its head in the singular: “Potion of Healing” of “Potions of Healing”, “silver ring” of “silver rings”.
pub fn one_of(name: &str) -> String {
    let end = [" of ", " (", ", "].iter().filter_map(|mark| name.find(mark)).min().unwrap_or(name.len());
    let (head, tail) = name.split_at(end);
    match head.rsplit_once(' ') {
        Some((before, last)) => format!("{before} {}{tail}", singular(last)),
        None => format!("{}{tail}", singular(head)),
    }
}

/// The words that are compared in names of things: in the singular, in any order.
fn key(name: &str) -> BTreeSet<String> {
    words(name).iter().map(|word| singular(word)).collect()
}

/// The folded words of a name, without possessive endings: “Rations (1 day)” matches a day's rations.
fn words(name: &str) -> BTreeSet<String> {
    let folded = fold(name).replace('’', "'");
    let words = folded.split(|c: char| !c.is_alphanumeric() && !"-'+".contains(c));
    let words = words.map(|word| word.strip_suffix("'s").unwrap_or(word).trim_matches('\''));
    words.filter(|word| !matches!(*word, "" | "1" | "of" | "the" | "a" | "an")).map(str::to_owned).collect()
}

/// Whether two names are those of one thing but for their order, number and a parenthesis of the second.
fn is_named(own: &str, wanted: &BTreeSet<String>) -> bool {
    !wanted.is_empty() && (key(own) == *wanted || key(without_parenthesis(own)) == *wanted)
}

/// The item a phrase adds to a hero's pack: a known item of the pack or the SRD, else a new one.
///
/// # Errors
/// It names coins, half of a stack that is not known, or nothing.
pub fn gained(hero: &Character, phrase: &str) -> Result<ItemGain, Refusal> {
    let phrase = visible(phrase.trim()).trim().to_owned();
    if is_blank(&phrase) {
        return Err(Refusal::new("A thing needs a name."));
    }
    let gain = |name: &str, quantity: u32, is_guess| ItemGain { name: name.to_owned(), quantity, is_guess };
    if let Some(item) = hero.inventory.iter().find(|item| same(&item.name, &phrase)) {
        return Ok(gain(&item.name, 1, false));
    }
    let read = ItemPhrase::read(&phrase);
    if read.is_of_coins(&phrase) {
        return Err(coins::refused(&phrase));
    }
    if let Some(StackAmount::Half | StackAmount::OtherHalf) = read.share
        && read.count.is_none()
    {
        let one = one_of(read.name);
        return Err(Refusal::new(format!("“{phrase}” is no number of things: say how many, as “3 x {one}”.")));
    }
    let (name, quantity) = (out_of_vessel(read.name), read.count.unwrap_or(1));
    let wanted = key(name);
    // An item's own name comes before the SRD's.
    let in_pack = |fits: &dyn Fn(&str) -> bool| hero.inventory.iter().map(|it| it.name.as_str()).find(|it| fits(it));
    let is_plural = wanted != words(name);
    let is_guess = read.count.is_none() && (is_plural || read.share.is_some());
    if let Some(item) = in_pack(&|own| same(own, name)) {
        return Ok(gain(item, quantity, false));
    }
    if let Some(item) = in_pack(&|own| is_named(own, &wanted)) {
        return Ok(gain(item, quantity, is_guess));
    }
    let is_known = |name: &str| armor::is_armor(name) || GEAR.iter().any(|gear| same(gear, name));
    if is_known(name) || weapons::find(name).is_some() {
        return Ok(gain(name, quantity, false));
    }
    if is_plural || name != read.name {
        let one = one_of(name);
        let of_srd = GEAR.iter().find(|gear| is_named(gear, &wanted)).map(|gear| (*gear).to_owned());
        let of_srd = of_srd.or_else(|| weapons::find(&one).map(|weapon| weapon.name));
        let of_srd = of_srd.or_else(|| armor::is_armor(&one).then(|| one.clone()));
        if let Some(srd) = of_srd {
            return Ok(gain(&srd, quantity, is_guess));
        }
    }
    if let Some(whole) = read.whole.filter(|_| read.count.is_none() || read.share.is_none()) {
        return Ok(gain(whole, 1, false));
    }
    match quantity {
        1 => Ok(gain(name, 1, false)),
        several => Ok(gain(&one_of(name), several, false)),
    }
}

/// The one thing of a hero's pack that a phrase means, and how much of it: by its id or its name; else by the name without what
/// points at it, in another number or order; else the only one whose name has these letters, or these words.
///
/// # Errors
/// There is no such thing, or several could be meant; the text names them.
pub fn find<'h>(hero: &'h Character, phrase: &str) -> Result<(&'h Item, StackAmount), Refusal> {
    let phrase = visible(phrase.trim()).trim().to_owned();
    if is_blank(&phrase) {
        return Err(Refusal::new("Name the thing that is lost."));
    }
    let pack = &hero.inventory;
    let whole = |name: &str| pack.iter().find(|item| same(&item.name, name) || item.id.as_str() == name);
    let nearly = || only_without_accents(pack.iter(), |item| &item.name, &phrase);
    let read = ItemPhrase::read(&phrase);
    if let Some(item) = whole(&phrase).or_else(nearly).or_else(|| read.whole.and_then(whole)) {
        // A number or a share belongs to the name then.
        let is_plural = read.count.is_none() && read.share.is_none() && read.is_plural();
        return Ok((item, if is_plural { StackAmount::Unsaid } else { StackAmount::Number(1) }));
    }
    if let Some(item) = whole(read.name) {
        return Ok((item, read.amount()));
    }
    // Of the pack, “5 silver” means no silver ring, but “the silver coin” a lucky silver coin.
    let is_coins = read.is_of_coins(&phrase) || read.owned().is_some_and(|(_, thing)| is_coins(thing));
    let may_be = |item: &&Item| !is_coins || (coins::has_a_coin(&phrase) && coins::has_a_coin(&item.name));
    let near = near(hero, &read, may_be);
    match near.as_slice() {
        [item] => Ok((*item, read.amount())),
        [] if is_coins => Err(coins::refused(&phrase)),
        [] => {
            let names = pack.iter().map(|item| item.name.as_str());
            Err(Refusal::new(format!("{} has no “{phrase}”; there is {}.", hero.name, listed(names))))
        }
        several => {
            let names = several.iter().map(|item| item.name.as_str());
            Err(Refusal::new(format!("“{phrase}” could be {}: say which.", listed(names))))
        }
    }
}

/// The things of a pack that a phrase other than a whole name can mean: those with the same words, else those that `may_be` and
/// whose names contain these letters, or these words.
fn near<'h>(hero: &'h Character, read: &ItemPhrase<'_>, may_be: impl Fn(&&'h Item) -> bool) -> Vec<&'h Item> {
    let pack = &hero.inventory;
    let is_own = |owner: &str| {
        let own = naming::words(&hero.name);
        naming::words(owner).iter().all(|word| own.contains(word))
    };
    // Other people's items match by their full name only.
    let (strangers, own) = match read.owned() {
        Some((owner, thing)) if is_own(owner) => (None, Some(thing)),
        Some((_, thing)) => (Some(thing), None),
        None => (None, None),
    };
    let by_key = |name: &str| -> Vec<&'h Item> {
        let wanted = key(name);
        pack.iter().filter(|item| is_named(&item.name, &wanted)).collect()
    };
    let by_letters = |name: &str| -> Vec<&'h Item> {
        let wanted = fold(name);
        pack.iter().filter(&may_be).filter(|item| fold(&item.name).contains(&wanted)).collect()
    };
    let by_words = |name: &str| -> Vec<&'h Item> {
        let wanted = key(name);
        let has_all = |item: &&Item| !wanted.is_empty() && key(&item.name).is_superset(&wanted);
        pack.iter().filter(&may_be).filter(has_all).collect()
    };
    let (name, bare) = (read.name, read.bare());
    let last = name.split_once(' ').filter(|(word, _)| LAST.contains(word)).map(|(_, thing)| thing);
    let ways = [
        Some(by_key(name)),
        (bare != name).then(|| by_key(bare)),
        last.map(by_key),
        own.or(strangers).map(by_key),
        own.or(strangers).map(|thing| by_key(without_parenthesis(thing))),
        Some(by_letters(name)),
        Some(by_words(name)),
        (bare != name).then(|| by_words(bare)),
        own.map(without_parenthesis).map(by_words),
    ];
    ways.into_iter().flatten().find(|near| !near.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
