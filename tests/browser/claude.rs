//! Support for the scripted Claude of the other tests.

#![allow(dead_code, reason = "the tests of the service use more of it")]

#[path = "../it/claude/recording.rs"]
pub(crate) mod recording;
#[path = "../it/claude/stub.rs"]
pub(crate) mod stub;
