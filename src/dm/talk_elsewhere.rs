//! Words among people at a table, on several servers of one store.
//!
//! The server on which something is said publishes it for a minute, and the others look for it once a second as long as guests
//! follow the session there, or sit at its table. It is deleted again, as nothing of it is kept.

use std::{convert::Infallible, sync::Arc, time::Duration};

use game::id::{SeatId, SessionId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio::time::sleep;
use uuid::Uuid;

use crate::store::LiveTalk;

use super::{
    Tables,
    elsewhere::WATCH_EVERY,
    rosters::TableTalk,
    table_stream::{TableEvent, TableLog},
};

/// How long words stay published: longer than another server may need to read the store again.
const KEEP_FOR: Duration = Duration::from_secs(60);

/// Words with those who hear them.
#[derive(Debug, Serialize, Deserialize)]
struct PublishedTalk {
    from: SeatId,
    to: Option<Vec<SeatId>>,
    text: String,
    at: Timestamp,
    hearers: Vec<SeatId>,
}

impl From<TableTalk> for PublishedTalk {
    fn from(TableTalk { from, to, text, at, hearers }: TableTalk) -> Self {
        Self { from, to, text, at, hearers }
    }
}

impl From<PublishedTalk> for TableTalk {
    fn from(PublishedTalk { from, to, text, at, hearers }: PublishedTalk) -> Self {
        Self { from, to, text, at, hearers }
    }
}

impl Tables {
    /// Publishes messages that were sent here, if another server follows the session. Waits until it is written, so that a
    /// person's words keep their order.
    pub(super) async fn tell_talk_elsewhere(&self, session: &SessionId, talk: TableTalk) {
        if !self.store().is_shared() {
            return;
        }
        let (store, session) = (Arc::clone(self.store()), session.clone());
        let id = format!("t{}", Uuid::now_v7().simple());
        if let Some(log) = self.streams.log(&session) {
            log.tells_talk(&id);
        }
        // In a task of its own: the client may go before it is written.
        let published = tokio::spawn(async move {
            if let Ok(false) = store.is_followed_elsewhere(&session).await {
                return;
            }
            let words = serde_json::to_string(&PublishedTalk::from(talk)).unwrap_or_default();
            let live = LiveTalk { id: id.clone(), words };
            if let Err(error) = store.publish_talk(&session, &live).await {
                tracing::warn!(%session, %error, "words were not told on other servers");
            }
            tokio::spawn(async move {
                sleep(KEEP_FOR).await;
                // With the session it is gone already.
                let _ = store.withdraw_talk(&session, &[id]).await;
            });
        });
        let _ = published.await;
    }

    /// Publishes messages from other servers to the followers of a session here.
    pub(super) async fn watch_talk(&self, session: &SessionId, log: &TableLog) -> Infallible {
        // Messages from before this server followed the session are not published later.
        let mut is_earlier = true;
        loop {
            if is_earlier || log.has_guests() {
                match self.store().live_talk(session).await {
                    Ok(all) => {
                        let new = all.into_iter().filter(|talk| log.tells_talk(&talk.id) && !is_earlier);
                        let new: Vec<TableTalk> = new.filter_map(|talk| read(&talk)).collect();
                        for talk in new {
                            self.streams.publish(session, || TableEvent::Talk(talk));
                        }
                        is_earlier = false;
                    }
                    Err(error) => tracing::debug!(%session, %error, "words on other servers can't be read"),
                }
            }
            sleep(WATCH_EVERY).await;
        }
    }
}

fn read(talk: &LiveTalk) -> Option<TableTalk> {
    serde_json::from_str::<PublishedTalk>(&talk.words).ok().map(TableTalk::from)
}
