//! PURE: pictures and music made from words, offline. The same seed and words give the same bytes on every machine, and
//! no answer of it fails: what words don't say, the seed does.
//!
//! The house style is a table by lamplight: ink and washes on paper, silhouettes in depth, one warm light. Feelings choose
//! the colours and the chords; a place's words choose what is drawn.

mod canvas;
mod chance;
mod music;
mod palette;
mod portrait;
mod scene;
mod words;

pub use music::music;
pub use portrait::{PortraitRole, portrait};
pub use scene::{BackgroundSetting, background};

/// Which way of drawing and playing this is. It is raised whenever the same seed and words come to other bytes, as
/// browsers keep what they were given.
pub const EDITION: u32 = 4;

/// The seed that words come to.
pub fn seed(words: &str) -> u64 {
    chance::hash(words)
}

/// How strong each feeling is, from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Feelings {
    /// Warm and safe.
    pub calm: f64,
    /// Something is about to be found.
    pub wonder: f64,
    /// Something is wrong.
    pub dread: f64,
    /// It has begun.
    pub danger: f64,
    /// Something is lost.
    pub sorrow: f64,
    /// It was worth it.
    pub triumph: f64,
}

impl Feelings {
    /// All of them, in the order of the fields, each held to its bounds; calm, where none is felt.
    fn weights(&self) -> [f64; 6] {
        let all = [self.calm, self.wonder, self.dread, self.danger, self.sorrow, self.triumph];
        let all = all.map(|weight| if weight.is_finite() { weight.clamp(0.0, 1.0) } else { 0.0 });
        if all.iter().all(|weight| *weight == 0.0) { [1.0, 0.0, 0.0, 0.0, 0.0, 0.0] } else { all }
    }
}
