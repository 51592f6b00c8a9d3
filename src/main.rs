//! The `embertale` program.

use std::process::ExitCode;

use embertale::{
    cli::{self, CommandError},
    config::{Config, ConfigError},
    program, telemetry,
};

/// The exit code for an invalid setting, as for an unknown flag.
const INVALID_SETTING: u8 = 2;

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(code) => code,
        Err(error) => {
            cli::print_error(&format!("embertale: {}", cli::whole(&*error)));
            if error.is::<ConfigError>() { ExitCode::from(INVALID_SETTING) } else { ExitCode::FAILURE }
        }
    }
}

async fn run() -> Result<ExitCode, CommandError> {
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let config = Config::read()?;
    let traces = telemetry::init(&config).map_err(ConfigError::of)?;
    let result = program::run(config).await;
    if let Some(traces) = traces {
        traces.finish().await;
    }
    result
}
