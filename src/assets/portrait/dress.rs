//! Clothing below the chin.

use crate::assets::{
    canvas::PathTrace,
    palette::{Colour, hex},
};

use super::{
    HIGH, MIDDLE, Sitter,
    looks::{Garb, Hat},
};

/// Where a garment begins, and the colours of its two sides.
struct GarmentFit {
    level: f64,
    light: Colour,
    dark: Colour,
}

impl Sitter {
    /// Neck, shoulders and what is worn on them.
    pub(super) fn body(&mut self) {
        let (m, sh, neck, chin, ink) = (MIDDLE, self.shoulder, self.neck, self.chin, self.ink);
        let (cloth, skin) = (self.looks.cloth, self.looks.skin);
        let level = chin + 52.0 - 8.0 * self.looks.build;
        if self.looks.hat == Hat::Hood {
            self.hood_behind();
        }
        let throat = self.turned(skin.mix(hex(0x2a2438), 0.22));
        self.c.shape(
            &[
                (m - neck, chin - 40.0),
                (m + neck, chin - 40.0),
                (m + neck + 8.0, level),
                (m, level + 50.0),
                (m - neck - 8.0, level),
            ],
            throat,
        );
        let shadow = self.shade(skin);
        self.c.oval((m + 8.0, chin + 8.0), neck * 1.05, 22.0, shadow.faint(0.6));
        let wash = self.turned(cloth);
        let mut trunk = PathTrace::at((m - neck - 4.0, level - 22.0));
        trunk.curve((m - neck - 20.0, level + 4.0), (m - sh + 8.0, level), (m - sh, level + 70.0));
        trunk.bend((m - sh - 16.0, HIGH - 40.0), (m - sh - 20.0, HIGH + 30.0)).to(m + sh + 20.0, HIGH + 30.0);
        trunk.bend((m + sh + 16.0, HIGH - 40.0), (m + sh, level + 70.0));
        trunk.curve((m + sh - 8.0, level), (m + neck + 20.0, level + 4.0), (m + neck + 4.0, level - 22.0));
        trunk.bend((m, level + 56.0), (m - neck - 4.0, level - 22.0)).close();
        self.c.fill(&trunk, wash.clone());
        self.c.line(&trunk, ink.faint(0.55), 2.6);
        let fit = GarmentFit { level, light: self.lit(cloth), dark: self.shade(cloth) };
        let lines = match self.looks.garb {
            Garb::Coat => self.coat(&fit),
            Garb::Cloak => self.cloak(&fit),
            Garb::Robe => self.robe(&fit),
            Garb::Armour => self.armour(&fit),
            Garb::Shawl => self.shawl(&fit),
            Garb::Apron => self.apron(&fit, &trunk, wash),
            Garb::Shirt => self.shirt(&fit),
        };
        self.c.line(&lines, ink.faint(0.5), 2.4);
    }

    fn coat(&mut self, fit: &GarmentFit) -> PathTrace {
        let (m, neck, ink, level, light, dark) = (MIDDLE, self.neck, self.ink, fit.level, fit.light, fit.dark);
        let mut lines = PathTrace::default();
        let shirt = hex(0xe6dcc4);
        self.c.shape(
            &[(m - neck + 2.0, level - 12.0), (m, level + 110.0), (m + neck - 2.0, level - 12.0), (m, level + 36.0)],
            shirt,
        );
        for side in [-1.0, 1.0] {
            let colour = if side < 0.0 { light } else { dark };
            self.c.shape(
                &[
                    (m + side * (neck + 2.0), level - 34.0),
                    (m + side * (neck + 30.0), level - 4.0),
                    (m + side * 62.0, level + 54.0),
                    (m + side * 46.0, level + 62.0),
                    (m + side * 4.0, level + 128.0),
                    (m + side * (neck - 12.0), level + 30.0),
                ],
                colour,
            );
            lines
                .jump((m + side * (neck + 30.0), level - 4.0))
                .to(m + side * 62.0, level + 54.0)
                .to(m + side * 46.0, level + 62.0)
                .to(m + side * 4.0, level + 128.0);
        }
        lines.jump((m + 3.0, level + 128.0)).to(m + 3.0, HIGH + 10.0);
        for k in 0..3 {
            self.c.oval((m + 16.0, level + 150.0 + 34.0 * f64::from(k)), 6.0, 6.0, self.lamp.mix(ink, 0.25));
        }
        lines
    }

    fn cloak(&mut self, fit: &GarmentFit) -> PathTrace {
        let (m, neck, ink, level, light, dark) = (MIDDLE, self.neck, self.ink, fit.level, fit.light, fit.dark);
        let mut lines = PathTrace::default();
        let inner = self.shade(hex(0x6a5a48));
        self.c.shape(
            &[
                (m - neck - 2.0, level - 10.0),
                (m, level + 40.0),
                (m + neck + 2.0, level - 10.0),
                (m + 60.0, HIGH + 10.0),
                (m - 60.0, HIGH + 10.0),
            ],
            inner,
        );
        for side in [-1.0, 1.0] {
            let mut edge = PathTrace::at((m + side * (neck + 10.0), level - 16.0));
            edge.bend((m + side * 20.0, level + 80.0), (m + side * 70.0, HIGH + 20.0));
            self.c.line(&edge, if side < 0.0 { light } else { dark }, 16.0);
            for k in 0..3 {
                let x = m + side * (84.0 + 34.0 * f64::from(k));
                lines
                    .jump((x, level + 34.0 + 14.0 * f64::from(k)))
                    .bend((x - side * 6.0, level + 110.0), (x + side * 14.0, HIGH));
            }
        }
        self.c.oval((m, level + 34.0), 15.0, 15.0, self.lamp.mix(ink, 0.2));
        self.c.oval((m, level + 34.0), 8.0, 8.0, self.looks.hat_cloth);
        lines
    }

    fn robe(&mut self, fit: &GarmentFit) -> PathTrace {
        let (m, neck, level) = (MIDDLE, self.neck, fit.level);
        let mut lines = PathTrace::default();
        let band = self.looks.hat_cloth.mix(self.lamp, 0.35);
        for side in [-1.0, 1.0] {
            self.c.shape(
                &[
                    (m + side * (neck + 4.0), level - 20.0),
                    (m + side * (neck + 30.0), level - 8.0),
                    (m + side * 44.0, HIGH + 10.0),
                    (m + side * 14.0, HIGH + 10.0),
                ],
                if side < 0.0 { band } else { self.shade(band) },
            );
            lines
                .jump((m + side * 100.0, level + 40.0))
                .bend((m + side * 92.0, level + 120.0), (m + side * 112.0, HIGH));
        }
        lines.jump((m, level + 34.0)).to(m, HIGH + 10.0);
        lines
    }

    fn armour(&mut self, fit: &GarmentFit) -> PathTrace {
        let (m, sh, neck, ink, level) = (MIDDLE, self.shoulder, self.neck, self.ink, fit.level);
        let mut lines = PathTrace::default();
        let steel = hex(0x8d949a);
        let plate = self.turned(steel);
        let mut breast = PathTrace::at((m - 96.0, level + 14.0));
        breast
            .bend((m, level + 66.0), (m + 96.0, level + 14.0))
            .bend((m + 128.0, level + 110.0), (m + 104.0, HIGH + 20.0))
            .to(m - 104.0, HIGH + 20.0)
            .bend((m - 128.0, level + 110.0), (m - 96.0, level + 14.0))
            .close();
        self.c.fill(&breast, plate.clone());
        self.c.line(&breast, ink.faint(0.7), 2.6);
        for side in [-1.0, 1.0] {
            self.c.oval((m + side * (sh - 30.0), level + 52.0), 58.0, 44.0, plate.clone());
            let x = m + side * (sh - 30.0);
            lines
                .jump((x - 50.0, level + 62.0))
                .bend((x, level + 92.0), (x + 50.0, level + 62.0))
                .jump((x - 40.0, level + 78.0))
                .bend((x, level + 108.0), (x + 40.0, level + 78.0));
        }
        lines.jump((m, level + 44.0)).to(m, HIGH + 10.0);
        self.c.rect(m - neck - 10.0, level - 26.0, neck * 2.0 + 20.0, 30.0, plate);
        lines
    }

    fn shawl(&mut self, fit: &GarmentFit) -> PathTrace {
        let (m, sh, neck, ink, level, light, dark) =
            (MIDDLE, self.shoulder, self.neck, self.ink, fit.level, fit.light, fit.dark);
        let mut lines = PathTrace::default();
        for side in [1.0, -1.0] {
            let mut fold = PathTrace::at((m + side * (neck + 6.0), level - 26.0));
            fold.curve(
                (m + side * sh * 0.9, level),
                (m + side * sh, level + 70.0),
                (m + side * (sh - 10.0), level + 150.0),
            )
            .bend((m + side * 20.0, level + 140.0), (m - side * 40.0, level + 110.0))
            .bend((m + side * 4.0, level + 60.0), (m + side * (neck + 6.0), level - 26.0))
            .close();
            self.c.fill(&fold, if side < 0.0 { light } else { dark });
            self.c.line(&fold, ink.faint(0.4), 2.4);
            for k in 0..4 {
                let x = m + side * (30.0 + 26.0 * f64::from(k));
                lines
                    .jump((x, level + 20.0 + 12.0 * f64::from(k)))
                    .bend((x + side * 6.0, level + 80.0), (x - side * 16.0, level + 128.0));
            }
        }
        lines
    }

    fn apron(&mut self, fit: &GarmentFit, trunk: &PathTrace, wash: String) -> PathTrace {
        let (m, neck, ink, level, light, dark) = (MIDDLE, self.neck, self.ink, fit.level, fit.light, fit.dark);
        let mut lines = PathTrace::default();
        let shirt = self.turned(hex(0xcfc3a8));
        self.c.fill(trunk, shirt);
        self.c.line(trunk, ink.faint(0.5), 2.4);
        self.c.shape(
            &[(m - 66.0, level + 70.0), (m + 66.0, level + 70.0), (m + 110.0, HIGH + 20.0), (m - 110.0, HIGH + 20.0)],
            wash,
        );
        for side in [-1.0, 1.0] {
            let mut strap = PathTrace::at((m + side * 62.0, level + 74.0));
            strap.to(m + side * (neck + 18.0), level - 8.0);
            self.c.line(&strap, if side < 0.0 { light } else { dark }, 15.0);
            lines
                .jump((m + side * 130.0, level + 60.0))
                .bend((m + side * 120.0, level + 130.0), (m + side * 136.0, HIGH));
        }
        lines.jump((m - 66.0, level + 84.0)).to(m + 66.0, level + 84.0);
        lines
    }

    fn shirt(&mut self, fit: &GarmentFit) -> PathTrace {
        let (m, neck, level) = (MIDDLE, self.neck, fit.level);
        let mut lines = PathTrace::default();
        self.c.shape(
            &[(m - neck, level - 14.0), (m, level + 84.0), (m + neck, level - 14.0), (m, level + 30.0)],
            self.shade(self.looks.skin),
        );
        lines
            .jump((m - neck, level - 14.0))
            .to(m, level + 84.0)
            .to(m + neck, level - 14.0)
            .jump((m, level + 84.0))
            .to(m, level + 130.0);
        for k in 0..3 {
            let y = level + 34.0 + 20.0 * f64::from(k);
            lines.jump((m - 16.0 + 4.0 * f64::from(k), y)).to(m + 18.0 - 4.0 * f64::from(k), y + 12.0);
        }
        for side in [-1.0, 1.0] {
            lines
                .jump((m + side * 120.0, level + 50.0))
                .bend((m + side * 104.0, level + 120.0), (m + side * 122.0, HIGH));
        }
        lines
    }
}
