//! Lines of `key: value`, and the macros that build entries and blocks from them.

use std::marker::PhantomData;

pub(super) use super::{parts::parts, values::words};
pub(super) use super::{
    parts::{PartsReader, PartsWriter},
    values::{Commas, LineText, LineValue, PartText, Semicolons, Share, Spaced},
};

/// The lines of a block that is written.
#[derive(Debug, Default)]
pub struct BlockLines(String);

impl BlockLines {
    /// Adds a line, unless there is nothing to say.
    pub fn line(&mut self, key: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            self.0.extend([key, ": ", value, "\n"]);
        }
    }

    /// Adds a line without a key.
    pub fn bare(&mut self, line: &impl LineValue) {
        line.write(&mut self.0);
        self.0.push('\n');
    }
}

/// A line of a block that is read.
#[derive(Debug, Clone, Copy)]
pub struct KeyedLine<'a> {
    /// The text before the colon, with the indentation of nested lines.
    pub key: &'a str,
    pub value: &'a str,
}

impl<'a> KeyedLine<'a> {
    /// None if the line has no key.
    pub fn of(line: &'a str) -> Option<Self> {
        line.split_once(": ").map(|(key, value)| Self { key, value })
    }
}

/// The value of one key: a line, and possibly nested lines.
pub trait BlockEntry: Sized {
    fn write(&self, key: &str, to: &mut BlockLines);
    /// Reads its first line; none if the line is another's.
    fn begin(key: &str, line: KeyedLine<'_>) -> Option<Self>;
    /// Takes up a line that belongs to it; false where the line is another's.
    fn goes_on(&mut self, _line: KeyedLine<'_>) -> bool {
        false
    }
}

impl<T: LineValue> BlockEntry for T {
    fn write(&self, key: &str, to: &mut BlockLines) {
        to.line(key, &self.written());
    }

    fn begin(key: &str, line: KeyedLine<'_>) -> Option<Self> {
        (line.key == key).then(|| T::read(line.value)).flatten()
    }
}

/// A field of a block: all lines under its key.
pub(super) trait BlockField: Default {
    fn write(&self, key: &str, to: &mut BlockLines);
    /// Takes up a line; false where the line is another's.
    fn read(&mut self, key: &str, line: KeyedLine<'_>) -> bool;
}

impl<T: BlockEntry> BlockField for Vec<T> {
    fn write(&self, key: &str, to: &mut BlockLines) {
        self.iter().for_each(|entry| entry.write(key, to));
    }

    fn read(&mut self, key: &str, line: KeyedLine<'_>) -> bool {
        match T::begin(key, line) {
            Some(entry) => {
                self.push(entry);
                true
            }
            None => self.last_mut().is_some_and(|entry| entry.goes_on(line)),
        }
    }
}

impl<T: BlockEntry> BlockField for Option<T> {
    fn write(&self, key: &str, to: &mut BlockLines) {
        self.iter().for_each(|entry| entry.write(key, to));
    }

    fn read(&mut self, key: &str, line: KeyedLine<'_>) -> bool {
        match T::begin(key, line) {
            Some(entry) => {
                *self = Some(entry);
                true
            }
            None => self.as_mut().is_some_and(|entry| entry.goes_on(line)),
        }
    }
}

/// A word behind a key, such as that of `place (here)`.
pub trait KeyMark {
    const WORD: &'static str;
}

/// An entry whose key may carry a mark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Marked<T, M> {
    pub is_marked: bool,
    pub value: T,
    mark: PhantomData<M>,
}

impl<T, M> Marked<T, M> {
    /// The value, with the mark where it is due.
    pub fn new(value: T, is_marked: bool) -> Self {
        Self { is_marked, value, mark: PhantomData }
    }
}

impl<T: LineValue, M: KeyMark> BlockEntry for Marked<T, M> {
    fn write(&self, key: &str, to: &mut BlockLines) {
        match self.is_marked {
            true => to.line(&format!("{key} ({})", M::WORD), &self.value.written()),
            false => to.line(key, &self.value.written()),
        }
    }

    fn begin(key: &str, line: KeyedLine<'_>) -> Option<Self> {
        let rest = line.key.strip_prefix(key)?;
        let mark = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
        let is_marked = mark.is_some_and(|mark| mark == M::WORD);
        (rest.is_empty() || is_marked).then(|| T::read(line.value)).flatten().map(|value| Self::new(value, is_marked))
    }
}

/// A line, and the lines that belong to it, each under its key.
macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident { $head:ident: $head_ty:ty, $($(#[$field_doc:meta])* $field:ident: $ty:ty = $key:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            pub $head: $head_ty,
            $($(#[$field_doc])* pub $field: $ty,)*
        }

        impl $crate::lines::BlockEntry for $name {
            fn write(&self, key: &str, to: &mut $crate::lines::BlockLines) {
                $crate::lines::BlockEntry::write(&self.$head, key, to);
                $($crate::lines::BlockField::write(&self.$field, $key, to);)*
            }

            fn begin(key: &str, line: $crate::lines::KeyedLine<'_>) -> Option<Self> {
                let $head = $crate::lines::BlockEntry::begin(key, line)?;
                Some(Self { $head, $($field: Default::default(),)* })
            }

            fn goes_on(&mut self, line: $crate::lines::KeyedLine<'_>) -> bool {
                $($crate::lines::BlockField::read(&mut self.$field, $key, line))||*
            }
        }
    )*};
}
pub(super) use entries;

/// A block of lines between its name in brackets: `[table]` and `[/table]`.
pub trait Bracketed: Default {
    const NAME: &'static str;
    fn write_lines(&self, to: &mut BlockLines);
    /// Takes up a line; false where the block has no such line.
    fn read_line(&mut self, line: &str) -> bool;

    /// The block's text, without a final line break.
    fn render(&self) -> String {
        let mut lines = BlockLines::default();
        self.write_lines(&mut lines);
        bracketed(Self::NAME, &lines.0)
    }

    /// Reads a block; none if the text is no block of this name. Lines it doesn't know are passed over.
    fn parse(text: &str) -> Option<Self> {
        let mut block = Self::default();
        for line in body(Self::NAME, text)?.lines() {
            block.read_line(line);
        }
        Some(block)
    }
}

/// Lines between a name in brackets.
fn bracketed(name: &str, lines: &str) -> String {
    format!("[{name}]\n{lines}[/{name}]")
}

/// The text after a name in brackets; none for other texts.
fn body<'a>(name: &str, text: &'a str) -> Option<&'a str> {
    (name_of(text)? == name).then(|| &text[name.len() + 3..text.len() - name.len() - 3])
}

/// The name a block has between brackets in its first line, where its last line closes it.
pub fn name_of(text: &str) -> Option<&str> {
    let (name, rest) = text.strip_prefix('[')?.split_once("]\n")?;
    let before = rest.strip_suffix(']')?.strip_suffix(name)?.strip_suffix("[/")?;
    (before.is_empty() || before.ends_with('\n')).then_some(name)
}

/// A block of fields, each with its lines under its key, in this order.
macro_rules! block {
    ($(#[$doc:meta])* $name:ident = $brackets:literal { $($(#[$field_doc:meta])* $field:ident: $ty:ty = $key:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $ty,)*
        }

        impl $crate::lines::Bracketed for $name {
            const NAME: &'static str = $brackets;

            fn write_lines(&self, to: &mut $crate::lines::BlockLines) {
                $($crate::lines::BlockField::write(&self.$field, $key, to);)*
            }

            fn read_line(&mut self, line: &str) -> bool {
                let Some(line) = $crate::lines::KeyedLine::of(line) else { return false };
                $($crate::lines::BlockField::read(&mut self.$field, $key, line))||*
            }
        }
    };
}
pub(super) use block;

/// A block of lines of one kind, without keys.
macro_rules! list_block {
    ($($(#[$doc:meta])* $name:ident = $brackets:literal of $line:ty;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq)]
        pub struct $name(pub Vec<$line>);

        impl $crate::lines::Bracketed for $name {
            const NAME: &'static str = $brackets;

            fn write_lines(&self, to: &mut $crate::lines::BlockLines) {
                self.0.iter().for_each(|line| to.bare(line));
            }

            fn read_line(&mut self, line: &str) -> bool {
                let line = $crate::lines::LineValue::read(line);
                let is_known = line.is_some();
                self.0.extend(line);
                is_known
            }
        }
    )*};
}
pub(super) use list_block;
