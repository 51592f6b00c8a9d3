//! Parses numbers in prose.

/// The pattern of a number, in lower case.
pub(super) const NUMBER: &str = "\\d[\\d,]*|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|half a dozen|a dozen|(?:a|one|two|three|four|five|six|seven|eight|nine) hundred|a couple(?: of)?|a single|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|one|two|three|four|five|six|seven|eight|nine";

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const NTH: [&str; 10] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Whether a number can begin with a word.
pub(super) fn may_begin(word: &str) -> bool {
    let first = word.split('-').next().unwrap_or(word);
    // Most words are none, so each list is passed over by the lengths alone.
    let is_in = |list: &[&str]| list.iter().any(|it| it.len() == first.len() && it.eq_ignore_ascii_case(first));
    first.starts_with(|it: char| it.is_ascii_digit())
        || is_in(&SMALL)
        || is_in(&TENS)
        || is_in(&NTH)
        || is_in(&["a", "half"])
}

/// Reads what [`NUMBER`] takes, and the first ten ordinals.
pub(super) fn number(words: &str) -> Option<i64> {
    let words = words.trim().to_lowercase();
    if words.starts_with(|first: char| first.is_ascii_digit()) {
        return words.trim_end_matches(char::is_alphabetic).replace(',', "").parse().ok();
    }
    if let Some(nth) = NTH.iter().position(|it| *it == words) {
        return i64::try_from(nth + 1).ok();
    }
    let small = |word: &str| SMALL.iter().position(|it| *it == word).and_then(|n| i64::try_from(n).ok());
    match words.as_str() {
        "half a dozen" => return Some(6),
        "a dozen" => return Some(12),
        "a single" => return Some(1),
        "a couple" | "a couple of" => return Some(2),
        _ => {}
    }
    for (unit, worth) in [(" thousand", 1_000), (" hundred", 100)] {
        if let Some((n, rest)) = words.split_once(unit) {
            let n = if n == "a" { 1 } else { number(n)? };
            let rest = rest.trim_start().trim_start_matches("and ");
            return Some(n * worth + if rest.is_empty() { 0 } else { number(rest)? });
        }
    }
    if let Some(n) = small(&words) {
        return Some(n);
    }
    let (tens, ones) = words.split_once(['-', ' ']).unwrap_or((&words, "zero"));
    let tens = TENS.iter().position(|it| *it == tens).and_then(|n| i64::try_from(n).ok())?;
    Some((tens + 2) * 10 + small(ones)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_figures_and_in_words() {
        let said = [
            ("7", 7),
            ("1,200", 1200),
            ("nineteen", 19),
            ("Twenty-three", 23),
            ("forty", 40),
            ("half a dozen", 6),
            ("a hundred", 100),
            ("two hundred", 200),
            ("a hundred and fifty", 150),
            ("two hundred and thirty-one", 231),
            ("three thousand", 3_000),
            ("a couple of", 2),
        ];
        for (words, n) in said {
            assert_eq!(number(words), Some(n), "{words}");
            assert!(words.split(' ').next().is_some_and(may_begin), "{words}");
        }
        assert_eq!((number("several"), may_begin("several")), (None, false));
    }
}
