//! Subcommands: thin over the same modules the server uses.

mod backup;
mod bench;
mod bench_audit;
mod bench_ear;
mod bench_file;
mod bench_leaks;
mod bench_memory;
mod bench_prompt;
mod bench_suggestions;
mod bench_table;
mod bundles;
mod campaign;
mod cli_session;
mod conformance;
mod demo;
mod doctor;
mod emphasis;
mod fights;
mod follower;
mod forecast;
mod health;
mod journal;
mod leaks_table;
mod marks;
mod play;
mod player;
mod players;
mod prompt_cache;
mod prompt_script;
mod rules;
mod sheet;
mod split_mix;
mod suggestions;
mod terminal;
mod verify;

pub use backup::{SoundBackup, backup, restore};
pub use bench::bench_rules;
pub use bench_audit::bench_audit;
pub use bench_ear::bench_ear;
pub use bench_leaks::bench_leaks;
pub use bench_memory::bench_memory;
pub use bench_prompt::bench_prompt;
pub use bench_suggestions::bench_suggestions;
pub use bench_table::{TableBench, bench_table};
pub use bundles::{bundle_to_import, export, import};
pub use campaign::{campaign_check, campaign_list, campaign_map, campaign_walk};
pub use conformance::{Conformance, conformance, prove};
pub use demo::{Demo, demo};
pub use doctor::{Checkup, ModelProvider, doctor};
pub use forecast::{Fight, bench_forecast, calibration, forecast, game_of};
pub use health::health;
pub use leaks_table::{TableLeaks, walk_tables};
pub use play::{PlayOptions, play};
pub use players::{PlayerFiles, add_player, erase_player, export_player, list_players, remove_player};
pub use rules::{rules_check, rules_coverage, setup};
pub use suggestions::suggestions_report;
pub use terminal::{print_error, print_line};
pub use verify::{verify, verify_file};

/// Why a command could not, as one sentence that says what to do.
pub type CommandError = Box<dyn std::error::Error>;

/// An error with its causes, because the cause often says what to do. Repeated texts are left out.
pub fn whole(error: &dyn std::error::Error) -> String {
    let sources = std::iter::successors(error.source(), |&error| error.source());
    sources.map(ToString::to_string).fold(error.to_string(), |text, source| match text.contains(&source) {
        true => text,
        false => format!("{text}: {source}"),
    })
}
