//! The built-in campaigns.

use rust_embed::RustEmbed;

use super::{package::Package, reading};

#[derive(RustEmbed)]
#[folder = "campaigns/"]
struct Shelf;

/// The campaigns that come with the game, in the order they stand on the shelf.
pub fn ours() -> Vec<Package> {
    let files = Shelf::iter().filter(|name| name.ends_with(".json")).filter_map(|name| Shelf::get(&name));
    let mut packages: Vec<Package> = files.filter_map(|file| reading::read(&file.data).ok()).collect();
    packages.sort_by(|one, other| (one.order, &one.slug).cmp(&(other.order, &other.slug)));
    packages
}
