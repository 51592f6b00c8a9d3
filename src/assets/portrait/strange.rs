//! Heads that aren't human: beasts, dragonborn, the dead, constructs.

use crate::assets::{
    canvas::{PathTrace, Point},
    chance::sine,
    palette::{Colour, hex},
};

use super::{
    MIDDLE, Sitter,
    looks::{Folk, Hat},
};

impl Sitter {
    /// The head of a creature that is not human.
    pub(super) fn strange_head(&mut self) {
        match self.looks.folk {
            Folk::Skeleton => self.skull(),
            Folk::Spirit => self.spirit(),
            Folk::Bird => self.bird(),
            Folk::Dragonborn => self.dragon(),
            _ => self.beast(),
        }
    }

    /// An eye that catches the lamp.
    fn eye(&mut self, (x, y): Point, size: f64, slit: bool) {
        let iris = self.lamp.mix(self.looks.eyes, 0.25);
        self.c.oval((x, y), size * 1.5, size * 1.2, self.ink);
        self.c.oval((x, y), size * 1.1, size * 0.9, iris);
        self.c.oval((x, y), size * if slit { 0.25 } else { 0.5 }, size * 0.8, self.ink);
        self.c.oval((x - size * 0.35, y - size * 0.35), size * 0.2, size * 0.2, "#fff8e4");
    }

    /// A ruff of fur or feathers about a middle.
    fn ruff(&mut self, (x, y): Point, (rx, ry): (f64, f64), n: usize, deep: f64, paint: String) {
        let mut points = Vec::with_capacity(n * 2);
        for k in 0..n {
            let turn = k as f64 / n as f64;
            for (turn, out) in [(turn, 1.0 + self.lot.unit() * deep), (turn + 0.5 / n as f64, 0.92)] {
                points.push((x + sine(turn) * rx * out, y + sine(turn + 0.25) * ry * out));
            }
        }
        self.c.shape(&points, paint);
    }

    fn beast(&mut self) {
        let (m, eyes, chin, w, ink, fur) = (MIDDLE, self.eyes, self.chin, self.cheek, self.ink, self.looks.skin);
        let cat = self.looks.folk == Folk::Cat;
        let (wash, pale, turn) = (self.turned(fur), fur.mix(hex(0xf2e4c8), 0.6), self.turn);
        self.beast_ears(cat, &wash);
        self.ruff((m, eyes + 30.0), (w + 26.0, 118.0), 22, 0.16, wash.clone());
        let skull = self.outline(-2.0);
        self.c.fill(&skull, wash);
        let (long, half) = if cat { (26.0, 40.0) } else { (52.0, 38.0) };
        let snout = (m + turn, eyes + 60.0);
        self.muzzle(snout, half, long, pale);
        let mut lines = PathTrace::at((snout.0, snout.1 + 10.0));
        lines
            .to(snout.0, snout.1 + 26.0)
            .bend((snout.0 - 16.0, snout.1 + 42.0), (snout.0 - 34.0, snout.1 + 28.0))
            .jump((snout.0, snout.1 + 26.0))
            .bend((snout.0 + 16.0, snout.1 + 42.0), (snout.0 + 34.0, snout.1 + 28.0));
        lines
            .jump((m - 16.0 + turn, eyes + 8.0))
            .to(snout.0 - 20.0, snout.1 - 14.0)
            .jump((m + 16.0 + turn, eyes + 8.0))
            .to(snout.0 + 20.0, snout.1 - 14.0);
        if cat {
            whiskers(&mut lines, snout);
        }
        for _ in 0..34 {
            let (x, y) = (m + self.lot.off(w), self.lot.between(self.top + 20.0, chin + 10.0));
            if (x - snout.0).abs() > half * 1.2 || y < eyes - 16.0 {
                lines.jump((x, y)).to(x + (x - m) * 0.1, y + 13.0);
            }
        }
        self.c.line(&lines, ink.faint(0.5), 2.2);
        for side in [-1.0, 1.0] {
            self.eye((m + side * w * 0.44 + turn, eyes), 12.0, cat);
        }
    }

    fn beast_ears(&mut self, cat: bool, wash: &str) {
        let (m, w, fur) = (MIDDLE, self.cheek, self.looks.skin);
        for side in [-1.0, 1.0] {
            let x = m + side * w * 0.72;
            let tall = if cat { 74.0 } else { 98.0 };
            self.c.shape(
                &[
                    (x - side * 34.0, self.top + 30.0),
                    (x + side * 22.0, self.top + 30.0 - tall),
                    (x + side * 36.0, self.top + 66.0),
                ],
                wash,
            );
            self.c.shape(
                &[
                    (x - side * 14.0, self.top + 26.0),
                    (x + side * 17.0, self.top + 44.0 - tall),
                    (x + side * 24.0, self.top + 50.0),
                ],
                self.shade(fur),
            );
        }
    }

    /// The snout of a beast, with the nose at its tip.
    fn muzzle(&mut self, snout: Point, half: f64, long: f64, pale: Colour) {
        let muzzle = self.c.wash_across(&[(0.1, self.lit(pale)), (0.9, self.shade(pale))]);
        self.c.blob(
            &[
                (snout.0 - half, snout.1 - 24.0),
                (snout.0 + half, snout.1 - 24.0),
                (snout.0 + half * 1.3, snout.1 + long * 0.6),
                (snout.0, snout.1 + long * 1.3),
                (snout.0 - half * 1.3, snout.1 + long * 0.6),
            ],
            muzzle,
        );
        self.c.blob(
            &[
                (snout.0 - 22.0, snout.1 - 10.0),
                (snout.0 + 22.0, snout.1 - 10.0),
                (snout.0 + 12.0, snout.1 + 12.0),
                (snout.0 - 12.0, snout.1 + 12.0),
            ],
            self.ink,
        );
    }

    fn bird(&mut self) {
        let (m, eyes, w, ink, down) = (MIDDLE, self.eyes, self.cheek, self.ink, self.looks.skin);
        let wash = self.turned(down);
        self.ruff((m, eyes + 40.0), (w + 24.0, 130.0), 26, 0.14, wash.clone());
        self.ruff((m, eyes), (w + 2.0, 96.0), 18, 0.1, wash);
        let mut lines = PathTrace::default();
        for _ in 0..46 {
            let (x, y) = (m + self.lot.off(w), self.lot.between(self.top + 30.0, self.chin + 60.0));
            lines.jump((x - 7.0, y)).bend((x, y + 11.0), (x + 7.0, y));
        }
        self.c.line(&lines, ink.faint(0.4), 2.0);
        for side in [-1.0, 1.0] {
            let at = (m + side * w * 0.46 + self.turn, eyes);
            self.c.oval(at, 27.0, 26.0, self.lit(down).faint(0.7));
            self.eye(at, 15.0, false);
        }
        let (x, horn) = (m + self.turn, hex(0xb98a3f));
        let beak = self.c.wash_across(&[(0.1, self.lit(horn)), (0.9, self.shade(horn))]);
        let mut bill = PathTrace::at((x - 28.0, eyes + 20.0));
        bill.curve((x - 16.0, eyes + 4.0), (x + 16.0, eyes + 4.0), (x + 28.0, eyes + 20.0))
            .curve((x + 24.0, eyes + 70.0), (x + 8.0, eyes + 112.0), (x, eyes + 124.0))
            .curve((x - 8.0, eyes + 112.0), (x - 24.0, eyes + 70.0), (x - 28.0, eyes + 20.0))
            .close();
        self.c.fill(&bill, beak);
        self.c.line(&bill, ink.faint(0.7), 2.6);
        let mut ridge = PathTrace::at((x, eyes + 12.0));
        ridge
            .to(x, eyes + 108.0)
            .jump((x - 12.0, eyes + 30.0))
            .to(x - 6.0, eyes + 40.0)
            .jump((x + 12.0, eyes + 30.0))
            .to(x + 6.0, eyes + 40.0);
        self.c.line(&ridge, ink.faint(0.5), 2.2);
    }

    fn dragon(&mut self) {
        let (m, eyes, w, ink, hide) = (MIDDLE, self.eyes, self.cheek, self.ink, self.looks.skin);
        let (wash, turn) = (self.turned(hide), self.turn);
        self.spikes();
        let skull = self.outline(4.0);
        self.c.fill(&skull, wash.clone());
        let snout = (m + turn, self.mouth - 18.0);
        self.c.blob(
            &[
                (snout.0 - 40.0, eyes + 8.0),
                (snout.0 + 40.0, eyes + 8.0),
                (snout.0 + 62.0, snout.1 + 12.0),
                (snout.0 + 44.0, self.chin + 4.0),
                (snout.0 - 44.0, self.chin + 4.0),
                (snout.0 - 62.0, snout.1 + 12.0),
            ],
            wash,
        );
        self.scales();
        let mut lines = PathTrace::at((snout.0 - 58.0, snout.1 + 22.0));
        lines.bend((snout.0, snout.1 + 50.0), (snout.0 + 58.0, snout.1 + 22.0));
        for side in [-1.0, 1.0] {
            lines
                .jump((snout.0 + side * 10.0, snout.1 - 6.0))
                .bend((snout.0 + side * 24.0, snout.1 - 14.0), (snout.0 + side * 26.0, snout.1 + 2.0));
            let x = m + side * w * 0.5 + turn;
            lines.jump((x - side * 28.0, eyes - 8.0)).bend((x, eyes - 28.0), (x + side * 32.0, eyes - 26.0));
        }
        self.c.line(&lines, ink.faint(0.85), 4.4);
        for x in [-36.0_f64, -20.0, 20.0, 36.0] {
            let y = snout.1 + 36.0 - x.abs() * 0.24;
            self.c.shape(&[(snout.0 + x - 6.0, y), (snout.0 + x + 6.0, y), (snout.0 + x, y + 15.0)], hex(0xf0e6c8));
        }
        for side in [-1.0, 1.0] {
            self.eye((m + side * w * 0.5 + turn, eyes - 2.0), 12.0, true);
        }
    }

    /// The horns of a dragon, smaller down its cheeks.
    fn spikes(&mut self) {
        let (m, w, bone) = (MIDDLE, self.cheek, hex(0xcbb68a));
        for side in [-1.0, 1.0] {
            for k in 0..4 {
                let y = self.top + 14.0 + 44.0 * f64::from(k);
                let x = m + side * (w - 14.0 + 5.0 * f64::from(k));
                let long = 74.0 - 12.0 * f64::from(k);
                self.c.shape(
                    &[(x - side * 12.0, y - 8.0), (x + side * long * 0.7, y - long * 0.7), (x + side * 6.0, y + 26.0)],
                    if side < 0.0 { self.lit(bone) } else { self.shade(bone) },
                );
            }
        }
    }

    fn scales(&mut self) {
        let (m, eyes, w, turn) = (MIDDLE, self.eyes, self.cheek, self.turn);
        let mut scales = PathTrace::default();
        for row in 0..9 {
            for k in -3_i32..=3 {
                let (x, y) = (
                    m + turn * 0.6 + f64::from(k) * 22.0 + if row % 2 == 0 { 0.0 } else { 11.0 },
                    self.top + 26.0 + 21.0 * f64::from(row),
                );
                if (x - m).abs() < w - 6.0
                    && ((y - eyes).abs() > 20.0 || (x - m - turn).abs() < 16.0)
                    && y < self.mouth - 26.0
                {
                    scales.jump((x - 9.0, y)).bend((x, y + 13.0), (x + 9.0, y));
                }
            }
        }
        self.c.line(&scales, self.ink.faint(0.34), 2.0);
    }

    fn skull(&mut self) {
        let (m, eyes, chin, w, ink, bone) = (MIDDLE, self.eyes, self.chin, self.cheek, self.ink, self.looks.skin);
        let wash = self.turned(bone);
        let mut head = PathTrace::at((m - w, eyes));
        head.curve((m - w - 6.0, self.top - 22.0), (m + w + 6.0, self.top - 22.0), (m + w, eyes))
            .curve((m + w, eyes + 46.0), (m + w * 0.66, eyes + 44.0), (m + w * 0.6, eyes + 66.0))
            .to(m + w * 0.5, chin)
            .bend((m, chin + 10.0), (m - w * 0.5, chin))
            .to(m - w * 0.6, eyes + 66.0)
            .curve((m - w * 0.66, eyes + 44.0), (m - w, eyes + 46.0), (m - w, eyes))
            .close();
        self.c.fill(&head, wash);
        self.c.line(&head, ink.faint(0.7), 2.6);
        for side in [-1.0, 1.0] {
            let x = m + side * w * 0.44 + self.turn;
            self.c.oval((x, eyes + 4.0), 27.0, 24.0, ink);
            self.c.oval((x, eyes + 4.0), 6.0, 6.0, self.lamp);
            self.c.oval((x, eyes + 4.0), 17.0, 17.0, self.lamp.faint(0.25));
        }
        let x = m + self.turn;
        self.c.shape(&[(x, eyes + 30.0), (x - 14.0, eyes + 58.0), (x, eyes + 52.0), (x + 14.0, eyes + 58.0)], ink);
        let mut teeth = PathTrace::at((m - w * 0.5, self.mouth + 6.0));
        teeth.bend((m, self.mouth + 16.0), (m + w * 0.5, self.mouth + 6.0));
        for k in -4_i32..=4 {
            let at = x + f64::from(k) * 9.0;
            teeth.jump((at, self.mouth - 8.0)).to(at, self.mouth + 24.0);
        }
        teeth
            .jump((m - 40.0, self.top + 40.0))
            .to(m - 20.0, self.top + 60.0)
            .to(m - 30.0, self.top + 76.0)
            .to(m - 14.0, self.top + 90.0);
        self.c.line(&teeth, ink.faint(0.75), 2.6);
    }

    /// A turned face without features, of shards that hold a light.
    fn spirit(&mut self) {
        let (m, eyes, ink, body) = (MIDDLE, self.eyes + 6.0, self.ink, self.looks.skin);
        let deep = body.mix(hex(0x1c2a4a), 0.6);
        let aura = self.c.halo(&[
            (0.0, body.mix(hex(0xffffff), 0.5).faint(0.9)),
            (0.4, body.faint(0.4)),
            (1.0, body.faint(0.0)),
        ]);
        self.c.oval((m, eyes), 230.0, 240.0, aura);
        for ring in 0..3 {
            let size = [150.0, 112.0, 74.0][ring];
            let n = [19, 15, 11][ring];
            for k in 0..n {
                let turn = (k as f64 + self.lot.unit() * 0.5) / n as f64;
                let (dx, dy) = (sine(turn), sine(turn + 0.25));
                let (long, wide) = (size * self.lot.between(0.75, 1.25), 15.0 + 5.0 * self.lot.unit());
                let shade = deep
                    .mix(body, 0.2 + 0.3 * ring as f64)
                    .mix(hex(0xffffff), self.lot.between(0.0, 0.35) * if dx < 0.0 { 1.0 } else { 0.4 });
                let (x, y) = (m + self.turn, eyes);
                self.c.shape(
                    &[
                        (x - dy * wide, y + dx * wide),
                        (x + dx * long * 0.94, y + dy * long * 1.2),
                        (x + dy * wide, y - dx * wide),
                    ],
                    shade.faint(0.92),
                );
            }
        }
        self.ruff((m + self.turn, eyes), (52.0, 66.0), 9, 0.16, body.mix(hex(0xffffff), 0.6).to_string());
        let mut veins = PathTrace::default();
        for k in 0..7 {
            let turn = f64::from(k) / 7.0;
            let (dx, dy) = (sine(turn), sine(turn + 0.25));
            veins.jump((m + self.turn, eyes)).bend(
                (m + self.turn + dx * 20.0 + 6.0, eyes + dy * 24.0 - 6.0),
                (m + self.turn + dx * 44.0, eyes + dy * 56.0),
            );
        }
        self.c.line(&veins, deep.faint(0.6), 2.6);
        self.c.oval((m + self.turn, eyes), 13.0, 16.0, self.lamp.mix(hex(0xffffff), 0.4));
        let shoulders = self.c.wash(&[(0.0, body.faint(0.7)), (1.0, ink.faint(0.0))]);
        self.c.oval((m, self.chin + 130.0), 190.0, 90.0, shoulders);
        if self.looks.hat == Hat::Crown {
            self.looks.hat = Hat::None;
        }
    }
}

fn whiskers(lines: &mut PathTrace, snout: Point) {
    for side in [-1.0, 1.0] {
        for k in 0..3 {
            let y = snout.1 + 12.0 + 8.0 * f64::from(k);
            lines
                .jump((snout.0 + side * 30.0, y))
                .bend((snout.0 + side * 70.0, y - 8.0), (snout.0 + side * 112.0, y + 10.0 * f64::from(k) - 8.0));
        }
    }
}
