//! `embertale players`: manages players and exports or deletes their data.

use std::{
    io::{IsTerminal, stdin},
    path::Path,
    process::ExitCode,
};

use crate::{
    config::{self, read_players},
    dm::purse::forget_player,
    store::{Error, Store},
};

use super::{Failure, backup::backup_of, terminal::say};

/// Adds a player and prints the secret.
///
/// # Errors
/// The name is invalid or taken, or the file can't be written.
pub fn add_player(file: &Path, name: &str) -> Result<(), Failure> {
    let secret = config::add_player(file, name)?;
    say!("{secret}");
    eprintln!(
        "This is the secret of {name}. It is shown only once and stored nowhere. A server with AUTH=token and this DATA_DIR accepts it \
         from now on."
    );
    Ok(())
}

/// Removes a player of the file. `configured` are the players of AUTH_TOKENS.
///
/// # Errors
/// There is no such player, or the file can't be written.
pub fn remove_player(file: &Path, name: &str, configured: &[(String, String)]) -> Result<(), Failure> {
    config::remove_player(file, name)?;
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
pub fn list_players(file: &Path, configured: &[(String, String)]) -> Result<(), Failure> {
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
/// The store can't be read, or the file can't be written.
pub async fn export_player(store: &dyn Store, name: &str, file: &Path) -> Result<ExitCode, Failure> {
    backup_of(store, file, Some(name)).await
}

/// The files that name players.
#[derive(Debug, Clone, Copy)]
pub struct PlayerFiles<'a> {
    /// Players and digests of their secrets.
    pub players: &'a Path,
    /// What each day cost.
    pub spending: &'a Path,
}

/// Deletes all data of one player. What the player's calls cost still counts for the day.
///
/// # Errors
/// The user did not confirm, or the store failed.
pub async fn erase_player(
    store: &dyn Store,
    PlayerFiles { players, spending }: PlayerFiles<'_>,
    name: &str,
    is_agreed: bool,
) -> Result<(), Failure> {
    if !is_agreed && !asks_back(name)? {
        return Err("nothing was deleted".into());
    }
    let (mut n_sessions, mut n_beside) = (0, 0);
    let mut undeleted = Vec::new();
    loop {
        let page = store.list(name, 100, None).await?;
        if page.items.is_empty() {
            break;
        }
        let mut n_deleted = 0;
        for session in &page.items {
            n_deleted += usize::from(is_deleted(store.delete(&session.id).await)?);
        }
        n_sessions += n_deleted;
        // Sessions that another process deletes meanwhile are not in the next list.
        let ids = page.items.into_iter().map(|session| session.id).collect::<Vec<_>>();
        if n_deleted == 0 && ids == undeleted {
            let ids = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            return Err(
                format!("the store lists these sessions of {name} but does not find them to delete: {ids}").into()
            );
        }
        undeleted = if n_deleted == 0 { ids } else { Vec::new() };
    }
    for campaign in store.shelf(name).await? {
        n_beside += usize::from(is_deleted(store.unshelve(name, &campaign.slug).await)?);
    }
    for plan in store.plans(name).await? {
        n_beside += usize::from(is_deleted(store.delete_plan(name, &plan.id).await)?);
    }
    store.purge().await?;
    forget_player(spending, name).map_err(|error| format!("{} can't be rewritten: {error}", spending.display()))?;
    // The player is removed last, so that an interrupted deletion can be repeated.
    if read_players(players)?.iter().any(|player| player.name == name) {
        config::remove_player(players, name)?;
    }
    say!("{n_sessions} sessions and {n_beside} campaigns and plans of {name} are deleted. Backups still have them.");
    Ok(())
}

/// Whether the record was deleted now; `false` if there is no such record.
fn is_deleted(deleted: Result<(), Error>) -> Result<bool, Error> {
    match deleted {
        Ok(()) => Ok(true),
        Err(Error::NotFound) => Ok(false),
        Err(error) => Err(error),
    }
}

fn asks_back(name: &str) -> Result<bool, Failure> {
    if !stdin().is_terminal() {
        return Err(format!("this deletes all data of {name}: add --yes to confirm").into());
    }
    eprint!("This deletes all data of {name}. Type the name to confirm: ");
    let mut typed = String::new();
    stdin().read_line(&mut typed)?;
    Ok(typed.trim() == name)
}
