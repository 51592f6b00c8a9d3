//! Ambient music: a seamless loop made from moods.
//!
//! The oscillators are our own: a synthesis library brings thirty crates for what is two hundred lines here, and the
//! platform's sines and exponentials with it, so that the same seed would not give the same bytes everywhere.

mod score;
mod tape;

use super::{Feelings, chance::SeededRng};
use score::Score;
use tape::{RATE, Tape};

/// The shortest and the longest loop, in seconds.
const SECONDS: std::ops::RangeInclusive<u32> = 8..=180;

/// A loop of this length in seconds (limited to 8 to 180) as a WAV file: one channel, 16 bit, 22,050 samples a second, which is
/// 2.6 MB a minute. Its end goes on in its beginning: notes and the room's echo that reach beyond the end are heard there.
pub fn music(seed: u64, feelings: &Feelings, seconds: u32) -> Vec<u8> {
    let seconds = seconds.clamp(*SECONDS.start(), *SECONDS.end());
    let mut lot = SeededRng::new(seed, "music");
    let score = Score::write(feelings, f64::from(seconds), &mut lot);
    let mut tape = Tape::blank(seconds);
    perform(&score, &mut tape, &mut lot);
    tape.room(score.room);
    wav(&tape.mastered(score.loudness))
}

/// Plays every voice of a score.
fn perform(score: &Score, tape: &mut Tape, lot: &mut SeededRng) {
    let mix = &score.mix;
    for (voice, level) in score.drones() {
        tape.drone(voice, level, lot);
    }
    if mix.wind > 0.0 {
        tape.wind(mix.wind, lot);
    }
    for chord in &score.chords {
        for &tone in &chord.tones {
            tape.pad(tone, (chord.at, chord.long), (mix.pad, mix.bright), lot);
        }
    }
    for note in &score.strings {
        tape.pluck(note, mix.strings, lot);
    }
    for note in &score.bells {
        tape.bell(note, mix.bells);
    }
    for note in &score.melody {
        tape.reed(note, mix.melody);
    }
    for note in &score.pulse {
        tape.pulse(note, mix.pulse);
    }
    for beat in &score.drum {
        tape.drum(beat, mix.drum, lot);
    }
}

/// The samples as a RIFF file with the 44 bytes of the PCM form before them.
fn wav(samples: &[i16]) -> Vec<u8> {
    let bytes = (samples.len() * 2) as u32;
    let mut out = Vec::with_capacity(44 + samples.len() * 2);
    out.extend(b"RIFF");
    out.extend((36 + bytes).to_le_bytes());
    out.extend(b"WAVEfmt ");
    out.extend(16_u32.to_le_bytes());
    // PCM, one channel, samples and bytes a second, bytes and bits of a sample.
    out.extend([1_u16.to_le_bytes(), 1_u16.to_le_bytes()].concat());
    out.extend([RATE.to_le_bytes(), (RATE * 2).to_le_bytes()].concat());
    out.extend([2_u16.to_le_bytes(), 16_u16.to_le_bytes()].concat());
    out.extend(b"data");
    out.extend(bytes.to_le_bytes());
    out.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
    out
}
