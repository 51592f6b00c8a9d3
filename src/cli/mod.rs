//! Subcommands: thin over the same modules the server uses.

mod verify;

pub use verify::verify;
