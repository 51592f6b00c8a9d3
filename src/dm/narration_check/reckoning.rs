//! Every number of hit points, coins, experience or dice in a story must be one of the turn.

use super::{
    claims::ProseReading,
    coins::has_loose_change,
    gloss::{Gloss, Sense},
    ledger::{HeroFacts, ThrowRecord, TurnFacts},
    told::{ClaimKind, ParsedProse, UnsupportedClaim},
    verbs::is_verb,
};

/// The meaning of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberMeaning {
    Points,
    Coins(i64),
    Experience,
    Pips,
}

/// A number of the story.
struct Figure<'g> {
    n: i64,
    /// The sentence's words before it and after it, as they are read.
    before: &'g str,
    after: &'g str,
}

/// Finds numbers that match no record.
pub(super) fn check(heard: &ProseReading<'_, '_>, ledger: &TurnFacts, findings: &mut Vec<UnsupportedClaim>) {
    let Some(hero) = ledger.heroes.first() else { return };
    for (nth, gloss) in heard.glosses.iter().enumerate() {
        for word in &gloss.words {
            let Sense::Number(n) = word.sense else { continue };
            let from = word.begins();
            let figure = Figure { n, before: &gloss.text[..from], after: &gloss.text[from + 3..] };
            let Some(counts) = figure.counts(heard, nth) else { continue };
            let comes_back = || heard.does_claim("got", nth) || gloss.text.contains(" back ");
            if matches!(counts, NumberMeaning::Coins(_)) && comes_back() && ledger.is_change(&coins_of(gloss)) {
                continue;
            }
            if !heard.says(nth, word.at.start..word.at.start) || ledger.knows(n, counts) {
                continue;
            }
            if let NumberMeaning::Coins(worth) = counts {
                let all = || heard.glosses.iter().flat_map(coins_of).collect::<Vec<i64>>();
                let is_part = ledger.adds_up(&coins_of(gloss), n * worth, has_loose_change(heard.sentence(nth)));
                if is_part || ledger.is_price_or_change(heard.told, n * worth, &all()) {
                    continue;
                }
            }
            let (kind, truth) = match counts {
                NumberMeaning::Points => (ClaimKind::HitPoints, hero.told_of_hp()),
                NumberMeaning::Coins(_) => (ClaimKind::Gold, hero.told_of_coins()),
                NumberMeaning::Experience => (ClaimKind::Level, hero.told_of_experience()),
                NumberMeaning::Pips => (ClaimKind::Roll, ledger.told_of_throws()),
            };
            findings.push(UnsupportedClaim { kind, quote: heard.quote(nth, word.at.clone()).to_owned(), truth });
        }
    }
}

/// The value of each number of coins in a sentence, in copper.
fn coins_of(gloss: &Gloss) -> Vec<i64> {
    let coins = gloss.words.iter().filter_map(|word| {
        let Sense::Number(n) = word.sense else { return None };
        let unit = gloss.text[word.begins() + 3..].split_whitespace().take(2);
        let worth =
            unit.filter_map(|word| UNITS.iter().find(|(unit, _)| *unit == word)).find_map(|(_, counts)| match counts {
                NumberMeaning::Coins(worth) => Some(*worth),
                _ => None,
            });
        Some(n * worth?)
    });
    coins.collect()
}

/// The words next to a number, the nearest first.
struct WordsAroundNumber<'a> {
    before: Vec<&'a str>,
    after: Vec<&'a str>,
}

impl WordsAroundNumber<'_> {
    /// The place of the unit among the words after the number.
    fn unit(&self) -> Option<usize> {
        let after = &self.after;
        let unit = after
            .iter()
            .take(3)
            .take_while(|word| !ENDS.contains(word) || matches!(**word, "of" | "your" | "his" | "her"))
            .position(|word| UNITS.iter().any(|(unit, _)| unit == word));
        // “Two hits” are not hit points.
        unit.filter(|at| after[*at] != "hit" || after.get(at + 1) == Some(&"point"))
    }
}

impl Figure<'_> {
    /// The thing that the number counts, if the turn knows it.
    fn counts(&self, heard: &ProseReading<'_, '_>, nth: usize) -> Option<NumberMeaning> {
        let beside = WordsAroundNumber {
            after: self.after.split_whitespace().take(4).collect(),
            before: self.before.split_whitespace().rev().take(5).collect(),
        };
        match beside.unit() {
            Some(at) => self.counts_units(heard, nth, &beside, at),
            None => self.counts_alone(heard, nth, &beside),
        }
    }

    /// The meaning of a number with a unit: “five gold pieces”.
    fn counts_units(
        &self,
        heard: &ProseReading<'_, '_>,
        nth: usize,
        beside: &WordsAroundNumber<'_>,
        at: usize,
    ) -> Option<NumberMeaning> {
        let WordsAroundNumber { before, after } = beside;
        let (_, counts) = UNITS.iter().find(|(unit, _)| *unit == after[at])?;
        let experience = after.iter().any(|word| matches!(*word, "experience" | "xp"));
        let counts = if experience && *counts == NumberMeaning::Points { NumberMeaning::Experience } else { *counts };
        let heeded = match counts {
            NumberMeaning::Points => {
                let yours = after.iter().any(|word| matches!(*word, "hit" | "hp"))
                    || heard.glosses.iter().any(|it| it.text.contains(" you"));
                yours && !after.iter().any(|word| matches!(*word, "light" | "compass" | "armour" | "armor" | "star"))
            }
            NumberMeaning::Coins(_) => {
                (nth.saturating_sub(1)..=nth).any(|nth| heard.does_claim("paid", nth) || heard.does_claim("got", nth))
            }
            _ => true,
        };
        let priced = before.iter().chain(after).any(|word| PRICED.contains(word));
        (heeded && !priced).then_some(counts)
    }

    /// The meaning of a number without a unit: “Fourteen, and the lock gives”.
    fn counts_alone(
        &self,
        heard: &ProseReading<'_, '_>,
        nth: usize,
        beside: &WordsAroundNumber<'_>,
    ) -> Option<NumberMeaning> {
        let WordsAroundNumber { before, after } = beside;
        let next = after.first().copied().unwrap_or(".");
        // “Your hit points drop to 5”
        let ends = ENDS.contains(&next) && !matches!(next, "of" | "to" | "or");
        let led = matches!(before.first(), Some(&("to" | "at"))) && self.before.contains(" your hit point ");
        if ends && led {
            return Some(NumberMeaning::Points);
        }
        let alone = ENDS.contains(&next) || is_verb(next);
        if !alone
            || !(2..=60).contains(&self.n)
            || before
                .iter()
                .any(|word| matches!(*word, "page" | "level" | "chapter" | "past" | "number" | "ward" | "until"))
        {
            return None;
        }
        let shown =
            matches!(before.first(), Some(&("a" | "an" | "your" | "natural" | "nat" | "of" | "roll" | "total")))
                || before.iter().take(3).any(|word| matches!(*word, "total" | "d20"))
                || matches!(before.get(1), Some(&("a" | "an" | "your" | "roll")));
        // The required number is known only if it was recorded; a natural throw is examined elsewhere.
        let needed = before.iter().take(2).any(|word| *word == "need");
        if needed || matches!(before.first(), Some(&("natural" | "nat"))) {
            return None;
        }
        let near = heard.does_claim("thrown", nth);
        let article = matches!(before.first(), Some(&("a" | "an" | "your")))
            || (matches!(before.get(1), Some(&("a" | "an"))) && !ENDS.contains(&before[0]));
        // “Fourteen, and the lock gives”, and not “Thirty, forty little figures”.
        let judged = after.get(1).is_some_and(|word| AFTER_A_CRY.contains(word));
        let cried = before.first() == Some(&"^")
            && ((next == "," && judged) || (next == "." && !heard.sentence(nth).trim_end().ends_with('.')));
        if article || cried || (shown && near) || (near && before.first() == Some(&"^") && (next != "," || judged)) {
            return Some(NumberMeaning::Pips);
        }
        let half = after.starts_with(&["and", "a", "half"])
            || matches!(next, "to" | "or" | "at" | "in")
            || (next == "of" && after.get(1) != Some(&"your"));
        if ENDS.contains(&next) && !half && heard.does_claim("hurts", nth) && heard.glosses[nth].text.contains(" you") {
            return Some(NumberMeaning::Points);
        }
        let coins =
            heard.does_claim("coins.bare", nth) && (0..heard.glosses.len()).any(|nth| heard.does_claim("coins", nth));
        (coins && ENDS.contains(&next) && next != "of").then_some(NumberMeaning::Coins(100))
    }
}

/// Words after the comma of an exclaimed roll.
const AFTER_A_CRY: [&str; 24] = [
    "and", "but", "enough", "just", "not", "barely", "plenty", "exactly", "more", "less", "short", "says", "say",
    "the", "no", "a", "which", "well", "far", "easily", "against", "you", "it", "too",
];

/// Words that mark a sum as only mentioned.
const PRICED: [&str; 20] = [
    "offer",
    "ask",
    "want",
    "worth",
    "promise",
    "price",
    "owe",
    "debt",
    "cheap",
    "refuse",
    "untouched",
    "demand",
    "bid",
    "hope",
    "need",
    "could",
    "would",
    "figure",
    "each",
    "every",
];

/// Words after a number that is a plain number.
const ENDS: [&str; 46] = [
    ".", ",", ";", "and", "or", "of", "to", "for", "from", "in", "into", "on", "at", "with", "by", "against", "over",
    "across", "back", "away", "out", "down", "up", "that", "which", "but", "than", "you", "it", "he", "she", "they",
    "the", "your", "his", "her", "be", "have", "do", "will", "not", "so", "as", "through", "between", "each",
];

const UNITS: [(&str, NumberMeaning); 21] = [
    ("point", NumberMeaning::Points),
    ("hp", NumberMeaning::Points),
    ("damage", NumberMeaning::Points),
    ("harm", NumberMeaning::Points),
    ("hit", NumberMeaning::Points),
    ("gold", NumberMeaning::Coins(100)),
    ("gp", NumberMeaning::Coins(100)),
    ("crown", NumberMeaning::Coins(100)),
    ("coin", NumberMeaning::Coins(100)),
    ("silver", NumberMeaning::Coins(10)),
    ("sp", NumberMeaning::Coins(10)),
    ("copper", NumberMeaning::Coins(1)),
    ("cp", NumberMeaning::Coins(1)),
    ("penny", NumberMeaning::Coins(1)),
    ("florin", NumberMeaning::Coins(100)),
    ("ducat", NumberMeaning::Coins(100)),
    ("sovereign", NumberMeaning::Coins(100)),
    ("xp", NumberMeaning::Experience),
    ("experience", NumberMeaning::Experience),
    ("pip", NumberMeaning::Pips),
    ("total", NumberMeaning::Pips),
];

impl TurnFacts {
    /// Whether a number that counts something is one of this turn.
    fn knows(&self, n: i64, counts: NumberMeaning) -> bool {
        match counts {
            NumberMeaning::Points => {
                let held = self.heroes.iter().flat_map(|hero| [hero.hp.0, hero.hp.1, hero.hp_before]);
                self.amounts().chain(held.map(i64::from)).any(|it| it == n)
                    || self.throws.iter().any(|throw| throw.faces.iter().any(|face| i64::from(*face) == n))
                    || self
                        .others
                        .iter()
                        .any(|other| other.is_dead && other.hp_deltas.iter().any(|delta| -i64::from(*delta) <= n))
                    || n == 0
            }
            NumberMeaning::Coins(worth) => {
                let n = n * worth;
                let deltas = || self.heroes.iter().flat_map(|hero| hero.copper_deltas.iter().map(|delta| delta.abs()));
                let sums = |keep: fn(&&i64) -> bool| -> i64 {
                    self.heroes.iter().flat_map(|hero| hero.copper_deltas.iter().filter(keep)).sum::<i64>().abs()
                };
                let moved = deltas().next().is_some();
                let held = self
                    .heroes
                    .iter()
                    .any(|hero| hero.copper == n || hero.copper - hero.copper_deltas.iter().sum::<i64>() == n);
                deltas().any(|it| it == n)
                    || [sums(|it| **it > 0), sums(|it| **it < 0), sums(|_| true)].contains(&n)
                    || (held && moved)
            }
            NumberMeaning::Experience => {
                let all: Vec<i64> =
                    self.heroes.iter().flat_map(|hero| hero.xp.iter().map(|xp| i64::from(*xp))).collect();
                all.contains(&n) || all.iter().sum::<i64>() == n
            }
            NumberMeaning::Pips => {
                self.throws.is_empty()
                    || self.throws.iter().any(|throw| throw.is(n))
                    || self.amounts().any(|it| it == n)
                    || self
                        .heroes
                        .iter()
                        .any(|hero| hero.copper == n * 100 || hero.copper_deltas.iter().any(|it| it.abs() == n * 100))
            }
        }
    }

    /// Whether coins that come back are the change of one larger coin: what was spent makes it whole.
    pub(super) fn is_change(&self, coins: &[i64]) -> bool {
        const WHOLE: [i64; 7] = [10, 50, 100, 500, 1_000, 5_000, 10_000];
        let spent = self.spent();
        let back: i64 = coins.iter().sum();
        // Copper comes back of silver, and silver of gold.
        let larger = [10, 100].into_iter().find(|larger| back % larger != 0);
        if larger.is_some_and(|larger| spent > 0 && (back + spent) % larger == 0) {
            return true;
        }
        spent > 0 && (WHOLE.contains(&(back + spent)) || coins.iter().any(|coin| WHOLE.contains(&(coin + spent))))
    }

    /// Whether a number of coins, in copper, is what was laid down or what came back of it, by the others of the story.
    pub(super) fn is_price_or_change(&self, told: &ParsedProse<'_>, n: i64, all: &[i64]) -> bool {
        let spent = self.spent();
        spent > 0 && told.speaks_of(&["change", " back"]) && all.iter().any(|other| (n - other).abs() == spent)
    }

    /// The heroes' total spending, in copper.
    fn spent(&self) -> i64 {
        -self.heroes.iter().flat_map(|hero| &hero.copper_deltas).sum::<i64>()
    }

    /// Whether a number of coins, in copper, is part of a sum that changed hands: it and its neighbours in the sentence add up to
    /// the sum, or small coins make up the rest that the sentence speaks of without counting them.
    pub(super) fn adds_up(&self, coins: &[i64], n: i64, has_loose_change: bool) -> bool {
        let deltas = || self.heroes.iter().flat_map(|hero| hero.copper_deltas.iter().copied());
        let [came, went] = [deltas().filter(|it| *it > 0).sum::<i64>(), deltas().filter(|it| *it < 0).sum::<i64>()];
        let sums: Vec<i64> = deltas().chain([came, went, came + went]).map(i64::abs).filter(|sum| *sum > 0).collect();
        let ranges = (0..coins.len()).flat_map(|from| (from + 2..=coins.len()).map(move |to| from..to));
        let is_part =
            ranges.map(|range| &coins[range]).any(|part| part.contains(&n) && sums.contains(&part.iter().sum()));
        let coin = if n % 100 == 0 { 100 } else { 10 };
        is_part || (has_loose_change && sums.iter().any(|sum| n < *sum && *sum < n + coin))
    }

    fn told_of_throws(&self) -> String {
        let totals: Vec<String> = self.throws.iter().map(|throw| throw.total.to_string()).collect();
        format!("The throws of this turn came to {}.", totals.join(", "))
    }
}

impl ThrowRecord {
    /// Whether a number is the throw's: its total, a face, or what it had to reach.
    pub(super) fn is(&self, n: i64) -> bool {
        let total = i64::from(self.total);
        total == n || self.faces.iter().any(|face| i64::from(*face) == n) || self.goal.map(i64::from) == Some(n)
    }
}

impl HeroFacts {
    fn told_of_experience(&self) -> String {
        format!("{} earned {} experience this turn.", self.name, self.xp.iter().sum::<u32>())
    }
}
