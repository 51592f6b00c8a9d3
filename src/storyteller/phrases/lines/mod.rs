//! Lines for what happens, by what happens.

mod asking;
mod fighting;
mod fray;
mod handling;
mod knowing;
mod light;
mod living;
mod moving;
mod risking;
mod rules;
mod seeing;
mod tools;

pub(in crate::storyteller) use asking::*;
pub(in crate::storyteller) use fighting::*;
pub(in crate::storyteller) use fray::*;
pub(in crate::storyteller) use handling::*;
pub(in crate::storyteller) use knowing::*;
pub(in crate::storyteller) use light::*;
pub(in crate::storyteller) use living::*;
pub(in crate::storyteller) use moving::*;
pub(in crate::storyteller) use risking::*;
pub(in crate::storyteller) use rules::*;
pub(in crate::storyteller) use seeing::*;
pub(in crate::storyteller) use tools::*;

/// What the very first turn begins with.
pub(in crate::storyteller) const WHO_TELLS: &str = "*The built-in storyteller tells this tale, without any key. To bring Claude to the table, set ANTHROPIC_API_KEY and start again.*";
