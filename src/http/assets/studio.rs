//! Pictures from an image server: requested once, in the background, and stored on disk.

use std::{
    collections::HashSet,
    io::{self, Write},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use tokio::{fs, sync::Semaphore};

use crate::{
    files::{Access, write_atomically},
    painter::{Painter, PainterConfig, Picture},
};

/// Pause between requests after a failure.
const REST: Duration = Duration::from_secs(300);
/// Maximum number of pictures on disk; others are drawn.
const MAX_PICTURES: usize = 2_000;
/// The most that wait to be painted.
const MAX_WAITING: usize = 64;

/// Has pictures painted.
#[derive(Debug)]
pub(in crate::http) struct Studio {
    painter: Painter,
    model: String,
    folder: PathBuf,
    /// One at a time.
    hand: Semaphore,
    /// Pictures in progress or waiting.
    waiting: Mutex<HashSet<String>>,
    failed_at: Mutex<Option<Instant>>,
}

impl Studio {
    /// A studio that keeps its pictures in a folder; none if this machine has no client for the server.
    pub(in crate::http) fn new(config: PainterConfig, folder: PathBuf) -> Option<Arc<Self>> {
        let model = config.model().to_owned();
        let painter = Painter::new(config).inspect_err(|error| tracing::warn!("{error}")).ok()?;
        Some(Arc::new(Self {
            painter,
            model,
            folder,
            hand: Semaphore::new(1),
            waiting: Mutex::default(),
            failed_at: Mutex::default(),
        }))
    }

    /// The key of a take of the picture for these words; takes count from 1.
    pub(super) fn key(&self, words: &str, take: u32) -> String {
        let take = if take == 1 { String::new() } else { format!("\n{take}") };
        let digest = Sha256::digest(format!("{}\n{words}{take}", self.model));
        HEXLOWER.encode(&digest[..16])
    }

    /// The picture of this key, if it was painted.
    pub(super) async fn find(&self, key: &str) -> Option<Picture> {
        Picture::read(fs::read(self.folder.join(key)).await.ok()?.into())
    }

    /// Has it painted, unless it is being painted, too many wait, or the server failed a moment ago.
    pub(super) fn order(self: &Arc<Self>, key: String, words: String) {
        let failed_at = *self.failed_at.lock().unwrap_or_else(PoisonError::into_inner);
        if failed_at.is_some_and(|at| at.elapsed() < REST) {
            return;
        }
        {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if waiting.len() >= MAX_WAITING || !waiting.insert(key.clone()) {
                return;
            }
        }
        let studio = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(error) = studio.painted(&key, &words).await {
                tracing::warn!("a picture is drawn, not painted: {error}");
                *studio.failed_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
            }
            studio.waiting.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        });
    }

    async fn painted(&self, key: &str, words: &str) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
        let _hand = self.hand.acquire().await?;
        let failed_at = *self.failed_at.lock().unwrap_or_else(PoisonError::into_inner);
        if failed_at.is_some_and(|at| at.elapsed() < REST) {
            return Err("its server has just failed".into());
        }
        // It may have been painted between the look for its file and this order.
        if self.find(key).await.is_some() {
            return Ok(());
        }
        fs::create_dir_all(&self.folder).await?;
        if self.n_kept().await? >= MAX_PICTURES {
            return Err(format!("there are {MAX_PICTURES} pictures in its folder").into());
        }
        let picture = self.painter.paint(words).await?;
        let path = self.folder.join(key);
        let written = tokio::task::spawn_blocking(move || {
            write_atomically(&path, Access::Shared, |out| out.write_all(&picture.bytes))
        });
        Ok(written.await??)
    }

    async fn n_kept(&self) -> io::Result<usize> {
        let (mut entries, mut n) = (fs::read_dir(&self.folder).await?, 0);
        while entries.next_entry().await?.is_some() {
            n += 1;
        }
        Ok(n)
    }
}
