//! The store that the settings name, opened as a command needs it.

use std::sync::Arc;

use crate::{
    cli::{self, CommandError},
    config::{self, Config, StoreKind},
    store::{FirestoreOptions, FirestoreStore, MemoryStore, SqliteStore, Store},
};

const KEEPS_NOTHING: &str = "STORE=memory keeps nothing beyond its process: set STORE=sqlite and DATA_DIR";

pub(super) async fn store(config: &Config) -> Result<Arc<dyn Store>, CommandError> {
    Ok(match config.store {
        StoreKind::Memory => Arc::new(MemoryStore::new()),
        StoreKind::Sqlite => Arc::new(SqliteStore::open(&config.data_dir).await?),
        StoreKind::Firestore => Arc::new(FirestoreStore::open(firestore(config)?).await?),
    })
}

pub(super) async fn read_only(config: &Config) -> Result<Arc<dyn Store>, CommandError> {
    match config.store {
        StoreKind::Memory => Err(KEEPS_NOTHING.into()),
        StoreKind::Sqlite => Ok(Arc::new(SqliteStore::open_read_only(&config.data_dir).await?)),
        StoreKind::Firestore => Ok(Arc::new(FirestoreStore::open(firestore(config)?).await?)),
    }
}

/// The store, to be written by a command: it must be one that is still there afterwards.
pub(super) async fn kept(config: &Config) -> Result<Arc<dyn Store>, CommandError> {
    match config.store {
        StoreKind::Memory => Err(KEEPS_NOTHING.into()),
        StoreKind::Sqlite | StoreKind::Firestore => store(config).await,
    }
}

fn firestore(config: &Config) -> Result<FirestoreOptions, CommandError> {
    let options = FirestoreOptions {
        database_id: config.firestore_database_id.clone(),
        emulator_host: config.firestore_emulator_host.clone(),
        credentials: config.google_application_credentials.clone(),
        ..FirestoreOptions::of_project(config.firestore_project_id.clone().unwrap_or_default())
    };
    Ok(options.checked().map_err(|error| config::ConfigError::of(cli::whole(&error)))?)
}

/// Finishes the store after the work, whatever came of it.
pub(super) async fn closing<T, E>(store: &dyn Store, work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let done = work.await;
    store.finish().await;
    done
}
