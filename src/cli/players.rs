//! `embertale players`: manages players and exports or deletes their data.

use std::{
    collections::HashSet,
    io::{IsTerminal, stdin},
    path::{Path, PathBuf},
    process::ExitCode,
};

use game::Session;

use crate::{
    config::{self, read_players},
    dm::budget::forget_player,
    store::{Error, Store},
};

use super::{
    CommandError,
    backup::backup_of,
    terminal::{note, say},
};

/// Adds a player and prints the secret.
///
/// # Errors
/// The name is invalid or taken, or the file can't be written.
pub fn add_player(file: &Path, name: &str) -> Result<(), CommandError> {
    // An argument is not a setting: only its sentence is passed on.
    let secret = config::add_player(file, name).map_err(|error| error.to_string())?;
    say!("{secret}");
    note!(
        "This is the secret of {name}. It is shown only once and stored nowhere. A server with AUTH=token and this DATA_DIR accepts it \
         from now on."
    );
    Ok(())
}

/// Removes a player of the file. `configured` are the players of AUTH_TOKENS.
///
/// # Errors
/// There is no such player, or the file can't be written.
pub fn remove_player(file: &Path, name: &str, configured: &[(String, String)]) -> Result<(), CommandError> {
    config::remove_player(file, name).map_err(|error| error.to_string())?;
    let may_sign_in = match configured.iter().any(|(other, _)| other == name) {
        true => "can still sign in with the secret in AUTH_TOKENS: remove it there and restart the server",
        false => "can no longer sign in",
    };
    say!("{name} {may_sign_in}. The sessions of {name} are kept; `embertale players erase {name}` deletes them.");
    Ok(())
}

/// Lists the players of the file, then those of AUTH_TOKENS.
///
/// # Errors
/// The file can't be read.
pub fn list_players(file: &Path, configured: &[(String, String)]) -> Result<(), CommandError> {
    for player in read_players(file)? {
        say!("{}, added {}", player.name, player.added_at);
    }
    for (name, _) in configured {
        say!("{name}, by AUTH_TOKENS");
    }
    Ok(())
}

/// Writes all data of one player to a file.
///
/// # Errors
/// There is no such player, the store can't be read, or the file can't be written.
pub async fn export_player(
    store: &dyn Store,
    players: PlayerFiles<'_>,
    name: &str,
    file: &Path,
) -> Result<ExitCode, CommandError> {
    if !players.may_sign_in(name)? && !has_data(store, name).await {
        return Err(no_player(name));
    }
    backup_of(store, file, Some(name)).await
}

/// Files that name players, beside the store.
#[derive(Debug, Clone, Copy)]
pub struct PlayerFiles<'a> {
    /// Players and digests of their secrets.
    pub players: &'a Path,
    /// Daily spending.
    pub spending: &'a Path,
    /// The players of AUTH_TOKENS.
    pub configured: &'a [(String, String)],
}

impl PlayerFiles<'_> {
    fn may_sign_in(&self, name: &str) -> Result<bool, CommandError> {
        let is_configured = self.configured.iter().any(|(other, _)| other == name);
        Ok(is_configured || read_players(self.players)?.iter().any(|player| player.name == name))
    }
}

/// Whether the store has something of a player. What can't be read could be the player's.
async fn has_data(store: &dyn Store, name: &str) -> bool {
    store.list(name, 1, None).await.map_or(true, |page| !page.items.is_empty())
        || store.shelf(name).await.map_or(true, |shelf| !shelf.is_empty())
        || store.plans(name).await.map_or(true, |plans| !plans.is_empty())
}

fn no_player(name: &str) -> CommandError {
    format!("there is no player {name} and no data of one; `embertale players list` shows who can sign in").into()
}

/// Deletes all data of one player. What the player's calls cost still counts for the day.
///
/// # Errors
/// The user did not confirm, there is no such player, or the store failed.
pub async fn erase_player(
    store: &dyn Store,
    files: PlayerFiles<'_>,
    name: &str,
    is_agreed: bool,
) -> Result<(), CommandError> {
    if !is_agreed && !asks_back(name)? {
        return Err("nothing was deleted".into());
    }
    let PlayerFiles { players, spending, .. } = files;
    let may_sign_in = files.may_sign_in(name)?;
    let mut erased = Erased::default();
    // Another server may save something meanwhile.
    while erased.pass(store, name).await? {}
    forget_unused(store, std::mem::take(&mut erased.packages)).await?;
    store.purge().await?;
    forget_player(spending, name).map_err(|error| format!("{} can't be rewritten: {error}", spending.display()))?;
    // The player is removed last, so that an interrupted deletion can be repeated.
    if read_players(players)?.iter().any(|player| player.name == name) {
        config::remove_player(players, name)?;
    }
    let Erased { n_sessions, n_beside, .. } = erased;
    // Said last, because an interrupted deletion may have left only what is purged above.
    if !may_sign_in && n_sessions + n_beside == 0 {
        return Err(no_player(name));
    }
    say!("{n_sessions} sessions and {n_beside} campaigns and plans of {name} are deleted. Backups still have them.");
    for copy in copies_of_database(spending.parent()) {
        say!("The copy {} made before an update still has them: delete it.", copy.display());
    }
    Ok(())
}

/// The deleted records of a player so far.
#[derive(Default)]
struct Erased {
    n_sessions: usize,
    n_beside: usize,
    /// Digests of the campaigns that the player had or played.
    packages: HashSet<String>,
}

impl Erased {
    /// Deletes everything there is. `false` if there was nothing.
    async fn pass(&mut self, store: &dyn Store, name: &str) -> Result<bool, CommandError> {
        let before = self.n_sessions + self.n_beside;
        self.sessions(store, name).await?;
        for campaign in store.shelf(name).await? {
            self.packages.insert(campaign.digest);
            self.n_beside += usize::from(is_deleted(store.unshelve(name, &campaign.slug).await)?);
        }
        for plan in store.plans(name).await? {
            self.n_beside += usize::from(is_deleted(store.delete_plan(name, &plan.id).await)?);
        }
        Ok(self.n_sessions + self.n_beside > before)
    }

    async fn sessions(&mut self, store: &dyn Store, name: &str) -> Result<(), CommandError> {
        let mut undeleted = Vec::new();
        loop {
            let page = store.list(name, 100, None).await?;
            if page.items.is_empty() {
                return Ok(());
            }
            let mut n_deleted = 0;
            for session in &page.items {
                // A damaged session is deleted, too.
                let loaded = store.load(&session.id).await.ok();
                self.packages.extend(loaded.as_ref().and_then(played_package).map(str::to_owned));
                n_deleted += usize::from(is_deleted(store.delete(&session.id).await)?);
            }
            self.n_sessions += n_deleted;
            // Sessions that another process deletes meanwhile are not in the next list.
            let ids = page.items.into_iter().map(|session| session.id).collect::<Vec<_>>();
            if n_deleted == 0 && ids == undeleted {
                let ids = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                return Err(format!(
                    "the store lists these sessions of {name} but does not find them to delete: {ids}"
                )
                .into());
            }
            undeleted = if n_deleted == 0 { ids } else { Vec::new() };
        }
    }
}

/// The digest of the campaign that a session plays.
fn played_package(session: &Session) -> Option<&str> {
    session.game.plot.as_ref().map(|plot| plot.campaign.digest.as_str())
}

/// Deletes those of the packages that no one else has or plays. If a session can't be read, all are kept.
async fn forget_unused(store: &dyn Store, mut packages: HashSet<String>) -> Result<(), Error> {
    for (_, campaign) in store.all_shelved().await? {
        packages.remove(&campaign.digest);
    }
    if packages.is_empty() {
        return Ok(());
    }
    for id in store.all_ids().await? {
        match store.load(&id).await {
            Ok(session) => {
                played_package(&session).map(|digest| packages.remove(digest));
            }
            Err(Error::NotFound) => {}
            Err(Error::Damaged(_)) => {
                note!("The session {id} can't be read, so campaigns of the player that it may play are kept.");
                return Ok(());
            }
            Err(error) => return Err(error),
        }
    }
    for digest in packages {
        store.forget_package(&digest).await?;
    }
    Ok(())
}

/// The copies of the database that were made before its migrations.
fn copies_of_database(data_dir: Option<&Path>) -> Vec<PathBuf> {
    let files = data_dir.and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let is_copy = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("embertale-before-") && name.ends_with(".db")
    };
    files.map(|file| file.path()).filter(is_copy).collect()
}

/// Whether the record was deleted now; `false` if there is no such record.
fn is_deleted(deleted: Result<(), Error>) -> Result<bool, Error> {
    match deleted {
        Ok(()) => Ok(true),
        Err(Error::NotFound) => Ok(false),
        Err(error) => Err(error),
    }
}

fn asks_back(name: &str) -> Result<bool, CommandError> {
    if !stdin().is_terminal() {
        return Err(format!("this deletes all data of {name}: add --yes to confirm").into());
    }
    note!("This deletes all data of {name}. Type the name to confirm:");
    let mut typed = String::new();
    stdin().read_line(&mut typed)?;
    Ok(typed.trim() == name)
}
