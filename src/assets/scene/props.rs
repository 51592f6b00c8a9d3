//! Man-made objects outdoors: houses, towers, boats, lanterns; and people.

use crate::assets::{
    canvas::{PathTrace, Point},
    palette::hex,
    words::Weather,
};

use super::{HIGH, SceneDrawing, WIDE};

impl SceneDrawing {
    /// A gabled house with its lower left corner at a point.
    pub(super) fn house(&mut self, (x, y): Point, (wide, high): (f64, f64), near: f64) {
        let (wall, mut roof, lit) = (self.at(near), self.at((near + 0.2).min(1.0)), self.at((near - 0.14).max(0.0)));
        if self.weather == Weather::Snow {
            roof = roof.mix(hex(0xe6ecf1), 0.7);
        }
        let (eaves, top) = (y - high * 0.58, y - high);
        let gable = wide * self.lot.between(0.34, 0.44);
        // From far off, neither washes nor a third window are seen.
        let far = wide < 190.0;
        let paint = if far { lit.mix(wall, 0.3).to_string() } else { self.c.wash_across(&[(0.0, lit), (1.0, wall)]) };
        self.c.shape(&[(x, y), (x, eaves), (x + gable / 2.0, top), (x + gable, eaves), (x + gable, y)], paint);
        self.c.shape(&[(x + gable, y), (x + gable, eaves), (x + wide, eaves), (x + wide, y)], wall);
        let hang = wide * 0.05;
        let ridge = x + wide - gable * 0.38;
        self.c.shape(
            &[
                (x + gable / 2.0 - 2.0, top - 3.0),
                (ridge, top + 2.0),
                (x + wide + hang, eaves + hang),
                (x + gable + hang * 0.6, eaves + hang),
            ],
            roof,
        );
        let mut lines = PathTrace::at((x - hang * 0.8, eaves + hang));
        lines.to(x + gable / 2.0, top - 2.0).to(x + gable + hang * 0.6, eaves + hang).to(x + wide + hang, eaves + hang);
        for k in 1..if wide > 120.0 { 5 } else { 2 } {
            let down = f64::from(k) / 5.0;
            let (a, b) = (x + gable / 2.0 + gable / 2.0 * down, ridge + (x + wide - ridge) * down);
            let level = top + (eaves - top) * down;
            lines.jump((a + 4.0, level)).to(a + (b - a) * self.lot.between(0.4, 0.95), level);
        }
        let ink = self.pal.ink();
        self.c.line(&lines, ink.faint(0.3 + 0.4 * near), 1.0 + 1.4 * near);
        let stack = x + wide * 0.68;
        self.c.rect(stack, top - high * 0.1, wide * 0.08, high * 0.2, roof);
        if wide > 100.0 && self.lot.chance(0.7) {
            self.smoke((stack + wide * 0.04, top - high * 0.12), high * 0.5);
        }
        let pane = wide * 0.085;
        let level = y - high * 0.36;
        for at in [0.5 * gable - pane / 2.0, gable + (wide - gable) * 0.18, gable + (wide - gable) * 0.7]
            .into_iter()
            .take(if far { 2 } else { 3 })
        {
            let at = x + at;
            self.pane((at, level), (pane, pane * 1.35), near);
        }
        self.c.rect(x + gable + (wide - gable) * 0.42, y - high * 0.3, pane * 0.95, high * 0.3, ink.faint(0.75));
    }

    /// A window, which shines where lamps are lit.
    pub(super) fn pane(&mut self, (x, y): Point, (wide, high): (f64, f64), near: f64) {
        let ink = self.pal.ink();
        let lit = self.lit() && self.lot.chance(0.72);
        if lit {
            self.glow((x + wide / 2.0, y + high / 2.0), wide * 3.4);
        }
        let glass = if lit { self.pal.lamp } else { self.at((near + 0.3).min(1.0)) };
        self.c.rect(x, y, wide, high, glass);
        if wide < 9.0 {
            return;
        }
        let mut bars = PathTrace::at((x + wide / 2.0, y));
        bars.to(x + wide / 2.0, y + high).jump((x, y + high * 0.45)).to(x + wide, y + high * 0.45);
        self.c.line(&bars, ink.faint(0.6), 1.0 + wide * 0.05);
    }

    /// A pennant on a string.
    pub(super) fn pennant(&mut self, (x, y): Point) {
        let cloth = self.pal.tone(2.0).faint(0.85);
        self.c.shape(&[(x - 12.0, y), (x + 12.0, y), (x, y + 34.0)], cloth);
    }

    /// Smoke that rises and drifts.
    pub(super) fn smoke(&mut self, (x, y): Point, high: f64) {
        let side = self.lot.pick(&[-1.0, 1.0]);
        let mut trace = PathTrace::at((x, y));
        trace.curve(
            (x + side * high * 0.2, y - high * 0.3),
            (x - side * high * 0.16, y - high * 0.6),
            (x + side * high * 0.4, y - high),
        );
        let haze = self.haze();
        self.c.line(&trace, haze.faint(0.35), high * 0.14);
        self.c.line(&trace, haze.faint(0.35), high * 0.06);
    }

    /// A row of houses along a level, from side to side.
    pub(super) fn houses(&mut self, (from, to): (f64, f64), y: f64, size: f64, near: f64) {
        let mut x = from;
        while x < to {
            let (wide, high) = (size * self.lot.between(0.9, 1.5), size * self.lot.between(0.75, 1.2));
            let foot = y + self.lot.off(size * 0.04);
            self.house((x, foot), (wide, high), near);
            x += wide * self.lot.between(0.86, 1.15);
        }
    }

    /// A tower with its foot about a point: battlements, or a pointed roof.
    pub(super) fn tower(&mut self, (x, y): Point, (wide, high): (f64, f64), pointed: bool, near: f64) {
        let (lit, dark) = (self.at((near - 0.16).max(0.0)), self.at((near + 0.1).min(1.0)));
        let left = self.sun.0 < x;
        let wash = self.c.wash_across(&if left { [(0.0, lit), (1.0, dark)] } else { [(0.0, dark), (1.0, lit)] });
        let (half, top) = (wide / 2.0, y - high);
        self.c.shape(
            &[(x - half * 1.12, y), (x - half * 0.9, top), (x + half * 0.9, top), (x + half * 1.12, y)],
            wash.clone(),
        );
        self.c.rect(x - half * 1.1, top - wide * 0.12, wide * 1.1, wide * 0.2, wash.clone());
        if pointed {
            let mut roof = PathTrace::at((x - half * 1.3, top - wide * 0.1));
            roof.bend((x - half * 0.4, top - wide * 0.5), (x, top - wide * 1.5))
                .bend((x + half * 0.4, top - wide * 0.5), (x + half * 1.3, top - wide * 0.1))
                .close();
            self.c.fill(&roof, dark);
        } else {
            for k in 0..4 {
                self.c.rect(
                    x - half * 1.1 + wide * 0.3 * f64::from(k),
                    top - wide * 0.27,
                    wide * 0.19,
                    wide * 0.17,
                    wash.clone(),
                );
            }
        }
        let n = (high / wide).clamp(1.0, 4.0) as usize;
        for k in 0..n {
            let level = top + high * (0.14 + 0.7 * k as f64 / n as f64);
            let across = x + self.lot.off(half * 0.4) - wide * 0.06;
            self.pane((across, level), (wide * 0.12, wide * 0.24), near);
        }
        self.stones((x - half, top + wide * 0.2), (wide, high - wide * 0.2), 0.3);
    }

    /// Courses of stone, a few of them, as a pen hints at a wall.
    pub(super) fn stones(&mut self, (x, y): Point, (wide, high): (f64, f64), share: f64) {
        let mut trace = PathTrace::default();
        for _ in 0..((wide * high).sqrt() / 7.0).min(44.0) as usize {
            let (at, level) = (x + wide * self.lot.between(0.02, 0.86), y + high * self.lot.unit());
            let (long, deep) = (wide * self.lot.between(0.04, 0.12), 7.0 + self.lot.off(2.0));
            trace.jump((at, level)).to(at + long, level).to(at + long, level + deep);
        }
        let ink = self.pal.ink();
        self.c.line(&trace, ink.faint(share), 1.6);
    }

    /// A boat on the water; with a mast and its sail where it sails.
    pub(super) fn boat(&mut self, (x, y): Point, long: f64, sails: bool, near: f64) {
        let (hull, sail, ink) = (
            self.at((near + 0.15).min(1.0)),
            self.at((near - 0.3).max(0.0)).mix(self.pal.tone(0.2), 0.5),
            self.pal.ink(),
        );
        if sails {
            let high = long * 1.15;
            let mut rig = PathTrace::at((x, y));
            rig.to(x, y - high)
                .to(x + long * 0.5, y - long * 0.16)
                .jump((x, y - high))
                .to(x - long * 0.48, y - long * 0.14);
            let mut sheet = PathTrace::at((x + 3.0, y - high * 0.94));
            sheet
                .bend((x + long * 0.34, y - high * 0.5), (x + long * 0.4, y - long * 0.2))
                .bend((x + long * 0.2, y - long * 0.14), (x + 3.0, y - long * 0.16))
                .close();
            self.c.fill(&sheet, sail);
            self.c.line(&rig, ink.faint(0.8), 1.0 + long * 0.012);
        }
        let (a, b) = (x - long / 2.0, x + long / 2.0);
        let mut trace = PathTrace::at((a, y - long * 0.13));
        trace.bend((x, y - long * 0.03), (b + long * 0.04, y - long * 0.16));
        trace.curve((b - long * 0.05, y + long * 0.08), (a + long * 0.14, y + long * 0.1), (a, y - long * 0.13));
        self.c.fill(&trace, hull);
        self.c.oval((x, y + long * 0.07), long * 0.46, long * 0.025, ink.faint(0.35));
    }

    /// Boulders about a point.
    pub(super) fn rocks(&mut self, (x, y): Point, size: f64, n: usize, near: f64) {
        for _ in 0..n {
            let (cx, r) = (x + self.lot.off(size * 1.6), size * self.lot.between(0.25, 0.75));
            let (base, lit) = (self.at(near), self.at((near - 0.22).max(0.0)));
            let top = y - r * self.lot.between(0.8, 1.3);
            let (l, m, k) = (cx - r, cx + self.lot.off(r * 0.3), cx + r);
            self.c.shape(
                &[
                    (l, y + 4.0),
                    (l + r * 0.1, y - r * 0.5),
                    (m - r * 0.3, top),
                    (m + r * 0.4, top + r * 0.1),
                    (k, y - r * 0.35),
                    (k + r * 0.1, y + 4.0),
                ],
                base,
            );
            self.c.shape(
                &[(l + r * 0.1, y - r * 0.5), (m - r * 0.3, top), (m + r * 0.4, top + r * 0.1), (m, y - r * 0.5)],
                lit,
            );
        }
    }

    /// Grass or reeds before one's feet, from side to side.
    pub(super) fn grass(&mut self, (from, to): (f64, f64), y: f64, high: f64) {
        let mut trace = PathTrace::at((from, HIGH + 20.0));
        let mut x = from;
        while x < to {
            let (lean, up) = (self.lot.off(high * 0.5), high * self.lot.between(0.3, 1.0));
            trace
                .to(x, y)
                .bend((x + lean * 0.2, y - up * 0.6), (x + lean, y - up))
                .bend((x + lean * 0.3 + 3.0, y - up * 0.5), (x + 5.0, y));
            x += self.lot.between(12.0, 38.0);
        }
        trace.to(to, HIGH + 20.0).close();
        let ink = self.at(1.0);
        self.c.fill(&trace, ink);
    }

    /// A lantern on a post at a point.
    pub(super) fn lantern(&mut self, (x, y): Point, high: f64) {
        let ink = self.pal.ink();
        let size = high * 0.06;
        let arm = self.lot.pick(&[-1.0, 1.0]) * high * 0.2;
        let mut post = PathTrace::at((x, y));
        post.to(x, y - high).bend((x, y - high * 1.08), (x + arm, y - high * 1.02)).to(x + arm, y - high * 0.95);
        self.c.line(&post, ink, high * 0.028);
        self.hung((x + arm, y - high * 0.95), size);
    }

    /// A lantern that hangs at a point; by day, outside, it is out.
    pub(super) fn hung(&mut self, (x, y): Point, size: f64) {
        let ink = self.pal.ink();
        if self.lit() || !self.is_outside {
            self.glow((x, y + size * 1.4), size * 15.0);
            self.c.rect(x - size * 0.75, y + size * 0.3, size * 1.5, size * 2.2, self.pal.lamp);
            self.c.oval((x, y + size * 1.5), size * 0.4, size * 0.7, "#fff6d8");
        }
        let mut cage = PathTrace::at((x - size * 1.1, y + size * 0.5));
        cage.to(x, y - size * 0.5).to(x + size * 1.1, y + size * 0.5).close();
        cage.jump((x - size, y + size * 2.6))
            .to(x + size, y + size * 2.6)
            .jump((x - size * 0.75, y + size * 0.4))
            .to(x - size * 0.75, y + size * 2.6);
        cage.jump((x + size * 0.75, y + size * 0.4)).to(x + size * 0.75, y + size * 2.6);
        self.c.line(&cage, ink, size * 0.3);
    }

    /// A figure seen from behind: a cloak, a hood or a hat, at times a staff.
    pub(super) fn figure(&mut self, (x, y): Point, high: f64, near: f64) {
        if self.is_deserted {
            return;
        }
        let ink = self.at(near);
        let (w, lean) = (high * self.lot.between(0.17, 0.23), self.lot.off(high * 0.03));
        let head = (x + lean, y - high * 0.88);
        let mut cloak = PathTrace::at((x - w, y));
        cloak.curve((x - w * 0.9, y - high * 0.4), (x - w * 0.9, y - high * 0.75), (head.0, head.1 + high * 0.02));
        cloak.curve((x + w * 0.9, y - high * 0.75), (x + w * 0.8, y - high * 0.4), (x + w * 0.9, y)).close();
        self.c.fill(&cloak, ink);
        self.c.oval(head, high * 0.075, high * 0.1, ink);
        match self.lot.below(3) {
            0 => self.c.shape(
                &[
                    (head.0 - high * 0.13, head.1 - high * 0.03),
                    (head.0 + high * 0.02, head.1 - high * 0.18),
                    (head.0 + high * 0.13, head.1 - high * 0.03),
                ],
                ink,
            ),
            1 => {
                let mut staff = PathTrace::at((x + w * 1.3, y));
                staff.to(x + w * 1.1, y - high * 1.08);
                self.c.line(&staff, ink, high * 0.028);
            }
            _ => {}
        }
    }

    /// A way that winds from the lower edge to a point far off.
    pub(super) fn way(&mut self, far: Point, wide: f64) {
        let side = self.lot.pick(&[-1.0, 1.0]);
        let middle = WIDE / 2.0;
        let (foot, bow) = (middle - side * 120.0, (far.1 + HIGH) / 2.0);
        let mut trace = PathTrace::at((foot - wide, HIGH + 20.0));
        trace.curve(
            (foot + side * 160.0 - wide * 0.5, bow + 70.0),
            (far.0 - side * 190.0 - wide * 0.14, bow - 30.0),
            (far.0 - 3.0, far.1),
        );
        trace.to(far.0 + 3.0, far.1);
        trace
            .curve(
                (far.0 - side * 190.0 + wide * 0.2, bow - 24.0),
                (foot + side * 160.0 + wide * 0.7, bow + 80.0),
                (foot + wide, HIGH + 20.0),
            )
            .close();
        let (light, near) = (self.haze(), self.at(0.45));
        let wash = self.c.wash(&[(0.0, light), (1.0, near.mix(self.pal.tone(1.0), 0.45))]);
        self.c.fill(&trace, wash);
    }
}
