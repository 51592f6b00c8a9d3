//! Estimates the odds of a fight by simulating it many times with its own dice.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    bout::{Bout, Spellbook},
    encounter::FightEnding,
    initiative::{FightOpening, begin},
    rollout::fight_out,
};
use crate::{
    Change, Game, Refusal,
    dice::{Proof, Roll},
};

/// Most times a fight is fought for one forecast.
pub const MOST_ROLLOUTS: u32 = 100_000;

/// A seed for forecasts, in hex: no session's dice fall from it.
pub const OWN_SEED: &str = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff000102030405060708090a0b0c0d0e0f";

/// The odds of a fight.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// Number of simulated fights.
    pub n: u32,
    /// The share of victories, 0 to 1.
    pub victory: Estimate,
    /// Heroes at 0 hit points or dead at its end.
    pub heroes_fallen: Estimate,
    /// Heroes dead at its end.
    pub heroes_dead: Estimate,
    /// The round it ends in.
    pub rounds: Estimate,
}

/// A mean, and the bounds of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Standard errors to each side of a mean that hold 95 % of a normal distribution.
const Z_95: f64 = 1.96;
/// Throws kept free for each rollout, so that no two share one.
const THROWS: u64 = 1 << 20;

/// Simulates `n` fights, from the current state or from the start. `seed` (32 bytes in hex) must not be the game's own, which
/// would reveal its dice.
///
/// # Errors
/// There is no fight and no enemy, or no hero is able to fight.
pub fn forecast(
    game: &Game,
    book: &dyn Spellbook,
    opening: &FightOpening,
    n: u32,
    seed: &str,
) -> Result<Forecast, Refusal> {
    forecast_while(game, book, opening, n, seed, || true)
}

/// As [`forecast`], but no longer than `goes_on` says after each time; once it is fought at least.
///
/// # Errors
/// As [`forecast`].
pub fn forecast_while(
    game: &Game,
    book: &dyn Spellbook,
    opening: &FightOpening,
    n: u32,
    seed: &str,
    mut goes_on: impl FnMut() -> bool,
) -> Result<Forecast, Refusal> {
    let mut start = game.clone();
    start.apply(&Change::DiceReseeded { seed: seed.to_owned() })?;
    let any = start.dice.throw("1d20", "")?;
    let (most, mut n) = (n.clamp(1, MOST_ROLLOUTS), 0);
    let (mut won, mut fallen, mut dead, mut rounds) =
        (0, RunningSums::default(), RunningSums::default(), RunningSums::default());
    while n < most && (n == 0 || goes_on()) {
        let mut game = start.clone();
        let proof = Proof { index: u64::from(n) * THROWS };
        game.apply(&Change::DiceRolled { roll: Roll { proof, ..any.clone() } })?;
        if game.encounter.is_none() {
            begin(&mut Bout::unheard(&mut game, book), opening)?;
        }
        let fought = fight_out(&mut game, book)?;
        won += u32::from(fought.ending == Some(FightEnding::Victory));
        fallen.count(fought.n_fallen as f64);
        dead.count(fought.n_dead as f64);
        rounds.count(f64::from(fought.rounds));
        n += 1;
    }
    let [heroes_fallen, heroes_dead, rounds] = [fallen, dead, rounds].map(|tally| tally.estimate(n));
    Ok(Forecast { n, victory: share(won, n), heroes_fallen, heroes_dead, rounds })
}

/// A share with Wilson's interval, which holds at the edges, too.
fn share(won: u32, n: u32) -> Estimate {
    let (n, mean) = (f64::from(n), f64::from(won) / f64::from(n));
    let whole = 1.0 + Z_95 * Z_95 / n;
    let middle = (mean + Z_95 * Z_95 / (2.0 * n)) / whole;
    let half = Z_95 / whole * (mean * (1.0 - mean) / n + Z_95 * Z_95 / (4.0 * n * n)).sqrt();
    Estimate { mean, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// Sums of something counted, and of its squares.
#[derive(Default)]
struct RunningSums {
    sum: f64,
    squares: f64,
}

impl RunningSums {
    fn count(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean with the normal interval, never below 0.
    fn estimate(&self, n: u32) -> Estimate {
        let n = f64::from(n);
        let mean = self.sum / n;
        let variance = (self.squares - n * mean * mean).max(0.0) / (n - 1.0).max(1.0);
        let half = Z_95 * (variance / n).sqrt();
        Estimate { mean, low: (mean - half).max(0.0), high: mean + half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_keeps_between_nothing_and_all() {
        let never = share(0, 50);
        assert!(never.mean == 0.0 && never.low == 0.0 && never.high > 0.05 && never.high < 0.1, "{never:?}");
        let half = share(50, 100);
        assert!((half.low - 0.404).abs() < 0.001 && (half.high - 0.596).abs() < 0.001, "{half:?}");
    }

    #[test]
    fn a_mean_has_an_interval_by_its_spread() {
        let mut tally = RunningSums::default();
        [2.0, 4.0, 6.0, 8.0].into_iter().for_each(|value| tally.count(value));
        let estimate = tally.estimate(4);
        assert!((estimate.mean - 5.0).abs() < 1e-9 && (estimate.high - 7.53).abs() < 0.01, "{estimate:?}");
    }
}
