//! Tests of campaigns: what the compiler finds, what it accepts, and the results of random games.

mod defects;
mod reading;
mod walking;

use embertale::campaign::{self, CampaignPackage, Diagnostic};
use serde_json::Value;

/// A small campaign with one of everything and nothing wrong.
pub(crate) fn clean() -> Value {
    serde_json::from_str(include_str!("clean.json")).unwrap()
}

/// A campaign as it is read, or what keeps it from being one.
fn read(value: &Value) -> Result<CampaignPackage, Vec<Diagnostic>> {
    campaign::read(&serde_json::to_vec(value).unwrap())
}

/// Everything that is wrong with a campaign, as `code at`.
fn wrong(value: &Value) -> Vec<String> {
    let found = read(value).map_or_else(|found| found, |package| campaign::check(&package));
    found.iter().map(|diagnostic| format!("{} {}", diagnostic.code.as_str(), diagnostic.at)).collect()
}
