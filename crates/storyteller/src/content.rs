//! Loads the JSON files of `content`.

use serde::{Deserialize, Deserializer};

/// The entries of a file; none if it can't be read, which a test holds never to be so.
pub(crate) fn read<T: Deserialize<'static>>(text: &'static str) -> Vec<T> {
    serde_json::from_str(text).unwrap_or_default()
}

/// Keeps a list for the program's lifetime, like the file that contains it.
pub(crate) fn kept<'de, D: Deserializer<'de>, T: Deserialize<'de> + 'static>(
    from: D,
) -> Result<&'static [T], D::Error> {
    Ok(Vec::deserialize(from)?.leak())
}
