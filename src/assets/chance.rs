//! Random numbers that are equal on every machine: only exact IEEE 754 operations.

use rand::Rng;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

/// Draws lots from a seed, for one purpose: what one purpose draws doesn't shift what another does.
pub(super) struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// The lots of a seed for a purpose.
    pub(super) fn new(seed: u64, purpose: &str) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed ^ hash(purpose)))
    }

    /// A number from 0, and below 1.
    pub(super) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number from `low`, and below `high`.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A number at most `by` away from 0.
    pub(super) fn off(&mut self, by: f64) -> f64 {
        self.between(-by, by)
    }

    /// Whether something comes to pass that does so with this probability.
    pub(super) fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A whole number below `n`, which isn't 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.unit() * n as f64) as usize
    }

    /// One of several.
    pub(super) fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// FNV-1a, 64 bit, <http://www.isthe.com/chongo/tech/comp/fnv/>: what makes a seed of words.
pub(super) fn hash(words: &str) -> u64 {
    words.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The sine of an angle in turns, to 4e-6, from its Taylor polynomial on a quarter of a turn: `f64::sin` is the
/// platform's own.
pub(super) fn sine(turns: f64) -> f64 {
    let turn = turns - (turns + 0.5).floor();
    let quarter = if turn > 0.25 {
        0.5 - turn
    } else if turn < -0.25 {
        -0.5 - turn
    } else {
        turn
    };
    let x = quarter * std::f64::consts::TAU;
    let y = x * x;
    x * (1.0 - y / 6.0 * (1.0 - y / 20.0 * (1.0 - y / 42.0 * (1.0 - y / 72.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sine_is_one() {
        for step in -400..400 {
            let turns = f64::from(step) / 97.0;
            assert!((sine(turns) - (turns * std::f64::consts::TAU).sin()).abs() < 5e-6, "at {turns} turns");
        }
    }

    #[test]
    fn purposes_have_lots_of_their_own() {
        let mut first = SeededRng::new(7, "sky");
        let mut again = SeededRng::new(7, "sky");
        let mut other = SeededRng::new(7, "sea");
        let drawn: Vec<f64> = (0..8).map(|_| first.unit()).collect();
        assert_eq!(drawn, (0..8).map(|_| again.unit()).collect::<Vec<_>>());
        assert_ne!(drawn, (0..8).map(|_| other.unit()).collect::<Vec<_>>());
        assert!(drawn.iter().all(|drawn| (0.0..1.0).contains(drawn)));
    }
}
