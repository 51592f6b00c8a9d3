//! `embertale verify`: sessions worked out again from their changes.

use std::process::ExitCode;

use crate::{
    game::id::SessionId,
    store::{Result, Store, check_fold},
};

/// Folds a session, or all of them, and compares each with what is stored, byte for byte. Prints a line for each, and
/// fails if any differs.
///
/// # Errors
/// The list of sessions can't be read.
pub async fn verify(store: &dyn Store, session: Option<String>) -> Result<ExitCode> {
    let ids = match session {
        Some(id) => vec![SessionId(id)],
        None => store.all_ids().await?,
    };
    let mut n_wrong = 0;
    for id in &ids {
        match verify_at_rest(store, id).await {
            Ok(n_turns) => println!("{id}: clean, {n_turns} turns"),
            Err(why) => {
                n_wrong += 1;
                println!("{id}: WRONG, {why}");
            }
        }
    }
    println!("{} sessions, {n_wrong} wrong", ids.len());
    Ok(if n_wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Verifies a session that may be played meanwhile: what differs counts only if nothing was saved in between.
async fn verify_at_rest(store: &dyn Store, id: &SessionId) -> std::result::Result<u32, String> {
    let mut tries = 0..10;
    loop {
        let before = store.load(id).await.map_err(|error| error.to_string())?.head.version;
        let verified = verify_one(store, id).await;
        let moved = store.load(id).await.is_ok_and(|session| session.head.version != before);
        if verified.is_ok() || !moved || tries.next().is_none() {
            return verified;
        }
    }
}

async fn verify_one(store: &dyn Store, id: &SessionId) -> std::result::Result<u32, String> {
    let session = store.load(id).await.map_err(|error| error.to_string())?;
    let stored = store.raw_snapshot(id).await.map_err(|error| error.to_string())?;
    let folded = check_fold(store, id).await.map_err(|error| error.to_string())?;
    let folded = serde_json::to_vec(&folded).map_err(|error| error.to_string())?;
    if folded == stored {
        return Ok(session.head.n_turns);
    }
    let at = folded.iter().zip(&stored).take_while(|(a, b)| a == b).count();
    Err(format!("its changes do not come to what is stored; they part at byte {at} of {}", stored.len()))
}
