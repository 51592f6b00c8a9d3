//! Parts of rooms: walls, beams, windows, fires, furniture.

use crate::assets::{
    canvas::{PathTrace, Point},
    palette::{Colour, hex},
    words::Hour,
};

use super::{HIGH, SceneDrawing, WIDE};

/// The far wall of a room: its upper left corner, its lower right one.
const FAR: (Point, Point) = ((330.0, 150.0), (870.0, 450.0));

impl SceneDrawing {
    /// The colour of what the light reaches so well: 0 is lit, 1 is the darkest corner.
    pub(super) fn dim(&self, dark: f64) -> Colour {
        self.pal.tone(0.8 + 3.2 * dark).mix(self.pal.lamp, 0.34 * (1.0 - dark))
    }

    /// Four walls: the far one lit, the others darker the nearer they come; boards or flags on the floor.
    pub(super) fn walls(&mut self, boards: bool) {
        let ((l, t), (r, b)) = FAR;
        let (lit, mid, dark, ink) = (self.dim(0.28), self.dim(0.5), self.dim(0.88), self.pal.ink());
        let far = self.c.halo(&[(0.0, self.dim(0.12)), (1.0, lit.mix(mid, 0.6))]);
        self.c.rect(l, t, r - l, b - t, far);
        for (edge, corner) in [(-20.0, l), (WIDE + 20.0, r)] {
            let stops = if edge < corner { [(0.0, dark), (1.0, mid)] } else { [(0.0, mid), (1.0, dark)] };
            let wash = self.c.wash_across(&stops);
            self.c.shape(&[(edge, -40.0), (corner, t), (corner, b), (edge, HIGH + 30.0)], wash);
        }
        let ceiling = self.c.wash(&[(0.0, ink), (1.0, self.dim(0.7))]);
        self.c.shape(&[(-20.0, -40.0), (WIDE + 20.0, -40.0), (r, t), (l, t)], ceiling);
        let floor = self.c.wash(&[(0.0, self.dim(0.42)), (1.0, self.dim(0.86))]);
        self.c.shape(&[(l, b), (r, b), (WIDE + 20.0, HIGH + 30.0), (-20.0, HIGH + 30.0)], floor);
        let mut lines = PathTrace::default();
        for k in 0..=10 {
            let share = f64::from(k) / 10.0;
            if boards {
                lines.jump((l + (r - l) * share, b)).to(-300.0 + 1800.0 * share, HIGH + 30.0);
            } else {
                let y = b + (HIGH - b) * share * share;
                let spread = (y - b) / (HIGH - b);
                lines.jump((l - 350.0 * spread, y)).to(r + 350.0 * spread, y);
                if k % 2 == 0 {
                    lines.jump((l + (r - l) * share, b)).to(-300.0 + 1800.0 * share, HIGH + 30.0);
                }
            }
        }
        self.c.line(&lines, ink.faint(0.34), 2.0);
        let mut corners = PathTrace::at((-20.0, -40.0));
        corners
            .to(l, t)
            .to(l, b)
            .to(-20.0, HIGH + 30.0)
            .jump((WIDE + 20.0, -40.0))
            .to(r, t)
            .to(r, b)
            .to(WIDE + 20.0, HIGH + 30.0);
        corners.jump((l, t)).to(r, t).jump((l, b)).to(r, b);
        self.c.line(&corners, ink.faint(0.5), 2.4);
        self.hatch((60.0, 200.0), (200.0, 260.0), 0.3);
        self.hatch((960.0, 180.0), (200.0, 260.0), 0.3);
    }

    /// Beams across the ceiling, nearer and nearer.
    pub(super) fn beams(&mut self) {
        let ((l, t), (r, _)) = FAR;
        for k in 0..4 {
            let near = f64::from(k) / 3.4;
            let (y, thick) = (t - 150.0 * near * near - 4.0, 12.0 + 26.0 * near);
            let (a, b) = (l - 330.0 * near, r + 330.0 * near);
            let (wood, ink) = (self.dim(0.62 + 0.3 * near), self.pal.ink());
            self.c.rect(a, y, b - a, thick, wood);
            let mut edge = PathTrace::at((a, y + thick));
            edge.to(b, y + thick);
            self.c.line(&edge, ink.faint(0.7), 2.4);
        }
    }

    /// A window in a wall, with what is outside, and the light that falls through it by day.
    pub(super) fn window(&mut self, (x, y): Point, (wide, high): (f64, f64)) {
        let night = self.hour == Hour::Night;
        let (top, low) =
            if night { (self.pal.tone(3.4), self.pal.tone(2.2)) } else { (self.pal.tone(0.9), self.pal.tone(0.0)) };
        let wash = self.c.wash(&[(0.0, top), (1.0, low)]);
        let (ink, wood) = (self.pal.ink(), self.dim(0.75));
        if !night {
            let light = self.pal.tone(0.0);
            let beam = self.c.wash(&[(0.0, light.faint(0.5)), (1.0, light.faint(0.0))]);
            self.glow((x + wide / 2.0, y + high / 2.0), wide * 1.6);
            self.c.rect(x, y, wide, high, wash);
            let side = if x < WIDE / 2.0 { 1.0 } else { -1.0 };
            self.c.shape(
                &[
                    (x, y + 8.0),
                    (x + wide, y + 8.0),
                    (x + wide + side * 190.0, y + high + 330.0),
                    (x + side * 190.0, y + high + 330.0),
                ],
                beam,
            );
        } else {
            self.c.rect(x, y, wide, high, wash);
            self.c.oval((x + wide * 0.68, y + high * 0.3), wide * 0.1, wide * 0.1, self.pal.tone(0.0));
        }
        let mut hill = PathTrace::at((x, y + high));
        hill.to(x, y + high * 0.78)
            .bend((x + wide * 0.4, y + high * 0.6), (x + wide, y + high * 0.82))
            .to(x + wide, y + high)
            .close();
        self.c.fill(&hill, self.pal.tone(if night { 3.6 } else { 1.6 }));
        let mut frame = PathTrace::round(&[(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]);
        frame
            .jump((x + wide / 2.0, y))
            .to(x + wide / 2.0, y + high)
            .jump((x, y + high * 0.4))
            .to(x + wide, y + high * 0.4);
        self.c.line(&frame, wood, wide * 0.07);
        self.c.rect(x - wide * 0.1, y + high, wide * 1.2, wide * 0.1, wood);
        self.c.line(&frame, ink.faint(0.5), 1.4);
    }

    /// A fireplace with its fire, standing on the floor at a level.
    pub(super) fn hearth(&mut self, (x, y): Point, wide: f64) {
        let (stone, ink) = (self.dim(0.56), self.pal.ink());
        let high = wide * 0.8;
        self.c.shape(
            &[
                (x - wide * 0.36, -20.0),
                (x + wide * 0.36, -20.0),
                (x + wide * 0.44, y - high),
                (x - wide * 0.44, y - high),
            ],
            stone,
        );
        self.c.rect(x - wide / 2.0, y - high, wide, high, stone);
        self.stones((x - wide / 2.0, y - high * 2.2), (wide, high * 2.2), 0.42);
        let mut arch = PathTrace::at((x - wide * 0.34, y));
        arch.to(x - wide * 0.34, y - high * 0.5)
            .bend((x, y - high * 0.95), (x + wide * 0.34, y - high * 0.5))
            .to(x + wide * 0.34, y)
            .close();
        let lit = !self.is_icy && !self.is_deserted;
        if lit {
            self.glow((x, y - high * 0.2), wide * 1.9);
        }
        let inside = self.c.halo(&[(0.0, if lit { hex(0xd9692c) } else { hex(0x35505f) }), (1.0, ink)]);
        self.c.fill(&arch, inside);
        self.c.rect(x - wide * 0.58, y - high - wide * 0.06, wide * 1.16, wide * 0.08, self.dim(0.8));
        if lit {
            for (dx, size) in [(-0.14, 0.075), (0.13, 0.085), (0.0, 0.12)] {
                self.flame((x + wide * dx, y - high * 0.14), wide * size);
            }
        }
        let mut logs = PathTrace::at((x - wide * 0.22, y - 6.0));
        logs.to(x + wide * 0.2, y - wide * 0.06).jump((x - wide * 0.18, y - wide * 0.06)).to(x + wide * 0.22, y - 6.0);
        self.c.line(&logs, ink, wide * 0.05);
    }

    /// A table with a top and legs, its near edge at a level.
    pub(super) fn table(&mut self, (x, y): Point, wide: f64) {
        let (top, side, ink) = (self.dim(0.36), self.dim(0.85), self.pal.ink());
        for at in [0.06, 0.9] {
            self.c.rect(x + wide * at, y, wide * 0.05, wide * 0.36, side);
        }
        self.c
            .shape(&[(x, y), (x + wide * 0.1, y - wide * 0.12), (x + wide * 0.9, y - wide * 0.12), (x + wide, y)], top);
        self.c.rect(x, y - 1.0, wide, wide * 0.05, side);
        self.c.oval((x + wide / 2.0, y + wide * 0.38), wide * 0.56, wide * 0.05, ink.faint(0.4));
    }

    /// A candle with its foot at a point.
    pub(super) fn candle(&mut self, (x, y): Point, high: f64) {
        let wax = self.pal.tone(0.3);
        self.c.rect(x - high * 0.13, y - high, high * 0.26, high, wax);
        self.flame((x, y - high * 1.25), high * 0.17);
    }

    /// A barrel with its foot about a point.
    pub(super) fn barrel(&mut self, (x, y): Point, high: f64, near: f64) {
        let (lit, dark, ink) = (self.at((near - 0.25).max(0.0)), self.at(near), self.pal.ink());
        let wash = self.c.wash_across(&[(0.0, dark), (0.4, lit), (1.0, dark)]);
        let (half, top) = (high * 0.33, y - high);
        let mut trace = PathTrace::at((x - half * 0.84, top));
        trace
            .bend((x - half * 1.26, y - high / 2.0), (x - half * 0.84, y))
            .bend((x, y + high * 0.1), (x + half * 0.84, y));
        trace.bend((x + half * 1.26, y - high / 2.0), (x + half * 0.84, top)).close();
        self.c.fill(&trace, wash);
        self.c.oval((x, top), half * 0.84, high * 0.08, lit);
        let mut hoops = PathTrace::default();
        for up in [0.22, 0.74] {
            let level = y - high * up;
            hoops.jump((x - half, level)).bend((x, level + high * 0.1), (x + half, level));
        }
        self.c.line(&hoops, ink.faint(0.75), high * 0.045);
    }

    /// A crate with its left foot at a point.
    pub(super) fn crate_at(&mut self, (x, y): Point, size: f64, near: f64) {
        let (face, ink) = (self.at((near - 0.12).max(0.0)), self.pal.ink());
        self.c.rect(x, y - size, size, size, face);
        let mut lines = PathTrace::round(&[(x, y), (x, y - size), (x + size, y - size), (x + size, y)]);
        lines.jump((x, y - size)).to(x + size, y).jump((x, y - size * 0.82)).to(x + size, y - size * 0.82);
        self.c.line(&lines, ink.faint(0.65), size * 0.045);
    }

    /// Shelves full of small things, on the far wall or beside.
    pub(super) fn shelves(&mut self, (x, y): Point, (wide, high): (f64, f64), books: bool) {
        let (wood, back) = (self.dim(0.7), self.dim(0.62));
        self.c.rect(x, y, wide, high, back);
        let n = (high / 52.0).max(1.0) as usize;
        for k in 0..n {
            let level = y + high * (k as f64 + 1.0) / n as f64;
            let mut at = x + 5.0;
            let space = high / n as f64;
            while at < x + wide - 16.0 {
                let (w, h) = (self.lot.between(6.0, 15.0), space * self.lot.between(0.45, 0.8));
                let tone = self.lot.between(0.5, 3.2);
                let colour = self.pal.tone(tone).mix(self.dim(0.5), 0.4);
                if books {
                    self.c.rect(at, level - h, w, h, colour);
                } else {
                    let h = h * 0.72;
                    self.c.shape(
                        &[
                            (at, level),
                            (at, level - h * 0.6),
                            (at + w * 0.6, level - h),
                            (at + w * 1.1, level - h),
                            (at + w * 1.6, level - h * 0.6),
                            (at + w * 1.6, level),
                        ],
                        colour,
                    );
                    at += w * 0.9;
                }
                let gap = if self.lot.chance(0.2) { 22.0 } else { 4.0 };
                at += w + self.lot.between(1.0, gap);
            }
            self.c.rect(x - 4.0, level - 2.0, wide + 8.0, 7.0, wood);
        }
    }
}
