//! `embertale backup` and `embertale restore`: every session of a store, every campaign and every plan, as they are.

use std::{
    collections::HashSet,
    fs::File,
    io::{BufRead, BufReader, Lines},
    path::Path,
    process::ExitCode,
};

use jiff::Timestamp;

use crate::store::{
    BackedUp, Error, NewSession, Recorded, Saved, SavedCampaign, Store, Summing, Trailer, header, read_header,
};

use super::{Failure, terminal::say, unfinished::Unfinished, whole};

/// Writes every session, campaign and plan to a file, which is there only once it is whole. What can't be read is named
/// and left out; then this fails, though the file holds all else.
///
/// # Errors
/// The store can't be read, or the file can't be written.
pub async fn backup(store: &dyn Store, file: &Path) -> Result<ExitCode, Failure> {
    let mut out = Unfinished::create(file)?;
    let Written { n_sessions, n_campaigns, n_left_out } = write_all(store, &mut out).await?;
    out.finish()?;
    say!("{n_sessions} sessions saved to {}.", file.display());
    if n_campaigns > 0 {
        say!("Beside them stand {n_campaigns} records of campaigns and plans.");
    }
    say!("Keep it secret: it holds the players' stories and the seeds their dice fall from.");
    if n_left_out == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("embertale: {n_left_out} records can't be read and are not in it; `embertale verify` says more");
    Ok(ExitCode::FAILURE)
}

/// How much was written.
#[derive(Default)]
struct Written {
    n_sessions: usize,
    n_campaigns: usize,
    n_left_out: usize,
}

async fn write_all(store: &dyn Store, out: &mut Unfinished) -> Result<Written, Failure> {
    let mut sum = Summing::default();
    let mut put = |line: &str| {
        sum.add(line);
        out.put(format!("{line}\n").as_bytes())
    };
    put(&header(Timestamp::now())?)?;
    let mut written = Written::default();
    // Packages before what names them: what was restored in part can be played.
    for digest in store.all_packages().await? {
        let package =
            store.kept_package(&digest).await.map(|package| SavedCampaign::Package(package.json().to_owned()));
        if let Some(line) = line(&format!("the package {digest}"), package.and_then(|it| it.write()), &mut written)? {
            put(&line)?;
            written.n_campaigns += 1;
        }
    }
    for (owner, campaign) in store.all_shelved().await? {
        put(&SavedCampaign::Shelved { owner, campaign }.write()?)?;
        written.n_campaigns += 1;
    }
    for (owner, id) in store.all_plans().await? {
        let plan = store.plan(&owner, &id).await.map(SavedCampaign::Plan);
        if let Some(line) = line(&format!("the plan {id}"), plan.and_then(|it| it.write()), &mut written)? {
            put(&line)?;
            written.n_campaigns += 1;
        }
    }
    let mut ids = store.all_ids().await?;
    ids.sort();
    for id in ids {
        let saved = Saved::load(store, &id).await.and_then(|saved| saved.write());
        if let Some(line) = line(&id.to_string(), saved, &mut written)? {
            put(&line)?;
            written.n_sessions += 1;
        }
    }
    let trailer = serde_json::to_string(&sum.trailer())?;
    out.put(format!("{trailer}\n").as_bytes())?;
    Ok(written)
}

/// A record's line; none where it can't be read, which is said, or where it is gone.
fn line(named: &str, line: Result<String, Error>, written: &mut Written) -> Result<Option<String>, Failure> {
    match line {
        Ok(line) => Ok(Some(line)),
        // It was deleted meanwhile.
        Err(Error::NotFound) => Ok(None),
        Err(error @ (Error::Damaged(_) | Error::Conflict)) => {
            eprintln!("{named}: left out, {}", whole(&error));
            written.n_left_out += 1;
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
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

/// Brings everything of a backup back that is not there.
///
/// # Errors
/// The file changed since it was found sound, or the store could not.
pub async fn restore(store: &dyn Store, SoundBackup { file }: SoundBackup<'_>) -> Result<(), Failure> {
    let there: HashSet<_> = store.all_ids().await?.into_iter().collect();
    let (mut n_restored, mut n_there) = (0, 0);
    let (mut n_campaigns, mut n_campaigns_there) = (0, 0);
    for line in records(file)? {
        match BackedUp::read(&line?).map_err(|error| altered(file, &error.to_string()))? {
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
    for line in records(file)? {
        BackedUp::read(&line?).map_err(|error| altered(file, &error.to_string()))?;
    }
    Ok(())
}

/// The lines of a backup between header and trailer.
fn records(file: &Path) -> Result<impl Iterator<Item = Result<String, Failure>>, Failure> {
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
