//! Subcommands: thin over the same modules the server uses.

mod chair;
mod demo;
mod play;
mod player;
mod verify;

pub use demo::{Demo, demo};
pub use play::play;
pub use verify::verify;
