//! `embertale verify`: replays sessions from their changes, and their dice from the seeds.

use std::{path::Path, process::ExitCode};

use game::id::SessionId;

use crate::{
    dm::campaigns::kept_package,
    store::{Error, Past, Store, check_fold},
};

use super::{CommandError, bundles, terminal::say};

/// Checks the store's file, folds a session, or all of them, and compares each with what is stored, byte for byte; with `dice`
/// throws every recorded throw again, too. Prints a line for each, and fails if any differs or the file is damaged.
///
/// # Errors
/// There is no such session, or the list of sessions can't be read.
pub async fn verify(
    store: &dyn Store,
    session: Option<String>,
    dice: bool,
) -> std::result::Result<ExitCode, CommandError> {
    let check = store.check_file().await?;
    let store = check.readable(store);
    check.damage.iter().for_each(|damage| say!("WRONG: {damage}"));
    let ids = match session {
        Some(id) => {
            let id = SessionId::from(id);
            if matches!(store.load(&id).await, Err(Error::NotFound)) {
                return Err(bundles::no_session(&id));
            }
            vec![id]
        }
        None => store.all_ids().await?,
    };
    let mut n_wrong = 0;
    for id in &ids {
        match verify_at_rest(store, id, dice).await {
            Ok(found) => say!("{id}: clean, {found}"),
            Err(why) => {
                n_wrong += 1;
                say!("{id}: WRONG, {why}");
            }
        }
    }
    say!("{} sessions, {n_wrong} wrong", ids.len());
    Ok(if n_wrong == 0 && check.damage.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks a bundle as import would, and with `dice` throws its throws again.
///
/// # Errors
/// The file can't be read, or is no bundle that can be taken in.
pub fn verify_file(file: &Path, dice: bool) -> std::result::Result<ExitCode, CommandError> {
    let past = bundles::read(file)?.past;
    Ok(match thrown(&past, dice) {
        Ok(thrown) => {
            say!("{}: clean, {} turns{thrown}", file.display(), past.turns.len());
            ExitCode::SUCCESS
        }
        Err(why) => {
            say!("{}: WRONG, {why}", file.display());
            ExitCode::FAILURE
        }
    })
}

/// Verifies a session that may be played meanwhile: what differs counts only if nothing was saved in between.
async fn verify_at_rest(store: &dyn Store, id: &SessionId, dice: bool) -> std::result::Result<String, String> {
    let mut tries = 0..10;
    loop {
        let before = store.load(id).await.map_err(|error| error.to_string())?.head.version;
        let verified = verify_one(store, id, dice).await;
        let moved = store.load(id).await.is_ok_and(|session| session.head.version != before);
        if verified.is_ok() || !moved || tries.next().is_none() {
            return verified;
        }
    }
}

async fn verify_one(store: &dyn Store, id: &SessionId, dice: bool) -> std::result::Result<String, String> {
    let session = store.load(id).await.map_err(|error| error.to_string())?;
    let stored = store.raw_snapshot(id).await.map_err(|error| error.to_string())?;
    let folded = check_fold(store, id).await.map_err(|error| error.to_string())?;
    let folded = serde_json::to_vec(&folded).map_err(|error| error.to_string())?;
    if folded != stored {
        let at = folded.iter().zip(&stored).take_while(|(a, b)| a == b).count();
        return Err(format!("its changes do not come to what is stored; they part at byte {at} of {}", stored.len()));
    }
    if let Some(plot) = &session.game.plot {
        let kept = kept_package(store, &plot.campaign.digest).await;
        kept.map_err(|error| format!("the campaign it plays, “{}”, can't be had: {error}", plot.campaign.title))?;
    }
    let aside = store.aside(id).await;
    aside.map_err(|error| format!("its other tellings or its journal can't be read: {error}"))?;
    let thrown = match dice {
        true => thrown(&Past::load(store, id).await.map_err(|error| error.to_string())?, true)?,
        false => String::new(),
    };
    Ok(format!("{} turns{thrown}", session.head.n_turns))
}

/// The result of rolling all dice again, if requested.
fn thrown(past: &Past, dice: bool) -> std::result::Result<String, String> {
    if !dice {
        return Ok(String::new());
    }
    let throws = past.throw_again();
    match throws.wrong.as_slice() {
        [] => Ok(format!(", {throws}")),
        [one] => Err(one.clone()),
        [first, others @ ..] => Err(format!("{first}; and {} other throws", others.len())),
    }
}
