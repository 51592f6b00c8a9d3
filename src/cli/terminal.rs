//! The only writer to standard output: wraps text in a terminal, and ends the program quietly if the pipe is closed.

use std::{
    fmt,
    io::{ErrorKind, IsTerminal, Write, stderr, stdout},
};

use unicode_width::UnicodeWidthChar;

use super::emphasis::Emphasis;

/// Writes a line as it is, put together as by `format!`.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::cli::terminal::write(format_args!("{}\n", format_args!($($text)*)))
    };
}
pub(super) use say;

/// Writes a line to standard error.
macro_rules! note {
    ($($text:tt)*) => {
        $crate::cli::terminal::write_error(format_args!("{}\n", format_args!($($text)*)))
    };
}
pub(super) use note;

/// Longer lines than this, in columns, are hard to read.
const MOST_COLUMNS: usize = 88;

/// Writes a line as it is.
pub fn print_line(line: &str) {
    say!("{line}");
}

/// Writes an error as it is.
pub fn print_error(error: &str) {
    note!("{error}");
}

/// Writes a text as a line or more, broken where a terminal shows them.
pub(super) fn tell(text: &str) {
    let mut telling = Telling::for_stdout();
    let set = telling.shown(text) + &telling.rest();
    say!("{set}");
}

/// Writes at once, without a line's end. Anyone who closed the output has read enough: the program ends, and that is no
/// failure. It is one if the output can't be written otherwise.
pub(super) fn write(text: fmt::Arguments<'_>) {
    let mut out = stdout().lock();
    match out.write_fmt(text).and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            note!("embertale: cannot write to standard output: {error}");
            std::process::exit(1);
        }
    }
}

/// Writes to standard error. A command does its work also where that is closed, so errors are ignored (`note!` panics).
pub(super) fn write_error(text: fmt::Arguments<'_>) {
    let _ = stderr().write_fmt(text);
}

/// A story that comes piece by piece, as standard output shows it.
pub(super) struct Telling {
    emphasis: Emphasis,
    lines: Lines,
}

impl Telling {
    /// For standard output, as it is.
    pub(super) fn for_stdout() -> Self {
        let columns = terminal_size::terminal_size().map(|(columns, _)| usize::from(columns.0).min(MOST_COLUMNS));
        let columns = columns.filter(|columns| stdout().is_terminal() && *columns > 0);
        Self { emphasis: Emphasis::for_stdout(), lines: Lines::of(columns) }
    }

    /// The next piece, as far as it can be set.
    pub(super) fn shown(&mut self, piece: &str) -> String {
        self.lines.broken(&self.emphasis.shown(piece))
    }

    /// The rest of the text and the end of an open line; the next text begins in plain style on a new line.
    pub(super) fn end(&mut self) -> String {
        let rest = self.rest();
        if self.lines.is_begun { rest + &self.lines.broken("\n") } else { rest }
    }

    fn rest(&mut self) -> String {
        self.lines.broken(&self.emphasis.end()) + &self.lines.settled()
    }
}

/// Lines that are broken between words.
struct Lines {
    /// How long a line may be; any length where no one shows it.
    columns: Option<usize>,
    /// Columns of this line so far.
    column: usize,
    is_begun: bool,
    /// Spaces at its beginning, which lines broken off it have as well.
    indent: usize,
    /// Spaces read and not yet set.
    gap: usize,
    word: String,
    is_in_escape: bool,
}

impl Lines {
    fn of(columns: Option<usize>) -> Self {
        Self { columns, column: 0, is_begun: false, indent: 0, gap: 0, word: String::new(), is_in_escape: false }
    }

    fn broken(&mut self, piece: &str) -> String {
        let mut out = String::with_capacity(piece.len());
        for c in piece.chars() {
            match c {
                '\n' => {
                    out += &self.settled();
                    out.push('\n');
                    (self.column, self.gap, self.indent, self.is_begun) = (0, 0, 0, false);
                }
                ' ' => {
                    out += &self.settled();
                    self.gap += 1;
                }
                c => self.word.push(c),
            }
        }
        // No one waits for the end of a word where no line is broken.
        if self.columns.is_none() { out + &self.settled() } else { out }
    }

    /// Sets the word that was read, on this line or the next.
    fn settled(&mut self) -> String {
        let word = std::mem::take(&mut self.word);
        if word.is_empty() {
            return word;
        }
        let width: usize = word.chars().map(|c| self.width(c)).sum();
        let gap = std::mem::take(&mut self.gap);
        let is_full = |columns| self.column > self.indent && self.column + gap + width > columns;
        if self.columns.is_some_and(is_full) {
            self.column = self.indent + width;
            return format!("\n{}{word}", " ".repeat(self.indent));
        }
        if !self.is_begun {
            self.indent = gap;
        }
        self.is_begun = true;
        self.column += gap + width;
        " ".repeat(gap) + &word
    }

    /// The columns a character takes; those that only say how others look take none.
    fn width(&mut self, c: char) -> usize {
        let is_escape = self.is_in_escape || c == '\x1b';
        self.is_in_escape = is_escape && c != 'm';
        if is_escape { 0 } else { c.width().unwrap_or(0) }
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    fn set(text: &str, columns: Option<usize>) -> String {
        let whole = {
            let mut lines = Lines::of(columns);
            lines.broken(text) + &lines.settled()
        };
        let mut lines = Lines::of(columns);
        let by_letters: String = text.chars().map(|c| lines.broken(&c.to_string())).collect();
        assert_eq!(by_letters + &lines.settled(), whole, "whatever the pieces it comes in");
        whole
    }

    #[test]
    fn a_line_is_broken_between_words() {
        assert_eq!(set("The door is shut.\n\nYou knock.", Some(9)), "The door\nis shut.\n\nYou\nknock.");
        assert_eq!(set("unbreakable a", Some(5)), "unbreakable\na");
        assert_eq!(set("  one two three", Some(9)), "  one two\n  three", "what is set in stays so");
    }

    #[test]
    fn what_is_not_seen_takes_no_room_and_wide_signs_take_two() {
        assert_eq!(set("a \x1b[3mbc\x1b[23m d", Some(6)), "a \x1b[3mbc\x1b[23m d");
        assert_eq!(set("火の 国へ", Some(8)), "火の\n国へ");
    }

    #[test]
    fn where_nobody_shows_it_a_text_stays_as_it_is() {
        let text = "a  long line, and another\n  one";
        assert_eq!(set(text, None), text);
    }
}
