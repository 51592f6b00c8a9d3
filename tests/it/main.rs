//! Tests.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on may end here")]

mod store;
