//! The built-in campaigns.

use rust_embed::RustEmbed;

use super::{package::CampaignPackage, reading};

#[derive(RustEmbed)]
#[folder = "campaigns/"]
struct BuiltinCampaigns;

/// The campaigns that come with the game, in the order they stand on the shelf.
pub fn ours() -> Vec<CampaignPackage> {
    let files =
        BuiltinCampaigns::iter().filter(|name| name.ends_with(".json")).filter_map(|name| BuiltinCampaigns::get(&name));
    let mut packages: Vec<CampaignPackage> = files.filter_map(|file| reading::read(&file.data).ok()).collect();
    packages.sort_by(|one, other| (one.order, &one.slug).cmp(&(other.order, &other.slug)));
    packages
}
