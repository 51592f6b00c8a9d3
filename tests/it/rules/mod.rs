//! The rules library from outside: the packages as they are, and what the API says of them.

mod api;
mod conformance;
pub(crate) mod meaning;
mod packages;
mod reading;
mod setup;
mod stat_blocks;

use std::path::PathBuf;

use embertale::rules::{self, Library};
use tokio::sync::OnceCell;

use crate::support::missing::left_out;

/// Where the tests keep the packages; they are fetched once.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rules-library")
}

/// The whole rules. Where they can't be had the test says so and is skipped; under CI that is a failure.
pub(crate) async fn whole() -> Option<&'static Library> {
    static LIBRARY: OnceCell<Result<Library, String>> = OnceCell::const_new();
    let setup = || async { rules::setup(&folder(), |_| ()).await.map_err(|error| error.to_string()) };
    match LIBRARY.get_or_init(setup).await {
        Ok(library) => Some(library),
        Err(why) => {
            left_out(&why.to_string());
            None
        }
    }
}
