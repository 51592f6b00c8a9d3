//! Hair, beards and horns.

use crate::assets::{canvas::PathTrace, chance::sine, palette::hex};

use super::{
    MIDDLE, Sitter,
    looks::{Air, Beard, Folk, HairStyle, Hat},
};

impl Sitter {
    /// What of the hair falls behind the neck.
    pub(super) fn behind(&mut self) {
        let (m, top, chin, w) = (MIDDLE, self.top, self.chin, self.cheek);
        let hair = self.shade(self.looks.hair);
        let human = !matches!(
            self.looks.folk,
            Folk::Wolf | Folk::Cat | Folk::Bird | Folk::Dragonborn | Folk::Skeleton | Folk::Spirit
        );
        match self.looks.cut {
            HairStyle::Long if human => {
                let (low, wave) = (chin + self.lot.between(70.0, 120.0), self.lot.off(14.0));
                let mut fall = PathTrace::at((m - w - 10.0, top + 80.0));
                fall.curve((m - w - 46.0 + wave, chin - 40.0), (m - w - 26.0, chin + 30.0), (m - w - 34.0 + wave, low));
                fall.bend((m, low + 30.0), (m + w + 34.0 + wave, low));
                fall.curve((m + w + 26.0, chin + 30.0), (m + w + 46.0 + wave, chin - 40.0), (m + w + 10.0, top + 80.0))
                    .close();
                self.c.fill(&fall, hair);
            }
            HairStyle::Tied if human && self.looks.hat == Hat::None => {
                let bun = self.turn * -1.4 + if self.looks.age > 1.3 { 0.0 } else { 30.0 };
                self.c.oval((m + bun, top - 16.0), 34.0, 30.0, hair);
            }
            HairStyle::Curly if human => {
                for k in 0..12 {
                    let turn = f64::from(k) / 12.0;
                    let at = (m + (w + 14.0) * sine(turn), top + 78.0 - 84.0 * sine(turn + 0.25));
                    let r = self.lot.between(24.0, 34.0);
                    if at.1 < chin - 30.0 {
                        self.c.oval(at, r, r, hair);
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn grown(&mut self) {
        let (m, ink) = (MIDDLE + self.turn * 0.6, self.ink);
        let (mouth, chin, jaw) = (self.mouth, self.chin, self.jaw);
        let hair = self.looks.hair.mix(ink, 0.18);
        let wash = self.turned(hair);
        let long = match self.looks.beard {
            Beard::None => return,
            Beard::Stubble => {
                let mut dots = PathTrace::default();
                for _ in 0..60 {
                    let (x, y) = (m + self.lot.off(jaw * 0.85), self.lot.between(mouth - 14.0, chin - 2.0));
                    dots.jump((x, y)).to(x + 1.0, y + 4.0);
                }
                self.c.line(&dots, hair.mix(ink, 0.4).faint(0.5), 1.6);
                return;
            }
            Beard::Moustache => None,
            Beard::Short => Some(26.0),
            Beard::Long => Some(130.0),
        };
        if let Some(long) = long {
            self.beard(long, wash.clone());
        }
        let mut lip = PathTrace::at((m, mouth - 17.0));
        lip.curve((m + 16.0, mouth - 22.0), (m + 36.0, mouth - 6.0), (m + 48.0, mouth + 8.0)).curve(
            (m + 28.0, mouth + 6.0),
            (m + 12.0, mouth - 2.0),
            (m, mouth - 5.0),
        );
        lip.curve((m - 12.0, mouth - 2.0), (m - 28.0, mouth + 6.0), (m - 48.0, mouth + 8.0)).curve(
            (m - 36.0, mouth - 6.0),
            (m - 16.0, mouth - 22.0),
            (m, mouth - 17.0),
        );
        self.c.fill(&lip, wash);
        self.c.line(&lip, ink.faint(0.4), 1.6);
    }

    /// A beard that ends so far below the chin, and the mouth in it.
    fn beard(&mut self, long: f64, wash: String) {
        let (m, ink) = (MIDDLE + self.turn * 0.6, self.ink);
        let (mouth, chin, jaw, w) = (self.mouth, self.chin, self.jaw, self.cheek);
        let x = MIDDLE;
        let mut beard = PathTrace::at((x - w + 2.0, self.eyes + 26.0));
        // The cheeks are bare: a beard that is straight from ear to ear is a mask.
        beard.curve((x - w + 14.0, mouth + 14.0), (m - jaw * 0.75, mouth + 16.0), (m - 42.0, mouth - 2.0));
        beard.bend((m, mouth - 22.0), (m + 42.0, mouth - 2.0));
        beard.curve((m + jaw * 0.75, mouth + 16.0), (x + w - 14.0, mouth + 14.0), (x + w - 2.0, self.eyes + 26.0));
        beard
            .curve((x + w + 6.0, chin), (m + jaw * 0.9, chin + long * 0.8), (m + 6.0, chin + long))
            .to(m - 6.0, chin + long);
        beard.curve((m - jaw * 0.9, chin + long * 0.8), (x - w - 6.0, chin), (x - w + 2.0, self.eyes + 26.0)).close();
        self.c.fill(&beard, wash);
        let mut strands = PathTrace::default();
        for k in -4_i32..=4 {
            let at = f64::from(k);
            strands
                .jump((m + at * 13.0, mouth + 26.0 + self.lot.off(5.0)))
                .bend((m + at * 15.0, chin), (m + at * 8.0, chin + long * (0.85 - at.abs() * 0.12)));
        }
        self.c.line(&strands, ink.faint(0.32), 2.2);
        let lips = hex(0xb0574d).mix(self.looks.skin, 0.45);
        self.c.oval((m, mouth + 6.0), 24.0, 8.0, lips);
        let mut mouth_line = PathTrace::at((m - 20.0, mouth + 1.0));
        mouth_line.bend((m, mouth + if self.looks.air == Air::Glad { 12.0 } else { 3.0 }), (m + 20.0, mouth));
        self.c.line(&mouth_line, ink, 4.0);
    }

    /// The hair on the head.
    pub(super) fn hair(&mut self) {
        if self.looks.cut == HairStyle::Bald {
            self.bald_head();
            return;
        }
        let (m, w, top, eyes) = (MIDDLE, self.cheek, self.top, self.eyes);
        let wash = self.turned(self.looks.hair);
        let part = m + if self.lot.chance(0.5) { -26.0 } else { 24.0 };
        let fringe = match self.looks.cut {
            HairStyle::Bowl => eyes - 30.0,
            _ => top + 44.0 + if self.looks.age > 1.4 && !self.looks.woman { -12.0 } else { 6.0 },
        };
        let (out, low) = match self.looks.cut {
            HairStyle::Long => (12.0, eyes + 60.0),
            HairStyle::Plaits => (8.0, eyes + 30.0),
            HairStyle::Bowl => (12.0, eyes + 6.0),
            HairStyle::Curly => (12.0, eyes + 2.0),
            HairStyle::Tied => (4.0, eyes - 4.0),
            _ => (5.0, eyes - 6.0),
        };
        let mut hair = PathTrace::at((m - w - out, low));
        // However far it falls, it lies on the head equally high.
        let crown = top - 36.0 - (low - eyes) / 3.0;
        hair.curve((m - w - out - 8.0, crown), (m + w + out + 8.0, crown), (m + w + out, low));
        hair.bend((m + w - 2.0, low - 4.0), (m + w - 4.0, eyes - 26.0));
        if self.looks.cut == HairStyle::Bowl {
            hair.bend((m, fringe + 12.0), (m - w + 4.0, eyes - 26.0));
        } else {
            hair.curve((m + w - 18.0, fringe + 10.0), (part + 34.0, fringe - 4.0), (part, fringe - 20.0));
            hair.curve((part - 20.0, fringe), (m - w + 14.0, fringe + 10.0), (m - w + 4.0, eyes - 26.0));
        }
        hair.bend((m - w + 2.0, low - 4.0), (m - w - out, low)).close();
        self.c.fill(&hair, wash.clone());
        if self.looks.cut == HairStyle::Curly {
            self.curls();
        }
        self.strands(part, fringe);
        if self.looks.cut == HairStyle::Plaits {
            self.plaits();
        }
    }

    fn bald_head(&mut self) {
        self.c.oval((MIDDLE - 22.0, self.top + 32.0), 22.0, 12.0, hex(0xfff0cf).faint(0.4));
        if self.looks.age > 1.3 {
            let tufts = self.shade(self.looks.hair);
            for side in [-1.0, 1.0] {
                let points = [(-2.0, -34.0), (10.0, -18.0), (10.0, 14.0), (-3.0, 12.0), (-8.0, -12.0)]
                    .map(|(x, y)| (MIDDLE + side * (self.cheek - 2.0 + x), self.eyes + y));
                self.c.blob(&points, tufts);
            }
        }
    }

    fn curls(&mut self) {
        let (m, w, top) = (MIDDLE, self.cheek, self.top);
        for k in 0..9 {
            let turn = 0.5 * f64::from(k) / 8.0 - 0.25;
            let at = (m + (w - 2.0) * sine(turn), top + 62.0 - 62.0 * sine(turn + 0.25));
            let r = self.lot.between(17.0, 24.0);
            let curl = if turn < 0.0 { self.lit(self.looks.hair) } else { self.shade(self.looks.hair) };
            self.c.oval(at, r, r * 0.9, curl);
        }
    }

    /// Lines in the hair, from its parting to its fringe.
    fn strands(&mut self, part: f64, fringe: f64) {
        let (m, w, top) = (MIDDLE, self.cheek, self.top);
        let mut strands = PathTrace::default();
        for k in 0..9 {
            let share = f64::from(k) / 8.0;
            let x = m + w * 0.8 * (2.0 * share - 1.0);
            let end = (x, fringe - 16.0 + (share - 0.5).abs() * 46.0);
            strands
                .jump((part + (x - part) * 0.3, top + 14.0 + (share - 0.5).abs() * 14.0))
                .bend((part + (x - part) * 0.85, top + 18.0), end);
        }
        self.c.line(&strands, self.ink.faint(0.3), 2.0);
    }

    fn plaits(&mut self) {
        let (m, w, eyes) = (MIDDLE, self.cheek, self.eyes);
        for side in [-1.0, 1.0] {
            for k in 0..6 {
                let y = eyes + 40.0 + 27.0 * f64::from(k);
                let x = m + side * (w + 6.0 + 5.0 * f64::from(k).min(3.0));
                let colour = if side < 0.0 { self.lit(self.looks.hair) } else { self.shade(self.looks.hair) };
                self.c.oval((x, y), 15.0 - f64::from(k), 16.0, colour);
                let mut cross = PathTrace::at((x - 10.0, y - 6.0));
                cross.bend((x, y + 2.0), (x + 10.0, y + 10.0));
                self.c.line(&cross, self.ink.faint(0.4), 2.0);
            }
        }
    }

    pub(super) fn horns(&mut self) {
        let (m, top, w) = (MIDDLE, self.top, self.cheek);
        for side in [-1.0, 1.0] {
            let x = m + side * w * 0.62;
            let mut horn = PathTrace::at((x - side * 15.0, top + 24.0));
            horn.curve((x + side * 4.0, top - 40.0), (x + side * 60.0, top - 44.0), (x + side * 70.0, top + 40.0));
            horn.curve((x + side * 46.0, top - 8.0), (x + side * 26.0, top), (x + side * 18.0, top + 40.0)).close();
            let colour = hex(0x4a3b36);
            self.c.fill(&horn, if side < 0.0 { self.lit(colour) } else { colour });
            self.c.line(&horn, self.ink.faint(0.7), 2.0);
        }
    }
}
