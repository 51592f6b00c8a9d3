//! The cost of a reply: one price table, which the configuration can override.
//!
//! Prices are whole micro-dollars per million tokens, which is the same as pico-dollars per token; so a
//! cost is an exact integer, and sums don't drift.

use std::collections::BTreeMap;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::Tokens;

/// An amount of money in pico-dollars (10⁻¹² $). It saturates instead of wrapping, at some 18 million dollars.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PicoUsd(pub u64);

impl PicoUsd {
    /// The amount in dollars, for showing.
    pub fn as_usd(self) -> f64 {
        self.0 as f64 / 1e12
    }
}

impl Add for PicoUsd {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for PicoUsd {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for PicoUsd {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for PicoUsd {
    /// Dollars and hundredths of a cent, such as `$0.0123`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${:.4}", self.as_usd())
    }
}

/// Prices by model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prices {
    by_model: BTreeMap<String, Price>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Price {
    rates: Rates,
    /// Other rates for a whole request whose prompt exceeds this number of tokens.
    above: Option<(u64, Rates)>,
}

/// Micro-dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rates {
    input: u64,
    output: u64,
    cache_write: u64,
    cache_write_hour: u64,
    cache_read: u64,
}

impl Rates {
    const fn times(self, n: u64) -> Self {
        Self {
            input: self.input * n,
            output: self.output * n,
            cache_write: self.cache_write * n,
            cache_write_hour: self.cache_write_hour * n,
            cache_read: self.cache_read * n,
        }
    }
}

const fn rates(input: u64, output: u64, cache_write: u64, cache_read: u64) -> Rates {
    // Writing for an hour costs twice the input rate.
    Rates { input, output, cache_write, cache_write_hour: input * 2, cache_read }
}

const SONNET: Rates = rates(2_000_000, 10_000_000, 2_500_000, 200_000);
const HAIKU: Rates = rates(100_000, 500_000, 125_000, 10_000);
const OPUS_5_5: Rates = rates(4_000_000, 20_000_000, 5_000_000, 200_000);
const OPUS: Rates = rates(5_000_000, 25_000_000, 6_250_000, 500_000);

impl Default for Prices {
    /// The published prices of November 2026.
    fn default() -> Self {
        let flat = |rates| Price { rates, above: None };
        let table = [
            ("claude-sonnet-5-5", flat(SONNET)),
            ("claude-sonnet-5", flat(SONNET)),
            ("claude-haiku-5-5", Price { rates: HAIKU, above: Some((100_000, HAIKU.times(5))) }),
            ("claude-opus-5-5", flat(OPUS_5_5)),
            ("claude-opus-5", flat(OPUS)),
            ("claude-opus-4-8", flat(OPUS)),
            ("claude-opus-4-7", flat(OPUS)),
            ("claude-opus-4-6", flat(OPUS)),
            ("claude-opus-4-5", flat(OPUS)),
        ];
        Self { by_model: table.into_iter().map(|(model, price)| (model.to_owned(), price)).collect() }
    }
}

impl Prices {
    /// The default prices with some replaced or added, from a JSON object by model id. The numbers are
    /// dollars per million tokens:
    ///
    /// ```json
    /// { "my-model": { "input": 2, "output": 10, "cacheWrite": 2.5, "cacheRead": 0.2,
    ///                 "above": { "promptTokens": 100000, "input": 10, "output": 50 } } }
    /// ```
    ///
    /// `cacheWrite` is 1.25 times, `cacheWriteHour` twice and `cacheRead` a tenth of `input` where they are left out; `above` is
    /// optional. An unknown field, a negative or an absurd price is an error that names its place.
    pub fn with_overrides(json: &str) -> Result<Self, serde_json::Error> {
        let overrides: BTreeMap<String, PriceEntry> = serde_json::from_str(json)?;
        let mut prices = Self::default();
        prices.by_model.extend(overrides.into_iter().map(|(model, entry)| (model, entry.into())));
        Ok(prices)
    }

    /// The cost of one reply; `None` for a model without a price. A dated id (`claude-sonnet-5-5-20261001`) or `-latest` has its
    /// family's price. Tiers depend on a single prompt: price each reply and add the costs, not the tokens.
    pub fn cost(&self, model: &str, tokens: &Tokens) -> Option<PicoUsd> {
        let price = self.by_model.get(model).or_else(|| self.by_model.get(family(model)?))?;
        let prompt = tokens.input.saturating_add(tokens.cache_read).saturating_add(tokens.cache_write);
        let rates = match price.above {
            Some((limit, rates)) if prompt > limit => rates,
            _ => price.rates,
        };
        let hour = tokens.cache_write_hour.min(tokens.cache_write);
        let part = |n_tokens: u64, rate: u64| PicoUsd(n_tokens.saturating_mul(rate));
        Some(
            part(tokens.input, rates.input)
                + part(tokens.output, rates.output)
                + part(tokens.cache_write - hour, rates.cache_write)
                + part(hour, rates.cache_write_hour)
                + part(tokens.cache_read, rates.cache_read),
        )
    }
}

/// The id without its date, if it has one.
fn family(model: &str) -> Option<&str> {
    let (family, version) = model.rsplit_once('-')?;
    let is_date = version.len() == 8 && version.bytes().all(|b| b.is_ascii_digit());
    (is_date || version == "latest").then_some(family)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PriceEntry {
    input: Rate,
    output: Rate,
    cache_write: Option<Rate>,
    cache_write_hour: Option<Rate>,
    cache_read: Option<Rate>,
    above: Option<AboveEntry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AboveEntry {
    prompt_tokens: u64,
    input: Rate,
    output: Rate,
    cache_write: Option<Rate>,
    cache_write_hour: Option<Rate>,
    cache_read: Option<Rate>,
}

/// A price as people write it, turned into whole micro-dollars.
#[derive(Deserialize, Clone, Copy)]
#[serde(try_from = "f64")]
struct Rate(u64);

impl TryFrom<f64> for Rate {
    type Error = String;

    fn try_from(usd: f64) -> Result<Self, Self::Error> {
        if (0.0..=1_000_000.0).contains(&usd) {
            Ok(Self((usd * 1e6).round() as u64))
        } else {
            Err(format!("{usd} is no price in dollars per million tokens"))
        }
    }
}

/// Rates of the cache: write for five minutes, write for an hour, read.
type CacheRates = [Option<Rate>; 3];

fn with_cache_defaults(input: Rate, output: Rate, [write, hour, read]: CacheRates) -> Rates {
    let or = |rate: Option<Rate>, default: u64| rate.map_or(default, |rate| rate.0);
    let plain = rates(input.0, output.0, or(write, input.0 * 5 / 4), or(read, input.0 / 10));
    Rates { cache_write_hour: or(hour, input.0 * 2), ..plain }
}

impl From<PriceEntry> for Price {
    fn from(entry: PriceEntry) -> Self {
        let above = entry.above.map(|a| {
            let cache = [a.cache_write, a.cache_write_hour, a.cache_read];
            (a.prompt_tokens, with_cache_defaults(a.input, a.output, cache))
        });
        let cache = [entry.cache_write, entry.cache_write_hour, entry.cache_read];
        Self { rates: with_cache_defaults(entry.input, entry.output, cache), above }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(model: &str, input: u64, cache_write: u64, cache_read: u64, output: u64) -> Option<u64> {
        let tokens = Tokens { input, cache_read, cache_write, output, ..Tokens::default() };
        Prices::default().cost(model, &tokens).map(|cost| cost.0)
    }

    const MILLION: u64 = 1_000_000;
    const DOLLAR: u64 = 1_000_000_000_000;

    #[test]
    fn a_million_tokens_cost_what_the_table_says() {
        let table = [
            ("claude-sonnet-5-5", [2.0, 10.0, 2.5, 0.2]),
            ("claude-sonnet-5", [2.0, 10.0, 2.5, 0.2]),
            ("claude-opus-5-5", [4.0, 20.0, 5.0, 0.2]),
            ("claude-opus-5", [5.0, 25.0, 6.25, 0.5]),
            ("claude-opus-4-8", [5.0, 25.0, 6.25, 0.5]),
            ("claude-opus-4-7", [5.0, 25.0, 6.25, 0.5]),
            ("claude-opus-4-6", [5.0, 25.0, 6.25, 0.5]),
            ("claude-opus-4-5", [5.0, 25.0, 6.25, 0.5]),
        ];
        for (model, usd) in table {
            let [input, output, write, read] = usd.map(|usd| Some((usd * DOLLAR as f64) as u64));
            assert_eq!(cost(model, MILLION, 0, 0, 0), input, "{model}");
            assert_eq!(cost(model, 0, 0, 0, MILLION), output, "{model}");
            assert_eq!(cost(model, 0, MILLION, 0, 0), write, "{model}");
            assert_eq!(cost(model, 0, 0, MILLION, 0), read, "{model}");
        }
    }

    #[test]
    fn a_cost_is_exact_to_the_last_pico_dollar() {
        assert_eq!(cost("claude-haiku-5-5", 1, 1, 1, 1), Some(100_000 + 125_000 + 10_000 + 500_000));
        assert_eq!(cost("claude-sonnet-5-5", 3, 5, 7, 11), Some(6_000_000 + 12_500_000 + 1_400_000 + 110_000_000));
        assert_eq!(cost("claude-sonnet-5-5", 0, 0, 0, 0), Some(0));
    }

    #[test]
    fn what_is_kept_for_an_hour_costs_twice_what_is_read_once() {
        let tokens = Tokens { cache_write: 5, cache_write_hour: 3, ..Tokens::default() };
        let cost = |prices: &Prices| prices.cost("claude-sonnet-5-5", &tokens).map(|cost| cost.0);
        assert_eq!(cost(&Prices::default()), Some(2 * 2_500_000 + 3 * 4_000_000));
        let dear = r#"{"claude-sonnet-5-5": {"input": 2, "output": 10, "cacheWriteHour": 5}}"#;
        assert_eq!(cost(&Prices::with_overrides(dear).unwrap()), Some(2 * 2_500_000 + 3 * 5_000_000));
    }

    #[test]
    fn a_long_prompt_makes_haiku_five_times_dearer_as_a_whole() {
        let short = cost("claude-haiku-5-5", 40_000, 30_000, 30_000, 10);
        assert_eq!(short, Some(40_000 * 100_000 + 30_000 * 125_000 + 30_000 * 10_000 + 10 * 500_000));
        let long = cost("claude-haiku-5-5", 40_000, 30_000, 30_001, 10);
        assert_eq!(long, Some(5 * (40_000 * 100_000 + 30_000 * 125_000 + 30_001 * 10_000 + 10 * 500_000)));
        let long_answer = cost("claude-haiku-5-5", 100_000, 0, 0, 500_000);
        assert_eq!(long_answer, Some(100_000 * 100_000 + 500_000 * 500_000), "the answer does not count");
    }

    #[test]
    fn a_dated_id_costs_what_its_family_costs() {
        for dated in ["claude-sonnet-5-5-20261001", "claude-sonnet-5-5-latest"] {
            assert_eq!(cost(dated, 7, 0, 0, 9), cost("claude-sonnet-5-5", 7, 0, 0, 9));
        }
        assert_eq!(cost("claude-opus-4-8-20260801", 1, 0, 0, 0), Some(5_000_000));
    }

    #[test]
    fn an_unknown_model_costs_unknown_not_nothing() {
        for model in ["", "llama-4", "claude-sonnet-5-5x", "claude-sonnet-5-5-fast", "claude-opus-4", "-20261001"] {
            assert_eq!(cost(model, 1, 1, 1, 1), None, "{model}");
        }
    }

    #[test]
    fn configuration_replaces_and_adds_prices() {
        let prices = Prices::with_overrides(
            r#"{"claude-sonnet-5-5": {"input": 3, "output": 15, "cacheRead": 0.1},
                "local": {"input": 0, "output": 0,
                          "above": {"promptTokens": 10, "input": 1, "output": 2, "cacheWrite": 3, "cacheRead": 4}}}"#,
        )
        .expect("good prices");
        let one = Tokens { input: 1, cache_read: 1, cache_write: 1, output: 1, ..Tokens::default() };
        let cost = |model, tokens: &Tokens| prices.cost(model, tokens).map(|cost| cost.0);
        assert_eq!(cost("claude-sonnet-5-5-20261001", &one), Some(3_000_000 + 15_000_000 + 3_750_000 + 100_000));
        assert_eq!(cost("local", &one), Some(0));
        assert_eq!(cost("local", &Tokens { input: 9, ..one }), Some(9_000_000 + 2_000_000 + 3_000_000 + 4_000_000));
        assert_eq!(cost("claude-opus-5", &Tokens { output: 0, ..one }), Some(5_000_000 + 6_250_000 + 500_000));
    }

    #[test]
    fn a_bad_price_list_is_refused() {
        for bad in [
            "",
            "[]",
            r#"{"m": {"input": 1}}"#,
            r#"{"m": {"input": -1, "output": 1}}"#,
            r#"{"m": {"input": 1e9, "output": 1}}"#,
            r#"{"m": {"input": "1", "output": 1}}"#,
            r#"{"m": {"input": 1, "output": 1, "cachewrite": 1}}"#,
        ] {
            assert!(Prices::with_overrides(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn money_adds_up_and_never_wraps() {
        let sum: PicoUsd = [PicoUsd(DOLLAR), PicoUsd(DOLLAR / 4)].into_iter().sum();
        assert_eq!(sum.to_string(), "$1.2500");
        assert_eq!(PicoUsd(u64::MAX) + PicoUsd(1), PicoUsd(u64::MAX));
        assert_eq!(cost("claude-opus-5", u64::MAX, u64::MAX, 1, 1), Some(u64::MAX));
    }
}
