//! `embertale export` and `embertale import`: one session out and in.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use crate::{
    dm::Tables,
    game::id::SessionId,
    store::{Bundle, Error},
};

use super::Failure;

/// Writes a session's bundle to a file, or to standard output.
///
/// # Errors
/// There is no such session, it is damaged, or the file can't be written.
pub async fn export(tables: &Tables, session: String, file: Option<PathBuf>) -> Result<(), Failure> {
    let id = SessionId(session);
    // Looked for first: a line that nobody stands in says less.
    tables.store().load(&id).await.map_err(|error| match error {
        Error::NotFound => Failure::from(format!("there is no session {id}; `embertale verify` lists those there are")),
        error => error.into(),
    })?;
    if let Some(file) = &file {
        // Once the seeds are revealed the session goes on with others: better to know before that it can be written.
        fs::write(file, "").map_err(|error| cannot_write(file, &error))?;
    }
    let json = tables.export(tables.line_up(&id)).await?.write()?;
    match file {
        Some(file) => fs::write(&file, json).map_err(|error| cannot_write(&file, &error))?,
        None => std::io::stdout().write_all(&json).map_err(|error| format!("cannot write the session: {error}"))?,
    }
    Ok(())
}

/// Takes a bundle in as `owner`'s, and prints the id of its session.
///
/// # Errors
/// The file can't be read, is no bundle, or the store could not.
pub async fn import(tables: &Tables, file: &Path, owner: String) -> Result<(), Failure> {
    let bundle = read(file)?;
    let session = tables.import(bundle, owner, (None, None)).await?.into_inner();
    println!("{}", session.head.id);
    Ok(())
}

/// Reads a bundle from a file.
pub(super) fn read(file: &Path) -> Result<Bundle, Failure> {
    let text = fs::read_to_string(file)
        .map_err(|error| format!("cannot read {}: {error}; give the file of an exported session", file.display()))?;
    Bundle::read(&text).map_err(|error| format!("{} can't be used: {error}", file.display()).into())
}

fn cannot_write(file: &Path, error: &std::io::Error) -> Failure {
    format!("cannot write {}: {error}; name another file", file.display()).into()
}
