//! Addresses of a campaign's pictures and music. They are stable, even before the file is made.

/// The portrait of a person.
pub(super) fn portrait(slug: &str, person: &str) -> String {
    format!("/api/campaigns/{slug}/assets/portrait/{person}")
}

/// The picture behind a node.
pub(super) fn background(slug: &str, node: &str) -> String {
    format!("/api/campaigns/{slug}/assets/background/{node}")
}

/// The music of a node.
pub(super) fn music(slug: &str, node: &str) -> String {
    format!("/api/campaigns/{slug}/assets/music/{node}")
}
