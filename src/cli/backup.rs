//! `embertale backup` and `embertale restore`: every session of a store, as it is.

use std::{
    collections::HashSet,
    fs::File,
    io::{BufRead, BufReader, Lines},
    path::Path,
    process::ExitCode,
};

use jiff::Timestamp;

use crate::store::{Error, NewSession, Recorded, Saved, Store, Summing, Trailer, header, read_header};

use super::{Failure, terminal::say, unfinished::Unfinished, whole};

/// Writes every session to a file, which is there only once it is whole. A session that can't be read is named and
/// left out; then this fails, though the file holds all others.
///
/// # Errors
/// The store can't be read, or the file can't be written.
pub async fn backup(store: &dyn Store, file: &Path) -> Result<ExitCode, Failure> {
    let mut out = Unfinished::create(file)?;
    let (n_saved, n_left_out) = write_all(store, &mut out).await?;
    out.finish()?;
    say!("{n_saved} sessions saved to {}.", file.display());
    say!("Keep it secret: it holds the players' stories and the seeds their dice fall from.");
    if n_left_out == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("embertale: {n_left_out} sessions can't be read and are not in it; `embertale verify` says more");
    Ok(ExitCode::FAILURE)
}

async fn write_all(store: &dyn Store, out: &mut Unfinished) -> Result<(usize, usize), Failure> {
    let mut sum = Summing::default();
    let mut put = |line: &str| {
        sum.add(line);
        out.put(format!("{line}\n").as_bytes())
    };
    put(&header(Timestamp::now())?)?;
    let (mut n_saved, mut n_left_out) = (0, 0);
    let mut ids = store.all_ids().await?;
    ids.sort();
    for id in ids {
        match Saved::load(store, &id).await.and_then(|saved| saved.write()) {
            Ok(line) => {
                put(&line)?;
                n_saved += 1;
            }
            // It was deleted meanwhile.
            Err(Error::NotFound) => {}
            Err(error @ (Error::Damaged(_) | Error::Conflict)) => {
                eprintln!("{id}: left out, {}", whole(&error));
                n_left_out += 1;
            }
            Err(error) => return Err(error.into()),
        }
    }
    let trailer = serde_json::to_string(&sum.trailer())?;
    out.put(format!("{trailer}\n").as_bytes())?;
    Ok((n_saved, n_left_out))
}

/// A backup that was read through and found sound.
pub struct SoundBackup<'a> {
    file: &'a Path,
}

impl<'a> SoundBackup<'a> {
    /// Reads a backup through, before any store is opened to take it in.
    ///
    /// # Errors
    /// The file can't be read, or was cut or altered.
    pub fn read(file: &'a Path) -> Result<Self, Failure> {
        check(file).map(|()| Self { file })
    }
}

/// Brings every session of a backup back that is not there.
///
/// # Errors
/// The file changed since it was found sound, or the store could not.
pub async fn restore(store: &dyn Store, SoundBackup { file }: SoundBackup<'_>) -> Result<(), Failure> {
    let there: HashSet<_> = store.all_ids().await?.into_iter().collect();
    let (mut n_restored, mut n_there) = (0, 0);
    for line in sessions(file)? {
        let saved = Saved::read(&line?).map_err(|error| altered(file, &error.to_string()))?;
        if there.contains(&saved.session.head.id) {
            n_there += 1;
            continue;
        }
        create(store, saved.again()).await?;
        n_restored += 1;
    }
    say!("{n_restored} sessions restored, {n_there} were there already.");
    Ok(())
}

async fn create(store: &dyn Store, new: NewSession) -> Result<(), Failure> {
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

/// Reads a backup through: its trailer must be the one that what comes before it asks for.
fn check(file: &Path) -> Result<(), Failure> {
    let mut lines = lines(file)?;
    let mut sum = Summing::default();
    let cut = || altered(file, "its end is missing");
    let first = lines.next().ok_or_else(cut)?.map_err(|error| unreadable(file, &error))?;
    read_header(&first).map_err(|why| altered(file, &why))?;
    let mut held = first;
    for line in lines {
        let line = line.map_err(|error| unreadable(file, &error))?;
        sum.add(&std::mem::replace(&mut held, line));
    }
    let trailer: Trailer = serde_json::from_str(&held).map_err(|_| cut())?;
    if sum.trailer() != trailer {
        return Err(altered(file, "what is in it is not what was saved"));
    }
    for line in sessions(file)? {
        Saved::read(&line?).map_err(|error| altered(file, &error.to_string()))?;
    }
    Ok(())
}

/// The lines of a backup between header and trailer.
fn sessions(file: &Path) -> Result<impl Iterator<Item = Result<String, Failure>>, Failure> {
    let mut lines = lines(file)?.skip(1).peekable();
    let path = file.to_owned();
    Ok(std::iter::from_fn(move || {
        let line = lines.next()?;
        lines.peek().is_some().then(|| line.map_err(|error| unreadable(&path, &error)))
    }))
}

fn lines(file: &Path) -> Result<Lines<BufReader<File>>, Failure> {
    Ok(BufReader::new(File::open(file).map_err(|error| unreadable(file, &error))?).lines())
}

fn altered(file: &Path, why: &str) -> Failure {
    format!("{} can't be restored: {why}; nothing was written, use another backup", file.display()).into()
}

fn unreadable(file: &Path, error: &std::io::Error) -> Failure {
    format!("cannot read {}: {error}; name another file", file.display()).into()
}
