//! Numbers and sums of money.

use super::reading::MessageReading;

impl MessageReading<'_> {
    /// The sum of money in some tokens, in gold pieces, and its position.
    pub(in crate::dm::hints) fn money(&self, from: usize, to: usize) -> Option<(f64, usize)> {
        for at in from..to.min(self.tokens.len()) {
            let word = self.word(at);
            // "12gp"
            let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',').len();
            if digits > 0
                && digits < word.len()
                && let (Some(n), Some(worth)) = (number(&word[..digits]), coin(&word[digits..]))
            {
                return Some((n * worth, at));
            }
            let Some(mut n) = number(word) else { continue };
            let mut next = at + 1;
            while let Some(more) = number(self.word(next)).filter(|_| next < to) {
                n = if more >= 100.0 { n * more } else { n + more };
                next += 1;
            }
            if self.word(next) == "of" && matches!(self.word(next + 1), "the" | "my" | "our" | "those" | "these") {
                next += 2;
            }
            if matches!(self.word(next), "whole" | "shiny" | "good" | "more" | "of" | "full") {
                next += 1;
            }
            if let Some(worth) = coin(self.word(next)).filter(|_| next < to) {
                // "a gold ring" is no coin
                let then = self.word(next + 1);
                let coins = ["piece", "pieces", "coin", "coins"].contains(&then);
                if matches!(word, "a" | "an")
                    && !coins
                    && !matches!(self.word(next), "gp" | "copper" | "coin" | "crown")
                {
                    continue;
                }
                return Some((n * worth, at));
            }
        }
        None
    }
}

/// The value of a coin in gold pieces.
fn coin(word: &str) -> Option<f64> {
    Some(match word {
        "gold" | "gp" | "golds" | "gps" | "crown" | "crowns" | "coins" | "coin" => 1.0,
        "silver" | "silvers" | "sp" => 0.1,
        "copper" | "coppers" | "cp" => 0.01,
        "platinum" | "pp" => 10.0,
        "electrum" | "ep" => 0.5,
        _ => return None,
    })
}

/// The number a word says.
pub(in crate::dm::hints) fn number(word: &str) -> Option<f64> {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return word.replace(',', "").parse().ok();
    }
    Some(match word {
        "a" | "an" | "one" | "single" => 1.0,
        "two" | "couple" | "pair" => 2.0,
        "three" => 3.0,
        "four" => 4.0,
        "five" => 5.0,
        "six" => 6.0,
        "seven" => 7.0,
        "eight" => 8.0,
        "nine" => 9.0,
        "ten" => 10.0,
        "eleven" => 11.0,
        "twelve" | "dozen" => 12.0,
        "thirteen" => 13.0,
        "fourteen" => 14.0,
        "fifteen" => 15.0,
        "sixteen" => 16.0,
        "seventeen" => 17.0,
        "eighteen" => 18.0,
        "nineteen" => 19.0,
        "twenty" => 20.0,
        "thirty" => 30.0,
        "forty" => 40.0,
        "fifty" => 50.0,
        "sixty" => 60.0,
        "seventy" => 70.0,
        "eighty" => 80.0,
        "ninety" => 90.0,
        "hundred" => 100.0,
        "thousand" => 1_000.0,
        _ => {
            let (tens, ones) = word.split_once('-')?;
            let (tens, ones) = (number(tens)?, number(ones)?);
            return (tens >= 20.0 && ones < 10.0).then_some(tens + ones);
        }
    })
}
