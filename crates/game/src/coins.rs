//! Distinguishes money, which belongs in the purse, from items.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::{
    item_phrase::{NUMBERS, numbered_words, without_parenthesis, words_of_section},
    refusal::Refusal,
    wording::without_accents,
};

static COINS: LazyLock<BTreeSet<String>> = LazyLock::new(|| coin_words_of("coins"));
/// Words that name coins behind a number only: twenty crowns are money, and one crown may be worn.
static COUNTED_COINS: LazyLock<BTreeSet<String>> = LazyLock::new(|| coin_words_of("counted coins"));
static COIN_METALS: LazyLock<BTreeSet<String>> = LazyLock::new(|| coin_words_of("metals of coins"));
static SHORT_COINS: LazyLock<BTreeSet<String>> = LazyLock::new(|| coin_words_of("short coins"));
static OTHER_NUMBERS: LazyLock<BTreeSet<String>> = LazyLock::new(|| coin_words_of("numbers of other languages"));
static SEVERAL: LazyLock<BTreeSet<String>> = LazyLock::new(|| coin_words_of("several coins"));
static PIECES: LazyLock<BTreeSet<String>> = LazyLock::new(|| coin_words_of("pieces"));
static CONTAINERS: LazyLock<BTreeSet<String>> = LazyLock::new(|| coin_words_of("containers"));
static WORTH: LazyLock<BTreeSet<String>> = LazyLock::new(|| coin_words_of("worth"));
static JOINING: LazyLock<BTreeSet<String>> = LazyLock::new(|| coin_words_of("beside a sum"));
/// Values of coins in copper pieces.
static VALUES: LazyLock<BTreeMap<String, u64>> =
    LazyLock::new(|| numbered_words("values of coins").map(|(value, word)| (without_accents(word), value)).collect());
/// In “1,000” and “1.000” they part thousands, in “0.5” and “0,5” a fraction.
const SEPARATORS: [char; 2] = [',', '.'];
/// Words around coins that don't make them an item: numbers, shares, demonstratives.
static SMALL_WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let sections = ["beside coins", "numbers of other languages", "determiners", "all", "vague", "vague of", "last"];
    let numbers = NUMBERS.iter().map(|(word, _)| (*word).to_owned());
    sections.into_iter().flat_map(coin_words_of).chain(numbers).collect()
});

/// The words of a section without accents.
fn coin_words_of(section: &str) -> BTreeSet<String> {
    words_of_section(section).into_iter().map(without_accents).collect()
}

/// Whether a phrase is about coins, which a purse holds and no pack: “a bag of gold”, “a purse with 7 gp”, “zwei Goldmünzen”. A
/// thing of metal is none: “gold ring”, “silver purse”.
pub(super) fn is_coins(phrase: &str) -> bool {
    let words = coin_words(phrase);
    is_nothing_but_coins(&words)
        || has_sum_of_coins(&coin_words(without_parenthesis(phrase)))
        || is_number_of_counted_coins(&words)
}

/// Whether words mean several coins, known by their number or by what holds them: “20 Kronen”, “three hundred
/// gold crowns”, “a purse of crowns”.
fn is_number_of_counted_coins(words: &[String]) -> bool {
    let Some((coin, before)) = words.split_last() else { return false };
    let before = match before.split_last() {
        Some((metal, before)) if COIN_METALS.contains(metal) => before,
        _ => before,
    };
    let is_several = |word: &String| match is_number(word) {
        true => word != "1",
        false => {
            SEVERAL.contains(word)
                || CONTAINERS.contains(word)
                || OTHER_NUMBERS.contains(word)
                || NUMBERS.iter().any(|(known, n)| known == word && *n > 1)
        }
    };
    let is_small = |word: &String| is_number(word) || is_several(word) || SMALL_WORDS.contains(word);
    COUNTED_COINS.contains(coin) && before.iter().all(is_small) && before.iter().any(is_several)
}

/// The words of a phrase without accents, with a number as a word of its own: “7”, “gp” of “7gp”.
fn coin_words(phrase: &str) -> Vec<String> {
    let folded = without_accents(phrase).replace(',', "");
    let words = folded.split(|c: char| !c.is_alphanumeric());
    let parts = words.flat_map(|word| {
        let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        <[&str; 2]>::from(word.split_at(digits))
    });
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn is_number(word: &str) -> bool {
    word.chars().all(|c| c.is_ascii_digit())
}

fn is_coin(word: &str) -> bool {
    COINS.contains(word) || COIN_METALS.contains(word) || SHORT_COINS.contains(word)
}

/// Whether words mean coins, with only amounts and small words around them. In “coin purse” the purse is the thing.
fn is_nothing_but_coins(words: &[String]) -> bool {
    let is_beside = |(at, word): (usize, &String)| match () {
        () if CONTAINERS.contains(word) => !words[..at].last().is_some_and(|it| is_coin(it) || PIECES.contains(it)),
        () => is_coin(word) || PIECES.contains(word) || SMALL_WORDS.contains(word) || is_number(word),
    };
    words.iter().any(|word| is_coin(word)) && words.iter().enumerate().all(is_beside)
}

/// Whether words contain a sum of coins that isn't a price: “a leather pouch with 15 gp”. In “100 gp pearl” and “diamond, 300
/// gp” the sum is the price of an item.
fn has_sum_of_coins(words: &[String]) -> bool {
    let joins = |word: &String| JOINING.contains(word) || SMALL_WORDS.contains(word) || CONTAINERS.contains(word);
    (1..words.len()).any(|at| {
        let (before, coin, next) = (&words[at - 1], &words[at], words.get(at + 1));
        let has_piece = next.is_some_and(|next| PIECES.contains(next) || COINS.contains(next));
        let is_last = at + 1 + usize::from(has_piece) == words.len();
        let is_only_coins = SHORT_COINS.contains(coin) || COINS.contains(coin);
        let is_joined_behind = is_only_coins && next.is_some_and(joins);
        let is_counted = NUMBERS.iter().any(|(known, n)| known == before && (*n > 1 || *known == "one"));
        let is_sum = is_number(before) && (is_last || has_piece || is_joined_behind) || is_counted && is_last;
        let (ahead, has_container) = (&words[..at - 1], words[..at].iter().any(|word| CONTAINERS.contains(word)));
        let is_joined = has_container || ahead.last().is_none_or(|word| joins(word) || is_number(word));
        is_coin(coin) && is_sum && is_joined && !ahead.iter().any(|word| WORTH.contains(word))
    })
}

/// The price that a name says, in copper pieces: “Diamond (300 gp)”, “Diamant (1.000 GM)”.
pub(super) fn price(name: &str) -> Option<u64> {
    let name = without_accents(name);
    let words = name.split(|c: char| !c.is_alphanumeric() && !SEPARATORS.contains(&c));
    let words: Vec<&str> = words.map(|word| word.trim_matches(SEPARATORS)).filter(|word| !word.is_empty()).collect();
    words.iter().enumerate().find_map(|(at, word)| {
        let (number, unit) = word.split_at(word.find(char::is_alphabetic).unwrap_or(word.len()));
        let unit = if unit.is_empty() { words.get(at + 1).copied().unwrap_or_default() } else { unit };
        Some(hundredths(number)?.checked_mul(*VALUES.get(unit)?)? / 100)
    })
}

/// A hundred times a written number.
fn hundredths(number: &str) -> Option<u64> {
    let (whole, fraction) = match number.rsplit_once(SEPARATORS) {
        Some((whole, fraction)) if fraction.len() < 3 => (whole, fraction),
        _ => (number, ""),
    };
    let whole: u64 = whole.replace(SEPARATORS, "").parse().ok()?;
    whole.checked_mul(100)?.checked_add(format!("{fraction:0<2}").parse().ok()?)
}

/// Whether a name has a word for a coin, as a lucky silver coin has.
pub(super) fn has_a_coin(name: &str) -> bool {
    coin_words(name).iter().any(|word| COINS.contains(word))
}

/// Whether a word in lower case is short for a sort of coins: “gp”.
pub(super) fn is_short(word: &str) -> bool {
    SHORT_COINS.contains(word)
}

/// The refusal to take money for a thing.
pub(super) fn refused(phrase: &str) -> Refusal {
    Refusal::new(format!("“{phrase}” is money, which belongs in the purse: use gold_delta of update_game_state."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_read_in_any_coin_and_with_either_separator() {
        for (name, copper) in [
            ("Diamond (300 gp)", Some(30_000)),
            ("Diamond, worth 1,000 gp.", Some(100_000)),
            ("Diamant (1.000 GM)", Some(100_000)),
            ("Diamant im Wert von 25.000 Goldmünzen", Some(2_500_000)),
            ("300gp diamond", Some(30_000)),
            ("pearl worth 100 gold", Some(10_000)),
            ("Opal (2.5 gp)", Some(250)),
            ("Opal (0,5 GM)", Some(50)),
            ("Diamond (3,000 sp)", Some(30_000)),
            ("Diamond (30 pp)", Some(30_000)),
            ("Chalk (1 Kupferstück)", Some(1)),
            ("Worthless glass (0 gp)", Some(0)),
            ("Diamond", None),
            ("Rope (50 feet)", None),
            ("Gold ring", None),
        ] {
            assert_eq!(price(name), copper, "{name}");
        }
    }

    #[test]
    fn amounts_of_coins_are_found_in_every_language() {
        for name in [
            "two silvers",
            "three coppers",
            "12 gold pieces",
            "Silver",
            "a handful of coppers",
            "25 gp",
            "3sp",
            "twenty-five gold",
            "a few silver coins",
            "Silbermünzen",
            "zwölf Goldstücke",
            "złote monety",
            "pięć srebrnych monet",
            "bag of gold",
            "purse of silver",
            "a purse with 7 gp",
            "ein Beutel Gold",
            "20 Silberlinge",
            "sakiewka złota",
            "dziesięć sztuk złota",
            "dix pièces d'or",
            "une bourse d'argent",
            "diez monedas de oro",
            "una bolsa de plata",
            "50 gm",
            "ten golds",
            "coins",
            "the rest of the gold",
            "that gold",
            "most of the silver",
            "both coins",
            "every last copper",
            "nineteen gold",
            "15 gp from the miller",
            "a reward of 50 gp",
            "a leather pouch holding 15 gp",
            "10 sz",
            "200 zł",
            "3 Taler",
            "ein Taler",
            "20 Kronen",
            "dwadzieścia koron",
            "forty crowns",
            "three shillings",
            "sto dukatów",
            "a purse of ducats",
            "cinq écus",
            "12 talarów from the miller",
            "20 gold crowns",
            "three hundred silver marks",
            "ten silver shillings",
            "a handful of gold crowns",
            "some gold sovereigns",
            "a purse of silver marks",
            "a bag of crowns",
            "20 goldene Taler",
            "zwanzig Goldkronen",
        ] {
            assert!(is_coins(name), "{name}");
        }
    }

    #[test]
    fn things_of_metal_are_no_coins() {
        for name in [
            "silver whistle",
            "gold ring",
            "copper key",
            "two silver whistles",
            "coin purse",
            "silver purse",
            "gem worth 1,000 gp",
            "diamond (300 gp)",
            "a 300 gp diamond",
            "100 gp pearl",
            "diamond, 300 gp",
            "three pearls, 100 gp each",
            "one or two candles",
            "Edelstein im Wert von 50 Gold",
            "Goldring",
            "złoty pierścień",
            "couronne d'or",
            "anillo de plata",
            "a sketch of a coin",
            "piece of chalk",
            "two",
            "ten",
            "złota korona",
            "crown",
            "a crown",
            "two golden crowns",
            "a gold crown",
            "gold crown",
            "a crown of gold",
            "silver-marked blade",
            "three silver crown pins",
            "penny whistle",
            "real silver key",
        ] {
            assert!(!is_coins(name), "{name}");
        }
    }
}
