//! Turns in progress, in documents beneath the session's: the events of the current turn, words among
//! people, and the servers that follow them.

use async_trait::async_trait;
use game::id::{SessionId, TurnId};
use jiff::Timestamp;

use crate::store::{LiveTalk, LiveTurn, LiveTurns, Result, SessionProgress, json::whose};

use super::{
    FirestoreStore,
    database::WriteCondition,
    document::{DocumentFields, StoredDocument},
    failure::told,
    place::DocumentPath,
};

#[async_trait]
impl LiveTurns for FirestoreStore {
    async fn progress(&self, session: &SessionId) -> Result<SessionProgress> {
        let standing = self.standing(session).await?;
        let claimed = standing.held_by().cloned();
        Ok(SessionProgress { version: standing.version, n_turns: standing.n_turns, claimed })
    }

    /// Each server has a field of its own with the time. Those whose time has run out are removed by the next writer.
    async fn follow_turns(&self, session: &SessionId, until: Timestamp) -> Result<()> {
        let place = DocumentPath::session(session)?.followers();
        let there = self.db.get(&place, None, &whose(session)).await?;
        let now = Timestamp::now();
        let has_run_out = |record: &StoredDocument, name: &str| record.time(name).is_ok_and(|until| until <= now);
        let mut names = vec![self.server.as_str()];
        if let Some(record) = &there {
            names.extend(record.names().filter(|name| *name != self.server && has_run_out(record, name)));
        }
        let fields = DocumentFields::default().time(&self.server, until);
        self.db.commit_again_and_again(vec![self.db.change(&place, fields, &names, WriteCondition::Anything)]).await
    }

    async fn is_followed_elsewhere(&self, session: &SessionId) -> Result<bool> {
        let there = self.db.get(&DocumentPath::session(session)?.followers(), None, &whose(session)).await?;
        let now = Timestamp::now();
        Ok(there.is_some_and(|record| {
            record.names().any(|name| name != self.server && record.time(name).is_ok_and(|until| until > now))
        }))
    }

    async fn publish_turn(&self, session: &SessionId, live: &LiveTurn) -> Result<()> {
        let fields = DocumentFields::default().text("turn", live.turn.as_str()).bytes("events", live.events.as_str());
        let write = self.db.put(&DocumentPath::session(session)?.live_turn(), fields, WriteCondition::Anything);
        self.db.try_commit(vec![write]).await.map(drop).map_err(|error| told(&error))
    }

    async fn live_turn(&self, session: &SessionId) -> Result<Option<LiveTurn>> {
        let there = self.db.get(&DocumentPath::session(session)?.live_turn(), None, &whose(session)).await?;
        let read = |record: StoredDocument| {
            Ok(LiveTurn { turn: TurnId::from(record.text("turn")?), events: record.body("events")?.to_owned() })
        };
        there.map(read).transpose()
    }

    /// The words of all servers are fields of one document, so that reading them costs one.
    async fn publish_talk(&self, session: &SessionId, talk: &LiveTalk) -> Result<()> {
        let fields = DocumentFields::default().bytes(&talk.id, talk.words.as_str());
        let change =
            self.db.change(&DocumentPath::session(session)?.live_talk(), fields, &[&talk.id], WriteCondition::Anything);
        self.db.commit_again_and_again(vec![change]).await
    }

    async fn live_talk(&self, session: &SessionId) -> Result<Vec<LiveTalk>> {
        let Some(record) = self.db.get(&DocumentPath::session(session)?.live_talk(), None, &whose(session)).await?
        else {
            return Ok(Vec::new());
        };
        let read = |id: &str| Ok(LiveTalk { id: id.to_owned(), words: record.body(id)?.to_owned() });
        let mut all = record.names().map(read).collect::<Result<Vec<LiveTalk>>>()?;
        all.sort_unstable_by(|one, other| one.id.cmp(&other.id));
        Ok(all)
    }

    async fn withdraw_talk(&self, session: &SessionId, ids: &[String]) -> Result<()> {
        let names: Vec<&str> = ids.iter().map(String::as_str).collect();
        let place = DocumentPath::session(session)?.live_talk();
        let change = self.db.change(&place, DocumentFields::default(), &names, WriteCondition::There);
        self.db.commit_again_and_again(vec![change]).await
    }

    async fn withdraw_turn(&self, session: &SessionId) -> Result<()> {
        self.delete_all([DocumentPath::session(session)?.live_turn()]).await
    }

    async fn withdraw_live(&self, session: &SessionId) -> Result<()> {
        let place = DocumentPath::session(session)?;
        self.delete_all([place.live_turn(), place.live_talk(), place.followers()]).await
    }
}

impl FirestoreStore {
    async fn delete_all(&self, places: impl IntoIterator<Item = DocumentPath>) -> Result<()> {
        let deletes = places.into_iter().map(|place| self.db.delete(self.db.name(&place), WriteCondition::Anything));
        self.db.commit_again_and_again(deletes.collect()).await
    }
}
