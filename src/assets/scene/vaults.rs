//! Vaults of stone, rock and ice.

use crate::assets::{
    canvas::{PathTrace, Point},
    chance::sine,
    palette::{Colour, hex},
};

use super::{HIGH, SceneDrawing, WIDE};

pub(super) fn temple(s: &mut SceneDrawing) {
    let light = s.pal.tone(0.1);
    s.c.rect(-20.0, -20.0, WIDE + 40.0, HIGH + 40.0, s.dim(0.7));
    let apse = s.c.halo(&[(0.0, s.dim(0.05)), (1.0, s.dim(0.55))]);
    let mut end = PathTrace::at((430.0, 470.0));
    end.to(430.0, 200.0).curve((440.0, 20.0), (760.0, 20.0), (770.0, 200.0)).to(770.0, 470.0).close();
    s.c.fill(&end, apse);
    for (x, wide, high) in [(600.0, 70.0, 210.0), (508.0, 48.0, 160.0), (692.0, 48.0, 160.0)] {
        window(s, (x, 330.0), (wide, high));
    }
    let floor = s.c.wash(&[(0.0, s.dim(0.32)), (1.0, s.dim(0.8))]);
    s.c.shape(&[(330.0, 460.0), (870.0, 460.0), (WIDE + 200.0, HIGH + 30.0), (-200.0, HIGH + 30.0)], floor);
    let beam = s.c.wash(&[(0.0, light.faint(0.5)), (1.0, light.faint(0.0))]);
    s.c.shape(&[(570.0, 150.0), (630.0, 150.0), (800.0, 660.0), (430.0, 660.0)], beam);
    s.c.rect(530.0, 410.0, 140.0, 60.0, s.dim(0.6));
    s.c.rect(516.0, 400.0, 168.0, 14.0, s.dim(0.35));
    for x in [535.0, 560.0, 640.0, 665.0] {
        s.candle((x, 400.0), 22.0);
    }
    pillars(s);
    for k in 0..4 {
        let near = 0.25 + f64::from(k) / 4.0;
        let (y, gap, long) = (470.0 + 170.0 * near, 40.0 + 60.0 * near, 130.0 + 190.0 * near);
        let wood = s.dim(0.7 + 0.2 * near);
        for x in [600.0 - gap - long, 600.0 + gap] {
            s.c.rect(x, y - 30.0 - 26.0 * near, long, 30.0 + 26.0 * near, wood);
            s.c.rect(x - 4.0, y - 34.0 - 28.0 * near, long + 8.0, 7.0 + 5.0 * near, s.dim(0.55 + 0.2 * near));
        }
    }
    s.figure((600.0, 560.0), 110.0, 0.92);
}

/// A window of stained glass, standing on its foot.
fn window(s: &mut SceneDrawing, (x, foot): Point, (wide, high): (f64, f64)) {
    let (light, ink) = (s.pal.tone(0.1), s.pal.ink());
    let mut pane = PathTrace::at((x - wide / 2.0, foot));
    pane.to(x - wide / 2.0, foot - high * 0.6)
        .bend((x - wide * 0.4, foot - high * 0.85), (x, foot - high))
        .bend((x + wide * 0.4, foot - high * 0.85), (x + wide / 2.0, foot - high * 0.6))
        .to(x + wide / 2.0, foot)
        .close();
    let glass = s.c.wash(&[(0.0, s.pal.tone(1.6)), (0.5, light), (1.0, s.pal.lamp)]);
    s.glow((x, foot - high * 0.5), high * 0.8);
    s.c.fill(&pane, glass);
    let mut lead = PathTrace::at((x, foot));
    lead.to(x, foot - high);
    for k in 1..5 {
        let y = foot - high * 0.16 * f64::from(k);
        lead.jump((x - wide / 2.0, y)).bend((x, y - 14.0), (x + wide / 2.0, y));
    }
    s.c.line(&lead, ink.faint(0.55), 2.6);
    s.c.line(&pane, s.dim(0.7), 5.0);
}

/// Pillars on both sides, with a rib between each pair.
fn pillars(s: &mut SceneDrawing) {
    for k in 0..4 {
        let near = f64::from(k) / 3.0;
        let (off, w, foot) = (190.0 + 330.0 * near * near + 60.0 * near, 34.0 + 62.0 * near, 470.0 + 190.0 * near);
        for side in [-1.0, 1.0] {
            let x = 600.0 + side * off;
            let (lit, dark) = (s.dim(0.3 + 0.3 * near), s.dim(0.75 + 0.25 * near));
            let wash = s.c.wash_across(&if side > 0.0 { [(0.0, lit), (0.8, dark)] } else { [(0.2, dark), (1.0, lit)] });
            s.c.rect(x - w / 2.0, -20.0, w, foot + 20.0, wash.clone());
            s.c.rect(x - w * 0.75, foot - w * 0.3, w * 1.5, w * 0.45, wash);
        }
        let mut rib = PathTrace::at((600.0 - off, 190.0 - 110.0 * near));
        rib.bend((600.0 - off * 0.8, 40.0 - 150.0 * near), (600.0, -10.0 - 190.0 * near))
            .bend((600.0 + off * 0.8, 40.0 - 150.0 * near), (600.0 + off, 190.0 - 110.0 * near));
        s.c.line(&rib, s.dim(0.6 + 0.3 * near), 12.0 + 22.0 * near);
    }
}

/// Vaults behind vaults and their floor.
fn arches(s: &mut SceneDrawing) {
    s.c.rect(-20.0, -20.0, WIDE + 40.0, HIGH + 40.0, s.dim(0.95));
    // Vaults behind vaults, and a lamp in the middle.
    for k in 0..4 {
        let near = 1.0 - f64::from(k) / 3.6;
        let (half, foot, spring, top) =
            (140.0 + 380.0 * near, 450.0 + 170.0 * near, 300.0 - 60.0 * near, 180.0 - 190.0 * near);
        let stone = s.c.halo(&[(0.0, s.dim(0.1 + 0.4 * near)), (1.0, s.dim(0.5 + 0.45 * near))]);
        let mut arch = PathTrace::at((600.0 - half, foot));
        arch.to(600.0 - half, spring)
            .curve((600.0 - half * 0.9, top), (600.0 + half * 0.9, top), (600.0 + half, spring))
            .to(600.0 + half, foot)
            .close();
        s.c.fill(&arch, stone);
        s.c.line(&arch, s.dim(0.62 + 0.36 * near), 16.0 + 30.0 * near);
        s.stones((600.0 - half, spring), (half * 2.0, (foot - spring) * 0.8), 0.22);
    }
    let floor = s.c.wash(&[(0.0, s.dim(0.3)), (1.0, s.dim(0.92))]);
    s.c.shape(&[(440.0, 462.0), (760.0, 462.0), (1300.0, HIGH + 30.0), (-100.0, HIGH + 30.0)], floor);
}

/// A colder light than that of a lamp, over everything so far.
fn chill(s: &mut SceneDrawing, share: f64) {
    s.c.rect(-20.0, -20.0, WIDE + 40.0, HIGH + 40.0, hex(0x1f3a48).faint(share));
}

/// Stone coffins in rows, and skulls on shelves where words name any.
pub(super) fn crypt(s: &mut SceneDrawing) {
    arches(s);
    chill(s, 0.42);
    if s.has_skulls {
        for side in [-1.0, 1.0] {
            for row in 0..4 {
                for k in 0..7 {
                    let deep = f64::from(k) / 6.0;
                    let x = 600.0 + side * (170.0 + 380.0 * deep);
                    let (y, r) = (330.0 + (f64::from(row) * 34.0 - 60.0) * (0.5 + deep), 8.0 + 11.0 * deep);
                    skull(s, (x, y), r);
                }
            }
        }
    }
    s.glow((600.0, 400.0), 170.0);
    for side in [-1.0, 1.0] {
        for k in 0..3 {
            let near = f64::from(k) / 2.0;
            coffin(
                s,
                (600.0 + side * (150.0 + 230.0 * near), 500.0 + 130.0 * near),
                90.0 + 120.0 * near,
                0.5 + 0.4 * near,
            );
        }
    }
    s.flame((600.0, 416.0), 9.0);
    s.figure((640.0, 560.0), 120.0, 0.95);
}

/// A stone coffin under its slab, its foot about a point.
fn coffin(s: &mut SceneDrawing, (x, y): (f64, f64), wide: f64, near: f64) {
    let (side, lid, ink) = (s.dim(near), s.dim((near - 0.3).max(0.1)), s.pal.ink());
    let (half, high) = (wide / 2.0, wide * 0.34);
    s.c.rect(x - half, y - high, wide, high, side);
    s.c.shape(
        &[
            (x - half * 1.1, y - high),
            (x - half * 0.8, y - high * 1.5),
            (x + half * 0.8, y - high * 1.5),
            (x + half * 1.1, y - high),
        ],
        lid,
    );
    s.c.rect(x - half * 1.1, y - high, wide * 1.1, high * 0.2, lid);
    let mut cross = PathTrace::at((x, y - high * 0.68));
    cross.to(x, y - high * 0.12).jump((x - half * 0.2, y - high * 0.5)).to(x + half * 0.2, y - high * 0.5);
    s.c.line(&cross, ink.faint(0.6), wide * 0.03);
}

fn skull(s: &mut SceneDrawing, (x, y): (f64, f64), r: f64) {
    let (bone, ink) = (s.pal.tone(0.7).mix(s.dim(0.6), 0.35), s.pal.ink());
    s.c.oval((x, y), r, r * 0.9, bone);
    s.c.rect(x - r * 0.5, y + r * 0.5, r, r * 0.55, bone);
    let mut eyes = PathTrace::at((x - r * 0.36, y + r * 0.1));
    eyes.to(x - r * 0.35, y + r * 0.1).jump((x + r * 0.36, y + r * 0.1)).to(x + r * 0.37, y + r * 0.1);
    s.c.line(&eyes, ink, r * 0.46);
}

/// Cells behind bars on both sides.
pub(super) fn prison(s: &mut SceneDrawing) {
    arches(s);
    chill(s, 0.3);
    let (ink, dark) = (s.pal.ink(), s.dim(1.0));
    for side in [-1.0, 1.0] {
        for k in 0..2 {
            let near = f64::from(k);
            let (x, wide) = (600.0 + side * (250.0 + 210.0 * near), 130.0 + 90.0 * near);
            let (top, foot) = (240.0 - 90.0 * near, 500.0 + 110.0 * near);
            s.c.rect(x - wide / 2.0, top, wide, foot - top, dark);
            let mut bars = PathTrace::default();
            for bar in 0..=6 {
                let x = x - wide / 2.0 + wide * f64::from(bar) / 6.0;
                bars.jump((x, top)).to(x, foot);
            }
            for up in [0.16, 0.55, 0.9] {
                let y = top + (foot - top) * up;
                bars.jump((x - wide / 2.0, y)).to(x + wide / 2.0, y);
            }
            s.c.line(&bars, s.dim(0.35), 5.0 + 4.0 * near);
            s.c.line(&bars, ink.faint(0.5), 1.6);
        }
    }
    let mut straw = PathTrace::default();
    for _ in 0..60 {
        let (x, y) = (s.lot.between(260.0, 940.0), s.lot.between(560.0, 665.0));
        straw.jump((x, y)).to(x + s.lot.off(26.0), y + s.lot.off(8.0));
    }
    s.c.line(&straw, s.pal.tone(0.9).faint(0.7), 2.4);
    s.glow((600.0, 300.0), 200.0);
    s.hung((600.0, 250.0), 12.0);
    s.figure((600.0, 560.0), 124.0, 0.95);
}

/// A gallery with props, rails and a cart.
pub(super) fn mine(s: &mut SceneDrawing) {
    s.c.rect(-20.0, -20.0, WIDE + 40.0, HIGH + 40.0, s.dim(1.0));
    for k in 0..5 {
        let near = 1.0 - f64::from(k) / 5.0;
        let (half, top, foot) = (90.0 + 470.0 * near * near, 300.0 - 270.0 * near * near, 440.0 + 190.0 * near * near);
        let rock: Vec<_> = [
            (-1.0, foot),
            (-1.05, (foot + top) / 2.0),
            (-0.8, top + 10.0),
            (0.0, top - 16.0),
            (0.8, top + 6.0),
            (1.06, (foot + top) / 2.0),
            (1.0, foot),
        ]
        .map(|(at, y)| (600.0 + half * at + s.lot.off(14.0 * near), y + s.lot.off(10.0 * near)))
        .to_vec();
        let shade = s.dim(0.3 + 0.62 * near);
        s.c.shape(&rock, shade);
        let wood = s.dim(0.5 + 0.4 * near);
        let w = 10.0 + 26.0 * near;
        for side in [-1.0, 1.0] {
            s.c.rect(600.0 + side * half * 0.86 - w / 2.0, top + 14.0, w, foot - top - 14.0, wood);
        }
        s.c.rect(600.0 - half * 0.96, top + 8.0, half * 1.92, w, wood);
    }
    chill(s, 0.25);
    let floor = s.c.wash(&[(0.0, s.dim(0.4)), (1.0, s.dim(0.95))]);
    s.c.shape(&[(560.0, 452.0), (640.0, 452.0), (1150.0, HIGH + 30.0), (50.0, HIGH + 30.0)], floor);
    let (steel, wood, ink) = (s.pal.tone(1.0), s.dim(0.85), s.pal.ink());
    for k in 0..9 {
        let deep = (f64::from(k) + 0.5) / 9.0;
        let (y, half) = (456.0 + 220.0 * deep * deep, 22.0 + 230.0 * deep * deep);
        s.c.rect(600.0 - half, y, half * 2.0, 4.0 + 16.0 * deep, wood);
    }
    let mut rails = PathTrace::at((590.0, 452.0));
    rails.to(400.0, HIGH + 20.0).jump((610.0, 452.0)).to(800.0, HIGH + 20.0);
    s.c.line(&rails, steel, 6.0);
    s.glow((540.0, 430.0), 200.0);
    // A cart full of stone.
    s.c.blob(&[(560.0, 520.0), (590.0, 480.0), (640.0, 476.0), (690.0, 500.0), (700.0, 526.0)], s.dim(0.7));
    s.c.shape(&[(540.0, 516.0), (720.0, 516.0), (696.0, 600.0), (564.0, 600.0)], s.dim(0.88));
    s.c.line(PathTrace::default().jump((540.0, 516.0)).to(720.0, 516.0), ink, 6.0);
    s.c.oval((590.0, 608.0), 19.0, 19.0, ink);
    s.c.oval((670.0, 608.0), 19.0, 19.0, ink);
    s.hung((470.0, 200.0), 12.0);
    s.figure((470.0, 590.0), 140.0, 0.95);
}

pub(super) fn cellar(s: &mut SceneDrawing) {
    arches(s);
    s.glow((600.0, 300.0), 360.0);
    let mut cord = PathTrace::at((600.0, 60.0));
    cord.to(600.0, 260.0);
    s.c.line(&cord, s.pal.ink(), 3.0);
    s.hung((600.0, 262.0), 13.0);
    for (x, y, high, near) in [
        (430.0, 500.0, 90.0, 0.7),
        (364.0, 530.0, 120.0, 0.8),
        (290.0, 590.0, 160.0, 0.9),
        (150.0, 650.0, 220.0, 1.0),
        (775.0, 496.0, 86.0, 0.7),
        (850.0, 540.0, 126.0, 0.84),
    ] {
        s.barrel((x, y), high, near);
    }
    s.crate_at((930.0, 610.0), 130.0, 0.9);
    s.crate_at((1010.0, 650.0), 170.0, 1.0);
    s.crate_at((950.0, 480.0), 84.0, 0.88);
    let ink = s.pal.ink();
    let mut steps = PathTrace::default();
    for k in 0..5 {
        let (x, y) = (566.0 - 10.0 * f64::from(k), 420.0 + 10.0 * f64::from(k));
        steps.jump((x, y)).to(1200.0 - x, y);
    }
    s.c.line(&steps, ink.faint(0.6), 3.0);
    s.figure((640.0, 540.0), 130.0, 0.92);
}

pub(super) fn passage(s: &mut SceneDrawing) {
    s.c.rect(-20.0, -20.0, WIDE + 40.0, HIGH + 40.0, s.dim(1.0));
    let n = 9;
    let (vx, vy) = (600.0 + s.lot.off(50.0), 360.0);
    for k in 0..n {
        let far = f64::from(k) / f64::from(n - 1);
        let size = 1.0 - far * 0.86;
        let (cx, cy) = (600.0 + (vx - 600.0) * far * 2.0, 340.0 + (vy - 340.0) * far);
        let (half, up, down) = (520.0 * size, 360.0 * size, 270.0 * size);
        let colour = s.dim(1.0 - 0.82 * far);
        let mut arch = PathTrace::at((cx - half, cy + down));
        arch.to(cx - half, cy - up * 0.2)
            .curve((cx - half, cy - up), (cx + half, cy - up), (cx + half, cy - up * 0.2))
            .to(cx + half, cy + down)
            .close();
        s.c.fill(&arch, colour);
        s.c.line(&arch, s.pal.ink().faint(0.28), 2.0 + 5.0 * size);
        let mut joints = PathTrace::default();
        for j in 0..7 {
            let turn = 0.25 + 0.5 * (f64::from(j) + s.lot.unit() * 0.6) / 7.0;
            let (dx, dy) = (sine(turn + 0.25), -sine(turn - 0.25 + 0.25).abs());
            joints.jump((cx + dx * half, cy + dy * up * 0.75)).to(cx + dx * half * 0.87, cy + dy * up * 0.65);
        }
        s.c.line(&joints, s.pal.ink().faint(0.4), 1.5 + 2.0 * size);
    }
    s.glow((vx + (vx - 600.0), 366.0), 240.0);
    let gleam = s.pal.tone(0.6);
    let mut water = PathTrace::at((vx + (vx - 600.0) - 12.0, 398.0));
    water
        .curve((580.0, 470.0), (450.0, 560.0), (400.0, 700.0))
        .to(800.0, 700.0)
        .curve((740.0, 560.0), (640.0, 470.0), (vx + (vx - 600.0) + 12.0, 398.0))
        .close();
    let wash = s.c.wash(&[(0.0, gleam.mix(s.pal.lamp, 0.4)), (0.4, s.dim(0.45)), (1.0, s.dim(0.9))]);
    s.c.fill(&water, wash);
    s.shine((600.0 + (vx - 600.0), 430.0), 150.0);
    s.flame((330.0, 300.0), 15.0);
    s.flame((868.0, 300.0), 15.0);
    s.flame((438.0, 326.0), 9.0);
    s.flame((770.0, 326.0), 9.0);
    s.figure((604.0, 520.0), 120.0, 0.95);
}

pub(super) fn cave(s: &mut SceneDrawing) {
    let mouth = s.lot.between(560.0, 680.0);
    let (stone, cold) = (s.dim(0.5), hex(0x2f4a57));
    let back = s.c.halo(&[(0.0, stone.mix(cold, 0.3)), (0.5, stone.mix(cold, 0.6)), (1.0, s.dim(1.0))]);
    s.c.rect(-20.0, -20.0, WIDE + 40.0, HIGH + 40.0, back);
    // Rock walls in three depths, with stalactites and what has grown up to meet them.
    for k in 0..3 {
        let near = f64::from(k) / 2.0;
        let colour = s.dim(0.6 + 0.38 * near).mix(cold, 0.35 * (1.0 - near));
        let (gap, top) = (230.0 + 190.0 * near, 190.0 - 90.0 * near);
        let rim = cave_rim(s, mouth, near);
        let wash = s.c.wash(&[(0.0, s.dim(0.7 + 0.3 * near)), (1.0, colour)]);
        s.c.shape(&rim, wash);
        s.hatch((mouth - gap - 150.0, top), (120.0, 240.0), 0.4);
        s.hatch((mouth + gap + 40.0, top), (120.0, 240.0), 0.4);
        let floor = cave_floor(s, mouth, near);
        s.c.shape(&floor, colour);
        if k == 1 {
            // A pool that holds the light.
            let pool = s.c.wash_across(&[(0.0, s.dim(0.8)), (0.5, hex(0x7fa3ad)), (1.0, s.dim(0.8))]);
            s.c.oval((mouth, 540.0), 250.0, 34.0, pool);
            if s.has_crystals {
                crystals(s, mouth);
            }
            s.glow((mouth - 66.0, 452.0), 240.0);
            s.shine((mouth, 520.0), 42.0);
            s.figure((mouth - 90.0, 530.0), 92.0, 0.95);
        }
    }
    s.flame((mouth - 66.0, 452.0), 9.0);
}

/// The rock around a cave's mouth, with stalactites.
fn cave_rim(s: &mut SceneDrawing, mouth: f64, near: f64) -> Vec<Point> {
    let (gap, top, low) = (230.0 + 190.0 * near, 190.0 - 90.0 * near, 440.0 + 110.0 * near);
    let mut rim = vec![(-60.0, -60.0)];
    let mut roof = Vec::new();
    let mut x = mouth - gap;
    while x < mouth + gap {
        let arch = (x - mouth) / gap;
        let level = top + 150.0 * arch * arch * arch * arch + s.lot.off(14.0);
        roof.push((x, level));
        if s.lot.chance(0.6) {
            let (long, w) = (s.lot.between(24.0, 90.0) * (0.6 + near), 9.0 + 9.0 * near);
            roof.extend([(x + w * 0.6, level + 6.0), (x + w, level + long), (x + w * 1.5, level + 4.0)]);
        }
        x += s.lot.between(30.0, 70.0);
    }
    rim.extend([
        (WIDE + 60.0, -60.0),
        (WIDE + 60.0, HIGH + 60.0),
        (mouth + gap + 60.0, HIGH + 60.0),
        (mouth + gap + 40.0, low),
        (mouth + gap + s.lot.off(20.0), (low + top) / 2.0 + 40.0),
    ]);
    rim.extend(roof.iter().rev());
    rim.extend([
        (mouth - gap + s.lot.off(20.0), (low + top) / 2.0 + 40.0),
        (mouth - gap - 40.0, low),
        (mouth - gap - 60.0, HIGH + 60.0),
        (-60.0, HIGH + 60.0),
    ]);
    rim
}

/// The floor of a cave, with what has grown up.
fn cave_floor(s: &mut SceneDrawing, mouth: f64, near: f64) -> Vec<Point> {
    let low = 440.0 + 110.0 * near;
    let mut floor = vec![(-60.0, HIGH + 60.0)];
    let mut x = -60.0;
    while x < WIDE + 60.0 {
        let out = ((x - mouth) / 620.0).abs();
        floor.push((x, low + 30.0 - 60.0 * out * out + s.lot.off(8.0)));
        if (x - mouth).abs() > 150.0 && s.lot.chance(0.35) {
            let high = s.lot.between(20.0, 80.0) * (0.6 + near);
            floor.extend([
                (x + 10.0, low + 20.0),
                (x + 20.0 + 8.0 * near, low - high),
                (x + 34.0 + 10.0 * near, low + 22.0),
            ]);
        }
        x += s.lot.between(50.0, 90.0);
    }
    floor.extend([(WIDE + 60.0, low), (WIDE + 60.0, HIGH + 60.0)]);
    floor
}

/// Crystals that grow from the floor and shine by themselves.
fn crystals(s: &mut SceneDrawing, middle: f64) {
    for k in 0..9 {
        let x = middle - 330.0 + 80.0 * f64::from(k) + s.lot.off(26.0);
        let (high, w, lean) = (s.lot.between(90.0, 240.0), s.lot.between(16.0, 34.0), s.lot.off(50.0));
        let foot = 520.0 + s.lot.off(16.0);
        let halo = s.c.halo(&[(0.0, hex(0x9be2f4).faint(0.5)), (1.0, hex(0x9be2f4).faint(0.0))]);
        s.c.oval((x + lean * 0.6, foot - high * 0.6), high * 0.6, high * 0.6, halo);
        let tip = (x + lean, foot - high);
        s.c.shape(
            &[(x - w, foot), (x - w * 0.7 + lean * 0.7, foot - high * 0.75), tip, (x + lean * 0.2, foot)],
            hex(0xc7f0f6),
        );
        s.c.shape(
            &[(x + lean * 0.2, foot), tip, (x + w * 0.8 + lean * 0.7, foot - high * 0.7), (x + w, foot)],
            hex(0x5aa7c4),
        );
    }
}

pub(super) fn ice(s: &mut SceneDrawing) {
    let (light, ink) = (s.pal.tone(0.0).mix(hex(0xe4f0f4), 0.75), s.pal.ink().mix(hex(0x0a1730), 0.6));
    let blue = s.pal.tone(2.2).mix(hex(0x3f86b8), 0.75);
    let deep = blue.mix(ink, 0.62);
    let back = s.c.halo(&[(0.0, light.mix(blue, 0.25)), (0.4, blue), (1.0, deep)]);
    s.c.rect(-20.0, -20.0, WIDE + 40.0, HIGH + 40.0, back);
    s.glow((600.0, 380.0), 200.0);
    // Facets of ice that come nearer on both sides and above.
    for k in 0..4 {
        let near = f64::from(k) / 3.0;
        if s.has_blocks {
            stacks(s, near, light, deep);
        } else {
            facets(s, near, light, deep);
        }
        icicles(s, near, light.mix(deep, 0.3 + 0.6 * near).faint(0.85));
    }
    let floor = s.c.wash(&[(0.0, light.mix(blue, 0.4)), (1.0, deep)]);
    let mut sheet = PathTrace::at((-20.0, 610.0));
    sheet
        .curve((300.0, 520.0), (420.0, 468.0), (600.0, 466.0))
        .curve((780.0, 468.0), (900.0, 520.0), (WIDE + 20.0, 606.0))
        .to(WIDE + 20.0, HIGH + 20.0)
        .to(-20.0, HIGH + 20.0)
        .close();
    s.c.fill(&sheet, floor);
    let mut cracks = PathTrace::default();
    for _ in 0..12 {
        let (x, y) = (s.lot.between(200.0, 1000.0), s.lot.between(520.0, 650.0));
        cracks.jump((x, y)).to(x + s.lot.off(70.0), y + s.lot.off(18.0)).to(x + s.lot.off(130.0), y + s.lot.off(30.0));
    }
    s.c.line(&cracks, light.faint(0.6), 1.8);
    s.shine((604.0, 540.0), 110.0);
    s.figure((600.0, 556.0), 120.0, 0.95);
    s.hung((560.0, 470.0), 8.0);
}

/// Blocks of ice, stacked on both sides.
fn stacks(s: &mut SceneDrawing, near: f64, light: Colour, deep: Colour) {
    let (wide, high) = (80.0 + 90.0 * near, 44.0 + 50.0 * near);
    for side in [-1.0, 1.0] {
        let inner = 600.0 + side * (140.0 + 250.0 * near);
        for k in 0..9 {
            let (column, row) = (f64::from(k % 3), f64::from(k / 3));
            let edge = inner + side * column * wide;
            let x = if side < 0.0 { edge - wide } else { edge };
            let y = 490.0 + 130.0 * near - (row + 1.0) * high;
            let share = 0.2 + 0.5 * near + s.lot.off(0.1);
            s.c.rect(x, y, wide - 4.0, high - 4.0, light.mix(deep, share));
            s.c.rect(x, y, wide - 4.0, high * 0.14, light.mix(deep, (share - 0.2).max(0.0)));
        }
    }
}

/// Facets of ice on both sides.
fn facets(s: &mut SceneDrawing, near: f64, light: Colour, deep: Colour) {
    for side in [-1.0, 1.0] {
        let inner = 600.0 + side * (130.0 + 300.0 * near * near + 50.0 * near);
        let outer = 600.0 + side * 720.0;
        let mut x = inner;
        while (x - outer) * side < 0.0 {
            let (w, y) = (s.lot.between(50.0, 120.0) * (0.6 + near), 450.0 + 110.0 * near);
            let top = y - s.lot.between(190.0, 420.0) * (0.6 + 0.6 * near);
            let lean = side * s.lot.between(0.0, 40.0);
            let share = 0.25 + 0.6 * near + s.lot.off(0.14);
            let (face, edge) = (light.mix(deep, share), light.mix(deep, (share - 0.22).max(0.0)));
            s.c.shape(
                &[
                    (x, HIGH + 20.0),
                    (x + lean, top + 40.0),
                    (x + side * w * 0.4 + lean, top),
                    (x + side * w, HIGH + 20.0),
                ],
                face.faint(0.9),
            );
            s.c.shape(
                &[
                    (x, HIGH + 20.0),
                    (x + lean, top + 40.0),
                    (x + side * w * 0.4 + lean, top),
                    (x + side * w * 0.3, HIGH + 20.0),
                ],
                edge.faint(0.7),
            );
            x += side * w * s.lot.between(0.6, 0.95);
        }
    }
}

fn icicles(s: &mut SceneDrawing, near: f64, colour: Colour) {
    let mut drips = Vec::from([(-20.0, -20.0)]);
    let mut x = -20.0;
    while x < WIDE + 20.0 {
        let (w, centre) = (s.lot.between(14.0, 34.0), ((x - 600.0) / 600.0).abs());
        let long =
            s.lot.between(20.0, 100.0) * (0.4 + near) * (0.35 + centre) + 26.0 * near + 80.0 * (1.0 - near) * centre;
        drips.extend([(x, 10.0), (x + w / 2.0, 20.0 + long), (x + w, 10.0)]);
        x += w;
    }
    drips.push((WIDE + 20.0, -20.0));
    s.c.shape(&drips, colour);
}
