//! A session that a command plays, with the service that plays it.

use std::sync::Arc;

use futures::StreamExt;
use game::{
    Change, GameSettings, Session,
    character::Character,
    edition::Edition,
    id::SessionId,
    level_up::{self, LevelUpChoices},
    safety::Safety,
    turn::Turn,
};

use crate::{
    dm::{
        Ask, NotPlayed, PlayerWords, Tables, TurnHandle,
        campaigns::{self, NotShelved},
        feed::{self, Feed, TurnEvent, TurnResult},
    },
    store::{self, NewSession},
};

use super::CommandError;

/// Owner of sessions when sign-in is off.
pub(super) const OWNER: &str = "local";

/// A session and the service that plays it.
pub(super) struct CliSession {
    pub(super) tables: Arc<Tables>,
    pub(super) id: SessionId,
}

/// Why a message had no effect.
#[derive(Debug, thiserror::Error)]
pub(super) enum SendError {
    /// It was rejected.
    #[error(transparent)]
    NotPlayed(#[from] NotPlayed),
    /// Its turn failed.
    #[error("{}", .0.message)]
    Failed(feed::TurnFailure),
}

impl CliSession {
    /// A new session of these heroes.
    pub(super) async fn at_new(
        tables: Arc<Tables>,
        heroes: Vec<Character>,
        edition: Edition,
    ) -> Result<Self, NotPlayed> {
        let settings = GameSettings { edition, ..GameSettings::default() };
        let session = tables.new_session(OWNER.to_owned(), None, heroes, settings, &Safety::default());
        Ok(Self::at(tables, session).await?)
    }

    /// A new session of these heroes that plays the campaign of this slug.
    pub(super) async fn at_campaign(
        tables: Arc<Tables>,
        heroes: Vec<Character>,
        edition: Edition,
        slug: &str,
    ) -> Result<Self, CommandError> {
        let chosen = campaigns::find(&**tables.store(), OWNER, slug).await.map_err(|error| match error {
            NotShelved::Unknown(_) => format!("{error} `embertale campaign list` names those that come with the game."),
            _ => error.to_string(),
        })?;
        tables.store().keep_package(&chosen.kept).await?;
        let settings = GameSettings { edition, ..GameSettings::default() };
        let session = tables.new_campaign(OWNER.to_owned(), None, heroes, settings, &chosen)?;
        Ok(Self::at(tables, session).await?)
    }

    async fn at(tables: Arc<Tables>, session: Session) -> Result<Self, store::Error> {
        let new = NewSession { session, past: None, create_key: None };
        let id = tables.store().create(new).await?.into_inner().head.id;
        Ok(Self { tables, id })
    }

    /// Loads the session.
    pub(super) async fn now(&self) -> Result<Session, NotPlayed> {
        let session = self.tables.store().load(&self.id).await?;
        if session.head.owner == OWNER { Ok(session) } else { Err(NotPlayed::UnknownSession) }
    }

    /// The last turn, if any.
    pub(super) async fn last_turn(&self) -> Result<Option<Turn>, NotPlayed> {
        let end = self.now().await?.head.n_turns.saturating_add(1);
        let mut last = self.tables.store().turns(&self.id, None, Some(end), 1).await?;
        Ok(last.pop().map(|stored| stored.turn))
    }

    /// Plays a turn; `hear` gets every event and its feed.
    pub(super) async fn play(
        &self,
        ask: Ask,
        mut hear: impl FnMut(&TurnEvent, &Feed),
    ) -> Result<Box<TurnResult>, SendError> {
        let words = PlayerWords { session: self.id.clone(), owner: OWNER.to_owned(), guest: None, ask, key: None };
        let TurnHandle { feed, .. } = self.tables.play(words).await?;
        let mut events = std::pin::pin!(feed.read(None));
        while let Some(found) = events.next().await {
            hear(&found.event, &feed);
        }
        feed.ending().await.map_err(SendError::Failed)
    }

    /// Takes every pending level with the class's default choices. Returns what was gained.
    pub(super) async fn level_up(&self) -> Result<Vec<String>, NotPlayed> {
        if self.now().await?.game.characters.iter().all(|hero| hero.pending_level_up.is_none()) {
            return Ok(Vec::new());
        }
        let line = self.tables.line_up(&self.id);
        let (_, gained) = self
            .tables
            .between_turns(line, |session| {
                let mut game = session.game.clone();
                let (mut changes, mut gained) = (Vec::new(), Vec::new());
                while let Some(change) =
                    game.characters.iter().find_map(|hero| level_up::take(hero, &LevelUpChoices::default()).ok())
                {
                    game.apply(&change)?;
                    if let Change::LevelGained { level, hp, .. } = &change {
                        gained.push(format!("Level {level}, with {hp} hit points more."));
                    }
                    changes.push(change);
                }
                Ok::<_, NotPlayed>((changes, gained))
            })
            .await?;
        Ok(gained)
    }
}
