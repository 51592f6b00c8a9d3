//! Minifies and compresses files of the page.

use std::io::{self, Write};

use axum::http::{HeaderMap, header};
use bytes::Bytes;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::super::accept::accepts;

/// How a file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Encoding {
    Plain,
    Gzip,
    Brotli,
}

impl Encoding {
    /// The best of those the request says it can read.
    pub(super) fn asked_for(headers: &HeaderMap) -> Self {
        let reads = |name: &str| accepts(headers, header::ACCEPT_ENCODING, name);
        match () {
            () if reads("br") => Self::Brotli,
            () if reads("gzip") || reads("x-gzip") => Self::Gzip,
            () => Self::Plain,
        }
    }

    /// Its name in HTTP.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
        }
    }

    fn pack(self, data: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Self::Plain => Ok(data.to_vec()),
            Self::Gzip => {
                let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
                packer.write_all(data)?;
                packer.finish()
            }
            Self::Brotli => {
                let mut packed = Vec::new();
                brotli::CompressorWriter::new(&mut packed, 4096, 11, 22).write_all(data)?;
                Ok(packed)
            }
        }
    }
}

/// A file as it is sent.
#[derive(Debug, Clone)]
pub(super) struct Lean {
    /// Names these very bytes: two encodings of a file have two.
    pub(super) etag: String,
    pub(super) bytes: Bytes,
}

impl Lean {
    pub(super) fn make(data: Vec<u8>, kind: &str, encoding: Encoding) -> Self {
        let data = match String::from_utf8(data) {
            Ok(text) if kind.starts_with("text/javascript") || kind.starts_with("text/css") => {
                without_comments(&text).into_bytes()
            }
            Ok(text) => text.into_bytes(),
            Err(other) => other.into_bytes(),
        };
        let packed = encoding.pack(&data).unwrap_or_else(|error| unreachable!("memory takes what is written: {error}"));
        let hash = HEXLOWER.encode(&Sha256::digest(&packed)[..8]);
        Self { etag: format!("\"{hash}\""), bytes: packed.into() }
    }
}

/// Removes indentation, inline types and comment lines. Lines stay, possibly empty, so that an error on the page has the
/// source's line number. `tests/page/app/page.test.mjs` checks the assumptions about our files: no string spans lines, looks like a
/// type or begins like a comment.
fn without_comments(source: &str) -> String {
    let mut lean = String::with_capacity(source.len());
    let mut is_inside = false;
    for line in source.split_inclusive('\n') {
        let text = line.trim();
        let begins = !is_inside && text.starts_with("/*");
        let is_comment = is_inside || text.starts_with("//") || (begins && !has_code(text));
        if begins || is_inside {
            is_inside = !text.contains("*/");
        }
        if is_comment {
            lean.extend(line.ends_with('\n').then_some('\n'));
        } else {
            push_code(&mut lean, line.trim_start_matches(' '));
        }
    }
    lean
}

/// A line that is code, without the types in it.
fn push_code(lean: &mut String, line: &str) {
    let mut rest = line;
    while let Some((code, behind)) = past_type(rest) {
        lean.push_str(code);
        rest = behind;
    }
    lean.push_str(rest);
}

/// The text before and after the first type of a line.
fn past_type(line: &str) -> Option<(&str, &str)> {
    let (code, rest) = line.split_once("/** ")?;
    let (_, behind) = rest.split_once("*/")?;
    Some((code, behind))
}

/// Whether code follows the comment at the start of a line.
fn has_code(text: &str) -> bool {
    text.split_once("*/").is_some_and(|(_, rest)| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_every_line_stays_where_it_is() {
        let source =
            "// @ts-check\n/** A\n * list */\nlet a = 1; // one\n  // two\n/* x */ b(\"/* no */\");\n/** y */\nc();";
        let lean = without_comments(source);
        assert_eq!(lean, "\n\n\nlet a = 1; // one\n\n/* x */ b(\"/* no */\");\n\nc();");
        assert_eq!(lean.lines().count(), source.lines().count());
    }

    #[test]
    fn types_and_indents_stay_with_their_authors() {
        let source = "f = (/** @type {A} */ a, /** @type {B} */ b) => {\n    g(/** @type {C} */ (a), \"  x\");\n\n  };";
        assert_eq!(without_comments(source), "f = ( a,  b) => {\ng( (a), \"  x\");\n\n};");
        assert_eq!(
            without_comments("a /** of two\n * lines */\nb"),
            "a /** of two\n* lines */\nb",
            "no type of one line"
        );
    }

    #[test]
    fn the_best_encoding_that_can_be_read_is_chosen() {
        let asked = |words: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, words.parse().unwrap());
            Encoding::asked_for(&headers)
        };
        assert_eq!(asked("gzip, deflate, br, zstd"), Encoding::Brotli);
        assert_eq!(asked("gzip;q=1.0, BR;q=0.5"), Encoding::Brotli);
        assert_eq!(asked("br;q=0, gzip"), Encoding::Gzip);
        assert_eq!(asked("x-gzip"), Encoding::Gzip, "its name of old");
        assert_eq!(asked("br; q=0.000, gzip;q=0"), Encoding::Plain);
        assert_eq!(asked("brown, gzipped"), Encoding::Plain);
        assert_eq!(Encoding::asked_for(&HeaderMap::new()), Encoding::Plain);
    }
}
