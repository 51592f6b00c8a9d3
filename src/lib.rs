//! Embertale: a browser-based AI Dungeon Master.
//!
//! A player says what their hero does. The server loads the session, lets the Dungeon Master answer in a
//! loop of tools, rolls real dice, saves what changed as a whole, and streams the story back.
//!
//! The crates [`game`], [`prompt`], [`model`], [`storyteller`] and [`language`] do not know the server. Its modules, in reading order:
//!
//! - [`search`]: a small text index, which knows no game.
//! - [`recall`]: what was said in a session, found again by words and meaning.
//! - [`rules`]: what the rules say, found by name or by words.
//! - [`store`]: where sessions are kept; a turn is one transaction.
//! - [`agent`]: the tool-use loop, generic over what its tools work on.
//! - [`dm`]: the Dungeon Master: prompt, tools, and one turn from claim to answer.
//! - [`campaign`] and [`author`]: campaigns as packages with their compiler, and the agent one writes them with.
//! - [`assets`]: pictures and music made from words, offline and the same on every machine.
//! - [`painter`]: a server of pictures, where one is configured.
//! - [`http`]: routes, events, problems; the only place that knows status codes.
//! - [`files`]: files that are replaced as a whole; [`json_errors`]: what is wrong with JSON, in plain words.
//! - [`backup`]: backups of a store, and the server's daily one.
//! - [`telemetry`]: logs, traces and metrics of the process itself.
//! - [`cli`] and [`config`]: commands and settings; [`program`]: what the settings make of all this.

// These macros panic if their stream is closed; see `cli::terminal`.
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod agent;
pub mod assets;
pub mod author;
pub mod backup;
pub mod campaign;
pub mod cli;
pub mod config;
pub mod dm;
pub mod files;
pub mod http;
pub mod json_errors;
pub mod painter;
pub mod program;
pub mod recall;
pub mod rules;
pub mod search;
pub mod store;
pub mod telemetry;
