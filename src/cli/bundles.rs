//! `embertale export` and `embertale import`.

use std::{
    io::Read,
    path::{Path, PathBuf},
    process::ExitCode,
};

use game::id::SessionId;

use crate::{
    backup::{InputFile, OutputFile, unreadable},
    dm::{Tables, campaigns::check_bundled},
    store::{Bundle, Error, read_header},
};

use super::{
    CommandError,
    terminal::{note, say},
    whole,
};

/// Writes a session's bundle to a file, or to standard output. Damaged records beside its turns are left out; the exit code
/// then reports a failure, although the file holds everything else.
///
/// # Errors
/// There is no such session, it is damaged, or the file can't be written.
pub async fn export(tables: &Tables, session: String, file: Option<PathBuf>) -> Result<ExitCode, CommandError> {
    let id = SessionId::from(session);
    // Looked for first: an unattributed line says less.
    tables.store().load(&id).await.map_err(|error| match error {
        Error::NotFound => no_session(&id),
        error => error.into(),
    })?;
    // Begun first: once its seeds are revealed a session goes on with others.
    let mut file = OutputFile::create(file.as_deref().unwrap_or(Path::new("-")))?;
    let (bundle, lost) = tables.export(tables.line_up(&id)).await?;
    file.put(&bundle.write()?)?;
    file.finish()?;
    Ok(exit_code(lost))
}

/// Reports what is missing in a bundle.
fn exit_code(lost: Option<Error>) -> ExitCode {
    lost.map_or(ExitCode::SUCCESS, |error| {
        note!("the other tellings or the journal: left out, {}", whole(&error));
        ExitCode::FAILURE
    })
}

/// Reads a bundle that is to be imported, before any store is opened for it.
///
/// # Errors
/// The file can't be read, or is no bundle that can be imported.
pub fn bundle_to_import(file: &Path) -> Result<Bundle, CommandError> {
    let bundle = read(file)?;
    bundle.check_throws()?;
    Ok(bundle)
}

/// Takes a bundle in as `owner`'s, and prints the id of its session.
///
/// # Errors
/// The store could not.
pub async fn import(tables: &Tables, bundle: Bundle, owner: String) -> Result<(), CommandError> {
    let session = tables.import(bundle, owner, (None, None)).await?.into_inner();
    say!("{}", session.head.id);
    Ok(())
}

pub(super) fn no_session(id: &SessionId) -> CommandError {
    format!("there is no session {id}; `embertale verify` lists those there are").into()
}

/// Reads a bundle from a file.
pub(super) fn read(file: &Path) -> Result<Bundle, CommandError> {
    let mut text = String::new();
    InputFile::open(file)
        .and_then(|file| file.read()?.read_to_string(&mut text))
        .map_err(|error| unreadable(file, &error))?;
    let bundle = Bundle::read(&text).and_then(|bundle| check_bundled(&bundle).map(|()| bundle));
    bundle.map_err(|error| {
        let file = if file == Path::new("-") { "standard input".into() } else { file.display().to_string() };
        match read_header(text.lines().next().unwrap_or_default()) {
            Ok(()) => format!("{file} is a backup of a whole store, not one session: `embertale restore` takes it in"),
            Err(_) => format!("{file} can't be used: {error}"),
        }
        .into()
    })
}
