//! Lines for what happens, by what happens.

mod asking;
mod considering;
mod everyday;
mod fighting;
mod fray;
mod handling;
mod knowing;
mod light;
mod living;
mod moving;
mod rally;
mod remembering;
mod risking;
mod rules;
mod seeing;
mod tools;

pub(in crate::storyteller) use asking::*;
pub(in crate::storyteller) use considering::*;
pub(in crate::storyteller) use everyday::*;
pub(in crate::storyteller) use fighting::*;
pub(in crate::storyteller) use fray::*;
pub(in crate::storyteller) use handling::*;
pub(in crate::storyteller) use knowing::*;
pub(in crate::storyteller) use light::*;
pub(in crate::storyteller) use living::*;
pub(in crate::storyteller) use moving::*;
pub(in crate::storyteller) use rally::*;
pub(in crate::storyteller) use remembering::*;
pub(in crate::storyteller) use risking::*;
pub(in crate::storyteller) use rules::*;
pub(in crate::storyteller) use seeing::*;
pub(in crate::storyteller) use tools::*;
