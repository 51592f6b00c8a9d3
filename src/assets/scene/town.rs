//! Towns and villages, outdoors.

use crate::assets::{canvas::PathTrace, chance::sine};

use super::{HIGH, SceneDrawing};

pub(super) fn village(s: &mut SceneDrawing) {
    s.ridge(360.0, 110.0, 0.4, 0.12);
    s.firs((-20.0, 1220.0), 405.0, 50.0, 0.25);
    s.ridge(415.0, 60.0, 0.1, 0.32);
    s.houses((150.0, 430.0), 452.0, 84.0, 0.38);
    s.tower((560.0, 452.0), (52.0, 120.0), true, 0.42);
    s.houses((620.0, 1000.0), 456.0, 92.0, 0.42);
    s.ridge(490.0, 50.0, 0.1, 0.55);
    s.way((600.0, 470.0), 100.0);
    s.house((70.0, 590.0), (230.0, 190.0), 0.68);
    s.oak((1010.0, 620.0), 320.0, 0.82);
    s.lantern((360.0, 612.0), 110.0);
    s.figure((560.0, 600.0), 62.0, 0.85);
    s.grass((-20.0, 1220.0), 650.0, 50.0);
}

pub(super) fn harbour(s: &mut SceneDrawing, horizon: f64) {
    s.ridge(horizon - 20.0, 80.0, 0.3, 0.12);
    s.houses((640.0, 1160.0), horizon + 14.0, 70.0, 0.26);
    s.tower((600.0, horizon + 10.0), (30.0, 150.0), true, 0.3);
    s.water(horizon + 10.0, HIGH);
    for (x, y, long) in [(250.0, 440.0, 110.0), (520.0, 420.0, 80.0), (410.0, 500.0, 170.0)] {
        s.boat((x, y), long, true, 0.5);
    }
    let (plank, dark) = (s.at(0.66), s.at(0.86));
    s.c.shape(&[(700.0, 500.0), (1230.0, 470.0), (1230.0, 700.0), (540.0, 700.0)], plank);
    let mut boards = PathTrace::default();
    for k in 1..9 {
        let deep = f64::from(k) / 9.0;
        let y = 492.0 + 190.0 * deep * deep;
        boards.jump((700.0 - 160.0 * deep * deep, y)).to(1230.0, y - 16.0);
    }
    s.c.line(&boards, dark.faint(0.7), 2.4);
    for (x, y, high) in [(690.0, 540.0, 70.0), (640.0, 600.0, 96.0), (570.0, 690.0, 120.0)] {
        s.c.rect(x - high * 0.1, y - high * 0.7, high * 0.2, high, dark);
    }
    s.barrel((1040.0, 560.0), 66.0, 0.85);
    s.barrel((1100.0, 576.0), 76.0, 0.9);
    s.crate_at((950.0, 590.0), 70.0, 0.85);
    s.lantern((780.0, 560.0), 190.0);
    s.shine((560.0, 520.0), 120.0);
    s.figure((850.0, 590.0), 104.0, 0.95);
}

pub(super) fn ship(s: &mut SceneDrawing, horizon: f64) {
    s.water(horizon, HIGH);
    let (hull, dark, sail, ink) = (s.at(0.7), s.at(0.95), s.at(0.12).mix(s.pal.tone(0.3), 0.6), s.pal.ink());
    for (x, foot, high, wide) in
        [(450.0, 452.0, 330.0, 96.0), (610.0, 448.0, 400.0, 120.0), (760.0, 452.0, 300.0, 86.0)]
    {
        let mut mast = PathTrace::at((x, foot));
        mast.to(x, foot - high);
        mast.jump((x, foot - high)).to(x - 110.0, foot).jump((x, foot - high)).to(x + 110.0, foot);
        s.c.line(&mast, ink.faint(0.55), 2.0);
        s.c.rect(x - 4.0, foot - high, 8.0, high, dark);
        for k in 0..3 {
            let (top, size) = (foot - high * (0.96 - 0.31 * f64::from(k)), wide * (0.6 + 0.22 * f64::from(k)));
            let low = top + high * 0.25;
            let shade = s.c.wash_across(&[(0.0, sail), (1.0, sail.mix(hull, 0.4))]);
            let mut sheet = PathTrace::at((x - size * 0.86, top));
            sheet
                .to(x + size * 0.86, top)
                .bend((x + size * 1.3, (top + low) / 2.0), (x + size, low))
                .bend((x, low - 26.0), (x - size, low))
                .bend((x - size * 0.55, (top + low) / 2.0), (x - size * 0.86, top));
            s.c.fill(&sheet, shade);
        }
        let wave = s.lot.between(8.0, 18.0);
        s.c.shape(&[(x, foot - high), (x + 46.0, foot - high + wave), (x, foot - high + 20.0)], s.pal.tone(2.0));
    }
    let mut body = PathTrace::at((320.0, 430.0));
    body.bend((560.0, 470.0), (800.0, 440.0))
        .to(806.0, 400.0)
        .to(900.0, 392.0)
        .to(884.0, 470.0)
        .curve((850.0, 560.0), (440.0, 560.0), (388.0, 520.0))
        .bend((340.0, 480.0), (250.0, 400.0))
        .close();
    s.c.fill(&body, hull);
    let mut lines = PathTrace::at((350.0, 462.0));
    lines
        .bend((600.0, 500.0), (880.0, 462.0))
        .jump((376.0, 494.0))
        .bend((620.0, 526.0), (868.0, 496.0))
        .jump((320.0, 430.0))
        .to(180.0, 372.0);
    s.c.line(&lines, dark, 5.0);
    for k in 0..3 {
        s.pane((826.0 + 22.0 * f64::from(k), 412.0), (12.0, 18.0), 0.7);
    }
    s.hung((904.0, 366.0), 9.0);
    s.waves(&[(532.0, 9.0), (590.0, 16.0), (648.0, 24.0)]);
}

pub(super) fn market(s: &mut SceneDrawing) {
    s.houses((-40.0, 500.0), 400.0, 180.0, 0.24);
    s.houses((650.0, 1150.0), 400.0, 180.0, 0.26);
    s.tower((590.0, 404.0), (74.0, 250.0), true, 0.3);
    let (far, near) = (s.at(0.22).mix(s.haze(), 0.5), s.at(0.58));
    let ground = s.c.wash(&[(0.0, far), (1.0, near)]);
    s.c.rect(-20.0, 396.0, 1240.0, 300.0, ground);
    s.stones((40.0, 430.0), (1120.0, 230.0), 0.22);
    for (x, y, size, near) in [(150.0, 470.0, 120.0, 0.46), (880.0, 474.0, 130.0, 0.48)] {
        stall(s, x, y, size, near);
    }
    for _ in 0..7 {
        let (x, deep) = (s.lot.between(220.0, 1000.0), s.lot.unit());
        s.figure((x, 450.0 + 70.0 * deep), 46.0 + 30.0 * deep, 0.45 + 0.25 * deep);
    }
    stall(s, -60.0, 640.0, 280.0, 0.85);
    stall(s, 1000.0, 650.0, 300.0, 0.9);
    let ink = s.pal.ink();
    let mut string = PathTrace::at((-10.0, 190.0));
    string.bend((330.0, 330.0), (600.0, 236.0)).bend((870.0, 330.0), (1210.0, 180.0));
    s.c.line(&string, ink.faint(0.7), 2.0);
    for (x, y) in [(170.0, 246.0), (330.0, 270.0), (480.0, 262.0), (720.0, 264.0), (880.0, 270.0)] {
        if s.lit() {
            s.hung((x, y), 8.0);
        } else {
            s.pennant((x, y - 22.0));
        }
    }
    s.figure((560.0, 610.0), 124.0, 0.95);
}

fn stall(s: &mut SceneDrawing, x: f64, y: f64, size: f64, near: f64) {
    let (dark, wood) = (s.at((near + 0.2).min(1.0)), s.at(near));
    let cloth = [s.pal.tone(0.4).mix(wood, near * 0.5), s.pal.tone(2.0).mix(wood, near * 0.5)];
    for at in [0.06, 0.94] {
        s.c.rect(x + size * (at - 0.02), y - size * 0.7, size * 0.04, size * 0.7, dark);
    }
    if s.lit() {
        s.glow((x + size * 0.5, y - size * 0.4), size * 0.7);
    }
    s.c.rect(x, y - size * 0.34, size, size * 0.34, wood);
    s.c.rect(x - size * 0.03, y - size * 0.37, size * 1.06, size * 0.05, dark);
    for k in 0..6 {
        let at = x + size * (0.14 + 0.14 * f64::from(k));
        let r = size * s.lot.between(0.03, 0.055);
        let fruit = s.pal.tone(s.lot.between(0.5, 2.4));
        s.c.oval((at, y - size * 0.37 - r * 0.6), r, r, fruit);
    }
    for k in 0..6 {
        let (a, b) = (f64::from(k) / 6.0, f64::from(k + 1) / 6.0);
        let (low, top) = (|t: f64| x - size * 0.08 + size * 1.16 * t, |t: f64| x + size * 0.04 + size * 0.92 * t);
        let mut strip = PathTrace::at((top(a), y - size * 0.9));
        strip
            .to(top(b), y - size * 0.9)
            .to(low(b), y - size * 0.66)
            .bend(((low(a) + low(b)) / 2.0, y - size * 0.56), (low(a), y - size * 0.66))
            .close();
        s.c.fill(&strip, cloth[k as usize % 2]);
    }
}

pub(super) fn street(s: &mut SceneDrawing) {
    s.ridge(380.0, 60.0, 0.3, 0.06);
    s.tower((615.0, 420.0), (60.0, 230.0), true, 0.14);
    let (far, near) = (s.at(0.14).mix(s.haze(), 0.4), s.at(0.66));
    let ground = s.c.wash(&[(0.0, far), (1.0, near)]);
    s.c.rect(-20.0, 410.0, 1240.0, 290.0, ground);
    s.stones((330.0, 440.0), (560.0, 230.0), 0.28);
    // Fronts on both sides, which come nearer.
    for side in [-1.0, 1.0] {
        let edge = |deep: f64| 600.0 + side * (70.0 + 560.0 * deep * deep);
        for k in 0..5_u8 {
            let (a, b) = (f64::from(k) / 5.0, f64::from(k + 1) / 5.0);
            let tall = 1.0 + s.lot.off(0.14);
            let foot = |deep: f64| 424.0 + 190.0 * deep * deep;
            let top = |deep: f64| 424.0 - (96.0 + 420.0 * deep * deep) * tall;
            let (near, ink) = (0.22 + 0.14 * f64::from(k), s.pal.ink());
            let wash = s.c.wash(&[(0.0, s.at(near + 0.08)), (1.0, s.at(near))]);
            s.c.shape(&[(edge(a), foot(a)), (edge(a), top(a)), (edge(b), top(b)), (edge(b), foot(b))], wash);
            let (m, peak) = ((edge(a) + edge(b)) / 2.0, (foot(a) - top(a)) * 0.3);
            s.c.shape(
                &[(edge(a), top(a)), (m, (top(a) + top(b)) / 2.0 - peak), (edge(b) + side * 8.0, top(b))],
                s.at((near + 0.2).min(1.0)),
            );
            let mut eaves = PathTrace::at((edge(a), top(a) + 6.0));
            eaves.to(edge(b), top(b) + 8.0).jump((edge(b), top(b))).to(edge(b), foot(b));
            s.c.line(&eaves, ink.faint(0.45), 1.0 + f64::from(k));
            for (across, up) in [(0.25, 0.75), (0.62, 0.75), (0.3, 0.36), (0.68, 0.4)] {
                let deep = a + (b - a) * across;
                let (x, high) = (edge(deep), foot(deep) - top(deep));
                let wide = (edge(b) - edge(a)).abs() * 0.17;
                s.pane((x - wide / 2.0, foot(deep) - high * up), (wide, high * 0.14), near);
            }
        }
    }
    s.lantern((430.0, 580.0), 190.0);
    s.figure((640.0, 486.0), 56.0, 0.6);
    s.figure((560.0, 620.0), 130.0, 0.95);
}

pub(super) fn mill(s: &mut SceneDrawing) {
    s.ridge(370.0, 90.0, 0.3, 0.14);
    s.firs((-20.0, 1220.0), 410.0, 40.0, 0.26);
    s.ridge(430.0, 60.0, 0.1, 0.36);
    let (x, y) = (700.0, 470.0);
    let (lit, dark, ink) = (s.at(0.36), s.at(0.66), s.pal.ink());
    let wash = s.c.wash_across(&if s.sun.0 < x { [(0.0, lit), (1.0, dark)] } else { [(0.0, dark), (1.0, lit)] });
    s.c.shape(&[(x - 92.0, y + 20.0), (x - 56.0, y - 230.0), (x + 56.0, y - 230.0), (x + 92.0, y + 20.0)], wash);
    s.stones((x - 64.0, y - 200.0), (130.0, 200.0), 0.3);
    let mut cap = PathTrace::at((x - 68.0, y - 226.0));
    cap.curve((x - 56.0, y - 320.0), (x + 56.0, y - 320.0), (x + 68.0, y - 226.0)).close();
    s.c.fill(&cap, dark);
    s.c.rect(x - 18.0, y - 52.0, 36.0, 72.0, ink.faint(0.8));
    s.pane((x - 14.0, y - 150.0), (26.0, 34.0), 0.6);
    s.pane((x + 22.0, y - 90.0), (20.0, 26.0), 0.6);
    let (hub, turn) = ((x - 8.0, y - 252.0), s.lot.unit() * 0.25);
    for k in 0..4 {
        let turn = turn + 0.25 * f64::from(k);
        let (dx, dy) = (sine(turn), sine(turn + 0.25));
        let at = |along: f64, across: f64| (hub.0 + dx * along - dy * across, hub.1 + dy * along + dx * across);
        let sail = s.pal.tone(0.5).mix(lit, 0.4).faint(0.85);
        s.c.shape(&[at(46.0, 4.0), at(46.0, 44.0), at(206.0, 50.0), at(206.0, 4.0)], sail);
        let (end, mut lattice) = (at(212.0, 0.0), PathTrace::at(hub));
        lattice.to(end.0, end.1);
        for step in 0..6 {
            let (from, to) = (at(50.0 + 31.0 * f64::from(step), 0.0), at(50.0 + 31.0 * f64::from(step), 48.0));
            lattice.jump(from).to(to.0, to.1);
        }
        s.c.line(&lattice, ink.faint(0.85), 3.4);
    }
    s.c.oval(hub, 10.0, 10.0, ink);
    s.house((830.0, 500.0), (190.0, 120.0), 0.5);
    s.ridge(520.0, 50.0, 0.1, 0.58);
    s.way((690.0, 492.0), 90.0);
    s.oak((190.0, 600.0), 250.0, 0.72);
    s.figure((560.0, 590.0), 70.0, 0.85);
    s.grass((-20.0, 1220.0), 650.0, 90.0);
}

pub(super) fn tower(s: &mut SceneDrawing) {
    s.ridge(380.0, 110.0, 0.7, 0.1);
    s.firs((-20.0, 1220.0), 430.0, 60.0, 0.24);
    s.mist(430.0, 0.5);
    let hill = s.at(0.5);
    let mut mound = PathTrace::at((120.0, 700.0));
    mound
        .curve((330.0, 560.0), (460.0, 456.0), (610.0, 452.0))
        .curve((800.0, 456.0), (900.0, 580.0), (1120.0, 700.0))
        .close();
    let wash = s.c.wash(&[(0.0, hill), (1.0, s.at(0.75))]);
    s.c.fill(&mound, wash);
    s.tower((610.0, 474.0), (104.0, 350.0), true, 0.5);
    s.glow((610.0, 130.0), 190.0);
    s.way((606.0, 474.0), 70.0);
    s.rocks((420.0, 560.0), 50.0, 3, 0.65);
    s.rocks((800.0, 580.0), 60.0, 4, 0.7);
    s.bare((990.0, 660.0), (-30.0, -160.0), 24.0, 0.92);
    s.figure((560.0, 630.0), 70.0, 0.92);
    s.grass((-20.0, 1220.0), 660.0, 70.0);
}

pub(super) fn castle(s: &mut SceneDrawing) {
    s.ridge(350.0, 170.0, 0.9, 0.06);
    s.mist(380.0, 0.5);
    let (wall, ink) = (s.at(0.42), s.pal.ink());
    let rock = s.at(0.5);
    s.c.shape(&[(240.0, 520.0), (330.0, 440.0), (420.0, 400.0), (820.0, 396.0), (900.0, 450.0), (1000.0, 530.0)], rock);
    for (x, wide, high, pointed) in
        [(520.0, 66.0, 250.0, true), (640.0, 84.0, 330.0, true), (740.0, 60.0, 220.0, false)]
    {
        s.tower((x, 400.0), (wide, high), pointed, 0.36);
    }
    s.c.rect(420.0, 300.0, 410.0, 130.0, wall);
    for k in 0..14 {
        s.c.rect(420.0 + 30.0 * f64::from(k), 286.0, 18.0, 16.0, wall);
    }
    s.stones((430.0, 310.0), (390.0, 110.0), 0.35);
    s.tower((420.0, 446.0), (80.0, 190.0), false, 0.46);
    s.tower((834.0, 446.0), (80.0, 190.0), false, 0.46);
    let mut gate = PathTrace::at((592.0, 430.0));
    gate.to(592.0, 376.0).curve((594.0, 340.0), (654.0, 340.0), (656.0, 376.0)).to(656.0, 430.0).close();
    s.c.fill(&gate, ink);
    s.flame((572.0, 372.0), 7.0);
    s.flame((676.0, 372.0), 7.0);
    s.ridge(500.0, 60.0, 0.2, 0.6);
    s.way((624.0, 432.0), 110.0);
    s.firs((-20.0, 360.0), 590.0, 150.0, 0.76);
    s.firs((920.0, 1230.0), 590.0, 160.0, 0.76);
    s.figure((580.0, 600.0), 70.0, 0.92);
    s.grass((-20.0, 1220.0), 665.0, 60.0);
}

pub(super) fn ice_house(s: &mut SceneDrawing) {
    s.ridge(360.0, 90.0, 0.4, 0.1);
    s.firs((-20.0, 1220.0), 410.0, 54.0, 0.24);
    s.houses((90.0, 300.0), 440.0, 80.0, 0.34);
    s.houses((960.0, 1180.0), 440.0, 78.0, 0.34);
    s.ridge(440.0, 30.0, 0.1, 0.36);
    let (turf, dark, ink, frost) = (s.at(0.42), s.at(0.7), s.pal.ink(), s.pal.tone(0.0));
    let mut mound = PathTrace::at((280.0, 520.0));
    mound
        .curve((340.0, 290.0), (480.0, 210.0), (620.0, 208.0))
        .curve((760.0, 210.0), (890.0, 300.0), (950.0, 520.0))
        .close();
    let wash = s.c.wash(&[(0.0, turf), (1.0, dark)]);
    s.c.fill(&mound, wash);
    s.hatch((420.0, 260.0), (400.0, 110.0), 0.3);
    s.c.shape(&[(480.0, 530.0), (480.0, 380.0), (620.0, 306.0), (760.0, 380.0), (760.0, 530.0)], s.at(0.5));
    s.stones((486.0, 384.0), (268.0, 140.0), 0.45);
    let mut door = PathTrace::at((554.0, 530.0));
    door.to(554.0, 430.0).curve((558.0, 366.0), (682.0, 366.0), (686.0, 430.0)).to(686.0, 530.0).close();
    let cold = s.c.wash(&[(0.0, ink), (1.0, s.pal.tone(2.2))]);
    s.c.fill(&door, cold);
    let mut bands = PathTrace::at((620.0, 384.0));
    bands.to(620.0, 530.0).jump((556.0, 440.0)).to(684.0, 440.0).jump((556.0, 500.0)).to(684.0, 500.0);
    s.c.line(&bands, ink.faint(0.6), 4.0);
    s.c.line(&door, s.at(0.2), 8.0);
    s.ridge(545.0, 24.0, 0.1, 0.5);
    // Frost spreads from the sill.
    let mut ferns = PathTrace::default();
    for k in 0..26 {
        let turn = 0.5 + 0.5 * (f64::from(k) + s.lot.unit()) / 26.0 - 0.25;
        let long = s.lot.between(60.0, 210.0);
        let (dx, dy) = (sine(turn - 0.25 + 0.25) * long * 1.5, (sine(turn + 0.25)).abs() * long * 0.4);
        ferns.jump((620.0 + dx * 0.15, 536.0)).bend((620.0 + dx * 0.6, 540.0 + dy * 0.3), (620.0 + dx, 540.0 + dy));
    }
    let breath = s.c.halo(&[(0.0, frost.faint(0.8)), (1.0, frost.faint(0.0))]);
    s.c.oval((620.0, 545.0), 330.0, 66.0, breath);
    s.c.line(&ferns, frost.faint(0.8), 2.2);
    s.lantern((430.0, 590.0), 150.0);
    for (x, y, high) in [(790.0, 590.0, 86.0), (840.0, 600.0, 94.0), (330.0, 600.0, 92.0), (370.0, 590.0, 70.0)] {
        s.figure((x, y), high, 0.9);
    }
    s.oak((1080.0, 620.0), 300.0, 0.8);
    s.grass((-20.0, 1220.0), 660.0, 60.0);
}

/// A bridge of arches over a river, with the land on both sides.
pub(super) fn bridge(s: &mut SceneDrawing) {
    s.ridge(360.0, 110.0, 0.3, 0.12);
    s.firs((-20.0, 460.0), 410.0, 54.0, 0.26);
    s.firs((820.0, 1220.0), 410.0, 60.0, 0.26);
    s.water(420.0, HIGH);
    let (lit, dark, ink) = (s.at(0.34), s.at(0.66), s.pal.ink());
    let wash = s.c.wash(&[(0.0, lit), (1.0, dark)]);
    let mut stone = PathTrace::at((-20.0, 396.0));
    stone.bend((600.0, 300.0), (1220.0, 396.0)).to(1220.0, 470.0).to(1180.0, 560.0);
    let n_arches = 5;
    for k in (0..n_arches).rev() {
        let (left, right) = (40.0 + 228.0 * f64::from(k), 40.0 + 228.0 * f64::from(k) + 184.0);
        let top = 372.0 + 0.16 * (f64::from(k) - 2.0).abs() * 130.0;
        stone.to(right, 560.0).curve((right, top), (left, top), (left, 560.0));
    }
    stone.to(-20.0, 560.0).close();
    s.c.fill(&stone, wash);
    let mut wall = PathTrace::at((-20.0, 384.0));
    wall.bend((600.0, 288.0), (1220.0, 384.0));
    s.c.line(&wall, lit, 16.0);
    let mut edge = PathTrace::at((-20.0, 400.0));
    edge.bend((600.0, 304.0), (1220.0, 400.0));
    s.c.line(&edge, ink.faint(0.5), 3.0);
    s.stones((40.0, 390.0), (1120.0, 60.0), 0.35);
    s.figure((540.0, 334.0), 66.0, 0.9);
    s.figure((590.0, 332.0), 58.0, 0.9);
    let bank = s.ground(s.at(0.78));
    s.c.blob(&[(-120.0, 720.0), (-60.0, 560.0), (150.0, 570.0), (260.0, 640.0), (300.0, 720.0)], bank);
    s.c.blob(&[(1320.0, 720.0), (1260.0, 570.0), (1060.0, 580.0), (960.0, 650.0), (900.0, 720.0)], bank);
    s.oak((1090.0, 620.0), 260.0, 0.8);
    s.grass((-20.0, 260.0), 650.0, 90.0);
    s.grass((960.0, 1220.0), 660.0, 90.0);
}

/// A white tower on a rock above the surf, and its beam where lamps are lit.
pub(super) fn lighthouse(s: &mut SceneDrawing, horizon: f64) {
    s.water(horizon, HIGH);
    s.boat((300.0, horizon + 30.0), 70.0, true, 0.4);
    if s.lit() {
        let lamp = s.pal.lamp;
        let beam = s.c.wash_across(&[(0.0, lamp.faint(0.0)), (1.0, lamp.faint(0.6))]);
        s.c.shape(&[(800.0, 146.0), (800.0, 160.0), (-40.0, 300.0), (-40.0, 120.0)], beam);
    }
    let rock = s.at(0.7);
    s.c.shape(
        &[
            (560.0, 560.0),
            (640.0, 470.0),
            (720.0, 430.0),
            (900.0, 424.0),
            (1010.0, 470.0),
            (1230.0, 500.0),
            (1230.0, 700.0),
            (520.0, 700.0),
        ],
        rock,
    );
    s.stones((640.0, 470.0), (420.0, 120.0), 0.4);
    let (white, shade, ink) = (s.at(0.1).mix(s.pal.tone(0.0), 0.6), s.at(0.42), s.pal.ink());
    let wash =
        s.c.wash_across(&if s.sun.0 < 800.0 { [(0.0, white), (1.0, shade)] } else { [(0.0, shade), (1.0, white)] });
    s.c.shape(&[(752.0, 440.0), (772.0, 176.0), (836.0, 176.0), (856.0, 440.0)], wash);
    for (y, half) in [(240.0, 38.0), (330.0, 45.0)] {
        s.c.shape(
            &[(804.0 - half, y), (804.0 + half, y), (804.0 + half + 4.0, y + 44.0), (804.0 - half - 4.0, y + 44.0)],
            s.pal.tone(2.0).faint(0.75),
        );
    }
    s.c.rect(758.0, 168.0, 92.0, 12.0, ink);
    let glass = if s.lit() { s.pal.lamp } else { s.at(0.3) };
    s.c.rect(778.0, 128.0, 52.0, 42.0, glass);
    s.c.shape(&[(768.0, 130.0), (804.0, 92.0), (840.0, 130.0)], ink);
    if s.lit() {
        s.glow((804.0, 150.0), 260.0);
    }
    s.house((890.0, 440.0), (150.0, 100.0), 0.5);
    s.waves(&[(580.0, 14.0), (640.0, 22.0)]);
}
