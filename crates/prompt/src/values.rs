//! Values of a line, each with its text form and its parser.

use game::{
    character::Ability,
    clock::Clock,
    id::{CharacterId, NpcId, ObjectiveId, PlaceId, QuestId},
};

use super::{
    lines::{BlockField, BlockLines, KeyedLine},
    parts::{PartsReader, PartsWriter, Tagged},
};

/// A character of a line. No text can end its line, or its block with a mark such as `[/table]`.
fn flat(c: char) -> char {
    match c {
        '[' => '(',
        ']' => ')',
        '\u{2028}' | '\u{2029}' => ' ',
        c if c.is_control() => ' ',
        c => c,
    }
}

/// A text without the separators of its line.
pub fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match flat(c) {
            '|' => '/',
            ';' => ',',
            c => c,
        })
        .collect()
}

/// A value that is written into a line and read back the same.
pub trait LineValue: Sized {
    /// Writes it; nothing if there is nothing to say.
    fn write(&self, to: &mut String);
    /// Parses a value; none if invalid.
    fn read(text: &str) -> Option<Self>;
    /// The value as it is written.
    fn written(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }
}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident: $escaped:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Default, PartialEq, Eq)]
        pub struct $name(String);

        impl $name {
            /// The text, escaped and trimmed.
            pub fn of(text: &str) -> Self {
                let escaped: fn(&str) -> String = $escaped;
                Self(escaped(text).trim().to_owned())
            }

            /// Texts that are not empty.
            pub fn each<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Vec<Self> {
                texts.into_iter().map(|text| Self::of(text.as_ref())).filter(|text| !text.0.is_empty()).collect()
            }

            /// The text as it is written.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl LineValue for $name {
            fn write(&self, to: &mut String) {
                to.push_str(&self.0);
            }

            fn read(text: &str) -> Option<Self> {
                Some(Self(text.to_owned()))
            }
        }

        impl BlockField for $name {
            fn write(&self, key: &str, to: &mut BlockLines) {
                to.line(key, &self.0);
            }

            fn read(&mut self, key: &str, line: KeyedLine<'_>) -> bool {
                let is_own = line.key == key;
                if is_own {
                    line.value.clone_into(&mut self.0);
                }
                is_own
            }
        }

        impl Tagged for $name {
            fn write(&self, tag: &str, to: &mut PartsWriter<'_>) {
                if !self.0.is_empty() {
                    to.push(&format!("{tag}{}", self.0));
                }
            }

            fn read(tag: &'static str, from: &mut PartsReader<'_>) -> Self {
                from.take(tag).unwrap_or_default()
            }
        }
    )*};
}

texts! {
    /// A text that has its line to itself, on one line and without square brackets.
    LineText: |text| text.chars().map(flat).collect();
    /// A text among other things of its line, which also holds nothing that separates those.
    PartText: plain;
}

macro_rules! shown {
    ($($name:ty),*) => {$(
        impl LineValue for $name {
            fn write(&self, to: &mut String) {
                to.push_str(&self.to_string());
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )*};
}
shown!(u8, u16, u32, i32);

macro_rules! ids {
    ($($name:ty),*) => {$(
        impl LineValue for $name {
            fn write(&self, to: &mut String) {
                to.push_str(self.as_str());
            }

            fn read(text: &str) -> Option<Self> {
                Some(Self::from(text))
            }
        }
    )*};
}
ids!(CharacterId, NpcId, ObjectiveId, PlaceId, QuestId);

/// A value that is one of a few words, which its `as_str` has.
macro_rules! words {
    ($($name:ident: $($value:ident)*;)*) => {$(
        impl $crate::values::LineValue for $name {
            fn write(&self, to: &mut String) {
                to.push_str(self.as_str());
            }

            fn read(text: &str) -> Option<Self> {
                [$($name::$value),*].into_iter().find(|it| it.as_str() == text)
            }
        }
    )*};
}
pub(super) use words;

words! { Ability: Str Dex Con Int Wis Cha; }

impl LineValue for Clock {
    fn write(&self, to: &mut String) {
        to.push_str(&self.to_string());
    }

    fn read(text: &str) -> Option<Self> {
        let (day, time) = text.strip_prefix("day ")?.split_once(", ")?;
        let (hour, minute) = time.split_once(':')?;
        let clock = Self { day: day.parse().ok()?, hour: hour.parse().ok()?, minute: minute.parse().ok()? };
        (clock.hour < 24 && clock.minute < 60).then_some(clock)
    }
}

/// A number out of another: `1 of 3`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    pub n: u32,
    pub of: u32,
}

impl LineValue for Share {
    fn write(&self, to: &mut String) {
        to.push_str(&format!("{} of {}", self.n, self.of));
    }

    fn read(text: &str) -> Option<Self> {
        let (n, of) = text.split_once(" of ")?;
        Some(Self { n: n.parse().ok()?, of: of.parse().ok()? })
    }
}

macro_rules! lists {
    ($($(#[$doc:meta])* $name:ident: $between:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct $name<T>(pub Vec<T>);

        impl<T> Default for $name<T> {
            fn default() -> Self {
                Self(Vec::new())
            }
        }

        impl<T> FromIterator<T> for $name<T> {
            fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
                Self(values.into_iter().collect())
            }
        }

        impl<T: LineValue> LineValue for $name<T> {
            fn write(&self, to: &mut String) {
                for (i, value) in self.0.iter().enumerate() {
                    if i > 0 {
                        to.push_str($between);
                    }
                    value.write(to);
                }
            }

            fn read(text: &str) -> Option<Self> {
                match text.is_empty() {
                    true => Some(Self::default()),
                    false => Some(text.split($between).filter_map(T::read).collect()),
                }
            }
        }

        impl<T: LineValue> BlockField for $name<T> {
            fn write(&self, key: &str, to: &mut BlockLines) {
                to.line(key, &self.written());
            }

            fn read(&mut self, key: &str, line: KeyedLine<'_>) -> bool {
                let is_own = line.key == key;
                if is_own {
                    *self = LineValue::read(line.value).unwrap_or_default();
                }
                is_own
            }
        }

        impl<T: LineValue> Tagged for $name<T> {
            fn write(&self, tag: &str, to: &mut PartsWriter<'_>) {
                if !self.0.is_empty() {
                    to.push(&format!("{tag}{}", self.written()));
                }
            }

            fn read(tag: &'static str, from: &mut PartsReader<'_>) -> Self {
                from.take(tag).unwrap_or_default()
            }
        }
    )*};
}

lists! {
    /// Values with commas between them.
    Commas: ", ";
    /// Values with semicolons between them.
    Semicolons: "; ";
    /// Values with spaces between them.
    Spaced: " ";
}
