//! `embertale backup` and `embertale restore`: all sessions, campaigns and plans of a store.

use std::{
    collections::HashSet,
    io::{BufRead, Lines},
    path::Path,
    process::ExitCode,
};

use crate::backup::{self, BackupSummary, InputFile, is_standard_output, unreadable, write_backup};
use crate::store::{BackedUp, NewSession, Recorded, Store, Summing, Trailer, read_header};

use super::{
    CommandError,
    terminal::{note, say},
    whole,
};

/// Writes every session, campaign and plan to a file, which appears only when it is complete. Unreadable records are named and
/// left out; the exit code then reports a failure, although the file holds everything else.
///
/// # Errors
/// The store can't be read, or the file can't be written.
pub async fn backup(store: &dyn Store, file: &Path) -> Result<ExitCode, CommandError> {
    backup_of(store, file, None).await
}

/// The same for one player, if `owner` is given.
pub(super) async fn backup_of(store: &dyn Store, file: &Path, owner: Option<&str>) -> Result<ExitCode, CommandError> {
    let summary = write_backup(store, file, owner).await?;
    let is_lost = summary.is_lost();
    let BackupSummary { n_sessions, n_campaigns, omissions, damage } = summary;
    for damage in &damage {
        note!("{damage}");
    }
    for omission in &omissions {
        note!("{}: left out, {}", omission.what, whole(&omission.error));
    }
    if is_lost {
        return Err(backup::Error::NothingSaved.into());
    }
    let place = if is_standard_output(file) { "standard output".into() } else { file.display().to_string() };
    let mut said = vec![format!("{n_sessions} sessions saved to {place}.")];
    if n_campaigns > 0 {
        said.push(format!("The file also contains {n_campaigns} records of campaigns and plans."));
    }
    said.push("Keep it secret: it contains the players' stories and the seeds of their dice.".to_owned());
    match is_standard_output(file) {
        true => said.iter().for_each(|line| note!("{line}")),
        false => said.iter().for_each(|line| say!("{line}")),
    }
    if omissions.is_empty() {
        if n_sessions + n_campaigns == 0 {
            note!("embertale: the store is empty; if it should not be, set DATA_DIR to the folder of the server");
        }
        return Ok(ExitCode::SUCCESS);
    }
    let n_left_out = omissions.len();
    note!("embertale: {n_left_out} records can't be read and are not in it; `embertale verify` says more");
    Ok(ExitCode::FAILURE)
}

/// A backup that was read through and found sound.
pub struct SoundBackup {
    file: InputFile,
}

impl SoundBackup {
    /// Reads a backup through, before any store is opened to take it in. `-` is standard input.
    ///
    /// # Errors
    /// The file can't be read, or was cut or altered.
    pub fn read(file: &Path) -> Result<Self, CommandError> {
        let file = InputFile::open(file).map_err(|error| unreadable(file, &error))?;
        check(&file).map(|()| Self { file })
    }
}

/// Brings everything of a backup back that is not there.
///
/// # Errors
/// The file changed since it was found sound, or the store could not.
pub async fn restore(store: &dyn Store, SoundBackup { file }: SoundBackup) -> Result<(), CommandError> {
    let there: HashSet<_> = store.all_ids().await?.into_iter().collect();
    let (mut n_restored, mut n_there) = (0, 0);
    let (mut n_campaigns, mut n_campaigns_there) = (0, 0);
    for line in records(&file)? {
        match BackedUp::read(&line?).map_err(|error| altered(file.name(), &error.to_string()))? {
            BackedUp::Session(saved) if there.contains(&saved.session.head.id) => n_there += 1,
            BackedUp::Session(saved) => {
                create(store, saved.again()).await?;
                n_restored += 1;
            }
            BackedUp::Campaign(saved) => match saved.restore(store).await? {
                Recorded::Now(()) => n_campaigns += 1,
                Recorded::Before(()) => n_campaigns_there += 1,
            },
        }
    }
    say!("{n_restored} sessions restored, {n_there} were there already.");
    if n_campaigns + n_campaigns_there > 0 {
        say!("{n_campaigns} records of campaigns and plans restored, {n_campaigns_there} were there already.");
    }
    Ok(())
}

async fn create(store: &dyn Store, new: NewSession) -> Result<(), CommandError> {
    let id = new.session.head.id.clone();
    match store.create(new.clone()).await? {
        // Another session of the store was created with the same key since: that one keeps it.
        Recorded::Before(other) if other.head.id != id => {
            store.create(NewSession { create_key: None, ..new }).await?;
        }
        Recorded::Before(_) | Recorded::Now(_) => {}
    }
    Ok(())
}

/// Validates a backup by its trailer.
fn check(file: &InputFile) -> Result<(), CommandError> {
    let mut lines = lines(file)?;
    let name = file.name();
    let mut sum = Summing::default();
    let cut = || altered(name, "its end is missing");
    let first = lines.next().ok_or_else(cut)?.map_err(|error| unreadable(name, &error))?;
    read_header(&first).map_err(|why| altered(name, &why))?;
    let mut held = first;
    for line in lines {
        let line = line.map_err(|error| unreadable(name, &error))?;
        sum.add(&std::mem::replace(&mut held, line));
    }
    let trailer: Trailer = serde_json::from_str(&held).map_err(|_| cut())?;
    if sum.trailer() != trailer {
        return Err(altered(name, "what is in it is not what was saved"));
    }
    for line in records(file)? {
        BackedUp::read(&line?).map_err(|error| altered(name, &error.to_string()))?;
    }
    Ok(())
}

/// The lines of a backup between header and trailer.
fn records(file: &InputFile) -> Result<impl Iterator<Item = Result<String, CommandError>>, CommandError> {
    let mut lines = lines(file)?.skip(1).peekable();
    let name = file.name().to_owned();
    Ok(std::iter::from_fn(move || {
        let line = lines.next()?;
        lines.peek().is_some().then(|| line.map_err(|error| unreadable(&name, &error).into()))
    }))
}

fn lines(file: &InputFile) -> Result<Lines<Box<dyn BufRead>>, CommandError> {
    Ok(file.read().map_err(|error| unreadable(file.name(), &error))?.lines())
}

fn altered(file: &Path, why: &str) -> CommandError {
    format!("{} can't be restored: {why}; nothing was written, use another backup", file.display()).into()
}
