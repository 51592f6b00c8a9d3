//! Where the pictures and the music of a campaign are found: the same address each time, whether or not they were made yet.

/// The portrait of a person.
pub(super) fn portrait(slug: &str, person: &str) -> String {
    format!("/api/campaigns/{slug}/art/portraits/{person}")
}

/// The picture behind a node.
pub(super) fn background(slug: &str, node: &str) -> String {
    format!("/api/campaigns/{slug}/art/backgrounds/{node}")
}

/// The music of a node.
pub(super) fn music(slug: &str, node: &str) -> String {
    format!("/api/campaigns/{slug}/art/music/{node}")
}
