//! Human and humanoid faces.

use crate::assets::{
    canvas::{PathTrace, Point},
    palette::{Colour, hex},
};

use super::{
    MIDDLE, PortraitRole, Sitter,
    looks::{Air, Folk},
};

impl Sitter {
    /// The line about the face, from the crown round by the chin.
    pub(super) fn outline(&self, more: f64) -> PathTrace {
        let (m, w, jaw) = (MIDDLE, self.cheek + more, self.jaw + more);
        let (top, eyes, chin) = (self.top - more, self.eyes, self.chin + more);
        let point = self.turn * 0.4;
        let broad = jaw * 0.52;
        let mut face = PathTrace::at((m - w, eyes));
        face.curve((m - w - 2.0, top - 8.0), (m + w + 2.0, top - 8.0), (m + w, eyes));
        face.curve((m + w - 1.0, eyes + 40.0), (m + jaw + 2.0, chin - 38.0), (m + broad + point, chin - 8.0));
        face.bend((m + point, chin + 9.0), (m - broad + point, chin - 8.0));
        face.curve((m - jaw - 2.0, chin - 38.0), (m - w + 1.0, eyes + 40.0), (m - w, eyes)).close();
        face
    }

    /// Head, ears, features, hair and beard of a human or nearly human face.
    pub(super) fn head(&mut self, part: PortraitRole) {
        let (m, skin) = (MIDDLE, self.looks.skin);
        self.ears();
        let wash = self.turned(skin);
        let face = self.outline(0.0);
        self.c.fill(&face, wash);
        // The side away from the lamp, down along the nose.
        let (turn, w, eyes, chin) = (self.turn, self.cheek, self.eyes, self.chin);
        let shade = self.shade(skin);
        let mut dark = PathTrace::at((m + w * 0.35, self.top + 14.0));
        dark.curve(
            (m + w * 0.62, self.top + 50.0),
            (m + w * 0.34 + turn, eyes - 20.0),
            (m + w * 0.44 + turn, eyes + 12.0),
        );
        dark.curve(
            (m + w * 0.7 + turn, eyes + 44.0),
            (m + w * 0.2 + turn, self.mouth),
            (m + w * 0.3 + turn * 0.4, chin + 2.0),
        );
        dark.curve((m + self.jaw * 0.8, chin - 10.0), (m + w, eyes + 50.0), (m + w, eyes)).curve(
            (m + w, self.top + 40.0),
            (m + w * 0.7, self.top + 10.0),
            (m + w * 0.35, self.top + 14.0),
        );
        self.c.fill(&dark, shade.faint(0.42));
        let blush = hex(0xc9543c);
        for side in [-1.0, 1.0] {
            self.c.oval(
                (m + side * w * 0.52 + turn, eyes + 40.0),
                20.0,
                13.0,
                blush.faint(if self.looks.age < 1.0 { 0.24 } else { 0.15 }),
            );
        }
        self.features(part);
        self.c.line(&face, self.ink.faint(0.5), 2.2);
        self.marks();
        self.grown();
        self.hair();
        if self.looks.folk == Folk::Tiefling {
            self.horns();
        }
    }

    fn ears(&mut self) {
        let (m, eyes) = (MIDDLE, self.eyes);
        let wash = self.turned(self.looks.skin);
        for side in [-1.0, 1.0] {
            let x = m + side * (self.cheek - 3.0);
            let (out, up) = match self.looks.folk {
                Folk::Elf => (44.0, -48.0),
                Folk::Goblin => (86.0, -22.0),
                Folk::Orc | Folk::Tiefling => (28.0, -24.0),
                _ => (17.0, -18.0),
            };
            let mut ear = PathTrace::at((x, eyes - 8.0));
            ear.curve((x + side * 8.0, eyes - 22.0), (x + side * out * 0.7, eyes + up), (x + side * out, eyes + up));
            ear.curve((x + side * out * 0.9, eyes + 8.0), (x + side * 16.0, eyes + 44.0), (x, eyes + 38.0)).close();
            self.c.fill(&ear, wash.clone());
            self.c.line(&ear, self.ink.faint(0.5), 2.0);
            if self.looks.woman && self.looks.age > 0.8 {
                self.c.oval((x + side * 8.0, eyes + 44.0), 4.0, 5.0, self.lamp);
            }
        }
    }

    /// Brows, eyes, nose, mouth.
    fn features(&mut self, part: PortraitRole) {
        let (m, turn, eyes) = (MIDDLE + self.turn, self.turn, self.eyes);
        let (skin, air) = (self.looks.skin, self.looks.air);
        let young = (1.0 - self.looks.age).max(0.0);
        let gap = self.cheek * 0.46;
        let open = match air {
            Air::Grim => 6.5,
            Air::Sad => 7.5,
            _ => 9.0,
        } + 3.0 * young
            - if self.looks.age > 1.6 { 1.2 } else { 0.0 };
        let (lift, inner) = match (air, part) {
            (Air::Grim, _) | (Air::Plain, PortraitRole::Antagonist) => (4.0, 9.0),
            (Air::Sad, _) => (-2.0, -9.0),
            (Air::Glad, _) => (-6.0, -1.0),
            (Air::Plain, _) => (0.0, self.lot.off(3.0)),
        };
        let socket = self.shade(skin);
        for side in [-1.0, 1.0] {
            let wide = 17.0 + 2.0 * young - side * turn * 0.12;
            let x = m + side * gap;
            self.c.oval((x, eyes - 3.0), wide * 1.3, open * 1.9, socket.faint(0.34));
            if side > 0.0 && self.looks.patch {
                self.patch((x, eyes), wide, open);
                continue;
            }
            self.eye_at(side, wide, open, socket);
            self.brow(side, wide, eyes - 24.0 - 2.0 * young + lift, inner);
        }
        self.nose(young, socket);
        self.lips(part, socket);
    }

    fn patch(&mut self, (x, eyes): Point, wide: f64, open: f64) {
        let (m, turn, ink) = (MIDDLE + self.turn, self.turn, self.ink);
        self.c.oval((x, eyes), wide * 1.35, open * 2.1, ink);
        let mut band = PathTrace::at((x - wide, eyes - 8.0));
        band.to(m - self.cheek - turn, eyes - 54.0).jump((x + wide, eyes - 8.0)).to(MIDDLE + self.cheek, eyes - 24.0);
        self.c.line(&band, ink, 5.0);
    }

    fn eye_at(&mut self, side: f64, wide: f64, open: f64, socket: Colour) {
        let (turn, eyes, ink, air) = (self.turn, self.eyes, self.ink, self.looks.air);
        let x = MIDDLE + turn + side * self.cheek * 0.46;
        let mut eye = PathTrace::at((x - wide, eyes + 1.0));
        eye.curve((x - wide * 0.4, eyes - open * 1.3), (x + wide * 0.5, eyes - open * 1.2), (x + wide, eyes));
        let mut lid = PathTrace::at((x - wide - 1.0, eyes + 1.0));
        lid.curve(
            (x - wide * 0.4, eyes - open * 1.3),
            (x + wide * 0.5, eyes - open * 1.2),
            (x + wide + 2.0, eyes - 1.0),
        );
        eye.curve((x + wide * 0.4, eyes + open), (x - wide * 0.4, eyes + open), (x - wide, eyes + 1.0));
        let glows = matches!(self.looks.folk, Folk::Tiefling | Folk::Goblin);
        let white = if glows { self.lamp } else { hex(0xf3e8d2).mix(socket, if side > 0.0 { 0.3 } else { 0.08 }) };
        self.c.fill(&eye, white);
        let look = (x + turn * 0.28, eyes - 1.0);
        self.c.oval(look, open * 0.82, open * 0.9, self.looks.eyes);
        self.c.oval(look, open * 0.42, open * 0.5, ink);
        self.c.oval((look.0 - 3.0, look.1 - 3.0), 1.8, 1.8, "#fff8e4");
        self.c.line(&lid, ink, if self.looks.woman { 3.8 } else { 3.0 });
        let mut under = PathTrace::at((x - wide * 0.7, eyes + open + 3.0));
        under.bend((x, eyes + open + 7.0), (x + wide * 0.7, eyes + open + 2.0));
        let bags = if air == Air::Sad || self.looks.age > 1.5 { 0.5 } else { 0.18 };
        self.c.line(&under, ink.faint(bags), 1.8);
    }

    fn brow(&mut self, side: f64, wide: f64, level: f64, inner: f64) {
        let x = MIDDLE + self.turn + side * self.cheek * 0.46;
        let young = (1.0 - self.looks.age).max(0.0);
        let mut brow = PathTrace::at((x - side * wide * 1.05, level + inner));
        brow.bend((x + side * wide * 0.2, level - 7.0), (x + side * wide * 1.25, level + 5.0 - inner * 0.3));
        let hair = self.looks.hair.mix(self.ink, 0.35);
        self.c.line(&brow, hair, if self.looks.woman { 4.2 } else { 6.4 } - young);
    }

    /// The nose: its shaded side, its tip, a nostril.
    fn nose(&mut self, young: f64, socket: Colour) {
        let (m, turn, eyes, ink) = (MIDDLE + self.turn, self.turn, self.eyes, self.ink);
        let (base, tip) = (self.mouth - 30.0 - 2.0 * young, m + turn * 0.5);
        let size = (1.0 - 0.4 * young)
            * if self.looks.woman { 0.85 } else { 1.0 }
            * if matches!(self.looks.folk, Folk::Goblin | Folk::Dwarf) { 1.4 } else { 1.0 };
        let mut side = PathTrace::at((m + 7.0, eyes - 2.0));
        side.curve((m + 5.0, eyes + 18.0), (tip + 10.0 * size, base - 18.0), (tip + 17.0 * size, base - 3.0))
            .bend((tip + 8.0, base + 5.0), (tip, base + 2.0))
            .close();
        self.c.fill(&side, socket.faint(0.5));
        let mut nose = PathTrace::at((tip - 14.0 * size, base - 4.0));
        nose.bend((tip - 9.0 * size, base + 5.0), (tip, base + 3.0))
            .bend((tip + 10.0 * size, base + 6.0), (tip + 16.0 * size, base - 5.0));
        self.c.line(&nose, ink.faint(0.7), 2.6);
        self.c.oval((tip - 4.0, base - 9.0), 4.0, 5.0, hex(0xfff0cf).faint(0.4));
    }

    fn lips(&mut self, part: PortraitRole, socket: Colour) {
        let (m, mouth, ink) = (MIDDLE + self.turn * 0.8, self.mouth, self.ink);
        let wide = self.jaw * if self.looks.age < 1.0 { 0.4 } else { 0.46 };
        let (bow, tilt) = match (self.looks.air, part) {
            (Air::Glad, _) => (12.0, self.lot.off(1.5)),
            (Air::Sad, _) => (-7.0, 0.0),
            (Air::Grim, _) => (-3.0, self.lot.off(1.0)),
            (Air::Plain, PortraitRole::Ally) => (7.0, self.lot.off(1.5)),
            (Air::Plain, PortraitRole::Antagonist) => (1.0, 5.0),
            (Air::Plain, _) => (2.5, self.lot.off(1.5)),
        };
        let red = self.looks.skin.mix(hex(0x9c3a34), if self.looks.woman { 0.5 } else { 0.3 });
        let mut lips = PathTrace::at((m - wide * 0.8, mouth + tilt));
        lips.curve((m - wide * 0.3, mouth - 6.0), (m + wide * 0.3, mouth - 6.0), (m + wide * 0.8, mouth - tilt)).curve(
            (m + wide * 0.4, mouth + 14.0 + bow * 0.6),
            (m - wide * 0.4, mouth + 14.0 + bow * 0.6),
            (m - wide * 0.8, mouth + tilt),
        );
        self.c.fill(&lips, red.faint(0.75));
        let mut line = PathTrace::at((m - wide, mouth - bow * 0.5 + tilt));
        line.curve(
            (m - wide * 0.4, mouth + bow * 0.7),
            (m + wide * 0.4, mouth + bow * 0.7),
            (m + wide, mouth - bow * 0.5 - tilt),
        );
        self.c.line(&line, ink.faint(0.85), 3.0);
        self.c.oval((m, mouth + 19.0 + bow * 0.3), wide * 0.5, 4.0, socket.faint(0.4));
        if self.looks.folk == Folk::Orc || self.looks.folk == Folk::Goblin {
            for side in [-1.0, 1.0] {
                let x = m + side * wide * 0.7;
                let tusk: [Point; 3] = [(x - 7.0, mouth + 4.0), (x + side * 3.0, mouth - 20.0), (x + 7.0, mouth + 4.0)];
                self.c.shape(&tusk, hex(0xefe3c2));
            }
        }
    }

    /// Wrinkles, freckles, scars, spectacles.
    fn marks(&mut self) {
        let (m, turn, eyes, w, ink) = (MIDDLE + self.turn, self.turn, self.eyes, self.cheek, self.ink);
        let old = ((self.looks.age - 1.2) * 1.25).clamp(0.0, 1.0);
        if old > 0.1 {
            let mut lines = PathTrace::default();
            for side in [-1.0, 1.0] {
                lines
                    .jump((m + side * 22.0, self.mouth - 34.0))
                    .bend((m + side * w * 0.5, self.mouth - 20.0), (m + side * w * 0.46, self.mouth + 12.0));
                let x = m + side * (w * 0.46 + 22.0);
                lines
                    .jump((x, eyes - 2.0))
                    .to(x + side * 11.0, eyes - 8.0)
                    .jump((x, eyes + 3.0))
                    .to(x + side * 12.0, eyes + 4.0)
                    .jump((x - side, eyes + 8.0))
                    .to(x + side * 9.0, eyes + 14.0);
            }
            for k in 0..2 {
                let y = eyes - 52.0 - 13.0 * f64::from(k);
                lines.jump((m - w * 0.4, y + 2.0)).bend((m, y - 4.0), (m + w * 0.42, y + 3.0));
            }
            lines.jump((m - 5.0, eyes - 26.0)).to(m - 4.0, eyes - 12.0);
            self.c.line(&lines, ink.faint(0.3 + 0.3 * old), 2.0);
        }
        if self.looks.freckles {
            let mut dots = PathTrace::default();
            for _ in 0..26 {
                let (x, y) = (m + self.lot.off(w * 0.75), eyes + self.lot.between(16.0, 52.0));
                dots.jump((x, y)).to(x + 0.1, y);
            }
            self.c.line(&dots, hex(0x8a4a28).faint(0.7), 3.2);
        }
        if self.looks.scar {
            let mut scar = PathTrace::at((m - w * 0.66, eyes - 40.0));
            scar.bend((m - w * 0.4, eyes + 10.0), (m - w * 0.5, eyes + 62.0));
            self.c.line(&scar, hex(0xf0c0a4).faint(0.9), 4.0);
            self.c.line(&scar, hex(0x8a3a30).faint(0.6), 1.6);
        }
        if self.looks.spectacles {
            for side in [-1.0, 1.0] {
                let x = m + side * w * 0.46;
                self.c.oval((x, eyes + 1.0), 27.0, 24.0, hex(0xfff4d4).faint(0.16));
                let mut rim = PathTrace::at((x - 27.0, eyes + 1.0));
                rim.curve((x - 27.0, eyes - 31.0), (x + 27.0, eyes - 31.0), (x + 27.0, eyes + 1.0)).curve(
                    (x + 27.0, eyes + 33.0),
                    (x - 27.0, eyes + 33.0),
                    (x - 27.0, eyes + 1.0),
                );
                rim.jump((x + side * 27.0, eyes - 4.0)).to(MIDDLE + side * (w + 2.0), eyes - 8.0 + turn * 0.1);
                rim.jump((x - side * 27.0, eyes - 2.0)).bend((m, eyes - 10.0), (m, eyes - 8.0));
                self.c.line(&rim, hex(0x9a7434), 3.4);
            }
        }
    }
}
