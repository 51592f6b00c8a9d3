//! The support modules that these tests share with those of the server.

#![allow(dead_code, reason = "the tests of the service use more of it")]

#[path = "../it/support/app.rs"]
mod app;
#[path = "../it/support/claude.rs"]
mod claude;
#[path = "../it/support/legality.rs"]
mod legality;
#[path = "../it/support/missing.rs"]
pub(crate) mod missing;
#[path = "../it/support/reply.rs"]
mod reply;
#[path = "../it/author/steps.rs"]
mod steps;
#[path = "../it/support/told.rs"]
mod told;

pub(crate) use app::models;
pub(crate) use claude::ScriptedClaude;
pub(crate) use reply::{Reply, calls, fails, says};
pub(crate) use steps::steps;
