//! Shows the emphasis of a story, `*so*`, in a terminal: in italics if supported, otherwise without the asterisks.

use std::io::{IsTerminal, stdout};

const ITALICS: (&str, &str) = ("\x1b[3m", "\x1b[23m");

/// Reads a story piece by piece; what may be the beginning of an emphasis is held back until its end is seen.
pub(super) struct Emphasis {
    marks: (&'static str, &'static str),
    /// Stars that were read and not yet printed.
    n_stars: usize,
    is_open: bool,
    last: char,
}

impl Emphasis {
    /// For standard output, as it is.
    pub(super) fn for_stdout() -> Self {
        Self::with(if stdout().is_terminal() { ITALICS } else { ("", "") })
    }

    fn with(marks: (&'static str, &'static str)) -> Self {
        Self { marks, n_stars: 0, is_open: false, last: ' ' }
    }

    /// The next piece of a story, as it is shown.
    pub(super) fn shown(&mut self, piece: &str) -> String {
        let mut out = String::with_capacity(piece.len());
        for c in piece.chars() {
            if c == '*' {
                self.n_stars += 1;
                continue;
            }
            self.settle(c, &mut out);
            out.push(c);
            self.last = c;
        }
        out
    }

    /// The rest at the end of a story; resets the style.
    pub(super) fn end(&mut self) -> String {
        let mut out = String::new();
        self.settle(' ', &mut out);
        if std::mem::take(&mut self.is_open) {
            out.push_str(self.marks.1);
        }
        self.last = ' ';
        out
    }

    /// Decides what the stars before `next` were: a beginning, an end, or only stars.
    fn settle(&mut self, next: char, out: &mut String) {
        let n = std::mem::take(&mut self.n_stars);
        if n == 0 {
            return;
        }
        let closes = self.is_open && !self.last.is_whitespace();
        let opens = !self.is_open && !next.is_whitespace() && !self.last.is_alphanumeric();
        match (closes, opens) {
            (true, _) => out.push_str(self.marks.1),
            (_, true) => out.push_str(self.marks.0),
            _ => out.push_str(&"*".repeat(n)),
        }
        self.is_open = if closes { false } else { self.is_open || opens };
    }
}

#[cfg(test)]
mod tests {
    use super::Emphasis;

    fn shown(story: &str, marks: (&'static str, &'static str)) -> String {
        // Whatever the pieces a story comes in, it is shown alike.
        let whole = {
            let mut emphasis = Emphasis::with(marks);
            emphasis.shown(story) + &emphasis.end()
        };
        let mut emphasis = Emphasis::with(marks);
        let by_letters: String = story.chars().map(|c| emphasis.shown(&c.to_string())).collect();
        assert_eq!(by_letters + &emphasis.end(), whole);
        whole
    }

    #[test]
    fn emphasis_is_shown_without_its_stars() {
        assert_eq!(shown("*Once* upon **a** time, 2 * 3 and 4*5.", ("<", ">")), "<Once> upon <a> time, 2 * 3 and 4*5.");
        assert_eq!(shown("He said *go.*", ("", "")), "He said go.");
        assert_eq!(shown("*never closed", ("<", ">")), "<never closed>");
    }
}
