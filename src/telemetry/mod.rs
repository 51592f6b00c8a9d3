//! Logs, traces and metrics of the process itself.

mod otlp;
mod process;

pub use otlp::Traces;
pub use process::{ProcessMetrics, cpu_time};

use std::{io::IsTerminal, panic::PanicHookInfo};

use tracing_subscriber::{EnvFilter, Layer, filter::filter_fn, layer::SubscriberExt, util::SubscriberInitExt};

use crate::config::{Config, LogFormat, Secret};

/// Log levels for crates whose logs are useless here or contain more than may be logged.
const QUIET: [(&str, &str); 6] = [
    // Google's client logs every failed attempt as an error.
    ("gcloud_sdk", "off"),
    ("firestore", "warn"),
    // These quote requests and responses at `trace`.
    ("axum", "debug"),
    ("h2", "info"),
    ("hyper", "info"),
    ("hyper_util", "info"),
];

/// Starts logging to standard error, and sending traces if OTEL_EXPORTER_OTLP_ENDPOINT names a collector.
///
/// # Errors
/// LOG or the endpoint is invalid.
pub fn init(config: &Config) -> Result<Option<Traces>, String> {
    check_levels(&config.log)?;
    // Naming one of these crates in LOG overrides its level here.
    let quiet = QUIET.iter().filter(|(name, _)| !config.log.contains(name));
    let quiet: String = quiet.map(|(name, level)| format!(",{name}={level}")).collect();
    let filter = EnvFilter::try_new(format!("{}{quiet}", config.log)).map_err(|_| {
        format!("LOG can't be “{}”: use a level, or levels of crates, such as info,embertale=debug.", config.log)
    })?;
    // Use colours only on a terminal.
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        // It would write about a log that can't be written to the same place, and panic.
        .log_internal_errors(false);
    let lines = match config.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    let traces = config.otel_exporter_otlp_endpoint.as_ref().map(Secret::reveal).map(Traces::to).transpose()?;
    let spans = traces.as_ref().map(|traces| {
        let ours = filter_fn(|metadata| metadata.is_span() && metadata.target().starts_with("embertale"));
        tracing_opentelemetry::layer().with_tracer(traces.tracer()).with_location(false).with_filter(ours)
    });
    tracing_subscriber::registry().with(lines.with_filter(filter)).with(spans).init();
    Ok(traces)
}

/// Checks the words that stand alone in LOG. A filter takes an unknown word for the name of a crate, and then logs nothing else.
fn check_levels(log: &str) -> Result<(), String> {
    const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
    let alone = log.split(',').map(str::trim).filter(|it| !it.is_empty() && !it.contains(['=', '[']));
    let mut unknown = alone.filter(|it| !LEVELS.contains(&it.to_lowercase().as_str()) && !it.starts_with("embertale"));
    unknown.next().map_or(Ok(()), |word| {
        Err(format!(
            "LOG can't be read: {word} is no level; use {}, or name a crate with its level: {word}=debug.",
            LEVELS.join(", ")
        ))
    })
}

/// Logs panics as ordinary log lines. Formatted messages may quote a player's words, so only literal messages are logged.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        let location = info.location().map(ToString::to_string).unwrap_or_default();
        let reason = info.payload().downcast_ref::<&str>().copied().unwrap_or("see the location");
        tracing::error!(location, reason, "a thread panicked");
    }));
}

#[cfg(test)]
mod tests {
    use super::check_levels;

    #[test]
    fn a_word_alone_is_a_level() {
        for log in
            ["info", "WARN", "", "embertale=debug", "warn,embertale::http=debug", "embertale", "info,[turn]=trace"]
        {
            assert_eq!(check_levels(log), Ok(()), "{log}");
        }
        for log in ["warning", "info,verbose", "hyper"] {
            assert!(check_levels(log).unwrap_err().contains("is no level"), "{log}");
        }
    }
}
