//! Writes backups of a store: on command, and every day while a server runs.

mod daily;
mod input;
mod output;

pub use daily::{DailyBackup, back_up_daily};
pub use input::{InputFile, unreadable};
pub use output::{OutputFile, is_standard_output};

use std::{
    collections::{BTreeSet, HashSet},
    io,
    path::{Path, PathBuf},
};

use game::id::SessionId;
use jiff::Timestamp;

use crate::dm::campaigns::kept_package;
use crate::store::{self, FileDamage, Saved, SavedCampaign, Shelved, Store, Summing, header};

/// Sessions of one page of a player's list.
const PAGE: u32 = 100;

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Renaming would replace a device by a file.
    #[error("{} is not a file: give a file, or - for standard output", .0.display())]
    NotAFile(PathBuf),
    #[error("cannot write {}: {error}; name another file", .path.display())]
    Output { path: PathBuf, error: io::Error },
    #[error("cannot write to standard output: {0}; check the program or the file that it is sent to")]
    StandardOutput(io::Error),
    #[error("nothing could be read, so no backup was written: restore an older one into an empty DATA_DIR")]
    NothingSaved,
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Content of a backup, and what it lacks.
#[derive(Debug, Default)]
pub struct BackupSummary {
    /// Sessions.
    pub n_sessions: usize,
    /// Records of campaigns and plans.
    pub n_campaigns: usize,
    /// Records that can't be read.
    pub omissions: Vec<Omission>,
    /// Damage of the store's file. Damaged indexes cause no omissions.
    pub damage: Vec<FileDamage>,
}

/// A record that is missing in a backup because it can't be read.
#[derive(Debug)]
pub struct Omission {
    /// The record, such as a session's id.
    pub what: String,
    /// Why it can't be read.
    pub error: store::Error,
}

impl BackupSummary {
    /// Whether the store has records, but none can be read. Then no file was written.
    pub fn is_lost(&self) -> bool {
        self.n_sessions + self.n_campaigns == 0 && !self.omissions.is_empty()
    }

    fn leave_out(&mut self, what: impl Into<String>, error: store::Error) {
        self.omissions.push(Omission { what: what.into(), error });
    }
}

/// Writes every session, campaign and plan, or those of one `owner`, to a file, which appears only when it is complete. No file
/// is written if the summary [is lost](BackupSummary::is_lost).
///
/// # Errors
/// The store can't be read, or the file can't be written. Single records that can't be read are left out instead.
pub async fn write_backup(store: &dyn Store, file: &Path, owner: Option<&str>) -> Result<BackupSummary, Error> {
    let mut out = OutputFile::create(file)?;
    let check = store.check_file().await?;
    let summary = write_all(check.readable(store), &mut out, owner).await?;
    if !summary.is_lost() {
        out.finish()?;
    }
    Ok(BackupSummary { damage: check.damage, ..summary })
}

async fn write_all(store: &dyn Store, out: &mut OutputFile, owner: Option<&str>) -> Result<BackupSummary, Error> {
    let is_meant = |of: &str| owner.is_none_or(|owner| owner == of);
    let mut sum = Summing::default();
    let mut put = |line: &str| {
        sum.add(line);
        out.put(format!("{line}\n").as_bytes())
    };
    put(&header(Timestamp::now())?)?;
    let mut summary = BackupSummary::default();
    // Packages come before the records that refer to them, so that a partly restored backup can be played.
    let shelved = listed("the list of campaigns", store.all_shelved().await, &mut summary)?;
    let shelved = shelved.into_iter().filter(|(owner, _)| is_meant(owner)).collect::<Vec<_>>();
    let mut ids = listed("the list of sessions", store.all_ids().await, &mut summary)?;
    ids.sort();
    let (ids, packages) = match owner {
        None => (ids, listed("the list of packages", store.all_packages().await, &mut summary)?),
        Some(owner) => {
            let (ids, mut packages) = sessions_of(store, ids, owner, &mut summary).await?;
            packages.extend(shelved.iter().map(|(_, Shelved { digest, .. })| digest.clone()));
            (ids, packages.into_iter().collect())
        }
    };
    for digest in packages {
        let package =
            kept_package(store, &digest).await.map(|package| SavedCampaign::Package(package.json().to_owned()));
        if let Some(line) = line(format!("the package {digest}"), package.and_then(|it| it.write()), &mut summary)? {
            put(&line)?;
            summary.n_campaigns += 1;
        }
    }
    for (owner, campaign) in shelved {
        put(&SavedCampaign::Shelved { owner, campaign }.write()?)?;
        summary.n_campaigns += 1;
    }
    let plans = listed("the list of plans", store.all_plans().await, &mut summary)?;
    for (owner, id) in plans.into_iter().filter(|(owner, _)| is_meant(owner)) {
        let plan = store.plan(&owner, &id).await.map(SavedCampaign::Plan);
        if let Some(line) = line(format!("the plan {id}"), plan.and_then(|it| it.write()), &mut summary)? {
            put(&line)?;
            summary.n_campaigns += 1;
        }
    }
    for id in ids {
        let saved = Saved::load(store, &id).await.map(|(saved, lost)| {
            if let Some(error) = lost {
                summary.leave_out(format!("the other tellings or the journal of {id}"), error);
            }
            saved
        });
        if let Some(line) = line(id.to_string(), saved.and_then(|saved| saved.write()), &mut summary)? {
            put(&line)?;
            summary.n_sessions += 1;
        }
    }
    let trailer = serde_json::to_string(&sum.trailer())?;
    out.put(format!("{trailer}\n").as_bytes())?;
    Ok(summary)
}

/// A list, or an empty one if it is damaged.
fn listed<T>(what: &str, list: store::Result<Vec<T>>, summary: &mut BackupSummary) -> Result<Vec<T>, Error> {
    match list {
        Err(error @ store::Error::Damaged(_)) => {
            summary.leave_out(what, error);
            Ok(Vec::new())
        }
        list => Ok(list?),
    }
}

/// The ids of one player's sessions, and the digests of the packages they use.
async fn sessions_of(
    store: &dyn Store,
    ids: Vec<SessionId>,
    owner: &str,
    summary: &mut BackupSummary,
) -> Result<(Vec<SessionId>, BTreeSet<String>), Error> {
    let (mut own, mut packages, mut unreadable) = (Vec::new(), BTreeSet::new(), Vec::new());
    for id in ids {
        match store.load(&id).await {
            Ok(session) if session.head.owner == owner => {
                packages.extend(session.game.plot.as_ref().map(|plot| plot.campaign.digest.clone()));
                own.push(id);
            }
            // It is another player's, or was deleted meanwhile.
            Ok(_) | Err(store::Error::NotFound) => {}
            Err(error) if is_unreadable(&error) => unreadable.push((id, error)),
            Err(error) => return Err(error.into()),
        }
    }
    if unreadable.is_empty() {
        return Ok((own, packages));
    }
    // Lists contain unreadable sessions too. If the list is unreadable as well, each of them could be the player's.
    let listed = match all_listed(store, owner).await {
        Ok(listed) => Some(listed),
        Err(error) if is_unreadable(&error) => None,
        Err(error) => return Err(error.into()),
    };
    for (id, error) in unreadable {
        if listed.as_ref().is_none_or(|listed| listed.contains(&id)) {
            summary.leave_out(id.to_string(), error);
        }
    }
    Ok((own, packages))
}

/// The ids of a player's list, all pages of it.
async fn all_listed(store: &dyn Store, owner: &str) -> store::Result<HashSet<SessionId>> {
    let (mut ids, mut cursor) = (HashSet::new(), None);
    loop {
        let page = store.list(owner, PAGE, cursor.as_deref()).await?;
        ids.extend(page.items.into_iter().map(|session| session.id));
        cursor = page.next_cursor;
        if cursor.is_none() {
            return Ok(ids);
        }
    }
}

/// Whether an error concerns one record only.
fn is_unreadable(error: &store::Error) -> bool {
    matches!(error, store::Error::Damaged(_) | store::Error::Conflict | store::Error::TooLarge(_))
}

/// A record's line; `None` if the record is deleted or unreadable.
fn line(what: String, line: store::Result<String>, summary: &mut BackupSummary) -> Result<Option<String>, Error> {
    match line {
        Ok(line) => Ok(Some(line)),
        // It was deleted meanwhile.
        Err(store::Error::NotFound) => Ok(None),
        Err(error) if is_unreadable(&error) => {
            summary.leave_out(what, error);
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}
