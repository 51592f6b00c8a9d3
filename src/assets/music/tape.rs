//! A loop of sound that voices are mixed into; sound beyond its end wraps around to its beginning.
//!
//! Nothing but sums, products, quotients and roots is reckoned with, so that a seed gives the same samples everywhere.

use crate::assets::chance::{SeededRng, sine};

use super::score::MusicNote;

/// Samples a second.
pub(super) const RATE: u32 = 22_050;
const PER_SECOND: f64 = RATE as f64;

/// The loop.
pub(super) struct Tape {
    samples: Vec<f32>,
}

/// An oscillator that turns by this angle each sample: two products a step instead of a sine.
struct Wheel {
    sine: f64,
    cosine: f64,
    by: (f64, f64),
}

impl Wheel {
    fn new(pitch: f64, turn: f64) -> Self {
        let step = pitch / PER_SECOND;
        let (s, c) = (sine(step), sine(step + 0.25));
        // Of length one, or it would grow or fade.
        let length = (s * s + c * c).sqrt();
        Self { sine: sine(turn), cosine: sine(turn + 0.25), by: (s / length, c / length) }
    }

    fn step(&mut self) {
        let (s, c) = (self.sine, self.cosine);
        self.sine = s * self.by.1 + c * self.by.0;
        self.cosine = c * self.by.1 - s * self.by.0;
    }

    /// The sum of its overtones, each weaker than the one before by this factor.
    fn rich(&self, overtones: usize, less: f64) -> f64 {
        let (mut before, mut now, mut sum, mut share) = (0.0, self.sine, self.sine, 1.0);
        for _ in 1..overtones {
            (before, now) = (now, 2.0 * self.cosine * now - before);
            share *= less;
            sum += now * share;
        }
        sum
    }
}

/// A rise and a fall, soft at both ends: 0 to 1 and back.
fn swell(at: f64, rise: f64, long: f64, fall: f64) -> f64 {
    let level = if at < rise {
        at / rise
    } else if at > long {
        1.0 - (at - long) / fall
    } else {
        1.0
    };
    let level = level.clamp(0.0, 1.0);
    level * level * (3.0 - 2.0 * level)
}

/// The factor by which a level that falls to a third in this many seconds falls in one sample.
fn fading(seconds: f64) -> f64 {
    1.0 - 1.0 / (seconds * PER_SECOND)
}

impl Tape {
    /// A silent tape of this length in seconds.
    pub(super) fn blank(seconds: u32) -> Self {
        Self { samples: vec![0.0; (seconds * RATE) as usize] }
    }

    fn seconds(&self) -> f64 {
        self.samples.len() as f64 / PER_SECOND
    }

    /// Adds what a voice plays from a time on, for this many seconds. The voice is called once for each sample.
    fn play(&mut self, at: f64, seconds: f64, mut voice: impl FnMut(f64) -> f64) {
        let n = self.samples.len();
        let start = (at * PER_SECOND) as usize % n;
        let long = ((seconds * PER_SECOND) as usize).min(n);
        for k in 0..long {
            let at = start + k;
            self.samples[if at < n { at } else { at - n }] += voice(k as f64 / PER_SECOND) as f32;
        }
    }

    /// The pitch nearest to one that comes out even at the end of the loop.
    fn even(&self, pitch: f64) -> f64 {
        (pitch * self.seconds()).round() / self.seconds()
    }

    /// A tone that never ends, and swells a few times in the loop.
    pub(super) fn drone(&mut self, pitch: f64, level: f64, lot: &mut SeededRng) {
        let (n, seconds) = (self.samples.len(), self.seconds());
        let pitches = [self.even(pitch), self.even(pitch * 1.003)];
        for pitch in pitches {
            let (mut wheel, swells, turn) = (Wheel::new(pitch, lot.unit()), 2.0 + lot.below(4) as f64, lot.unit());
            let mut slow = Wheel::new(swells / seconds, turn);
            for k in 0..n {
                self.samples[k] += (wheel.rich(5, 0.5) * (0.7 + 0.3 * slow.sine) * level * 0.09) as f32;
                wheel.step();
                slow.step();
            }
        }
    }

    /// A held tone, soft, of two oscillators a little apart.
    pub(super) fn pad(&mut self, pitch: f64, (at, long): (f64, f64), (level, bright): (f64, f64), lot: &mut SeededRng) {
        let rise = (long * 0.35).min(2.2);
        let fall = (long * 0.6).min(3.5);
        // The higher the softer, so that chords don't whistle.
        let level = level * 0.06 * (220.0 / (110.0 + pitch)).min(1.3);
        for apart in [0.9985, 1.0017] {
            let mut wheel = Wheel::new(pitch * apart, lot.unit());
            self.play(at, long + fall, |now| {
                let tone = wheel.rich(6, bright * 0.75);
                wheel.step();
                tone * swell(now, rise, long, fall) * level
            });
        }
    }

    /// A plucked string, after Karplus and Strong, *Computer Music Journal* 7 (2), 1983: noise that goes round and is
    /// smoothed each time.
    pub(super) fn pluck(&mut self, note: &MusicNote, level: f64, lot: &mut SeededRng) {
        let period = PER_SECOND / note.pitch - 0.5;
        let n = period as usize;
        let between = (period - n as f64) as f32;
        let mut string: Vec<f32> = (0..=n).map(|_| lot.off(1.0) as f32).collect();
        // A soft finger, which plucks all strings with the same strength.
        for _ in 0..10 {
            for k in 0..=n {
                string[k] = 0.5 * (string[k] + string[if k == n { 0 } else { k + 1 }]);
            }
        }
        let mean = string.iter().sum::<f32>() / (n + 1) as f32;
        string.iter_mut().for_each(|bit| *bit -= mean);
        let strength = (string.iter().map(|bit| bit * bit).sum::<f32>() / (n + 1) as f32).sqrt().max(1e-4);
        string.iter_mut().for_each(|bit| *bit *= 0.3 / strength);
        let (mut k, mut last, level) = (0, 0.0_f32, note.loud * level * 0.42);
        let keep = 0.9965_f32;
        self.play(note.at, note.long + 1.0, |now| {
            let next = if k == n { 0 } else { k + 1 };
            let heard = string[k] * (1.0 - between) + string[next] * between;
            string[k] = keep * 0.5 * (heard + last);
            last = heard;
            k = next;
            f64::from(heard) * level * swell(now, 0.004, note.long, 1.0)
        });
    }

    /// A small bell: four partials, the higher gone the sooner.
    pub(super) fn bell(&mut self, note: &MusicNote, level: f64) {
        for (ratio, share, seconds) in [(1.0, 1.0, 1.5), (2.0, 0.45, 0.9), (2.76, 0.28, 0.5), (5.4, 0.1, 0.2)] {
            if note.pitch * ratio > 9_000.0 {
                continue;
            }
            let mut wheel = Wheel::new(note.pitch * ratio, 0.0);
            let (mut left, keep, level) = (1.0, fading(seconds), note.loud * level * share * 0.09);
            self.play(note.at, note.long.min(seconds * 5.0), |now| {
                let tone = wheel.sine * left * level * swell(now, 0.003, 0.003, 1e9).max(0.0);
                wheel.step();
                left *= keep;
                tone
            });
        }
    }

    /// A tune's voice, between a flute and a bow, with a little vibrato once it is held.
    pub(super) fn reed(&mut self, note: &MusicNote, level: f64) {
        let (mut turn, level) = (0.0, note.loud * level * 0.085);
        let mut shake = Wheel::new(4.8, 0.0);
        self.play(note.at, note.long + 0.5, |now| {
            let deep = 0.0045 * ((now - 0.35) / 0.8).clamp(0.0, 1.0);
            turn += note.pitch * (1.0 + deep * shake.sine) / PER_SECOND;
            shake.step();
            let tone = sine(turn) + 0.32 * sine(2.0 * turn) + 0.12 * sine(3.0 * turn);
            tone * swell(now, 0.16, note.long * 0.9, 0.5) * level
        });
    }

    /// A short low bow, many of which drive on.
    pub(super) fn pulse(&mut self, note: &MusicNote, level: f64) {
        let mut wheel = Wheel::new(note.pitch, 0.0);
        let level = note.loud * level * 0.1;
        self.play(note.at, note.long + 0.12, |now| {
            let tone = wheel.rich(9, 0.72);
            wheel.step();
            tone * swell(now, 0.02, note.long * 0.5, note.long * 0.5 + 0.12) * level
        });
    }

    /// A big drum: a tone that sinks as it fades, and the thud of the skin.
    pub(super) fn drum(&mut self, note: &MusicNote, level: f64, lot: &mut SeededRng) {
        let (mut turn, mut left, mut bend, mut thud) = (0.0, 1.0, 1.0, 0.0);
        let (keep, sink, level) = (fading(0.22), fading(0.04), note.loud * level * 0.42);
        self.play(note.at, note.long, |now| {
            turn += note.pitch * (1.0 + 1.1 * bend) / PER_SECOND;
            thud += 0.14 * (lot.off(1.0) * bend - thud);
            let tone = (sine(turn) + thud * 0.8) * left * level;
            left *= keep;
            bend *= sink;
            tone * swell(now, 0.003, note.long * 0.8, note.long * 0.2)
        });
    }

    /// Wind: noise through two filters whose pitch wanders; it goes round once unheard, so that it meets itself.
    pub(super) fn wind(&mut self, level: f64, lot: &mut SeededRng) {
        let (n, seconds) = (self.samples.len(), self.seconds());
        let noise: Vec<f32> = (0..n).map(|_| lot.off(1.0) as f32).collect();
        let gusts = [3.0 + lot.below(3) as f64, 7.0 + lot.below(4) as f64];
        let turns = [lot.unit(), lot.unit()];
        let (mut low, mut band) = (0.0_f64, 0.0_f64);
        for round in 0..2 {
            let mut slow = [Wheel::new(gusts[0] / seconds, turns[0]), Wheel::new(gusts[1] / seconds, turns[1])];
            for (k, noise) in noise.iter().enumerate() {
                let gust = 0.6 + 0.26 * slow[0].sine + 0.14 * slow[1].sine;
                // A state variable filter (Chamberlin), about 250 to 650 Hz.
                let f = 0.06 + 0.13 * gust;
                low += f * band;
                let high = f64::from(*noise) - low - 0.35 * band;
                band += f * high;
                slow[0].step();
                slow[1].step();
                if round == 1 {
                    self.samples[k] += ((band * 0.6 + low * 0.4) * gust * gust * level * 0.05) as f32;
                }
            }
        }
    }

    /// Puts it into a room, after Schroeder: combs side by side, then two all-passes. It goes round once unheard, so that
    /// the echo of the end is in the beginning.
    pub(super) fn room(&mut self, share: f64) {
        let share = share.clamp(0.0, 0.8) as f32;
        let mut combs = [1_237, 1_361, 1_499, 1_613, 1_733, 1_867].map(|n| (vec![0.0_f32; n], 0_usize, 0.0_f32));
        let mut passes = [379, 127].map(|n| (vec![0.0_f32; n], 0_usize));
        for round in 0..2 {
            for k in 0..self.samples.len() {
                let dry = self.samples[k];
                let mut wet = 0.0;
                for (line, at, damp) in &mut combs {
                    let heard = line[*at];
                    *damp += 0.55 * (heard - *damp);
                    line[*at] = dry + *damp * 0.86;
                    *at = if *at + 1 == line.len() { 0 } else { *at + 1 };
                    wet += heard;
                }
                wet *= 0.2;
                for (line, at) in &mut passes {
                    let held = line[*at];
                    let out = held - 0.5 * wet;
                    line[*at] = wet + 0.5 * out;
                    *at = if *at + 1 == line.len() { 0 } else { *at + 1 };
                    wet = out;
                }
                if round == 1 {
                    self.samples[k] = dry * (1.0 - share * 0.4) + wet * share;
                }
            }
        }
    }

    /// The samples, at a loudness (root mean square of full scale), peaks bent in below nine tenths of full scale.
    pub(super) fn mastered(self, loudness: f64) -> Vec<i16> {
        let n = self.samples.len() as f64;
        let mean = self.samples.iter().map(|sample| f64::from(*sample)).sum::<f64>() / n;
        let power =
            self.samples.iter().map(|sample| (f64::from(*sample) - mean) * (f64::from(*sample) - mean)).sum::<f64>()
                / n;
        let gain = if power > 1e-12 { loudness / power.sqrt() } else { 0.0 };
        let bent = |sample: f32| {
            let x = ((f64::from(sample) - mean) * gain / 0.9).clamp(-3.0, 3.0);
            // The hyperbolic tangent, or nearly: exactly 1 at 3.
            0.9 * x * (27.0 + x * x) / (27.0 + 9.0 * x * x)
        };
        self.samples.iter().map(|sample| (bent(*sample) * 32_767.0).round() as i16).collect()
    }
}
