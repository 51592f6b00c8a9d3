//! Values of several parts, separated by ` | `.

use super::values::LineValue;

/// Separator between the parts of a value.
const BETWEEN: &str = " | ";

/// The parts of a value that is written.
#[derive(Debug)]
pub(super) struct PartsWriter<'a> {
    to: &'a mut String,
    n: usize,
}

impl<'a> PartsWriter<'a> {
    pub(super) fn new(to: &'a mut String) -> Self {
        Self { to, n: 0 }
    }

    pub(super) fn push(&mut self, part: &str) {
        if self.n > 0 {
            self.to.push_str(BETWEEN);
        }
        self.to.push_str(part);
        self.n += 1;
    }
}

/// The parts of a value that is read.
#[derive(Debug)]
pub(super) struct PartsReader<'a> {
    parts: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
    /// The tags of the fields that are not read yet.
    tags: &'static [&'static str],
}

impl<'a> PartsReader<'a> {
    /// A reader of the parts of a text, whose fields have these tags, in their order.
    pub(super) fn new(text: &'a str, tags: &'static [&'static str]) -> Self {
        let mut parts: Vec<&str> = text.split(BETWEEN).collect();
        // The line was trimmed where its last part is empty.
        if let Some(last) = parts.last_mut()
            && let Some(rest) = last.strip_suffix(BETWEEN.trim_end())
        {
            *last = rest;
            parts.push("");
        }
        Self { parts: parts.into_iter().peekable(), tags }
    }

    /// The next part, whatever it is.
    pub(super) fn next_part(&mut self) -> Option<&'a str> {
        self.parts.next()
    }

    /// Goes on to the next field that has a tag.
    pub(super) fn next_field(&mut self) {
        self.tags = self.tags.get(1..).unwrap_or_default();
    }

    /// The rest of the next part if it has this tag; with an empty tag the next part, unless it belongs to a later tagged field.
    fn tagged(&mut self, tag: &'static str) -> Option<&'a str> {
        let part = *self.parts.peek()?;
        let has = |part: &str, tag: &str| match tag {
            "" => false,
            tag if tag.ends_with(' ') => part.starts_with(tag),
            tag => part == tag,
        };
        let comes_later = |tags: &[&str]| self.parts.clone().skip(1).any(|part| tags.iter().any(|tag| has(part, tag)));
        let mut later = self.tags.iter().enumerate();
        match tag {
            "" => (!later.any(|(i, tag)| has(part, tag) && !comes_later(&self.tags[..=i]))).then_some(part),
            tag => part.strip_prefix(tag),
        }
    }

    /// Reads the next part as a value, if it has this tag and is one.
    pub(super) fn take<T: LineValue>(&mut self, tag: &'static str) -> Option<T> {
        let value = T::read(self.tagged(tag)?)?;
        self.parts.next();
        Some(value)
    }
}

/// A part that may be missing, known by the tag it begins with.
pub(super) trait Tagged: Sized {
    fn write(&self, tag: &str, to: &mut PartsWriter<'_>);
    fn read(tag: &'static str, from: &mut PartsReader<'_>) -> Self;
}

impl Tagged for bool {
    fn write(&self, tag: &str, to: &mut PartsWriter<'_>) {
        if *self {
            to.push(tag);
        }
    }

    fn read(tag: &'static str, from: &mut PartsReader<'_>) -> Self {
        from.tagged(tag) == Some("") && from.parts.next().is_some()
    }
}

impl<T: LineValue> Tagged for Option<T> {
    fn write(&self, tag: &str, to: &mut PartsWriter<'_>) {
        if let Some(value) = self {
            to.push(&format!("{tag}{}", value.written()));
        }
    }

    fn read(tag: &'static str, from: &mut PartsReader<'_>) -> Self {
        from.take(tag)
    }
}

/// Writes or reads one part: one that is always there, or one that is known by its tag.
macro_rules! part {
    (write $to:ident, $value:expr) => {
        $to.push(&$crate::values::LineValue::written(&$value))
    };
    (write $to:ident, $value:expr, $tag:literal) => {
        $crate::parts::Tagged::write(&$value, $tag, &mut $to)
    };
    (read $from:ident, $ty:ty) => {
        <$ty as $crate::values::LineValue>::read($from.next_part()?)?
    };
    (read $from:ident, $ty:ty, $tag:literal) => {{
        $from.next_field();
        <$ty as $crate::parts::Tagged>::read($tag, &mut $from)
    }};
}
pub(super) use part;

/// A value of several parts. A field with a tag (`= "tag "`) may be missing; an empty tag is that of a part without one.
macro_rules! parts {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $ty:ty $(= $tag:literal)?),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $ty,)*
        }

        impl $crate::values::LineValue for $name {
            fn write(&self, to: &mut String) {
                let mut parts = $crate::parts::PartsWriter::new(to);
                $($crate::parts::part!(write parts, self.$field $(, $tag)?);)*
            }

            fn read(text: &str) -> Option<Self> {
                let mut parts = $crate::parts::PartsReader::new(text, &[$($($tag,)?)*]);
                Some(Self { $($field: $crate::parts::part!(read parts, $ty $(, $tag)?),)* })
            }
        }
    )*};
}
pub(super) use parts;
