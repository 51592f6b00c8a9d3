//! Parts of landscapes: sky, ridges, trees, water, houses, weather.

use crate::assets::{
    canvas::{PathTrace, Point},
    chance::sine,
    palette::{Colour, hex},
    words::{Hour, Season, Weather},
};

use super::{HIGH, SceneDrawing, WIDE};

impl SceneDrawing {
    /// The sky down to the horizon, with sun, moon, stars and clouds.
    pub(super) fn sky(&mut self, horizon: f64) {
        let p = |scene: &Self, tone: f64| scene.pal.tone(tone);
        let (top, middle, low) = match self.hour {
            Hour::Day => (p(self, 1.9), p(self, 0.9), p(self, 0.05)),
            Hour::Dawn => (p(self, 1.7), p(self, 0.7), p(self, 0.1)),
            Hour::Dusk => (p(self, 2.9), p(self, 1.5), p(self, 0.2)),
            Hour::Night => (p(self, 3.8), p(self, 3.1), p(self, 2.1)),
        };
        // Air is blue where it is deep, whatever is felt: against it, lamps are warm.
        let (air, share) = match self.hour {
            Hour::Day => (hex(0x6aa3cc), 0.62),
            Hour::Dawn => (hex(0x8fa9bd), 0.4),
            Hour::Dusk => (hex(0x5f6f9e), 0.35),
            Hour::Night => (hex(0x0d1a38), 0.4),
        };
        let (top, middle) = (top.mix(air, share), middle.mix(air, share * 0.6));
        let low = match self.hour {
            Hour::Day => low.mix(hex(0xdcecf2), 0.4),
            Hour::Dawn => low.mix(hex(0xf4b9a2), 0.45),
            Hour::Dusk => low.mix(hex(0xf08a3c), 0.45),
            Hour::Night => low,
        };
        let grey = match self.weather {
            Weather::Clear => 0.0,
            Weather::Fog | Weather::Snow => 0.35,
            Weather::Rain => 0.45,
            Weather::Storm => 0.8,
        };
        let haze = self.haze();
        let stormy = if self.weather == Weather::Storm { self.pal.tone(3.4) } else { haze };
        let wash =
            self.c.wash(&[(0.0, top.mix(stormy, grey)), (0.55, middle.mix(haze, grey)), (1.0, low.mix(haze, grey))]);
        self.c.rect(-30.0, -30.0, WIDE + 60.0, horizon + 90.0, wash);
        if self.hour == Hour::Night && grey < 0.5 {
            self.stars(horizon);
        }
        if grey < 0.4 {
            self.sun_or_moon();
        }
        self.clouds(horizon);
        self.birds();
    }

    fn stars(&mut self, horizon: f64) {
        let mut trace = PathTrace::default();
        for _ in 0..56 {
            let (x, y) = (self.lot.between(0.0, WIDE), horizon * self.lot.unit() * self.lot.unit().max(0.15));
            trace.jump((x, y)).to(x + 0.1, y);
        }
        let light = self.pal.tone(0.0);
        self.c.line(&trace, light.faint(0.8), 2.6);
    }

    fn sun_or_moon(&mut self) {
        let (x, y) = self.sun;
        let light = if self.hour == Hour::Night { self.pal.tone(0.0).mix(hex(0xf4f1e4), 0.5) } else { hex(0xffedc2) };
        let halo = self.c.halo(&[(0.0, light.faint(0.85)), (0.2, light.faint(0.4)), (1.0, light.faint(0.0))]);
        let low = if self.hour == Hour::Dusk || self.hour == Hour::Dawn { 120.0 } else { 0.0 };
        self.sun = (x, y + low);
        self.c.oval(self.sun, 330.0, 300.0, halo);
        let radius = if self.hour == Hour::Night { 38.0 } else { 48.0 };
        self.c.oval(self.sun, radius, radius, light.faint(0.95));
        if self.hour == Hour::Night {
            let shade = self.pal.tone(1.5).faint(0.3);
            self.c.oval((x - 10.0, y - 8.0), 9.0, 7.0, shade);
            self.c.oval((x + 12.0, y + 10.0), 12.0, 8.0, shade);
        }
    }

    fn clouds(&mut self, horizon: f64) {
        let heavy = matches!(self.weather, Weather::Rain | Weather::Storm);
        let n = if heavy { 9 } else { 5 };
        for k in 0..n {
            let y = horizon * (0.08 + 0.75 * k as f64 / n as f64) + self.lot.off(16.0);
            let (x, wide) = (self.lot.between(-80.0, WIDE), self.lot.between(130.0, 380.0));
            let thick = wide * self.lot.between(0.05, 0.1) * if heavy { 1.8 } else { 1.0 };
            let lit = self.pal.tone(if self.hour == Hour::Night { 2.4 } else { 0.2 });
            let colour = if heavy || k % 3 == 2 { self.at(0.2) } else { lit };
            let mut points = vec![(x - wide, y + thick * 0.3)];
            for step in 0..7 {
                let along = x - wide * 0.75 + wide * 1.5 * f64::from(step) / 6.0;
                points.push((along, y - thick * self.lot.between(0.4, 2.4)));
            }
            points.extend([
                (x + wide, y + thick * 0.3),
                (x + wide * 0.3, y + thick * 0.7),
                (x - wide * 0.4, y + thick * 0.55),
            ]);
            self.c.blob(&points, colour.faint(if heavy { 0.4 } else { 0.3 }));
        }
    }

    fn birds(&mut self) {
        if self.hour == Hour::Night || matches!(self.weather, Weather::Storm | Weather::Snow) {
            return;
        }
        let mut trace = PathTrace::default();
        let (x, y) = (self.lot.between(200.0, 900.0), self.lot.between(80.0, 200.0));
        for _ in 0..self.lot.below(7) + 2 {
            let (x, y, s) = (x + self.lot.off(110.0), y + self.lot.off(40.0), self.lot.between(5.0, 10.0));
            trace
                .jump((x - s, y - s * 0.5))
                .bend((x - s * 0.3, y - s * 0.6), (x, y))
                .bend((x + s * 0.3, y - s * 0.7), (x + s, y - s * 0.4));
        }
        let ink = self.at(0.75);
        self.c.line(&trace, ink, 2.0);
    }

    /// Land whose upper edge lies about `y`, from side to side; rough from 0 (rolling) to 1 (jagged). Answers with its edge.
    pub(super) fn ridge(&mut self, y: f64, height: f64, rough: f64, near: f64) -> Vec<Point> {
        let mut heights = vec![self.lot.off(0.5), self.lot.off(0.5)];
        let mut size = 0.5;
        for _ in 0..if rough > 0.5 { 5 } else { 4 } {
            let mut finer = Vec::with_capacity(heights.len() * 2);
            for pair in heights.windows(2) {
                finer.extend([pair[0], (pair[0] + pair[1]) / 2.0 + self.lot.off(size)]);
            }
            finer.push(heights[heights.len() - 1]);
            heights = finer;
            size *= 0.36 + 0.22 * rough;
        }
        let last = (heights.len() - 1) as f64;
        let edge: Vec<Point> = heights
            .iter()
            .enumerate()
            .map(|(n, up)| (-20.0 + (WIDE + 40.0) * n as f64 / last, y - up * height))
            .collect();
        let colour = self.ground(self.at(near));
        let wash = self.c.wash(&[(0.0, colour), (1.0, colour.mix(self.haze(), 0.55 * (1.0 - near)))]);
        let mut points = vec![(-40.0, HIGH + 20.0)];
        points.extend(&edge);
        points.push((WIDE + 40.0, HIGH + 20.0));
        if rough > 0.5 {
            self.c.shape(&points, wash)
        } else {
            self.soft_edge(&points, wash)
        }
        edge
    }

    fn soft_edge(&mut self, points: &[Point], wash: String) {
        let mut trace = PathTrace::at(points[0]);
        trace.to(points[1].0, points[1].1);
        for pair in points[1..points.len() - 1].windows(2) {
            trace.bend(pair[0], ((pair[0].0 + pair[1].0) / 2.0, (pair[0].1 + pair[1].1) / 2.0));
        }
        let last = points[points.len() - 1];
        trace.to(last.0, points[points.len() - 2].1).to(last.0, last.1);
        self.c.fill(&trace, wash);
    }

    /// A band of mist across the picture.
    pub(super) fn mist(&mut self, y: f64, share: f64) {
        let haze = self.haze();
        let wash = self.c.wash(&[(0.0, haze.faint(0.0)), (0.5, haze.faint(share)), (1.0, haze.faint(0.0))]);
        self.c.rect(0.0, y - 60.0, WIDE, 120.0, wash);
    }

    /// Firs whose feet stand at `y`, from one side to another.
    pub(super) fn firs(&mut self, (from, to): (f64, f64), y: f64, size: f64, near: f64) {
        let mut trace = PathTrace::default();
        let mut x = from;
        while x < to {
            let (high, foot) = (size * self.lot.between(0.6, 1.25), y + self.lot.off(size * 0.08));
            let wide = high * self.lot.between(0.2, 0.28);
            let tiers = if size > 200.0 {
                4
            } else if size > 90.0 {
                3
            } else {
                1
            };
            trace.jump((x, foot - high));
            for side in [1.0, -1.0] {
                for step in 0..tiers {
                    let tier = if side > 0.0 { step } else { tiers - 1 - step };
                    let out = wide * (f64::from(tier) + 1.0) / f64::from(tiers);
                    let low = foot - high * (0.92 - 0.86 * (f64::from(tier) + 1.0) / f64::from(tiers));
                    let (edge, inner) = ((x + side * out, low), (x + side * out * 0.45, low - high * 0.03));
                    let (first, second) = if side > 0.0 { (edge, inner) } else { (inner, edge) };
                    trace.to(first.0, first.1);
                    if tiers > 1 {
                        trace.to(second.0, second.1);
                    }
                }
                if side > 0.0 {
                    let trunk = wide * 0.12;
                    trace.to(x + trunk, foot).to(x - trunk, foot);
                }
            }
            trace.close();
            x += wide * self.lot.between(0.7, 2.1).max(if size < 140.0 { 1.1 } else { 0.0 });
        }
        // Firs keep their needles.
        let autumn = self.season == Some(Season::Autumn);
        let colour = if autumn { self.at(near) } else { self.leaves(self.at(near)) };
        self.c.fill(&trace, colour);
    }

    /// A leafy tree with its foot at a point.
    pub(super) fn oak(&mut self, (x, y): Point, high: f64, near: f64) {
        let (wood, colour) = (self.at(near), self.leaves(self.at(near)));
        let lit = self.leaves(self.at((near - 0.2).max(0.0)));
        let lean = self.lot.off(high * 0.06);
        let w = high * 0.045;
        let mut trunk = PathTrace::at((x - w * 1.6, y));
        trunk.bend((x - w * 0.6, y - high * 0.2), (x + lean - w * 0.5, y - high * 0.6));
        trunk.to(x + lean + w * 0.5, y - high * 0.6).bend((x + w * 0.6, y - high * 0.2), (x + w * 1.6, y));
        self.c.fill(&trunk, wood);
        let crown = (x + lean, y - high * 0.7);
        for k in 0..10_u8 {
            // Round about the crown in the dark, then where the light falls.
            let outer = k < 7;
            let turn = f64::from(k) / 7.0 + self.lot.off(0.04);
            let out = if outer { self.lot.between(0.12, 0.21) } else { 0.09 };
            let (dx, dy) = (sine(turn) * high * out * 1.35, sine(turn + 0.25) * high * out);
            let r = high * if outer { self.lot.between(0.09, 0.18) } else { self.lot.between(0.05, 0.09) };
            let up = if outer { 0.0 } else { high * 0.07 };
            let points = self.ring((crown.0 + dx, crown.1 + dy - up), r, 7, 0.24);
            self.c.blob(&points, if outer { colour } else { lit });
            if k == 6 {
                self.c.oval(crown, high * 0.2, high * 0.15, colour);
            }
        }
        if self.season == Some(Season::Spring) {
            self.specks(crown, (high * 0.26, high * 0.2), 18, (hex(0xf6d9dd), high * 0.03));
        }
    }

    /// Blossoms or leaves, scattered about a point.
    pub(super) fn specks(&mut self, (x, y): Point, (wide, high): (f64, f64), n: usize, (colour, size): (Colour, f64)) {
        let mut trace = PathTrace::default();
        for _ in 0..n {
            let (x, y) = (x + self.lot.off(wide), y + self.lot.off(high));
            trace.jump((x, y)).to(x + 0.1, y);
        }
        self.c.line(&trace, colour, size);
    }

    /// Waves that come in, one behind the other.
    pub(super) fn waves(&mut self, waves: &[(f64, f64)]) {
        let foam = self.pal.tone(0.1).faint(0.7);
        for &(y, sway) in waves {
            let storm = if self.weather == Weather::Storm { 0.55 } else { 0.0 };
            let wave = self.at(0.5 + (y - 520.0) / 300.0).mix(hex(0x2f434d), storm);
            let mut crest = PathTrace::at((-20.0, y));
            for k in 0..9 {
                let x = -20.0 + 140.0 * f64::from(k);
                crest.curve((x + 40.0, y - sway * self.lot.between(0.6, 1.6)), (x + 90.0, y + sway), (x + 140.0, y));
            }
            self.c.line(&crest, foam, 2.4);
            crest.to(1260.0, 700.0).to(-20.0, 700.0).close();
            self.c.fill(&crest, wave.faint(0.85));
        }
    }

    /// Points about a point, as far off as a radius and what chance adds.
    pub(super) fn ring(&mut self, (x, y): Point, radius: f64, n: usize, uneven: f64) -> Vec<Point> {
        let at = |k: usize, r: f64| {
            let turn = k as f64 / n as f64;
            (x + r * sine(turn), y + r * 0.85 * sine(turn + 0.25))
        };
        (0..n).map(|k| at(k, radius * (1.0 + self.lot.off(uneven)))).collect()
    }

    /// A bare tree, or a branch that hangs into the picture: forks until it is thin.
    pub(super) fn bare(&mut self, from: Point, (dx, dy): Point, width: f64, near: f64) {
        let mut by_width = [(); 4].map(|()| PathTrace::default());
        let mut growing = vec![(from, (dx, dy), 0_usize)];
        while let Some(((x, y), (dx, dy), fork)) = growing.pop() {
            let to = (x + dx, y + dy);
            let bow = (x + dx * 0.5 + self.lot.off(dy.abs() * 0.25), y + dy * 0.5 + self.lot.off(dx.abs() * 0.25));
            by_width[fork].jump((x, y)).bend(bow, to);
            if fork < 3 {
                for side in [-1.0, 1.0, 0.2] {
                    let (turn, less) = (side * self.lot.between(0.3, 0.75), self.lot.between(0.55, 0.8));
                    growing.push((to, ((dx - dy * turn) * less, (dy + dx * turn) * less), fork + 1));
                }
            }
        }
        let colour = self.at(near);
        for (fork, trace) in by_width.iter().enumerate() {
            self.c.line(trace, colour, width * [1.0, 0.55, 0.3, 0.16][fork]);
        }
    }

    /// Water from the horizon down, with the sky and the light in it.
    pub(super) fn water(&mut self, top: f64, bottom: f64) {
        let deep = match (self.weather, self.hour) {
            (Weather::Storm, _) => (hex(0x2c3a42), 0.5),
            (_, Hour::Day | Hour::Dawn) => (hex(0x4d86a4), 0.45),
            _ => (hex(0x2f4f6b), 0.3),
        };
        let (far, near) = (self.haze().mix(self.at(0.1), 0.3), self.at(0.62).mix(deep.0, deep.1));
        let far = far.mix(deep.0, deep.1 * 0.4);
        let wash = self.c.wash(&[(0.0, far), (0.35, far.mix(near, 0.55)), (1.0, near)]);
        self.c.rect(-20.0, top, WIDE + 40.0, bottom - top + 20.0, wash);
        let (light, dark) = (self.pal.tone(if self.hour == Hour::Night { 1.2 } else { 0.1 }), self.at(0.75));
        let (mut bright, mut dim) = (PathTrace::default(), PathTrace::default());
        for k in 0..64 {
            let deep = (f64::from(k) + self.lot.unit()) / 64.0;
            let y = top + 4.0 + (bottom - top) * deep * deep;
            let long = 8.0 + 60.0 * deep * self.lot.between(0.4, 1.2);
            let mirrored = k % 2 == 0 && self.weather == Weather::Clear;
            let x = if mirrored { self.sun.0 + self.lot.off(20.0 + 80.0 * deep) } else { self.lot.between(0.0, WIDE) };
            let trace = if mirrored || k % 3 == 0 { &mut bright } else { &mut dim };
            trace.jump((x - long, y)).bend((x, y - 2.0 - 3.0 * deep), (x + long, y));
        }
        self.c.line(&dim, dark.faint(0.4), 2.2);
        self.c.line(&bright, light.faint(0.6), 2.2);
    }

    /// A column of light on water or wet stone below a lamp.
    pub(super) fn shine(&mut self, (x, y): Point, high: f64) {
        let lamp = self.pal.lamp;
        let mut trace = PathTrace::default();
        for k in 0..9 {
            let (y, w) = (y + high * f64::from(k) / 9.0, 3.0 + f64::from(k) * 1.1 + self.lot.off(3.0).abs());
            let x = x + self.lot.off(3.0);
            trace.jump((x - w, y)).to(x + w, y);
        }
        self.c.line(&trace, lamp.faint(0.5), 2.4);
    }

    /// Rain, snow or fog before everything.
    pub(super) fn weather_before(&mut self) {
        let light = self.pal.tone(0.0);
        match self.weather {
            Weather::Clear => {}
            Weather::Fog => {
                [(430.0, 0.5), (520.0, 0.36), (600.0, 0.2)].into_iter().for_each(|(y, share)| self.mist(y, share))
            }
            Weather::Rain | Weather::Storm => {
                let mut trace = PathTrace::default();
                for _ in 0..110 {
                    let (x, y, long) =
                        (self.lot.between(-20.0, WIDE), self.lot.between(-20.0, HIGH), self.lot.between(14.0, 44.0));
                    trace.jump((x, y)).to(x - long * 0.25, y + long);
                }
                self.c.line(&trace, light.faint(0.32), 1.5);
            }
            Weather::Snow => {
                for (n, width) in [(80, 2.6), (48, 4.4), (18, 7.0)] {
                    let mut trace = PathTrace::default();
                    for _ in 0..n {
                        let (x, y) = (self.lot.between(0.0, WIDE), self.lot.between(0.0, HIGH));
                        trace.jump((x, y)).to(x + 0.1, y);
                    }
                    self.c.line(&trace, hex(0xf6f8fa).faint(0.75), width);
                }
            }
        }
    }
}
