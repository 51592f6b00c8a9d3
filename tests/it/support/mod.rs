//! What tests from outside stand on: a Claude that follows a script and checks every request, the whole service on a port of
//! its own, a table to sit down at, an inn where the storyteller plays, a Firestore emulator, and a connection that fails on
//! command.

mod app;
mod chance;
mod claude;
mod console;
pub(crate) mod emulator;
mod fault;
mod inn;
mod legality;
pub(crate) mod missing;
mod reply;
mod table;
mod told;

pub(crate) use app::{Answer, TestApp};
pub(crate) use chance::Chance;
pub(crate) use claude::{Agent, Asked, ScriptedClaude};
pub(crate) use console::Console;
pub(crate) use fault::Fault;
pub(crate) use inn::Inn;
pub(crate) use reply::{Reply, calls, fails, says, thinks, updates};
pub(crate) use table::{Table, Turn};
pub(crate) use told::Told;
