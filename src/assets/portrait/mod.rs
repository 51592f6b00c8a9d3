//! A portrait: head and shoulders, lit from the left.

mod dress;
mod face;
mod hair;
mod hats;
mod looks;
mod naming;
mod strange;

use super::{
    canvas::{Canvas, PathTrace},
    chance::{SeededRng, hash},
    palette::{Colour, hex},
};
use looks::{Folk, Looks};

/// How wide a portrait is, in its own units.
const WIDE: f64 = 480.0;
/// How high a portrait is, in its own units.
const HIGH: f64 = 600.0;
/// The middle of the face.
const MIDDLE: f64 = 240.0;

/// What someone is in the story: their face shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PortraitRole {
    /// The one it is about.
    Protagonist,
    /// On the heroes' side.
    Ally,
    /// Against them.
    Antagonist,
    /// Anybody else.
    #[default]
    Other,
}

/// Someone's portrait as SVG, of at most 12 KiB, with this width and height in pixels (each held to 16 to 4096). It is drawn
/// at four to five and cut at the edges where it is shown otherwise. The name counts for the seed and for nothing else.
pub fn portrait(seed: u64, name: &str, appearance: &str, part: PortraitRole, size: (u32, u32)) -> String {
    let mut lot = SeededRng::new(seed ^ hash(name), "portrait");
    let looks = Looks::of(name, appearance, part == PortraitRole::Antagonist, &mut lot);
    let mut sitter = Sitter::new(seed ^ hash(name), looks, lot);
    sitter.backdrop(part);
    sitter.c.begin(&format!(r#"filter="{}""#, sitter.brush));
    // Near enough to look one in the eye.
    sitter.c.begin(r#"transform="matrix(1.24 0 0 1.24 -57.6 -88)""#);
    let glow = sitter.glow.clone();
    sitter.c.oval((70.0, 150.0), 330.0, 330.0, glow);
    sitter.behind();
    sitter.body();
    match sitter.looks.folk {
        Folk::Wolf | Folk::Cat | Folk::Bird | Folk::Dragonborn | Folk::Skeleton | Folk::Spirit => sitter.strange_head(),
        _ => sitter.head(part),
    }
    sitter.headwear();
    sitter.c.end();
    sitter.c.end();
    sitter.finish(size)
}

/// Someone who is being drawn.
struct Sitter {
    c: Canvas,
    lot: SeededRng,
    looks: Looks,
    ink: Colour,
    lamp: Colour,
    /// Half the width of the face, at the cheeks and at the jaw.
    cheek: f64,
    jaw: f64,
    /// Levels: the top of the head, the eyes, the mouth, the chin.
    top: f64,
    eyes: f64,
    mouth: f64,
    chin: f64,
    /// How far the face is turned from the middle, to the lamp where it is negative.
    turn: f64,
    /// Half the width of the shoulders, and their level.
    shoulder: f64,
    neck: f64,
    glow: String,
    brush: String,
    seed: u64,
}

impl Sitter {
    fn new(seed: u64, looks: Looks, mut lot: SeededRng) -> Self {
        let mut c = Canvas::new(format!("p{seed:x}-"));
        let noise = seed % 997;
        let brush = c.define(|id| format!(
            r#"<filter id="{id}" x="-4%" y="-4%" width="108%" height="108%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".03" numOctaves="3" seed="{noise}"/><feDisplacementMap in="SourceGraphic" scale="6" xChannelSelector="R" yChannelSelector="G"/><feColorMatrix values="1.14 0 0 0 -.06 0 1.14 0 0 -.06 0 0 1.12 0 -.05 0 0 0 1 0"/></filter>"#
        ));
        let lamp = hex(0xffc86b);
        let glow = c.halo(&[(0.0, lamp.faint(0.6)), (0.5, lamp.faint(0.16)), (1.0, lamp.faint(0.0))]);
        let young = (1.0 - looks.age).max(0.0);
        let small = matches!(looks.folk, Folk::Goblin | Folk::Dwarf);
        let broad = looks.build + if small || looks.folk == Folk::Orc { 0.4 } else { 0.0 }
            - if looks.folk == Folk::Elf { 0.4 } else { 0.0 };
        let soft = if looks.woman { 1.0 } else { 0.0 };
        let low = if small { 34.0 } else { 0.0 } + 30.0 * young;
        let cheek = 74.0 + 8.0 * broad + 4.0 * young + lot.off(3.0) - 2.0 * soft;
        let chin = 352.0 + 8.0 * looks.build.min(0.3) - 14.0 * young + lot.off(6.0) + low - 6.0 * soft;
        Self {
            cheek,
            jaw: cheek - 22.0 + 11.0 * broad - 7.0 * soft
                + lot.off(3.0)
                + if looks.folk == Folk::Orc { 12.0 } else { 0.0 },
            top: 150.0 + low + 4.0 * soft,
            eyes: 256.0 + 10.0 * young + low,
            mouth: chin - 44.0 + 4.0 * young,
            chin,
            turn: lot.between(-12.0, 12.0),
            shoulder: 168.0 + 30.0 * looks.build - 44.0 * young - 14.0 * soft,
            neck: 36.0 + 9.0 * looks.build - 10.0 * young - 5.0 * soft,
            ink: hex(0x1b1720),
            c,
            lot,
            looks,
            lamp,
            glow,
            brush,
            seed,
        }
    }

    /// A colour in the light.
    fn lit(&self, colour: Colour) -> Colour {
        colour.mix(self.lamp, 0.2)
    }

    /// A colour in the shade.
    fn shade(&self, colour: Colour) -> Colour {
        colour.mix(hex(0x2a2438), 0.5)
    }

    /// A wash of a colour from the lamp's side to the other.
    fn turned(&mut self, colour: Colour) -> String {
        let stops = [(0.08, self.lit(colour)), (0.5, colour), (0.95, self.shade(colour))];
        self.c.wash_across(&stops)
    }

    /// Paper with a wash of the sitter's own colour on it.
    fn backdrop(&mut self, part: PortraitRole) {
        let (warm, deep) = match part {
            PortraitRole::Antagonist => (self.lot.pick(&[hex(0x7a4a3a), hex(0x6a4a5a), hex(0x5c5a4c)]), hex(0x231a20)),
            PortraitRole::Ally => (self.lot.pick(&[hex(0xc4955a), hex(0x9aa67c), hex(0x8fa6a8)]), hex(0x38393c)),
            PortraitRole::Protagonist => (hex(0x8fa0a0), hex(0x26304a)),
            PortraitRole::Other => {
                (self.lot.pick(&[hex(0xb08a5e), hex(0x8a9a8c), hex(0xa88f86), hex(0x8790a0)]), hex(0x302e33))
            }
        };
        let (warm, deep) = (warm.mix(self.looks.cloth, 0.22), deep.mix(self.looks.cloth, 0.12));
        let paper = self.c.define(|id| format!(r#"<radialGradient id="{id}" cx=".3" cy=".3" r=".9"><stop stop-color="{}"/><stop offset=".45" stop-color="{warm}"/><stop offset="1" stop-color="{deep}"/></radialGradient>"#, warm.mix(hex(0xffe2a8), 0.5)));
        self.c.rect(0.0, 0.0, WIDE, HIGH, paper);
        let mut strokes = PathTrace::default();
        for _ in 0..26 {
            let (x, y, long) =
                (self.lot.between(250.0, 470.0), self.lot.between(60.0, 460.0), self.lot.between(30.0, 90.0));
            strokes.jump((x, y)).to(x - long * 0.3, y + long);
        }
        self.c.line(&strokes, self.ink.faint(0.2), 1.6);
    }

    fn finish(mut self, size: (u32, u32)) -> String {
        let noise = self.seed % 991;
        let edge = self.c.halo(&[(0.0, self.ink.faint(0.0)), (0.66, self.ink.faint(0.04)), (1.0, self.ink.faint(0.6))]);
        self.c.rect(-40.0, -40.0, WIDE + 80.0, HIGH + 80.0, edge);
        let grain = self.c.define(|id| format!(
            r#"<filter id="{id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="{noise}"/><feColorMatrix values="0 0 0 0 .08 0 0 0 0 .06 0 0 0 0 .05 0 0 0 -2.4 1.42"/></filter>"#
        ));
        self.c.begin(&format!(r#"filter="{grain}" opacity=".2""#));
        self.c.rect(0.0, 0.0, WIDE, HIGH, "#fff");
        self.c.end();
        let held = (size.0.clamp(16, 4096), size.1.clamp(16, 4096));
        self.c.finish((WIDE as u32, HIGH as u32), held)
    }
}
