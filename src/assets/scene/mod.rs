//! A background picture made from words, painted from back to front.

mod furniture;
mod indoors;
mod land;
mod landscape;
mod outdoors;
mod props;
mod rooms;
mod town;
mod vaults;

use super::{
    Feelings,
    canvas::{Canvas, PathTrace, Point},
    chance::SeededRng,
    palette::{Colour, Palette, hex},
    words::{self, Hour, SceneryKind, Season, Weather},
};

/// How wide a drawing is, in its own units.
const WIDE: f64 = 1200.0;
/// How high a drawing is, in its own units.
const HIGH: f64 = 675.0;

/// The subject of a background.
#[derive(Debug, Clone, Copy, Default)]
pub struct BackgroundSetting<'a> {
    /// Name of the place; the main input.
    pub place: &'a str,
    /// Visual description.
    pub seen: &'a str,
    /// Its mood, in a few words.
    pub mood: &'a str,
    /// Its mood, in numbers.
    pub feelings: Feelings,
}

/// A background as SVG, of at most 24 KiB, with this width and height in pixels (each held to 16 to 4096). It is drawn
/// at sixteen to nine and cut at the edges where it is shown otherwise. It has no text, no script, and nothing of the
/// words in it; its ids begin with the seed.
pub fn background(seed: u64, setting: &BackgroundSetting<'_>, size: (u32, u32)) -> String {
    let mut scene = SceneDrawing::new(seed, setting);
    let kind =
        words::kind(setting.place, &format!("{} {}", setting.seen, setting.mood)).unwrap_or(SceneryKind::Village);
    let said = words::plain(&format!("{} {}", setting.place, setting.seen));
    let kind = match kind {
        SceneryKind::Room if words::mentions(&said, "ruin,ruined,roofless,derelict,burnt out") > 0 => {
            SceneryKind::Ruins
        }
        SceneryKind::Room if words::mentions(&said, "dark cellar,cellar,undercroft") > 1 => SceneryKind::Cellar,
        kind => kind,
    };
    // Seen from the other side it is another place.
    let mirrored = if scene.lot.chance(0.5) { r#"transform="matrix(-1 0 0 1 1200 0)""# } else { "" };
    scene.c.begin(&format!(r#"filter="{}""#, scene.brush));
    scene.c.begin(mirrored);
    if !indoors::paint(&mut scene, kind) {
        scene.is_outside = true;
        outdoors::paint(&mut scene, kind);
    }
    scene.c.end();
    scene.c.end();
    scene.finish(size)
}

/// A drawing under way.
struct SceneDrawing {
    c: Canvas,
    lot: SeededRng,
    pal: Palette,
    hour: Hour,
    weather: Weather,
    season: Option<Season>,
    /// Under the sky.
    is_outside: bool,
    /// There is ice, and no fire.
    is_icy: bool,
    /// Crystals grow there.
    has_crystals: bool,
    /// Skulls lie there.
    has_skulls: bool,
    /// Blocks are stacked there.
    has_blocks: bool,
    /// Nobody is there, and no fire burns.
    is_deserted: bool,
    /// Where the light comes from.
    sun: Point,
    glow: String,
    brush: String,
    seed: u64,
}

impl SceneDrawing {
    fn new(seed: u64, setting: &BackgroundSetting<'_>) -> Self {
        let said = words::plain(&format!("{} {} {}", setting.place, setting.mood, setting.seen));
        let felt = words::plain(&format!("{} {}", setting.mood, setting.place));
        let mut lot = SeededRng::new(seed, "background");
        let pal = Palette::new(&setting.feelings, &felt, &mut lot);
        let [calm, wonder, dread, danger, sorrow, triumph] = setting.feelings.weights();
        let dark = dread + danger > calm + triumph + wonder * 0.5 + sorrow * 0.3;
        let by_feeling = if dark { Hour::Night } else { lot.pick(&[Hour::Dusk, Hour::Dusk, Hour::Day, Hour::Dawn]) };
        // The mood is of this moment, the name of the place for good, and what is seen may name any lamp or puddle.
        let said_by = [setting.mood, setting.place, setting.seen].map(words::plain);
        let hour = said_by.iter().find_map(|words| words::hour(words)).unwrap_or(by_feeling);
        let weather = said_by.iter().find_map(|words| words::weather(words)).unwrap_or(Weather::Clear);
        // Where frost lies the ground is white, however hot a summer the mood is of.
        let season = if words::mentions(&said, "frost,frosted,frozen,rime,hoarfrost") > 0 {
            Some(Season::Winter)
        } else {
            said_by.iter().find_map(|words| words::season(words))
        };
        let is_icy = words::is_icy(&said);
        let has_crystals = words::mentions(&said, "crystal,geode,gem") > 0;
        let has_skulls = words::mentions(&said, "skull,bone,catacomb,ossuary") > 0;
        let has_blocks = words::mentions(&said, "block,stack,stacked,stacked block") > 0;
        let is_deserted =
            words::mentions(&said, "deserted,abandoned,derelict,forsaken,ruined,roofless,empty,nobody,no one") > 0;
        let mut c = Canvas::new(format!("e{seed:x}-"));
        let noise = seed % 997;
        // A filter that makes edges look hand-drawn.
        let brush = c.define(|id| format!(
            r#"<filter id="{id}" x="-2%" y="-2%" width="104%" height="104%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".024" numOctaves="3" seed="{noise}"/><feDisplacementMap in="SourceGraphic" scale="7" xChannelSelector="R" yChannelSelector="G"/><feColorMatrix values="1.24 0 0 0 -.09 0 1.24 0 0 -.09 0 0 1.22 0 -.08 0 0 0 1 0"/></filter>"#
        ));
        let glow = c.halo(&[
            (0.0, pal.lamp.faint(0.95)),
            (0.18, pal.lamp.faint(0.5)),
            (0.5, pal.lamp.faint(0.14)),
            (1.0, pal.lamp.faint(0.0)),
        ]);
        let sun = (
            if lot.chance(0.5) { lot.between(250.0, 480.0) } else { lot.between(720.0, 950.0) },
            lot.between(110.0, 300.0),
        );
        Self {
            c,
            lot,
            pal,
            hour,
            weather,
            season,
            is_outside: false,
            is_icy,
            has_crystals,
            has_skulls,
            has_blocks,
            is_deserted,
            sun,
            glow,
            brush,
            seed,
        }
    }

    /// Whether lamps are lit.
    fn lit(&self) -> bool {
        matches!(self.hour, Hour::Dusk | Hour::Night)
    }

    /// A colour of the land, as much as the hour shows of it.
    fn in_season(&self, colour: Colour, by_season: [Colour; 4], otherwise: Colour) -> Colour {
        let share = match self.hour {
            Hour::Day => 0.5,
            Hour::Dawn => 0.36,
            Hour::Dusk => 0.3,
            Hour::Night => 0.12,
        };
        match self.season {
            Some(Season::Spring) => colour.mix(by_season[0], share),
            Some(Season::Summer) => colour.mix(by_season[1], share),
            Some(Season::Autumn) => colour.mix(by_season[2], share),
            Some(Season::Winter) => colour.mix(by_season[3], share + 0.35),
            None => colour.mix(otherwise, share * 0.6),
        }
    }

    /// A colour of grass and fields.
    fn ground(&self, colour: Colour) -> Colour {
        self.in_season(colour, [hex(0x9cbb63), hex(0x7ba555), hex(0xb98a45), hex(0xe4ebf1)], hex(0x86a468))
    }

    /// A colour of leaves.
    fn leaves(&self, colour: Colour) -> Colour {
        self.in_season(colour, [hex(0xa5c46a), hex(0x4f8a48), hex(0xc9702c), hex(0x8fa3ad)], hex(0x5b8454))
    }

    /// The colour of something at this distance: 0 at the horizon, 1 before one's feet.
    fn at(&self, near: f64) -> Colour {
        let (far, deep) = match self.hour {
            Hour::Day => (0.9, 3.1),
            Hour::Dawn => (1.0, 3.0),
            Hour::Dusk => (1.5, 2.5),
            Hour::Night => (2.5, 1.6),
        };
        let mut colour = self.pal.tone(far + deep * near);
        if self.weather == Weather::Snow {
            colour = colour.mix(hex(0xcfd9e2), 0.3 * (1.0 - near));
        }
        match self.weather {
            Weather::Clear => colour,
            Weather::Fog => colour.mix(self.haze(), (1.0 - near) * 0.6),
            _ => colour.mix(self.haze(), (1.0 - near) * 0.4),
        }
    }

    /// The colour that distant things fade into.
    fn haze(&self) -> Colour {
        let haze = match self.hour {
            Hour::Day => self.pal.tone(0.35),
            Hour::Dawn => self.pal.tone(0.4),
            Hour::Dusk => self.pal.tone(0.75),
            Hour::Night => self.pal.tone(2.1),
        };
        match self.weather {
            Weather::Clear => haze,
            Weather::Snow => haze.mix(hex(0xd8e0e8), 0.35),
            Weather::Fog => haze.mix(hex(0xc9c8c0), 0.25),
            Weather::Rain => haze.mix(hex(0x5b6168), 0.3),
            Weather::Storm => haze.mix(hex(0x3c464f), 0.6),
        }
    }

    /// Warm light about a point.
    fn glow(&mut self, at: Point, radius: f64) {
        let glow = self.glow.clone();
        self.c.oval(at, radius, radius, glow);
    }

    /// A flame or a lit pane: bright, with light about it.
    fn flame(&mut self, (x, y): Point, size: f64) {
        self.glow((x, y), size * 9.0);
        let lamp = self.pal.lamp;
        let tip = self.lot.off(size * 0.4);
        let flame = [
            (x, y + size),
            (x - size * 0.7, y + size * 0.2),
            (x + tip, y - size * 2.0),
            (x + size * 0.7, y + size * 0.2),
        ];
        self.c.blob(&flame, lamp);
        self.c.oval((x, y + size * 0.3), size * 0.3, size * 0.45, hex(0xfff6d8));
    }

    /// Hatching over an area, as a pen makes shadows.
    fn hatch(&mut self, (x, y): Point, (wide, high): (f64, f64), share: f64) {
        let ink = self.pal.ink().faint(share);
        let mut trace = PathTrace::default();
        let n = (wide / 11.0) as usize;
        for k in 0..n.min(40) {
            let at = x + wide * (k as f64 + self.lot.unit() * 0.6) / n as f64;
            let (top, end) = (y + high * self.lot.between(0.0, 0.25), y + high * self.lot.between(0.7, 1.0));
            trace.jump((at, top)).to(at - (end - top) * 0.22, end);
        }
        self.c.line(&trace, ink, 1.4);
    }

    /// Weather, paper and a darker edge over all, and the end of it.
    fn finish(mut self, size: (u32, u32)) -> String {
        let noise = self.seed % 991;
        let ink = self.pal.ink();
        let rim = if self.is_outside && self.hour == Hour::Day { 0.32 } else { 0.6 };
        let edge = self.c.halo(&[(0.0, ink.faint(0.0)), (0.62, ink.faint(0.05)), (1.0, ink.faint(rim))]);
        self.c.rect(0.0, 0.0, WIDE, HIGH, edge);
        // Pigment settles in pools; paper shows as grain.
        let pools = self.c.define(|id| format!(
            r##"<filter id="{id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".003 .006" numOctaves="4" seed="{noise}"/><feColorMatrix values="0 0 0 0 .98 0 0 0 0 .93 0 0 0 0 .82 0 0 0 2.2 -1.02"/></filter>"##
        ));
        let grain = self.c.define(|id| format!(
            r##"<filter id="{id}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="2" seed="{noise}"/><feColorMatrix values="0 0 0 0 .08 0 0 0 0 .06 0 0 0 0 .05 0 0 0 -2.4 1.42"/></filter>"##
        ));
        for (filter, opacity) in [(pools, ".1"), (grain, ".2")] {
            self.c.begin(&format!(r#"filter="{filter}" opacity="{opacity}""#));
            self.c.rect(0.0, 0.0, WIDE, HIGH, "#fff");
            self.c.end();
        }
        let held = (size.0.clamp(16, 4096), size.1.clamp(16, 4096));
        self.c.finish((WIDE as u32, HIGH as u32), held)
    }
}
