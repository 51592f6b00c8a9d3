//! Errors of settings, with the expected form.

use clap::{
    CommandFactory,
    error::{ContextKind, ContextValue},
};

use super::Config;

/// A sentence about a setting with an invalid value. `None` for other errors, such as an unknown flag.
pub(super) fn sentence(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let flag = text(ContextKind::InvalidArg)?.split_whitespace().next()?;
    let command = Config::command();
    let arg = command.get_arguments().find(|arg| arg.get_long().is_some_and(|long| flag == format!("--{long}")))?;
    let name = arg.get_env()?.to_str()?;
    let wanted = match (error.get(ContextKind::ValidValue), std::error::Error::source(error)) {
        (Some(ContextValue::Strings(values)), _) => format!("use {}", either(values)),
        (_, source) => source?.to_string(),
    };
    let value = text(ContextKind::InvalidValue).filter(|_| !arg.is_hide_env_values_set());
    let value = value.map_or_else(|| "what it is".to_owned(), |value| format!("“{value}”"));
    Some(format!("{name} ({flag}) can't be {value}: {wanted}."))
}

fn either(values: &[String]) -> String {
    match values {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
        values => values.concat(),
    }
}

/// Parses a whole number from `min` on.
pub(super) fn number_from(min: u32) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync {
    move |text| within(text, min, u32::MAX).ok_or_else(|| format!("use a whole number of at least {min}"))
}

/// Parses a whole number from `min` to `max`.
pub(super) fn number_between(min: u32, max: u32) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync {
    move |text| within(text, min, max).ok_or_else(|| format!("use a whole number from {min} to {max}"))
}

fn within(text: &str, min: u32, max: u32) -> Option<u32> {
    text.trim().parse().ok().filter(|n| (min..=max).contains(n))
}

/// Parses a port.
pub(super) fn port(text: &str) -> Result<u16, String> {
    text.trim().parse().map_err(|_| "use a whole number from 0 to 65535".to_owned())
}

/// Parses an address to listen on.
pub(super) fn address(text: &str) -> Result<std::net::IpAddr, String> {
    text.trim().parse().map_err(|_| "use an address of this machine, such as 127.0.0.1 or 0.0.0.0".to_owned())
}

/// Parses a switch.
pub(super) fn switch(text: &str) -> Result<bool, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "on" | "1" => Ok(true),
        "false" | "f" | "no" | "n" | "off" | "0" => Ok(false),
        _ => Err("use true or false".to_owned()),
    }
}

/// Parses a spending cap.
pub(super) fn dollars(text: &str) -> Result<f64, String> {
    let usd = text.trim().trim_start_matches('$').parse::<f64>().ok();
    usd.filter(|usd| (0.0..=1_000_000.0).contains(usd)).ok_or_else(|| "use dollars, such as 2.50".to_owned())
}

/// Parses a time of day.
pub(super) fn hour(text: &str) -> Result<jiff::civil::Time, String> {
    text.trim().parse().map_err(|_| "use hours and minutes in UTC, such as 03:30".to_owned())
}

/// Parses a share.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.trim().parse::<f64>().ok();
    share.filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| "use a number from 0 to 1, such as 0.5".to_owned())
}
