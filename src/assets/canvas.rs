//! Writes SVG: shapes with short numbers, and shared definitions.

use std::fmt::{Display, Write};

use super::palette::Colour;

/// A point, in units of the drawing, from its upper left corner.
pub(super) type Point = (f64, f64);

/// The line a shape goes round by, as the `d` of a path.
#[derive(Default)]
pub(super) struct PathTrace {
    d: String,
    last: Option<char>,
    tip: (i64, i64),
}

impl PathTrace {
    /// A line that begins here.
    pub(super) fn at(point: Point) -> Self {
        let mut trace = Self::default();
        trace.jump(point);
        trace
    }

    /// Goes on elsewhere, without a line.
    pub(super) fn jump(&mut self, point: Point) -> &mut Self {
        self.put('M', &[point])
    }

    /// Straight to a point.
    pub(super) fn to(&mut self, x: f64, y: f64) -> &mut Self {
        self.put('l', &[(x, y)])
    }

    /// To a point, drawn towards another.
    pub(super) fn bend(&mut self, towards: Point, to: Point) -> &mut Self {
        self.put('q', &[towards, to])
    }

    /// To a point, leaving towards one and arriving from another.
    pub(super) fn curve(&mut self, leaving: Point, arriving: Point, to: Point) -> &mut Self {
        self.put('c', &[leaving, arriving, to])
    }

    /// Back to where it began.
    pub(super) fn close(&mut self) -> &mut Self {
        self.d.push('Z');
        self.last = Some('Z');
        self
    }

    /// Straight from point to point and back.
    pub(super) fn round(points: &[Point]) -> Self {
        let mut trace = Self::default();
        for (n, point) in points.iter().enumerate() {
            trace.put(if n == 0 { 'M' } else { 'l' }, &[*point]);
        }
        trace.close();
        trace
    }

    /// Softly along points and back: the middles of the edges are on the line.
    pub(super) fn soft(points: &[Point]) -> Self {
        let middle = |n: usize| {
            let (a, b) = (points[n % points.len()], points[(n + 1) % points.len()]);
            ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0)
        };
        let mut trace = Self::at(middle(points.len() - 1));
        for (n, point) in points.iter().enumerate() {
            trace.bend(*point, middle(n));
        }
        trace.close();
        trace
    }

    /// Writes where it goes as seen from where it is, which is shorter; both are rounded first, so that nothing adds up.
    fn put(&mut self, letter: char, points: &[Point]) -> &mut Self {
        if self.last != Some(letter) {
            self.d.push(letter);
        }
        let mut first = self.last != Some(letter);
        self.last = Some(letter);
        let from = if letter == 'M' { (0, 0) } else { self.tip };
        for (x, y) in points {
            self.tip = (tenths(*x), tenths(*y));
            for tenths in [self.tip.0 - from.0, self.tip.1 - from.1] {
                // A sign parts numbers as well as a blank does.
                if !first && tenths >= 0 {
                    self.d.push(' ');
                }
                first = false;
                number(&mut self.d, tenths);
            }
        }
        self
    }
}

/// A length in tenths: whole ones from a hundred on, where a tenth isn't seen.
fn tenths(length: f64) -> i64 {
    let fine = (length * 10.0).round() as i64;
    if fine.abs() < 1000 { fine } else { length.round() as i64 * 10 }
}

/// Writes a number of tenths: equal on every machine, and short.
fn number(out: &mut String, tenths: i64) {
    let (sign, whole, rest) = (if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, tenths.abs() % 10);
    // Writing to a string doesn't fail.
    let _ = match (whole, rest) {
        (_, 0) => write!(out, "{sign}{whole}"),
        (0, _) => write!(out, "{sign}.{rest}"),
        _ => write!(out, "{sign}{whole}.{rest}"),
    };
}

/// A number as drawings have it, by itself.
pub(super) fn n(value: f64) -> String {
    let mut out = String::new();
    number(&mut out, tenths(value));
    out
}

/// A drawing that grows from back to front.
pub(super) struct Canvas {
    prefix: String,
    defs: String,
    body: String,
    n_defs: usize,
}

impl Canvas {
    /// An empty one, whose ids begin with a prefix of its own.
    pub(super) fn new(prefix: String) -> Self {
        Self { prefix, defs: String::new(), body: String::new(), n_defs: 0 }
    }

    /// The whole of it: so wide and high as its units go, shown at a size, cut at the edges where that has another shape.
    pub(super) fn finish(self, units: (u32, u32), size: (u32, u32)) -> String {
        let Self { defs, body, .. } = self;
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {} {}" preserveAspectRatio="xMidYMid slice" fill="none" stroke-linecap="round" stroke-linejoin="round"><defs>{defs}</defs>{body}</svg>"#,
            size.0, size.1, units.0, units.1
        )
    }

    /// Defines an element under a new id of this drawing, which is passed to it; returns the reference that paints or filters by it.
    pub(super) fn define(&mut self, what: impl FnOnce(&str) -> String) -> String {
        let id = format!("{}{}", self.prefix, self.n_defs);
        self.n_defs += 1;
        self.defs.push_str(&what(&id));
        format!("url(#{id})")
    }

    /// A wash from above to below: each stop is a share of the way and its colour.
    pub(super) fn wash(&mut self, stops: &[(f64, Colour)]) -> String {
        let stops = spread(stops);
        self.define(|id| format!(r#"<linearGradient id="{id}" x2="0" y2="1">{stops}</linearGradient>"#))
    }

    /// A wash from left to right.
    pub(super) fn wash_across(&mut self, stops: &[(f64, Colour)]) -> String {
        let stops = spread(stops);
        self.define(|id| format!(r#"<linearGradient id="{id}">{stops}</linearGradient>"#))
    }

    /// A wash from the middle outwards.
    pub(super) fn halo(&mut self, stops: &[(f64, Colour)]) -> String {
        let stops = spread(stops);
        self.define(|id| format!(r#"<radialGradient id="{id}">{stops}</radialGradient>"#))
    }

    /// A shape, filled.
    pub(super) fn fill(&mut self, trace: &PathTrace, paint: impl Display) {
        let _ = write!(self.body, r#"<path d="{}" fill="{paint}"/>"#, trace.d);
    }

    /// A line, drawn.
    pub(super) fn line(&mut self, trace: &PathTrace, paint: impl Display, width: f64) {
        let _ = write!(self.body, r#"<path d="{}" stroke="{paint}" stroke-width="{}"/>"#, trace.d, n(width));
    }

    /// A shape with straight edges.
    pub(super) fn shape(&mut self, points: &[Point], paint: impl Display) {
        self.fill(&PathTrace::round(points), paint);
    }

    /// A shape with soft edges.
    pub(super) fn blob(&mut self, points: &[Point], paint: impl Display) {
        self.fill(&PathTrace::soft(points), paint);
    }

    /// An upright rectangle.
    pub(super) fn rect(&mut self, x: f64, y: f64, wide: f64, high: f64, paint: impl Display) {
        let (x, y, wide, high) = (n(x), n(y), n(wide), n(high));
        let _ = write!(self.body, r#"<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{paint}"/>"#);
    }

    /// An ellipse about a point.
    pub(super) fn oval(&mut self, (x, y): Point, rx: f64, ry: f64, paint: impl Display) {
        let (x, y, rx, ry) = (n(x), n(y), n(rx), n(ry));
        let _ = write!(self.body, r#"<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{paint}"/>"#);
    }

    /// Opens a group with these attributes, closed by [`Canvas::end`].
    pub(super) fn begin(&mut self, attributes: &str) {
        let _ = write!(self.body, "<g {attributes}>");
    }

    /// Ends what began last.
    pub(super) fn end(&mut self) {
        self.body.push_str("</g>");
    }
}

fn spread(stops: &[(f64, Colour)]) -> String {
    stops.iter().fold(String::new(), |mut out, (at, colour)| {
        let _ = write!(out, r#"<stop offset="{}%" stop-color="{colour}"/>"#, (at * 100.0).round() as i64);
        out
    })
}
