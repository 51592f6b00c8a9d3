//! What tests from outside stand on: a Claude that follows a script and checks every request, the whole service on a
//! port of its own, and a table to sit down at.

mod app;
mod chance;
mod claude;
mod legality;
mod reply;
mod table;
mod told;

pub(crate) use app::{Answer, TestApp};
pub(crate) use chance::Chance;
pub(crate) use claude::{Asked, ScriptedClaude};
pub(crate) use reply::{Reply, calls, fails, says, thinks, updates};
pub(crate) use table::{Table, Turn};
pub(crate) use told::Told;
