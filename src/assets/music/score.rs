//! Chooses scale, chords, tempo and voices from moods and the seed.

use crate::assets::{Feelings, chance::SeededRng};

/// A note: when it begins and how long it lasts, in seconds; its frequency in hertz; how loud, 0 to 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct MusicNote {
    pub(super) at: f64,
    pub(super) long: f64,
    pub(super) pitch: f64,
    pub(super) loud: f64,
}

/// A chord of frequencies that is held so long.
#[derive(Debug, Clone)]
pub(super) struct Chord {
    pub(super) at: f64,
    pub(super) long: f64,
    pub(super) tones: Vec<f64>,
    /// Its degree of the scale.
    degree: usize,
}

/// How loud each voice is; those at 0 are silent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mix {
    pub(super) pad: f64,
    /// How much of the pad's overtones is heard, 0 to 1.
    pub(super) bright: f64,
    pub(super) drone: f64,
    pub(super) strings: f64,
    pub(super) bells: f64,
    pub(super) melody: f64,
    pub(super) pulse: f64,
    pub(super) drum: f64,
    pub(super) wind: f64,
}

/// A piece.
pub(super) struct Score {
    pub(super) chords: Vec<Chord>,
    pub(super) strings: Vec<MusicNote>,
    pub(super) bells: Vec<MusicNote>,
    pub(super) melody: Vec<MusicNote>,
    pub(super) pulse: Vec<MusicNote>,
    pub(super) drum: Vec<MusicNote>,
    pub(super) mix: Mix,
    /// How much of the room is heard, 0 to 1.
    pub(super) room: f64,
    /// How loud all of it is, as a root mean square of full scale.
    pub(super) loudness: f64,
    root: f64,
}

/// The musical parameters of a feeling.
struct MusicStyle {
    /// Semitones above the root.
    scale: [u8; 7],
    /// Degrees of the scale that chords stand on, by choice.
    walks: [[usize; 4]; 3],
    /// Seconds a chord is held, or nearly so.
    chord: f64,
    /// Steps of a chord that strings are plucked on.
    steps: usize,
    /// Semitones the root lies above A 55 Hz, from and to.
    root: (usize, usize),
}

/// In the order of [`Feelings::weights`]: major, Lydian, Phrygian, harmonic minor, Aeolian, Mixolydian.
const MANNERS: [MusicStyle; 6] = [
    MusicStyle {
        scale: [0, 2, 4, 5, 7, 9, 11],
        walks: [[0, 3, 0, 4], [0, 5, 3, 4], [0, 2, 3, 0]],
        chord: 6.0,
        steps: 8,
        root: (3, 10),
    },
    MusicStyle {
        scale: [0, 2, 4, 6, 7, 9, 11],
        walks: [[0, 1, 0, 1], [0, 4, 1, 5], [0, 1, 5, 4]],
        chord: 7.5,
        steps: 8,
        root: (3, 10),
    },
    MusicStyle {
        scale: [0, 1, 3, 5, 7, 8, 10],
        walks: [[0, 1, 0, 6], [0, 0, 1, 0], [0, 5, 1, 0]],
        chord: 10.0,
        steps: 4,
        root: (0, 7),
    },
    MusicStyle {
        scale: [0, 2, 3, 5, 7, 8, 11],
        walks: [[0, 5, 3, 4], [0, 0, 5, 4], [0, 3, 0, 4]],
        chord: 3.75,
        steps: 8,
        root: (0, 7),
    },
    MusicStyle {
        scale: [0, 2, 3, 5, 7, 8, 10],
        walks: [[0, 5, 2, 6], [0, 3, 5, 4], [5, 2, 0, 6]],
        chord: 7.5,
        steps: 6,
        root: (0, 8),
    },
    MusicStyle {
        scale: [0, 2, 4, 5, 7, 9, 10],
        walks: [[0, 6, 3, 0], [0, 4, 5, 3], [0, 3, 6, 4]],
        chord: 4.3,
        steps: 8,
        root: (3, 9),
    },
];

/// The twelve semitones of an octave in equal temperament.
const SEMITONES: [f64; 12] = [
    1.0,
    1.059_463_094,
    1.122_462_048,
    1.189_207_115,
    1.259_921_05,
    1.334_839_854,
    std::f64::consts::SQRT_2,
    1.498_307_077,
    1.587_401_052,
    1.681_792_831,
    1.781_797_436,
    1.887_748_625,
];

/// The frequency a number of semitones above another.
fn above(root: f64, semitones: usize) -> f64 {
    root * SEMITONES[semitones % 12] * f64::from(1_u32 << (semitones / 12).min(8))
}

impl Score {
    /// Writes a piece of this length in seconds.
    pub(super) fn write(feelings: &Feelings, seconds: f64, lot: &mut SeededRng) -> Self {
        let weights = feelings.weights();
        let sum: f64 = weights.iter().sum();
        let [calm, wonder, dread, danger, sorrow, triumph] = weights.map(|weight| weight / sum);
        let most = (0..6).fold(0, |most, n| if weights[n] > weights[most] { n } else { most });
        let manner = &MANNERS[most];
        let root = above(55.0, manner.root.0 + lot.below(manner.root.1 - manner.root.0));
        let n = ((seconds / manner.chord / 4.0).round().max(1.0) * 4.0) as usize;
        let long = seconds / n as f64;
        let (walk, turn) = (lot.pick(&manner.walks), lot.pick(&manner.walks));
        let spice = wonder > 0.15 || sorrow > 0.2;
        let chords = (0..n)
            .map(|k| {
                let degree = if (k / 4) % 4 == 2 { turn[k % 4] } else { walk[k % 4] };
                let mut tones: Vec<f64> = [0, 4, 7, 9].map(|step| pitch(manner, root * 2.0, degree + step)).to_vec();
                if spice && k % 2 == 1 {
                    tones.push(pitch(manner, root * 2.0, degree + 8));
                }
                // Dread leaves the third out, and puts its neighbour beside the root.
                if most == 2 {
                    tones = vec![
                        pitch(manner, root * 2.0, degree),
                        pitch(manner, root * 2.0, degree + 4),
                        pitch(manner, root * 4.0, degree + 1),
                    ];
                }
                Chord { at: k as f64 * long, long, tones, degree }
            })
            .collect();
        let mix = Mix {
            pad: 0.5 + 0.3 * (calm + wonder + triumph) - 0.2 * danger,
            bright: (0.25 + 0.6 * triumph + 0.35 * danger + 0.2 * wonder - 0.15 * dread).clamp(0.05, 0.9),
            drone: 0.2 + 1.1 * dread + 0.5 * danger + 0.4 * sorrow,
            strings: audible(0.9 * calm + 0.5 * sorrow + 0.7 * triumph + 0.4 * wonder),
            bells: audible(1.2 * wonder + 0.35 * calm + 0.4 * triumph + 0.25 * dread),
            melody: audible(0.9 * sorrow + 0.8 * triumph + 0.35 * calm + 0.25 * wonder),
            pulse: audible(1.2 * danger + 0.15 * triumph),
            drum: audible(1.3 * danger + 0.7 * triumph + 0.6 * dread),
            wind: audible(0.9 * dread + 0.55 * sorrow + 0.3 * wonder + 0.3 * danger),
        };
        let mut score = Self {
            chords,
            strings: vec![],
            bells: vec![],
            melody: vec![],
            pulse: vec![],
            drum: vec![],
            mix,
            root,
            room: 0.3 + 0.35 * (wonder + dread + sorrow) - 0.1 * danger,
            loudness: 0.085 + 0.05 * (danger + triumph),
        };
        score.pluck(manner, lot);
        score.ring(manner, lot);
        score.sing(manner, lot);
        score.beat(most, lot);
        score
    }

    /// The tones that sound all through: the root two octaves down, and its fifth.
    pub(super) fn drones(&self) -> [(f64, f64); 2] {
        [(self.root, self.mix.drone), (self.root * 1.5, self.mix.drone * 0.4)]
    }

    /// Broken chords: the same figure over each chord, with gaps.
    fn pluck(&mut self, manner: &MusicStyle, lot: &mut SeededRng) {
        let steps = manner.steps;
        let figure: Vec<Option<usize>> =
            (0..steps).map(|n| (n == 0 || lot.chance(0.68)).then(|| lot.pick(&[0, 2, 4, 7, 9, 11]))).collect();
        for (k, chord) in self.chords.iter().enumerate() {
            for (n, step) in figure.iter().enumerate() {
                let Some(step) = *step else { continue };
                if k % 4 == 3 && n > steps / 2 {
                    continue;
                }
                let late = lot.unit() * 0.02;
                let loud = if n == 0 { 0.9 } else { lot.between(0.4, 0.75) };
                self.strings.push(MusicNote {
                    at: chord.at + chord.long * n as f64 / steps as f64 + late,
                    long: 3.0,
                    pitch: pitch(manner, self.root * 2.0, chord.degree + step),
                    loud,
                });
            }
        }
    }

    /// Bells, few and high: on the scale without its fourth and seventh degrees, which ring against nothing.
    fn ring(&mut self, manner: &MusicStyle, lot: &mut SeededRng) {
        let share = if self.mix.bells > 0.6 { 0.5 } else { 0.25 };
        for chord in &self.chords {
            for n in 0..8 {
                if lot.chance(share) {
                    let degree = lot.pick(&[0, 1, 2, 4, 5, 7]) + 7 * lot.below(2);
                    let near = if lot.chance(0.6) { chord.degree + lot.pick(&[0, 2, 4]) + 7 } else { degree };
                    let at = chord.at + chord.long * f64::from(n) / 8.0 + lot.unit() * 0.05;
                    self.bells.push(MusicNote {
                        at,
                        long: 4.0,
                        pitch: pitch(manner, self.root * 4.0, near),
                        loud: lot.between(0.25, 0.8),
                    });
                }
            }
        }
    }

    /// A tune: a motif over two chords that comes back, moved with the harmony, and rests between.
    fn sing(&mut self, manner: &MusicStyle, lot: &mut SeededRng) {
        let rhythm =
            lot.pick(&[[0.0, 1.5, 2.0, 3.0], [0.0, 1.0, 2.0, 3.5], [0.5, 1.0, 2.0, 3.0], [0.0, 2.0, 3.0, 3.5]]);
        let mut contour = [0_usize; 4];
        let mut at = lot.pick(&[2, 4, 7]);
        for degree in &mut contour {
            *degree = at;
            at = (at + lot.pick(&[0, 1, 2, 3]) + 8 - lot.pick(&[1, 2, 3])).saturating_sub(8).clamp(0, 10);
        }
        for (k, chord) in self.chords.iter().enumerate() {
            if k % 4 == 3 || (k / 4) % 3 == 2 && k % 2 == 1 {
                continue;
            }
            for (n, beat) in rhythm.iter().enumerate() {
                let until = rhythm.get(n + 1).copied().unwrap_or(4.5);
                let degree = chord.degree + if n == 0 { 4 } else { contour[n] + usize::from(k % 2 == 1 && n == 3) };
                let long = chord.long * (until - beat) / 4.0;
                self.melody.push(MusicNote {
                    at: chord.at + chord.long * beat / 4.0,
                    long,
                    pitch: pitch(manner, self.root * 4.0, degree),
                    loud: 0.6 + 0.1 * (n % 2) as f64,
                });
            }
        }
    }

    /// Drums and the low pulse that goes with them.
    fn beat(&mut self, most: usize, lot: &mut SeededRng) {
        let pattern: Vec<f64> = (0..8)
            .map(|n| {
                if n == 0 {
                    1.0
                } else if lot.chance(0.45) {
                    lot.between(0.35, 0.8)
                } else {
                    0.0
                }
            })
            .collect();
        for (k, chord) in self.chords.iter().enumerate() {
            let step = chord.long / 8.0;
            for n in 0..8 {
                let at = chord.at + step * n as f64;
                let loud = match most {
                    3 => pattern[n] * if k % 4 == 3 && n > 4 { 1.1 } else { 1.0 },
                    // A slow heart.
                    2 => [0.9, 0.0, 0.0, 0.0, 0.7, 0.0, 0.0, 0.0][n],
                    _ => [0.9, 0.0, 0.0, 0.0, 0.0, 0.0, 0.35, 0.0][n],
                };
                if loud > 0.0 {
                    self.drum.push(MusicNote { at, long: 0.8, pitch: 46.0, loud });
                }
                if most == 2 && loud > 0.0 {
                    self.drum.push(MusicNote { at: at + 0.34, long: 0.7, pitch: 42.0, loud: loud * 0.6 });
                }
                for half in 0..2 {
                    let accent = if n % 4 == 0 && half == 0 { 0.95 } else { 0.45 + 0.2 * pattern[n] };
                    let tone = chord.tones[0] * if n == 6 && half == 1 { 1.0 } else { 0.5 };
                    self.pulse.push(MusicNote {
                        at: at + step * 0.5 * f64::from(half),
                        long: step * 0.45,
                        pitch: tone,
                        loud: accent,
                    });
                }
            }
        }
    }
}

/// A voice that would hardly be heard is left out.
fn audible(level: f64) -> f64 {
    if level < 0.08 { 0.0 } else { level }
}

/// The frequency of a degree of the scale, counted on beyond the octave.
fn pitch(manner: &MusicStyle, root: f64, degree: usize) -> f64 {
    above(root, usize::from(manner.scale[degree % 7]) + 12 * (degree / 7))
}
