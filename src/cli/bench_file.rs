//! The input of a `bench` command: a file, or built-in data.

use std::{borrow::Cow, fs, path::Path};

use serde::de::DeserializeOwned;

use crate::json_errors;

use super::CommandError;

/// A campaign of long utterances, in the format of `LoCoMo`.
pub(super) const EMBERS: (&str, &str) = ("tests/memory/embers.json", include_str!("../../tests/memory/embers.json"));
/// Scenes with a secret.
pub(super) const LEAKS: (&str, &str) = ("tests/leaks/scenes.jsonl", include_str!("../../tests/leaks/scenes.jsonl"));

/// The text of a file and its name, for errors.
pub(super) struct BenchFile {
    pub(super) name: String,
    text: Cow<'static, str>,
}

impl BenchFile {
    /// # Errors
    /// The file can't be read.
    pub(super) fn read(file: &Path) -> Result<Self, CommandError> {
        let name = file.display().to_string();
        let text = fs::read_to_string(file).map_err(|error| format!("{name} can't be read: {error}"))?;
        Ok(Self { name, text: text.into() })
    }

    /// A named file, or the one that is built in.
    ///
    /// # Errors
    /// The file can't be read.
    pub(super) fn read_or(file: Option<&Path>, (name, text): (&str, &'static str)) -> Result<Self, CommandError> {
        match file {
            Some(file) => Self::read(file),
            None => Ok(Self { name: name.to_owned(), text: text.into() }),
        }
    }

    /// The whole file as one JSON value.
    ///
    /// # Errors
    /// It is not of this shape.
    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, CommandError> {
        Ok(serde_json::from_str(&self.text).map_err(|error| format!("{}: {}", self.name, json_errors::said(&error)))?)
    }

    /// The JSON objects of its lines, each with its place. Blank lines are skipped.
    ///
    /// # Errors
    /// A line is not of this shape.
    pub(super) fn lines<T: DeserializeOwned>(&self) -> Result<Vec<(String, T)>, CommandError> {
        let lines = (1..).zip(self.text.lines()).filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(n, line)| {
                let at = format!("{}:{n}", self.name);
                let value =
                    serde_json::from_str(line).map_err(|error| format!("{at}: {}", json_errors::said(&error)))?;
                Ok((at, value))
            })
            .collect()
    }
}

/// The JSON objects of the lines of several files.
///
/// # Errors
/// A file can't be read, or a line is not of this shape.
pub(super) fn lines_of<T: DeserializeOwned>(files: &[impl AsRef<Path>]) -> Result<Vec<T>, CommandError> {
    let mut all = Vec::new();
    for file in files {
        all.extend(BenchFile::read(file.as_ref())?.lines()?.into_iter().map(|(_, value)| value));
    }
    Ok(all)
}
