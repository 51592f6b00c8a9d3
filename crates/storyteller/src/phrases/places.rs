//! Names and contents of places.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::{
    content::{kept, read},
    world::Kind,
};

/// What every place of a kind has to offer.
#[derive(Debug, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"), deny_unknown_fields)]
pub(crate) struct Stock {
    pub(crate) kind: Kind,
    /// What one takes in at a glance.
    #[serde(deserialize_with = "kept")]
    pub(crate) air: &'static [&'static str],
    /// Things that stay where they are: name, and what a closer look shows.
    #[serde(deserialize_with = "kept")]
    pub(crate) features: &'static [(&'static str, &'static str)],
    /// Things that can be carried off.
    #[serde(deserialize_with = "kept")]
    pub(crate) things: &'static [&'static str],
    /// First and second halves of names.
    #[serde(deserialize_with = "kept")]
    pub(crate) first_names: &'static [&'static str],
    #[serde(deserialize_with = "kept")]
    pub(crate) last_names: &'static [&'static str],
}

static ALL: LazyLock<Vec<Stock>> = LazyLock::new(|| read(include_str!("../content/places.json")));

/// The stock of a kind of place.
pub(crate) fn stock(kind: Kind) -> &'static Stock {
    ALL.iter().find(|stock| stock.kind == kind).unwrap_or(&ALL[0])
}
