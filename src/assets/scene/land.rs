//! Landscapes: woods, roads, mountains, shores, ruins.

use crate::assets::{
    canvas::{PathTrace, Point},
    palette::hex,
    words::{Hour, Season, Weather},
};

use super::{HIGH, SceneDrawing, WIDE};

pub(super) fn forest(s: &mut SceneDrawing) {
    s.ridge(330.0, 60.0, 0.3, 0.08);
    s.firs((-40.0, 1240.0), 400.0, 130.0, 0.12);
    s.mist(400.0, 0.6);
    s.firs((-60.0, 1260.0), 470.0, 200.0, 0.3);
    s.mist(470.0, 0.6);
    s.ridge(490.0, 36.0, 0.2, 0.4);
    s.way((620.0, 470.0), 70.0);
    if matches!(s.season, Some(Season::Spring | Season::Autumn)) {
        for (x, high) in [(330.0, 250.0), (150.0, 420.0), (870.0, 260.0), (1040.0, 430.0)] {
            s.oak((x, 570.0), high, 0.5);
        }
    } else {
        s.firs((-80.0, 420.0), 560.0, 380.0, 0.52);
        s.firs((800.0, 1260.0), 560.0, 400.0, 0.52);
    }
    if s.lit() {
        s.glow((620.0, 440.0), 210.0);
    }
    s.figure((628.0, 540.0), 56.0, 0.72);
    for (x, w) in [(70.0, 62.0), (1120.0, 74.0), (250.0, 30.0), (985.0, 34.0)] {
        trunk(s, x, w);
    }
    match s.season {
        Some(Season::Autumn) => s.specks((600.0, 420.0), (620.0, 260.0), 48, (hex(0xd8862f).faint(0.8), 7.0)),
        Some(Season::Winter) => s.drifts(),
        _ => s.grass((-20.0, 1220.0), 640.0, 80.0),
    }
}

impl SceneDrawing {
    /// Snow that lies in front of everything.
    fn drifts(&mut self) {
        let (white, shade) = (self.ground(hex(0xf2f5f8)), self.ground(hex(0xb9c7d3)));
        let wash = self.c.wash(&[(0.0, white), (1.0, shade)]);
        let mut drift = PathTrace::at((-20.0, 640.0));
        drift.curve((240.0, 590.0), (420.0, 660.0), (640.0, 630.0)).curve(
            (860.0, 600.0),
            (1000.0, 660.0),
            (1230.0, 620.0),
        );
        drift.to(1230.0, 700.0).to(-20.0, 700.0).close();
        self.c.fill(&drift, wash);
    }
}

fn trunk(s: &mut SceneDrawing, x: f64, w: f64) {
    let near = if w > 50.0 { 0.95 } else { 0.75 };
    let (dark, lit) = (s.at(near), s.at(near - 0.22));
    let bow = s.lot.off(40.0);
    let mut trace = PathTrace::at((x - w, HIGH + 10.0));
    trace.curve((x - w * 0.4, 540.0), (x - w * 0.5 + bow, 240.0), (x - w * 0.42, -20.0)).to(x + w * 0.42, -20.0);
    trace.curve((x + w * 0.5 + bow, 240.0), (x + w * 0.4, 540.0), (x + w, HIGH + 10.0)).close();
    let wash = s.c.wash_across(&if s.sun.0 < x { [(0.1, lit), (0.6, dark)] } else { [(0.4, dark), (0.9, lit)] });
    s.c.fill(&trace, wash);
    for y in &[120.0, 230.0][..if w > 50.0 { 2 } else { 0 }] {
        let side = s.lot.pick(&[-1.0, 1.0]);
        let y = y + s.lot.off(50.0);
        s.bare((x + bow * 0.5, y), (side * w * 1.5, -w * 0.5), w * 0.3, near);
    }
}

pub(super) fn road(s: &mut SceneDrawing) {
    s.ridge(350.0, 120.0, 0.6, 0.1);
    s.ridge(400.0, 70.0, 0.2, 0.26);
    s.firs((-20.0, 460.0), 430.0, 50.0, 0.34);
    s.ridge(450.0, 50.0, 0.1, 0.42);
    s.way((690.0, 432.0), 150.0);
    s.oak((210.0, 560.0), 260.0, 0.66);
    for k in 0..7 {
        let deep = f64::from(k) / 6.0;
        let (x, y, high) = (770.0 + 400.0 * deep * deep, 452.0 + 170.0 * deep * deep, 18.0 + 70.0 * deep * deep);
        let ink = s.at(0.5 + 0.4 * deep);
        let mut post = PathTrace::at((x, y));
        post.to(x + s.lot.off(3.0), y - high);
        s.c.line(&post, ink, 3.0 + 7.0 * deep);
    }
    signpost(s, (930.0, 640.0));
    s.figure((560.0, 560.0), 74.0, 0.85);
    s.figure((606.0, 566.0), 66.0, 0.85);
    s.rocks((390.0, 640.0), 60.0, 3, 0.85);
    s.grass((-20.0, 430.0), 655.0, 56.0);
    s.grass((800.0, 1220.0), 650.0, 60.0);
}

/// Three boards on a post, each to another side.
fn signpost(s: &mut SceneDrawing, (x, y): Point) {
    let (wood, board) = (s.at(0.9), s.at(0.55));
    s.c.rect(x - 8.0, y - 250.0, 16.0, 250.0, wood);
    for (up, side, long) in [(236.0, 1.0, 130.0), (192.0, -1.0, 150.0), (148.0, 1.0, 110.0)] {
        let (end, top) = (x + side * long, y - up);
        s.c.shape(
            &[
                (x - side * 24.0, top),
                (end, top),
                (end + side * 22.0, top + 15.0),
                (end, top + 30.0),
                (x - side * 24.0, top + 30.0),
            ],
            board,
        );
    }
}

/// Dunes under a high sun, without a tree.
pub(super) fn desert(s: &mut SceneDrawing) {
    let (light, shade) = (hex(0xe9c48a), hex(0xb9814a));
    let night = if s.hour == Hour::Night { 0.6 } else { 0.0 };
    for (k, y) in [392.0, 440.0, 500.0, 580.0].into_iter().enumerate() {
        let near = k as f64 / 3.0;
        let crest = s.lot.between(300.0, 900.0);
        let (lit, dark) = (light.mix(s.at(near), 0.25 + night * 0.7), shade.mix(s.at(near), 0.3 + night * 0.6));
        let mut dune = PathTrace::at((-20.0, y + 40.0));
        dune.curve((crest * 0.4, y + 40.0), (crest * 0.8, y - 30.0), (crest, y - 50.0));
        dune.curve((crest + 120.0, y + 10.0), (crest + 260.0, y + 50.0), (1230.0, y + 20.0));
        dune.to(1230.0, 700.0).to(-20.0, 700.0).close();
        s.c.fill(&dune, lit);
        let mut lee = PathTrace::at((crest, y - 50.0));
        lee.curve((crest + 120.0, y + 10.0), (crest + 260.0, y + 50.0), (1230.0, y + 20.0));
        lee.to(1230.0, y + 110.0)
            .curve((crest + 300.0, y + 120.0), (crest + 60.0, y + 70.0), (crest, y - 50.0))
            .close();
        s.c.fill(&lee, dark);
    }
    let mut ripples = PathTrace::default();
    for _ in 0..26 {
        let (x, y) = (s.lot.between(0.0, 1100.0), s.lot.between(590.0, 670.0));
        ripples.jump((x, y)).bend((x + 40.0, y - 7.0), (x + 90.0, y));
    }
    s.c.line(&ripples, shade.faint(0.5), 2.4);
    s.figure((560.0, 570.0), 62.0, 0.85);
    s.figure((604.0, 576.0), 56.0, 0.85);
    s.rocks((1010.0, 660.0), 60.0, 3, 0.7);
}

/// A well under a small roof, an altar stone with candles, and a tree full of ribbons.
pub(super) fn shrine(s: &mut SceneDrawing) {
    s.ridge(360.0, 100.0, 0.3, 0.12);
    s.firs((-20.0, 1220.0), 410.0, 56.0, 0.24);
    s.ridge(450.0, 40.0, 0.1, 0.42);
    s.way((600.0, 470.0), 90.0);
    s.oak((880.0, 600.0), 380.0, 0.7);
    let mut ribbons = [PathTrace::default(), PathTrace::default()];
    for k in 0..22 {
        let (x, y, long) = (880.0 + s.lot.off(120.0), 350.0 + s.lot.off(60.0), s.lot.between(26.0, 60.0));
        ribbons[k % 2].jump((x, y)).bend((x + s.lot.off(16.0), y + long * 0.5), (x + s.lot.off(10.0), y + long));
    }
    let (red, white) = (hex(0xc2503c), hex(0xf0e6cf));
    s.c.line(&ribbons[0], red, 4.0);
    s.c.line(&ribbons[1], white, 4.0);
    well(s, (420.0, 590.0));
    let (stone, top) = (s.at(0.55), s.at(0.3));
    s.c.rect(640.0, 540.0, 130.0, 56.0, stone);
    s.c.rect(628.0, 526.0, 154.0, 18.0, top);
    s.stones((640.0, 546.0), (130.0, 46.0), 0.4);
    for x in [660.0, 705.0, 750.0] {
        s.candle((x, 526.0), 20.0);
    }
    s.figure((560.0, 604.0), 84.0, 0.9);
    s.grass((-20.0, 1220.0), 655.0, 60.0);
}

/// A ring of stone with two posts and a roof, its foot about a point.
fn well(s: &mut SceneDrawing, (x, y): Point) {
    let (stone, wood, dark, roof) = (s.at(0.5), s.at(0.8), s.pal.ink(), s.at(0.66));
    s.c.rect(x - 78.0, y - 190.0, 10.0, 150.0, wood);
    s.c.rect(x + 68.0, y - 190.0, 10.0, 150.0, wood);
    s.c.rect(x - 78.0, y - 150.0, 156.0, 9.0, wood);
    s.c.rect(x - 2.0, y - 146.0, 4.0, 76.0, wood);
    s.c.rect(x - 90.0, y - 60.0, 180.0, 62.0, stone);
    s.c.oval((x, y + 2.0), 90.0, 18.0, stone);
    s.stones((x - 86.0, y - 54.0), (172.0, 56.0), 0.45);
    s.c.oval((x, y - 60.0), 90.0, 18.0, s.at(0.3));
    s.c.oval((x, y - 59.0), 70.0, 12.0, dark);
    s.c.shape(&[(x - 112.0, y - 186.0), (x, y - 250.0), (x + 112.0, y - 186.0)], roof);
}

/// A lake under ice: white to the far shore, with cracks, and a hole someone has cut.
pub(super) fn frozen_lake(s: &mut SceneDrawing) {
    s.season = Some(Season::Winter);
    s.ridge(330.0, 130.0, 0.3, 0.08);
    s.ridge(384.0, 70.0, 0.2, 0.2);
    s.firs((-20.0, 400.0), 420.0, 70.0, 0.36);
    s.firs((780.0, 1220.0), 424.0, 80.0, 0.4);
    let (far, near) = (s.haze().mix(hex(0xdceaf2), 0.6), s.at(0.3).mix(hex(0x9cc3d8), 0.65));
    let wash = s.c.wash(&[(0.0, far), (1.0, near)]);
    s.c.rect(-20.0, 412.0, WIDE + 40.0, HIGH, wash);
    let mut cracks = PathTrace::default();
    for _ in 0..22 {
        let deep = s.lot.unit();
        let (x, y, long) = (s.lot.between(-20.0, WIDE), 430.0 + 230.0 * deep * deep, 40.0 + 120.0 * deep);
        let bend = s.lot.off(14.0 * deep);
        cracks.jump((x, y)).to(x + long * 0.5, y + bend).to(x + long, y - bend * 0.6).jump((x + long * 0.5, y + bend));
        cracks.to(x + long * 0.7, y + bend + 20.0 * deep);
    }
    s.c.line(&cracks, hex(0xf7fbfd).faint(0.8), 2.4);
    let (hole, rim) = (hex(0x16303f), hex(0xf2f7fa));
    s.c.oval((470.0, 590.0), 92.0, 22.0, rim);
    s.c.oval((470.0, 592.0), 76.0, 16.0, hole);
    s.figure((600.0, 600.0), 96.0, 0.92);
    s.rocks((960.0, 650.0), 70.0, 3, 0.7);
    s.drifts();
}

pub(super) fn mountains(s: &mut SceneDrawing) {
    for (y, high, near, n) in [(430.0, 300.0, 0.04, 6), (470.0, 250.0, 0.22, 5), (540.0, 190.0, 0.42, 4)] {
        for k in 0..n {
            let x = WIDE * (f64::from(k) + 0.5) / f64::from(n) + s.lot.off(70.0);
            let high = high * s.lot.between(0.55, 1.15);
            peak(s, (x, y), high, near);
        }
        s.mist(y - 30.0, 0.75);
        s.mist(y + 40.0, 0.6);
    }
    s.ridge(560.0, 90.0, 0.5, 0.62);
    s.firs((-20.0, 380.0), 590.0, 110.0, 0.72);
    s.firs((860.0, 1220.0), 590.0, 120.0, 0.72);
    s.way((640.0, 548.0), 80.0);
    s.figure((612.0, 622.0), 60.0, 0.9);
    s.rocks((200.0, 680.0), 120.0, 4, 0.9);
    s.rocks((1040.0, 690.0), 130.0, 4, 0.95);
}

/// A peak: one side in the light, snow about its top.
fn peak(s: &mut SceneDrawing, (x, y): Point, high: f64, near: f64) {
    let (dark, lit, snow) =
        (s.at(near + 0.16), s.at((near - 0.08).max(0.0)), hex(0xf1f4f6).mix(s.at(near), 0.2 + near * 0.6));
    let side = if s.sun.0 < x { -1.0 } else { 1.0 };
    let (top, wide) = (y - high, high * s.lot.between(0.8, 1.1));
    let mut flank = |side: f64| -> Vec<Point> {
        (1..7)
            .map(|k| f64::from(k) / 6.0)
            .map(|down| (x + side * wide * down + s.lot.off(high * 0.04), top + high * down * (0.86 + 0.14 * down)))
            .collect()
    };
    let (light, shade) = (flank(side), flank(-side));
    let crest: Vec<Point> = [0.14, 0.3, 0.5, 0.75].map(|down| (x + s.lot.off(high * 0.09), top + high * down)).to_vec();
    let face = |edge: &[Point], last: Point| -> Vec<Point> {
        let along = std::iter::once((x, top)).chain(edge.iter().copied());
        along.chain([(last.0, y + 150.0), (x, y + 150.0)]).chain(crest.iter().rev().copied()).collect()
    };
    let haze = s.haze();
    for (edge, colour) in [(&shade, dark), (&light, lit)] {
        let wash = s.c.wash(&[(0.0, colour), (0.75, colour.mix(haze, 0.5))]);
        s.c.shape(&face(edge, edge[5]), wash);
    }
    let drop = high * 0.07;
    s.c.shape(
        &[
            (x, top),
            light[0],
            light[1],
            (x + side * wide * 0.2, light[1].1 - drop),
            (x + side * wide * 0.14, light[1].1 + drop * 1.6),
            (x + side * wide * 0.06, light[1].1 - drop * 1.2),
            crest[1],
            crest[0],
        ],
        snow,
    );
    s.c.shape(
        &[
            (x, top),
            shade[0],
            (x - side * wide * 0.1, shade[0].1 + drop * 2.0),
            (x - side * wide * 0.05, shade[0].1),
            crest[0],
        ],
        snow.mix(dark, 0.45),
    );
}

pub(super) fn shore(s: &mut SceneDrawing, horizon: f64) {
    s.water(horizon, HIGH);
    let land = s.at(0.16);
    let mut head = vec![(760.0, horizon + 6.0)];
    head.extend([
        (840.0, horizon - 40.0),
        (900.0, horizon - 110.0),
        (990.0, horizon - 130.0),
        (1100.0, horizon - 190.0),
        (1230.0, horizon - 200.0),
        (1230.0, horizon + 10.0),
    ]);
    s.c.shape(&head, land);
    s.stones((900.0, horizon - 100.0), (300.0, 90.0), 0.25);
    if s.weather == Weather::Storm {
        s.waves(&[(400.0, 16.0), (450.0, 26.0), (520.0, 36.0)]);
    } else {
        s.boat((400.0, horizon + 34.0), 70.0, true, 0.4);
        s.boat((520.0, horizon + 16.0), 34.0, true, 0.25);
    }
    let sand = s.at(0.5).mix(s.pal.tone(1.0), 0.5);
    let mut beach = PathTrace::at((-20.0, 540.0));
    beach
        .curve((260.0, 500.0), (460.0, 640.0), (760.0, 600.0))
        .curve((940.0, 570.0), (1080.0, 640.0), (1230.0, 610.0))
        .to(1230.0, 700.0)
        .to(-20.0, 700.0)
        .close();
    let foam = s.pal.tone(0.0).faint(0.75);
    s.c.line(&beach, foam, 9.0);
    let wash = s.c.wash(&[(0.0, sand), (1.0, s.at(0.8))]);
    s.c.fill(&beach, wash);
    s.rocks((930.0, 620.0), 70.0, 4, 0.7);
    s.boat((330.0, 606.0), 170.0, false, 0.75);
    s.figure((520.0, 640.0), 84.0, 0.9);
    s.grass((-20.0, 330.0), 660.0, 100.0);
}

/// Water among hills: it lies still, holds their image and has never seen a sail.
pub(super) fn lake(s: &mut SceneDrawing) {
    s.ridge(330.0, 130.0, 0.12, 0.05);
    s.ridge(384.0, 70.0, 0.2, 0.12);
    s.water(404.0, HIGH);
    // Everything above the water is mirrored below it, fainter.
    let image = s.at(0.16).faint(0.35);
    let (low, deep) = (406.0, 470.0 + s.lot.off(14.0));
    s.c.shape(&[(-20.0, low), (1220.0, low), (980.0, deep - 30.0), (640.0, deep), (300.0, deep - 38.0)], image);
    s.firs((-20.0, 330.0), 418.0, 60.0, 0.3);
    s.firs((860.0, 1220.0), 424.0, 74.0, 0.36);
    for k in 0..5 {
        let y = 436.0 + 26.0 * f64::from(k);
        let (from, long) = (240.0 + s.lot.off(160.0), 300.0 + s.lot.off(120.0));
        let mut gleam = PathTrace::at((from, y));
        gleam.to(from + long, y + 1.0);
        let light = s.pal.tone(0.0).faint(0.35);
        s.c.line(&gleam, light, 2.5);
    }
    s.boat((420.0, 560.0), 130.0, false, 0.6);
    s.rocks((900.0, 620.0), 80.0, 5, 0.75);
    s.figure((760.0, 636.0), 84.0, 0.9);
    s.grass((-20.0, 420.0), 664.0, 110.0);
    s.grass((980.0, 1220.0), 668.0, 90.0);
}

pub(super) fn marsh(s: &mut SceneDrawing) {
    s.ridge(392.0, 40.0, 0.2, 0.12);
    s.firs((700.0, 1220.0), 408.0, 36.0, 0.2);
    s.water(402.0, HIGH);
    // Banks between still squares of sky.
    for k in 0..6 {
        let y = 424.0 + 34.0 * f64::from(k) + 3.0 * f64::from(k * k);
        let (near, thick, lean) = (0.3 + 0.09 * f64::from(k), 4.0 + 2.6 * f64::from(k), s.lot.off(20.0));
        let bank = s.at(near);
        s.c.blob(
            &[
                (-40.0, y),
                (300.0, y - thick + lean * 0.4),
                (640.0, y + lean),
                (940.0, y - thick),
                (1240.0, y + lean * 0.6),
                (1240.0, y + thick),
                (600.0, y + thick + lean),
                (-40.0, y + thick),
            ],
            bank,
        );
    }
    for (x, far) in [(360.0, 480.0), (760.0, 700.0), (900.0, 1120.0), (520.0, 250.0)] {
        let bank = s.at(0.5);
        let mut dam = PathTrace::at((x, 420.0));
        dam.bend(((x + far) / 2.0 + 20.0, 520.0), (far, 690.0))
            .to(far + 26.0, 690.0)
            .bend(((x + far) / 2.0 + 34.0, 520.0), (x + 5.0, 420.0))
            .close();
        s.c.fill(&dam, bank);
    }
    s.house((880.0, 474.0), (130.0, 92.0), 0.5);
    for (x, y, size) in [(300.0, 470.0, 26.0), (700.0, 520.0, 40.0), (440.0, 560.0, 52.0)] {
        let (white, shade) = (s.pal.tone(0.1), s.at(0.3));
        let heap = s.c.wash_across(&[(0.0, white), (1.0, shade)]);
        s.c.shape(
            &[(x - size, y), (x - size * 0.1, y - size * 0.9), (x + size * 0.1, y - size * 0.9), (x + size, y)],
            heap,
        );
    }
    s.figure((600.0, 560.0), 82.0, 0.85);
    s.lantern((250.0, 600.0), 140.0);
    s.mist(430.0, 0.55);
    s.grass((-20.0, 260.0), 640.0, 150.0);
    s.grass((960.0, 1220.0), 650.0, 170.0);
}

pub(super) fn ruins(s: &mut SceneDrawing) {
    s.ridge(370.0, 120.0, 0.7, 0.1);
    s.firs((-20.0, 1220.0), 420.0, 60.0, 0.22);
    s.ridge(450.0, 50.0, 0.2, 0.36);
    for (x, y, wide, high, near) in [
        (300.0, 500.0, 46.0, 200.0, 0.48),
        (420.0, 490.0, 40.0, 130.0, 0.46),
        (760.0, 490.0, 42.0, 220.0, 0.46),
        (880.0, 500.0, 48.0, 160.0, 0.5),
        (1000.0, 530.0, 56.0, 250.0, 0.6),
        (170.0, 540.0, 60.0, 150.0, 0.62),
    ] {
        let (lit, dark) = (s.at(near - 0.16), s.at(near + 0.14));
        let wash = s.c.wash_across(&if s.sun.0 < x { [(0.0, lit), (1.0, dark)] } else { [(0.0, dark), (1.0, lit)] });
        let (l, r, broken) = (x - wide / 2.0, x + wide / 2.0, s.lot.between(10.0, 40.0));
        s.c.shape(
            &[
                (l, y),
                (l, y - high + broken),
                (l + wide * 0.3, y - high),
                (l + wide * 0.6, y - high + broken * 0.7),
                (r, y - high + broken * 0.2),
                (r, y),
            ],
            wash.clone(),
        );
        s.c.rect(l - 8.0, y - 14.0, wide + 16.0, 18.0, wash);
        s.stones((l, y - high + broken), (wide, high - broken), 0.35);
    }
    // A broken arch.
    let stone = s.at(0.5);
    let mut arch = PathTrace::at((520.0, 490.0));
    arch.to(520.0, 330.0)
        .curve((526.0, 200.0), (664.0, 190.0), (690.0, 300.0))
        .to(664.0, 316.0)
        .curve((640.0, 240.0), (566.0, 250.0), (562.0, 340.0))
        .to(562.0, 490.0)
        .close();
    s.c.fill(&arch, stone);
    s.stones((520.0, 330.0), (42.0, 150.0), 0.4);
    s.ridge(520.0, 40.0, 0.2, 0.62);
    s.rocks((660.0, 560.0), 46.0, 5, 0.7);
    s.rocks((340.0, 590.0), 60.0, 4, 0.76);
    s.figure((590.0, 570.0), 76.0, 0.88);
    s.glow((596.0, 540.0), 120.0);
    s.bare((1100.0, 660.0), (-40.0, -170.0), 28.0, 0.95);
    s.grass((-20.0, 1220.0), 650.0, 80.0);
}

pub(super) fn camp(s: &mut SceneDrawing) {
    s.ridge(380.0, 110.0, 0.6, 0.1);
    s.firs((-20.0, 1220.0), 450.0, 150.0, 0.3);
    s.ridge(480.0, 30.0, 0.1, 0.46);
    s.firs((-60.0, 300.0), 540.0, 330.0, 0.62);
    s.firs((960.0, 1260.0), 540.0, 340.0, 0.62);
    let fire = (610.0, 560.0);
    s.glow(fire, 420.0);
    for (x, y, size) in [(380.0, 540.0, 150.0), (840.0, 536.0, 130.0)] {
        let (lit, dark, ink) = (s.pal.lamp.mix(s.at(0.3), 0.55), s.at(0.7), s.pal.ink());
        let side = if x < 600.0 { 1.0 } else { -1.0 };
        s.c.shape(
            &[(x - side * size * 0.7, y), (x - side * size * 0.1, y - size * 0.9), (x + side * size * 0.35, y)],
            dark,
        );
        s.c.shape(
            &[(x - side * size * 0.1, y - size * 0.9), (x + side * size * 0.35, y), (x + side * size * 0.75, y + 8.0)],
            lit,
        );
        s.c.shape(
            &[(x - side * size * 0.04, y - size * 0.6), (x + side * size * 0.4, y), (x + side * size * 0.56, y + 4.0)],
            ink.faint(0.8),
        );
    }
    let ink = s.pal.ink();
    let mut logs = PathTrace::at((564.0, 590.0));
    logs.to(650.0, 566.0).jump((570.0, 568.0)).to(656.0, 592.0);
    s.c.line(&logs, ink, 12.0);
    for (dx, size) in [(-14.0, 15.0), (12.0, 18.0), (0.0, 26.0)] {
        s.flame((fire.0 + dx, fire.1 - 4.0), size);
    }
    s.smoke((610.0, 500.0), 190.0);
    s.figure((500.0, 606.0), 92.0, 0.95);
    s.figure((728.0, 602.0), 86.0, 0.95);
    s.rocks((610.0, 620.0), 40.0, 4, 0.9);
    s.grass((-20.0, 1220.0), 660.0, 60.0);
}

pub(super) fn graveyard(s: &mut SceneDrawing) {
    s.ridge(380.0, 90.0, 0.4, 0.1);
    s.house((700.0, 440.0), (170.0, 130.0), 0.3);
    s.tower((690.0, 440.0), (50.0, 190.0), true, 0.32);
    s.ridge(450.0, 40.0, 0.2, 0.4);
    s.mist(460.0, 0.6);
    s.bare((300.0, 540.0), (30.0, -160.0), 26.0, 0.66);
    for _ in 0..17 {
        let (x, deep) = (s.lot.between(60.0, 1140.0), s.lot.unit());
        let (y, high) = (470.0 + 130.0 * deep, 30.0 + 60.0 * deep);
        let (near, wide, lean) = (0.42 + 0.45 * deep, high * 0.6, s.lot.off(high * 0.14));
        let (face, ink) = (s.at(near), s.pal.ink());
        if s.lot.chance(0.25) {
            let mut cross = PathTrace::at((x, y));
            cross
                .to(x + lean, y - high)
                .jump((x + lean * 0.7 - wide * 0.4, y - high * 0.7))
                .to(x + lean * 0.7 + wide * 0.4, y - high * 0.68);
            s.c.line(&cross, face, high * 0.14);
        } else {
            let mut slab = PathTrace::at((x - wide / 2.0, y));
            slab.to(x - wide / 2.0 + lean, y - high * 0.7)
                .curve(
                    (x - wide * 0.4 + lean, y - high * 1.1),
                    (x + wide * 0.4 + lean, y - high * 1.1),
                    (x + wide / 2.0 + lean, y - high * 0.7),
                )
                .to(x + wide / 2.0, y)
                .close();
            s.c.fill(&slab, face);
            s.c.line(&slab, ink.faint(0.3), 1.6);
        }
    }
    s.lantern((560.0, 600.0), 120.0);
    s.figure((620.0, 604.0), 96.0, 0.95);
    s.grass((-20.0, 1220.0), 650.0, 70.0);
    s.bare((1230.0, 40.0), (-170.0, 60.0), 26.0, 1.0);
}
