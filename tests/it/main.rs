//! The integration tests of the server, one module per subject.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may end here")]

mod architecture;
mod assets;
mod audit;
mod author;
mod campaign;
mod claude;
mod coverage;
mod documents;
mod leaks;
mod own_sentences;
mod play;
mod process;
mod rules;
mod store;
mod stored_schemas;
mod suggestions;
mod support;
