//! Seeded random numbers for automatic players.

/// A source of numbers (splitmix64).
pub(super) struct SplitMix(u64);

impl SplitMix {
    /// The lot of this seed.
    pub(super) fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// A number below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let n = n.max(1) as u64;
        usize::try_from((z ^ (z >> 31)) % n).unwrap_or_default()
    }

    /// One of these, of which there must be one.
    pub(super) fn one_of<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}
