//! Colours, and a colour ramp for each mood.

use std::fmt;

use super::{Feelings, chance::SeededRng};

/// A colour that covers what lies under it by its share `a`, 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colour {
    rgb: [u8; 3],
    a: u8,
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.rgb;
        write!(f, "#{r:02x}{g:02x}{b:02x}")?;
        if self.a < 255 { write!(f, "{:02x}", self.a) } else { Ok(()) }
    }
}

/// The colour that is written `0xrrggbb`.
pub(super) const fn hex(rgb: u32) -> Colour {
    Colour { rgb: [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8], a: 255 }
}

impl Colour {
    /// It and another, by the other's share from 0 to 1, as light mixes: with a gamma of 2, whose root is exact everywhere.
    pub(super) fn mix(self, other: Self, share: f64) -> Self {
        let share = share.clamp(0.0, 1.0);
        let one = |mine: u8, theirs: u8| {
            let (mine, theirs) = (f64::from(mine), f64::from(theirs));
            (mine * mine * (1.0 - share) + theirs * theirs * share).sqrt().round() as u8
        };
        let rgb = std::array::from_fn(|n| one(self.rgb[n], other.rgb[n]));
        Self { rgb, a: one(self.a, other.a) }
    }

    /// The colour, this many times as far from grey.
    fn vivid(self, times: f64) -> Self {
        let grey = self.rgb.iter().map(|part| f64::from(*part)).sum::<f64>() / 3.0;
        let rgb = self.rgb.map(|part| (grey + (f64::from(part) - grey) * times).clamp(0.0, 255.0).round() as u8);
        Self { rgb, ..self }
    }

    /// The colour with this opacity, 0 to 1.
    pub(super) fn faint(self, share: f64) -> Self {
        Self { a: (share.clamp(0.0, 1.0) * 255.0).round() as u8, ..self }
    }
}

/// From light to ink, for each feeling in the order of [`Feelings::weights`].
const RAMPS: [[Colour; 5]; 6] = [
    [hex(0xf8e3b4), hex(0xd9b27a), hex(0x8f8f68), hex(0x44584c), hex(0x1a2422)],
    [hex(0xf9e3b6), hex(0xc6b0a6), hex(0x5d86a6), hex(0x28497a), hex(0x111a3a)],
    [hex(0xd9d2a4), hex(0x98a084), hex(0x55706a), hex(0x27403f), hex(0x0c1718)],
    [hex(0xffd08a), hex(0xe27f48), hex(0xa03d2f), hex(0x521d24), hex(0x180b12)],
    [hex(0xe6e1d8), hex(0xb0b6bd), hex(0x75849a), hex(0x414e66), hex(0x181f2e)],
    [hex(0xfff0bb), hex(0xf6c562), hex(0xcd8643), hex(0x75503a), hex(0x28191a)],
];

/// Words that are colours, or things that have one.
const TINTS: &[(&str, Colour)] = &[
    ("blue", hex(0x3f77a8)),
    ("azure", hex(0x3f77a8)),
    ("red", hex(0xb1402c)),
    ("crimson", hex(0xa02a2c)),
    ("scarlet", hex(0xb1402c)),
    ("blood", hex(0x8c2a24)),
    ("green", hex(0x5b7d4a)),
    ("moss", hex(0x647a3c)),
    ("verdant", hex(0x5b8d4a)),
    ("gold", hex(0xd9a441)),
    ("golden", hex(0xd9a441)),
    ("amber", hex(0xd98f3a)),
    ("ochre", hex(0xcb9544)),
    ("copper", hex(0xb9683a)),
    ("rust", hex(0xa8552f)),
    ("violet", hex(0x70569a)),
    ("purple", hex(0x70569a)),
    ("grey", hex(0x868b90)),
    ("gray", hex(0x868b90)),
    ("ash", hex(0x8b8883)),
    ("tin", hex(0x8c949a)),
    ("silver", hex(0xb3bcc4)),
];

/// The colours of a picture.
pub(super) struct Palette {
    ramp: [Colour; 5],
    /// The colour of lamps, fires and lit windows.
    pub(super) lamp: Colour,
}

impl Palette {
    /// The colours of feelings, leaning towards those that words name.
    pub(super) fn new(feelings: &Feelings, words: &str, lot: &mut SeededRng) -> Self {
        // Cubed, so that what is felt most is seen: all of them at once are mud.
        let weights = feelings.weights().map(|weight| weight * weight * weight);
        let mut sum = 0.0;
        let mut ramp = RAMPS[0];
        for (weight, colours) in weights.into_iter().zip(RAMPS) {
            if weight > 0.0 {
                sum += weight;
                ramp = std::array::from_fn(|n| ramp[n].mix(colours[n], weight / sum));
            }
        }
        let mut tints = words.split(' ').filter_map(|word| TINTS.iter().find(|(name, _)| *name == word));
        if let Some((_, tint)) = tints.next() {
            for (colour, share) in ramp.iter_mut().zip([0.08, 0.25, 0.34, 0.22, 0.06]) {
                *colour = colour.mix(*tint, share);
            }
        }
        ramp = ramp.map(|colour| colour.vivid(1.3));
        let cast = lot.pick(&[hex(0xd9a066), hex(0x6f8f86), hex(0x7a6f96), hex(0xb98a70)]);
        for colour in &mut ramp[1..4] {
            *colour = colour.mix(cast, 0.1);
        }
        Self { ramp, lamp: hex(0xffc86b) }
    }

    /// The colour so far down the ramp: 0 is light, 4 is ink.
    pub(super) fn tone(&self, depth: f64) -> Colour {
        let depth = depth.clamp(0.0, 4.0);
        let step = (depth as usize).min(3);
        self.ramp[step].mix(self.ramp[step + 1], depth - step as f64)
    }

    /// The darkest.
    pub(super) fn ink(&self) -> Colour {
        self.ramp[4]
    }
}
