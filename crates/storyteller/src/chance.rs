//! Deterministic variety: numbers derived from text.

/// A stream of numbers that the same text always gives again.
#[derive(Debug, Clone)]
pub(super) struct Chance {
    state: u64,
}

/// The hash of a text, the same on every machine (FNV-1a, stirred).
pub(super) fn hash(text: &str) -> u64 {
    let fnv = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    stir(fnv)
}

/// The hash of several texts in this order.
pub(super) fn hash_all(texts: &[&str]) -> u64 {
    texts.iter().fold(0, |h, text| stir(h ^ hash(text)))
}

fn stir(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A number below `n`; 0 where there is nothing to choose from.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.state = stir(self.state);
        usize::try_from(self.state % u64::try_from(n.max(1)).unwrap_or(1)).unwrap_or(0)
    }

    /// One of these, or the type's default where there is none.
    pub(super) fn pick<T: Copy + Default>(&mut self, from: &[T]) -> T {
        let i = self.below(from.len());
        from.get(i).copied().unwrap_or_default()
    }

    /// The indices below `n`, shuffled.
    pub(super) fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

/// One of these, by a seed.
pub(super) fn pick<T: Copy + Default>(seed: u64, from: &[T]) -> T {
    Chance::new(seed).pick(from)
}
