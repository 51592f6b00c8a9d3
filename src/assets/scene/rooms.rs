//! Rooms where people live and work.

use crate::assets::canvas::{PathTrace, Point};

use super::{HIGH, SceneDrawing, WIDE};

pub(super) fn inn(s: &mut SceneDrawing) {
    s.walls(true);
    s.hearth((600.0, 462.0), 210.0);
    s.window((380.0, 220.0), (80.0, 110.0));
    s.shelves((740.0, 230.0), (110.0, 150.0), false);
    s.beams();
    s.hung((470.0, 130.0), 12.0);
    s.hung((770.0, 96.0), 14.0);
    for (x, y, high) in [(470.0, 520.0, 110.0), (742.0, 524.0, 104.0), (520.0, 500.0, 92.0)] {
        s.figure((x, y), high, 0.86);
    }
    s.table((390.0, 540.0), 220.0);
    s.table((700.0, 552.0), 250.0);
    s.candle((480.0, 528.0), 22.0);
    s.candle((820.0, 538.0), 26.0);
    for x in [440.0, 530.0, 760.0, 880.0] {
        let (mug, ink) = (s.dim(0.6), s.pal.ink());
        s.c.rect(x, 516.0, 16.0, 20.0, mug);
        s.c.oval((x + 8.0, 516.0), 8.0, 3.0, ink.faint(0.7));
    }
    s.barrel((1100.0, 640.0), 190.0, 0.95);
    s.barrel((90.0, 660.0), 210.0, 1.0);
    s.barrel((205.0, 670.0), 150.0, 1.0);
}

pub(super) fn room(s: &mut SceneDrawing) {
    s.walls(true);
    s.window((410.0, 210.0), (120.0, 150.0));
    s.hearth((760.0, 460.0), 150.0);
    s.beams();
    // A bed under its quilt.
    let (wood, sheet, shade) = (s.dim(0.8), s.pal.tone(0.5), s.dim(0.55));
    s.c.shape(&[(120.0, 560.0), (250.0, 470.0), (460.0, 470.0), (400.0, 560.0)], sheet);
    s.c.shape(&[(120.0, 560.0), (400.0, 560.0), (400.0, 630.0), (120.0, 640.0)], shade);
    let mut quilt = PathTrace::default();
    for k in 1..6 {
        let share = f64::from(k) / 6.0;
        quilt.jump((120.0 + 280.0 * share, 560.0)).to(250.0 + 210.0 * share, 470.0);
        quilt.jump((120.0 + 130.0 * share, 560.0 - 90.0 * share)).to(400.0 + 60.0 * share, 560.0 - 90.0 * share);
    }
    s.c.line(&quilt, s.dim(0.7), 2.4);
    s.c.shape(&[(90.0, 500.0), (250.0, 380.0), (250.0, 480.0), (90.0, 620.0)], wood);
    s.shelves((895.0, 250.0), (120.0, 150.0), false);
    s.table((560.0, 560.0), 240.0);
    s.candle((680.0, 544.0), 30.0);
    let (cup, ink) = (s.pal.tone(0.8), s.pal.ink());
    s.c.oval((620.0, 542.0), 15.0, 10.0, cup);
    s.c.oval((620.0, 537.0), 13.0, 4.0, ink.faint(0.6));
    // A chair.
    let mut chair = PathTrace::at((900.0, 680.0));
    chair
        .to(912.0, 470.0)
        .jump((1000.0, 690.0))
        .to(986.0, 466.0)
        .jump((908.0, 580.0))
        .to(994.0, 580.0)
        .jump((910.0, 500.0))
        .to(988.0, 498.0)
        .jump((909.0, 534.0))
        .to(989.0, 532.0);
    s.c.line(&chair, ink, 11.0);
}

pub(super) fn hall(s: &mut SceneDrawing) {
    s.walls(false);
    s.beams();
    for x in [430.0, 700.0] {
        s.window((x, 190.0), (70.0, 150.0));
    }
    let (wood, ink, cloth) = (s.dim(0.66), s.pal.ink(), s.pal.tone(2.0));
    // A dais with a high chair.
    s.c.shape(&[(470.0, 456.0), (730.0, 456.0), (770.0, 486.0), (430.0, 486.0)], wood);
    s.c.shape(&[(566.0, 456.0), (566.0, 320.0), (600.0, 282.0), (634.0, 320.0), (634.0, 456.0)], s.dim(0.85));
    s.c.rect(574.0, 350.0, 52.0, 70.0, cloth);
    for side in [-1.0, 1.0] {
        for k in 0..3 {
            let near = f64::from(k) / 2.0;
            let x = 600.0 + side * (300.0 + 210.0 * near);
            let (w, top, foot) = (26.0 + 30.0 * near, 110.0 - 130.0 * near, 470.0 + 130.0 * near);
            let (lit, dark) = (s.dim(0.5 + 0.2 * near), s.dim(0.8 + 0.2 * near));
            let wash = s.c.wash_across(&if side > 0.0 { [(0.0, lit), (1.0, dark)] } else { [(0.0, dark), (1.0, lit)] });
            s.c.rect(x - w / 2.0, top, w, foot - top, wash.clone());
            s.c.rect(x - w * 0.8, foot - w * 0.3, w * 1.6, w * 0.5, wash);
            let drop = 190.0 + 70.0 * near;
            let banner = s.pal.tone(1.6 + near).mix(s.dim(0.7), 0.3);
            let bx = x - side * (w * 0.5 + 26.0 + 20.0 * near);
            s.c.shape(
                &[
                    (bx - 20.0 - 10.0 * near, top + 70.0),
                    (bx + 20.0 + 10.0 * near, top + 70.0),
                    (bx + 20.0 + 10.0 * near, top + 50.0 + drop),
                    (bx, top + 76.0 + drop),
                    (bx - 20.0 - 10.0 * near, top + 50.0 + drop),
                ],
                banner,
            );
            s.flame((x, foot - 190.0 - 60.0 * near), 9.0 + 5.0 * near);
        }
    }
    let mut ring = PathTrace::at((600.0, -20.0));
    ring.to(600.0, 96.0).to(510.0, 130.0).jump((600.0, 96.0)).to(690.0, 130.0);
    s.c.line(&ring, ink, 4.0);
    for x in [510.0, 555.0, 600.0, 645.0, 690.0] {
        s.candle((x, 132.0), 15.0);
    }
    s.c.rect(500.0, 130.0, 200.0, 7.0, ink);
    let carpet = s.c.wash(&[(0.0, cloth.mix(s.dim(0.4), 0.3)), (1.0, cloth.mix(ink, 0.5))]);
    s.c.shape(&[(560.0, 486.0), (640.0, 486.0), (760.0, 700.0), (440.0, 700.0)], carpet);
    for _ in 0..9 {
        let (x, deep) = (s.lot.between(190.0, 460.0), s.lot.unit());
        let x = if s.lot.chance(0.5) { x } else { WIDE - x };
        s.figure((x, 510.0 + 130.0 * deep), 90.0 + 70.0 * deep, 0.8 + 0.2 * deep);
    }
    s.figure((600.0, 590.0), 110.0, 0.95);
}

pub(super) fn study(s: &mut SceneDrawing) {
    s.walls(true);
    s.shelves((336.0, 160.0), (170.0, 280.0), true);
    s.window((540.0, 190.0), (120.0, 160.0));
    s.shelves((694.0, 160.0), (170.0, 280.0), true);
    s.beams();
    s.hung((600.0, 60.0), 14.0);
    s.shelves((930.0, 130.0), (220.0, 420.0), false);
    s.table((400.0, 560.0), 400.0);
    s.candle((470.0, 536.0), 36.0);
    let (page, ink) = (s.pal.tone(0.1), s.pal.ink());
    s.c.shape(&[(560.0, 545.0), (590.0, 522.0), (640.0, 528.0), (640.0, 552.0)], page);
    s.c.shape(&[(640.0, 552.0), (640.0, 528.0), (690.0, 520.0), (724.0, 542.0)], page);
    let mut text = PathTrace::default();
    for k in 0..4 {
        let y = 530.0 + 5.0 * f64::from(k);
        text.jump((582.0 - 5.0 * f64::from(k), y)).to(630.0, y + 4.0).jump((652.0, y + 3.0)).to(700.0, y - 2.0);
    }
    s.c.line(&text, ink.faint(0.5), 1.4);
    for (x, wide, high) in [(735.0, 66.0, 13.0), (740.0, 58.0, 26.0), (733.0, 62.0, 38.0)] {
        let tone = s.lot.between(1.2, 2.8);
        let cover = s.pal.tone(tone);
        s.c.rect(x, 550.0 - high, wide, 12.0, cover);
    }
    // Bottles, a skull's worth of curiosity, a quill.
    let glass = s.pal.tone(1.4);
    s.c.oval((520.0, 533.0), 15.0, 16.0, glass.faint(0.85));
    s.c.rect(515.0, 502.0, 10.0, 18.0, glass);
    let mut quill = PathTrace::at((548.0, 544.0));
    quill.bend((560.0, 500.0), (590.0, 478.0));
    s.c.line(&quill, page, 4.0);
    s.figure((320.0, 620.0), 210.0, 0.97);
}

/// A room with tools on the wall and a bench, and no fire.
pub(super) fn workshop(s: &mut SceneDrawing) {
    s.walls(false);
    s.window((700.0, 200.0), (120.0, 150.0));
    s.beams();
    tools(s);
    s.table((380.0, 560.0), 440.0);
    let (blade, wood, ink) = (s.pal.tone(0.4), s.dim(0.6), s.pal.ink());
    // A saw that lies on the bench.
    s.c.shape(&[(470.0, 534.0), (640.0, 520.0), (644.0, 532.0), (474.0, 548.0)], blade);
    s.c.shape(&[(640.0, 512.0), (690.0, 508.0), (694.0, 534.0), (644.0, 538.0)], wood);
    for (x, y, size) in [(880.0, 640.0, 150.0), (1010.0, 660.0, 120.0), (120.0, 650.0, 140.0)] {
        s.crate_at((x, y), size, 0.9);
    }
    let mut shavings = PathTrace::default();
    for _ in 0..24 {
        let (x, y) = (s.lot.between(320.0, 860.0), s.lot.between(610.0, 665.0));
        shavings.jump((x, y)).bend((x + 10.0, y - 12.0), (x + 18.0, y));
    }
    s.c.line(&shavings, s.pal.tone(0.6), 2.6);
    s.hung((560.0, 130.0), 12.0);
    s.figure((330.0, 620.0), 180.0, 0.95);
    s.c.line(PathTrace::default().jump((380.0, 562.0)).to(820.0, 562.0), ink.faint(0.4), 2.0);
}

/// Tools on a rail.
fn tools(s: &mut SceneDrawing) {
    let ink = s.pal.ink();
    let mut tools = PathTrace::default();
    for k in 0..7 {
        let x = 352.0 + 22.0 * f64::from(k);
        let long = s.lot.between(50.0, 110.0);
        tools.jump((x, 220.0)).to(x, 220.0 + long);
        if s.lot.chance(0.6) {
            tools.jump((x - 8.0, 220.0 + long)).to(x + 8.0, 220.0 + long);
        } else {
            tools.bend((x + 14.0, 226.0 + long), (x + 6.0, 240.0 + long));
        }
    }
    tools.jump((340.0, 218.0)).to(500.0, 218.0);
    s.c.line(&tools, ink, 6.0);
}

pub(super) fn forge(s: &mut SceneDrawing) {
    s.walls(false);
    s.beams();
    s.hearth((640.0, 460.0), 260.0);
    tools(s);
    let ink = s.pal.ink();
    // An anvil on its block, with what is forged still glowing.
    let (block, steel) = (s.dim(0.84), s.dim(0.74));
    s.c.shape(&[(414.0, 640.0), (424.0, 560.0), (516.0, 560.0), (526.0, 640.0)], block);
    let mut anvil = PathTrace::at((340.0, 508.0));
    anvil
        .bend((410.0, 506.0), (420.0, 500.0))
        .to(540.0, 500.0)
        .to(540.0, 524.0)
        .bend((498.0, 530.0), (496.0, 548.0))
        .to(520.0, 562.0)
        .to(420.0, 562.0)
        .to(444.0, 546.0)
        .bend((440.0, 524.0), (340.0, 508.0))
        .close();
    s.c.fill(&anvil, steel);
    s.c.line(&anvil, ink, 3.0);
    let lamp = s.pal.lamp;
    s.glow((500.0, 494.0), 110.0);
    s.c.rect(450.0, 490.0, 110.0, 9.0, lamp);
    let mut sparks = PathTrace::default();
    for _ in 0..40 {
        let (x, y) = (500.0 + s.lot.off(120.0), 490.0 - 150.0 * s.lot.unit() * s.lot.unit());
        sparks.jump((x, y)).to(x + s.lot.off(6.0), y + 4.0);
    }
    s.c.line(&sparks, lamp, 2.6);
    s.figure((400.0, 600.0), 190.0, 0.95);
    // Bells or kettles on the floor.
    for (x, y, size) in [(860.0, 560.0, 80.0), (960.0, 610.0, 120.0), (1090.0, 660.0, 170.0)] {
        bell(s, (x, y), size);
    }
    s.hung((860.0, 150.0), 13.0);
    s.barrel((120.0, 660.0), 180.0, 1.0);
}

fn bell(s: &mut SceneDrawing, (x, y): Point, size: f64) {
    let ink = s.pal.ink();
    let (lit, dark) = (s.pal.lamp.mix(s.dim(0.5), 0.55), s.dim(0.9));
    let wash = s.c.wash_across(&[(0.0, lit), (0.7, dark)]);
    let mut bell = PathTrace::at((x - size * 0.55, y));
    bell.bend((x - size * 0.36, y - size * 0.3), (x - size * 0.32, y - size * 0.7))
        .curve(
            (x - size * 0.28, y - size * 1.05),
            (x + size * 0.28, y - size * 1.05),
            (x + size * 0.32, y - size * 0.7),
        )
        .bend((x + size * 0.36, y - size * 0.3), (x + size * 0.55, y))
        .bend((x, y + size * 0.12), (x - size * 0.55, y))
        .close();
    s.c.fill(&bell, wash);
    let mut rim = PathTrace::at((x - size * 0.46, y - size * 0.16));
    rim.bend((x, y - size * 0.05), (x + size * 0.46, y - size * 0.16));
    s.c.line(&rim, ink.faint(0.6), 3.0);
}

pub(super) fn loft(s: &mut SceneDrawing) {
    let (lit, dark, ink) = (s.dim(0.24), s.dim(0.8), s.pal.ink());
    let roof = s.c.wash_across(&[(0.0, ink), (0.4, s.dim(0.6)), (0.6, s.dim(0.6)), (1.0, ink)]);
    s.c.rect(-20.0, -20.0, WIDE + 40.0, HIGH + 40.0, roof);
    let far = s.c.halo(&[(0.0, s.dim(0.1)), (1.0, lit.mix(dark, 0.4))]);
    s.c.shape(&[(330.0, 460.0), (600.0, 90.0), (870.0, 460.0)], far);
    let floor = s.c.wash(&[(0.0, s.dim(0.42)), (1.0, dark)]);
    s.c.shape(&[(330.0, 460.0), (870.0, 460.0), (WIDE + 120.0, HIGH + 30.0), (-120.0, HIGH + 30.0)], floor);
    let mut boards = PathTrace::default();
    for k in 0..=10 {
        let share = f64::from(k) / 10.0;
        boards.jump((330.0 + 540.0 * share, 460.0)).to(-400.0 + 2000.0 * share, HIGH + 30.0);
        boards.jump((330.0 + 270.0 * share, 460.0 - 370.0 * share)).to(-500.0 + 1100.0 * share, 660.0 - 900.0 * share);
        boards.jump((870.0 - 270.0 * share, 460.0 - 370.0 * share)).to(1700.0 - 1100.0 * share, 660.0 - 900.0 * share);
    }
    s.c.line(&boards, ink.faint(0.3), 2.0);
    s.window((545.0, 230.0), (110.0, 130.0));
    for k in 0..4 {
        let near = f64::from(k) / 3.0;
        let (half, top, foot, w) =
            (270.0 + 420.0 * near, 90.0 - 130.0 * near, 460.0 + 120.0 * near, 12.0 + 26.0 * near);
        let wood = s.dim(0.6 + 0.38 * near);
        let mut truss = PathTrace::at((600.0 - half, foot));
        truss.to(600.0, top - 40.0 * near).to(600.0 + half, foot);
        let tie = top + (foot - top) * 0.42;
        truss.jump((600.0 - half * 0.42, tie)).to(600.0 + half * 0.42, tie);
        s.c.line(&truss, wood, w);
    }
    // Things hung from the ties.
    for (x, y, size) in
        [(430.0, 250.0, 34.0), (500.0, 246.0, 26.0), (716.0, 246.0, 30.0), (780.0, 250.0, 40.0), (846.0, 262.0, 26.0)]
    {
        let glass = s.pal.tone(1.6).mix(s.pal.lamp, 0.3);
        let mut cord = PathTrace::at((x, 200.0));
        cord.to(x, y);
        s.c.line(&cord, ink.faint(0.8), 2.0);
        s.c.oval((x, y + size * 0.8), size * 0.8, size * 0.8, glass.faint(0.9));
        s.c.oval((x - size * 0.25, y + size * 0.5), size * 0.16, size * 0.22, s.pal.tone(0.0).faint(0.8));
    }
    s.hung((600.0, 150.0), 15.0);
    s.table((450.0, 560.0), 300.0);
    s.candle((600.0, 540.0), 30.0);
    s.crate_at((180.0, 610.0), 120.0, 0.9);
    s.crate_at((250.0, 640.0), 90.0, 0.96);
    s.barrel((1010.0, 640.0), 150.0, 0.95);
    s.figure((820.0, 600.0), 150.0, 0.92);
}
