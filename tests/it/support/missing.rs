//! Reports tests that are skipped because the machine lacks something; with `CI` set they fail instead.

use std::io::Write;

/// Says loudly that something is left out, even where a test runner keeps what tests print to itself. Where `CI` is set
/// nothing may be left out.
pub(crate) fn left_out(why: &str) {
    assert!(std::env::var_os("CI").is_none_or(|ci| ci.is_empty()), "{why}");
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}
