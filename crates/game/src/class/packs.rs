//! Equipment packs, unpacked into single items (SRD 5.1, Equipment Packs).

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

/// A thing a hero starts with, and how many of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Supply {
    pub name: &'static str,
    pub count: u32,
}

/// The content of a pack; empty if it is unknown.
pub(super) fn find(name: &str) -> &'static [Supply] {
    static PACKS: LazyLock<BTreeMap<&str, Vec<Supply>>> =
        LazyLock::new(|| serde_json::from_str(include_str!("packs.json")).expect("packs.json can be read"));
    PACKS.get(name).map(Vec::as_slice).unwrap_or_default()
}
