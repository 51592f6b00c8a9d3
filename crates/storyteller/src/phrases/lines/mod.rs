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

pub(crate) use asking::*;
pub(crate) use considering::*;
pub(crate) use everyday::*;
pub(crate) use fighting::*;
pub(crate) use fray::*;
pub(crate) use handling::*;
pub(crate) use knowing::*;
pub(crate) use light::*;
pub(crate) use living::*;
pub(crate) use moving::*;
pub(crate) use rally::*;
pub(crate) use remembering::*;
pub(crate) use risking::*;
pub(crate) use rules::*;
pub(crate) use seeing::*;
pub(crate) use tools::*;
