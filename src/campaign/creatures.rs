//! The creatures of both editions of the SRD that a campaign can name.

use std::{collections::HashMap, sync::LazyLock};

use game::id::kebab;

/// Challenge ratings by slug.
static CREATURES: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let lines = include_str!("creatures.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).collect()
});

/// The challenge rating of a creature by its name or slug, also in the plural; `None` if the SRD has none of that name.
pub(super) fn challenge_of(kind: &str) -> Option<&'static str> {
    let slug = kebab(kind);
    let one = slug.strip_suffix('s').unwrap_or(&slug);
    CREATURES.get(slug.as_str()).or_else(|| CREATURES.get(one)).copied()
}
