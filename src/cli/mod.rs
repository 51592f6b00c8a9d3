//! Subcommands: thin over the same modules the server uses.

mod backup;
mod bench;
mod bench_audit;
mod bench_leaks;
mod bench_memory;
mod bench_prompt;
mod bench_suggestions;
mod bundles;
mod campaign;
mod chair;
mod conformance;
mod demo;
mod emphasis;
mod fights;
mod follower;
mod forecast;
mod lot;
mod marks;
mod play;
mod player;
mod prompt_cache;
mod prompt_script;
mod rules;
mod sheet;
mod suggestions;
mod terminal;
mod unfinished;
mod verify;

pub use backup::{SoundBackup, backup, restore};
pub use bench::bench_rules;
pub use bench_audit::bench_audit;
pub use bench_leaks::bench_leaks;
pub use bench_memory::bench_memory;
pub use bench_prompt::bench_prompt;
pub use bench_suggestions::bench_suggestions;
pub use bundles::{export, import};
pub use campaign::{campaign_check, campaign_list, campaign_map, campaign_walk};
pub use conformance::{Conformance, conformance, prove};
pub use demo::{Demo, demo};
pub use forecast::{Fight, bench_forecast, calibration, forecast, game_of};
pub use play::{Seat, play};
pub use rules::{rules_check, rules_coverage, setup};
pub use suggestions::suggestions_report;
pub use terminal::print_line;
pub use verify::{verify, verify_file};

/// Why a command could not, as one sentence that says what to do.
pub type Failure = Box<dyn std::error::Error>;

/// An error with what caused it: the sentence that says what to do is often the cause's.
pub fn whole(error: &dyn std::error::Error) -> String {
    let sources = std::iter::successors(error.source(), |&error| error.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}
