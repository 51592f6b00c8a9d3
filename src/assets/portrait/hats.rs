//! Headwear.

use crate::assets::{canvas::PathTrace, palette::hex};

use super::{
    MIDDLE, Sitter,
    looks::{Folk, Hat},
};

impl Sitter {
    pub(super) fn hood_behind(&mut self) {
        let (m, w, top, chin) = (MIDDLE, self.cheek, self.top, self.chin);
        let back = self.shade(self.looks.hat_cloth).mix(self.ink, 0.5);
        let mut hood = PathTrace::at((m - w - 44.0, chin + 50.0));
        hood.curve((m - w - 62.0, top - 70.0), (m + w + 62.0, top - 70.0), (m + w + 44.0, chin + 50.0)).close();
        self.c.fill(&hood, back);
    }

    /// Headwear, and things behind an ear.
    pub(super) fn headwear(&mut self) {
        let (m, w, top, eyes, chin, ink) = (MIDDLE, self.cheek, self.top, self.eyes, self.chin, self.ink);
        let cloth = self.looks.hat_cloth;
        let brow = eyes - 50.0;
        match self.looks.hat {
            Hat::None => {}
            Hat::Straw | Hat::Wide => {
                let colour = if self.looks.hat == Hat::Straw { hex(0xd6b060) } else { cloth.mix(ink, 0.25) };
                let wash = self.turned(colour);
                let mut crown = PathTrace::at((m - w + 2.0, brow + 6.0));
                crown
                    .curve((m - w + 4.0, top - 58.0), (m - 30.0, top - 62.0), (m, top - 56.0))
                    .curve((m + 30.0, top - 62.0), (m + w - 4.0, top - 58.0), (m + w - 2.0, brow + 6.0))
                    .close();
                self.c.fill(&crown, wash.clone());
                let band = self.looks.cloth.mix(ink, 0.35);
                self.c.shape(
                    &[(m - w + 2.0, brow - 18.0), (m + w - 2.0, brow - 18.0), (m + w, brow + 6.0), (m - w, brow + 6.0)],
                    band,
                );
                let mut brim = PathTrace::at((m - w - 78.0, brow + 12.0));
                brim.curve((m - w, brow - 22.0), (m + w, brow - 22.0), (m + w + 78.0, brow + 12.0))
                    .curve((m + w, brow + 34.0), (m - w, brow + 34.0), (m - w - 78.0, brow + 12.0))
                    .close();
                self.c.fill(&brim, wash);
                self.c.line(&brim, ink.faint(0.55), 2.4);
                let mut weave = PathTrace::default();
                for k in 0..8 {
                    let x = m - w + 2.0 * w * f64::from(k) / 7.0;
                    weave.jump((x, brow + 2.0)).to(x + (x - m) * 0.4, brow + 20.0);
                }
                self.c.line(&weave, ink.faint(0.3), 1.8);
                let mut shade = PathTrace::at((m - w + 2.0, brow + 18.0));
                shade
                    .bend((m, brow + 34.0), (m + w - 2.0, brow + 18.0))
                    .to(m + w - 3.0, brow + 40.0)
                    .bend((m, brow + 52.0), (m - w + 3.0, brow + 40.0))
                    .close();
                self.c.fill(&shade, self.shade(self.looks.skin).faint(0.45));
            }
            Hat::Cap => {
                let wash = self.turned(cloth);
                let mut cap = PathTrace::at((m - w - 8.0, brow + 10.0));
                cap.curve((m - w - 20.0, top - 44.0), (m + w + 26.0, top - 50.0), (m + w + 8.0, brow + 10.0))
                    .bend((m, brow - 12.0), (m - w - 8.0, brow + 10.0))
                    .close();
                self.c.fill(&cap, wash);
                let mut band = PathTrace::at((m - w - 5.0, brow + 6.0));
                band.bend((m, brow - 16.0), (m + w + 5.0, brow + 6.0));
                self.c.line(&band, self.shade(cloth), 17.0);
                self.c.line(&cap, ink.faint(0.5), 2.2);
                self.c.oval((m + 8.0, top - 28.0), 9.0, 8.0, self.lit(cloth));
            }
            Hat::Kerchief => {
                let wash = self.turned(cloth);
                let mut wrap = PathTrace::at((m - w - 6.0, eyes - 10.0));
                wrap.curve((m - w - 14.0, top - 36.0), (m + w + 14.0, top - 36.0), (m + w + 6.0, eyes - 10.0))
                    .curve((m + w - 10.0, brow + 2.0), (m - w + 10.0, brow + 2.0), (m - w - 6.0, eyes - 10.0))
                    .close();
                self.c.blob(
                    &[
                        (m + w, eyes - 26.0),
                        (m + w + 40.0, eyes - 44.0),
                        (m + w + 50.0, eyes - 6.0),
                        (m + w + 26.0, eyes + 14.0),
                        (m + w + 2.0, eyes),
                    ],
                    self.shade(cloth),
                );
                self.c.fill(&wrap, wash);
                let mut folds = PathTrace::at((m - w, eyes - 24.0));
                folds
                    .curve((m - 30.0, top + 10.0), (m + 30.0, top + 6.0), (m + w, eyes - 26.0))
                    .jump((m - 40.0, top - 8.0))
                    .bend((m + 30.0, top + 4.0), (m + w - 4.0, eyes - 50.0));
                self.c.line(&folds, ink.faint(0.4), 2.2);
                self.c.line(&wrap, ink.faint(0.5), 2.2);
            }
            Hat::Hood => {
                let wash = self.turned(cloth);
                let mut hood = PathTrace::at((m - w - 50.0, chin + 70.0));
                hood.curve((m - w - 84.0, top - 20.0), (m - 60.0, top - 84.0), (m, top - 70.0)).curve(
                    (m + 60.0, top - 84.0),
                    (m + w + 84.0, top - 20.0),
                    (m + w + 50.0, chin + 70.0),
                );
                hood.bend((m + w + 22.0, chin + 40.0), (m + w + 16.0, chin - 20.0))
                    .curve((m + w + 30.0, top + 10.0), (m + 50.0, top - 20.0), (m, top - 22.0))
                    .curve((m - 50.0, top - 20.0), (m - w - 30.0, top + 10.0), (m - w - 16.0, chin - 20.0))
                    .bend((m - w - 22.0, chin + 40.0), (m - w - 50.0, chin + 70.0))
                    .close();
                self.c.fill(&hood, wash);
                self.c.line(&hood, ink.faint(0.55), 2.6);
                let mut shade = PathTrace::at((m - w - 16.0, eyes + 10.0));
                shade
                    .curve((m - w - 10.0, top - 20.0), (m + w + 10.0, top - 20.0), (m + w + 16.0, eyes + 30.0))
                    .curve((m + w - 20.0, brow), (m - w + 30.0, brow - 6.0), (m - w - 16.0, eyes + 10.0))
                    .close();
                self.c.fill(&shade, ink.faint(0.5));
            }
            Hat::Helmet => {
                let plate = self.turned(hex(0x8a9096));
                let mut bowl = PathTrace::at((m - w - 12.0, eyes + 50.0));
                bowl.curve((m - w - 22.0, top - 70.0), (m + w + 22.0, top - 70.0), (m + w + 12.0, eyes + 50.0))
                    .to(m + w - 14.0, eyes + 44.0)
                    .to(m + w - 12.0, brow + 8.0)
                    .bend((m, brow - 14.0), (m - w + 12.0, brow + 8.0))
                    .to(m - w + 14.0, eyes + 44.0)
                    .close();
                self.c.fill(&bowl, plate.clone());
                self.c.shape(
                    &[
                        (m - 9.0 + self.turn, brow - 8.0),
                        (m + 9.0 + self.turn, brow - 8.0),
                        (m + 7.0 + self.turn, self.mouth - 32.0),
                        (m - 7.0 + self.turn, self.mouth - 32.0),
                    ],
                    plate,
                );
                let mut rim = PathTrace::at((m - w + 12.0, brow + 8.0));
                rim.bend((m, brow - 14.0), (m + w - 12.0, brow + 8.0)).jump((m, top - 6.0)).to(m, brow - 8.0);
                self.c.line(&rim, ink.faint(0.6), 4.0);
                self.c.line(&bowl, ink.faint(0.6), 2.4);
            }
            Hat::Crown => {
                let gold = self.turned(hex(0xd8a63e));
                let (low, high) = (top + 30.0, top - 22.0);
                self.c.shape(
                    &[
                        (m - w + 4.0, low + 10.0),
                        (m - w - 2.0, high),
                        (m - w * 0.5, low - 18.0),
                        (m - w * 0.25, high - 16.0),
                        (m, low - 20.0),
                        (m + w * 0.25, high - 16.0),
                        (m + w * 0.5, low - 18.0),
                        (m + w + 2.0, high),
                        (m + w - 4.0, low + 10.0),
                        (m, low - 4.0),
                    ],
                    gold,
                );
                for x in [-0.5, 0.0, 0.5] {
                    self.c.oval((m + w * x, low - 6.0), 6.0, 7.0, hex(0x9a2f38));
                }
            }
            Hat::Pointed => {
                let wash = self.turned(cloth.mix(ink, 0.2));
                let mut cone = PathTrace::at((m - w + 4.0, brow + 4.0));
                cone.curve((m - 40.0, top - 20.0), (m - 26.0, 96.0), (m + 34.0, 78.0))
                    .curve((m + 22.0, 100.0), (m + 46.0, top), (m + w - 4.0, brow + 4.0))
                    .close();
                self.c.fill(&cone, wash.clone());
                let mut brim = PathTrace::at((m - w - 76.0, brow + 18.0));
                brim.curve((m - w, brow - 22.0), (m + w, brow - 22.0), (m + w + 76.0, brow + 14.0))
                    .curve((m + w, brow + 32.0), (m - w, brow + 36.0), (m - w - 76.0, brow + 18.0))
                    .close();
                self.c.fill(&brim, wash);
                self.c.line(&brim, ink.faint(0.5), 2.4);
            }
        }
        if self.looks.pencil && !matches!(self.looks.folk, Folk::Skeleton | Folk::Spirit) {
            let mut pencil = PathTrace::at((m - w - 22.0, eyes - 44.0));
            pencil.to(m - w + 26.0, eyes - 8.0);
            self.c.line(&pencil, ink.faint(0.7), 10.0);
            self.c.line(&pencil, hex(0xd8a63e), 7.0);
        }
    }
}
