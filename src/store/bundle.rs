//! A whole session as one JSON document, for import elsewhere. What is written contains no secret that is still in use, and
//! only what play can continue from is read.

mod check;
mod read;

pub(super) use read::{UnreadHistory, from_text, typed};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use game::{
    Change, Game, SCHEMA, Session, State,
    hero::FieldError,
    safety::{Safety, TableSafety},
    turn::Usage,
};

use super::{Error, Interlude, KeptPackage, Past, Result, StoredTurn, SupersededRecords};

/// The format name in a bundle.
pub const BUNDLE_FORMAT: &str = "embertale-session";
/// The version of the bundle format; its content has a [`SCHEMA`] of its own.
pub const BUNDLE_VERSION: u32 = 1;

/// A session on its way from one store to another: its whole past, and nothing of whose it is. One that was read is
/// sound: its numbers are within bounds, and its changes come to its state.
#[derive(Debug, Clone, PartialEq)]
pub struct Bundle {
    /// Metadata.
    pub about: About,
    /// The game as it is.
    pub state: Game,
    /// Everything that led there.
    pub past: Past,
    /// The seeds its dice fell from, in the order they came.
    pub seeds: Vec<BundledSeed>,
    /// The package it plays by, where it plays a campaign: it goes on elsewhere with the words it began with.
    pub campaign: Option<KeptPackage>,
}

/// Metadata of a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// As the player named it.
    pub title: String,
    /// When it began.
    pub created_at: Timestamp,
    /// When it was last saved.
    pub updated_at: Timestamp,
    pub usage: Usage,
    /// The first turn the next prompt shows.
    pub window_from: u32,
    /// The lines, veils and dials that its host has set.
    #[serde(default, skip_serializing_if = "Safety::is_empty")]
    pub safety: Safety,
}

/// A seed and its published commitment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BundledSeed {
    /// SHA-256 of its 32 bytes, in hex.
    pub commitment: String,
    /// The seed; null where it is not revealed, and then it is left out everywhere else too.
    pub seed: Option<String>,
}

/// Why a text can't be imported as a bundle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// It is not JSON; a sentence.
    #[error("{0}")]
    NotJson(String),
    /// Something in it can't be.
    #[error("{}: {}", .0.field, .0.message)]
    Invalid(FieldError),
}

impl BundleError {
    fn at(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(FieldError::new(field, message))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BundleDocument<'a> {
    format: &'static str,
    version: u32,
    schema: u32,
    session: WrittenSession<'a>,
    turns: &'a [StoredTurn],
    interludes: &'a [Interlude],
    aside: &'a SupersededRecords,
    dice: WrittenDice<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    campaign: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct WrittenSession<'a> {
    #[serde(flatten)]
    about: &'a About,
    start: &'a Game,
    state: &'a Game,
}

#[derive(Serialize)]
struct WrittenDice<'a> {
    seeds: &'a [BundledSeed],
}

impl Bundle {
    /// Whether every throw fell from a seed that was promised before it, as far as seeds are revealed.
    ///
    /// # Errors
    /// One did not; the sentence says which.
    pub fn check_throws(&self) -> std::result::Result<(), BundleError> {
        let wrong = self.past.throw_again().wrong.into_iter().next();
        wrong.map_or(Ok(()), |wrong| Err(BundleError::at("dice", format!("The dice were altered: {wrong}."))))
    }

    /// The bundle of a session. The seeds of these commitments and the owner are left out everywhere.
    ///
    /// # Errors
    /// [`Error::Damaged`]: the past does not come to the session's game.
    pub fn of(session: Session, mut past: Past, secret: &[String]) -> Result<Self> {
        let Session { head, game } = session;
        if past.fold()?.0 != game {
            return Err(Error::Damaged(format!(
                "the changes of session {} do not come to what is stored; `embertale verify` says more",
                head.id
            )));
        }
        let commitments = past.commitments(&head.shared_seeds);
        let seeds = past.seeds().zip(commitments).map(|(cup, commitment)| {
            let revealed = !cup.seed.is_empty() && !secret.contains(&commitment);
            BundledSeed { commitment, seed: revealed.then_some(cup.seed) }
        });
        let seeds: Vec<BundledSeed> = seeds.collect();
        let mut revealed = seeds.iter().map(|seed| seed.seed.clone().unwrap_or_default());
        past.start = reseeded(&past.start, revealed.next().unwrap_or_default());
        for change in past.interludes.iter_mut().flat_map(|interlude| &mut interlude.changes) {
            if let Change::DiceReseeded { seed } = change {
                *seed = revealed.next().unwrap_or_default();
            }
        }
        drop(revealed);
        let last = seeds.last().and_then(|seed| seed.seed.clone());
        for stored in past.turns.iter_mut().chain(&mut past.aside.alternatives) {
            stored.turn.forget_seats();
            let after = &mut stored.head_after;
            after.owner.clear();
            after.create_fingerprint = None;
            after.shared_seeds.clear();
            (after.spent_pico_usd, after.cap_pico_usd) = (0, None);
            after.safety = TableSafety::default();
            after.origin = None;
        }
        let about = About {
            title: head.title,
            created_at: head.created_at,
            updated_at: head.updated_at,
            usage: head.usage,
            window_from: head.window_from,
            safety: head.safety.host,
        };
        Ok(Self { about, state: reseeded(&game, last.unwrap_or_default()), past, seeds, campaign: None })
    }

    /// The bundle as JSON.
    ///
    /// # Errors
    /// [`Error::Damaged`]: a record can't be written.
    pub fn write(&self) -> Result<Vec<u8>> {
        let failed = |error| Error::Damaged(format!("the bundle can't be written: {error}"));
        let campaign = self.campaign.as_ref().map(|package| serde_json::from_str::<&RawValue>(package.json()));
        let written = BundleDocument {
            format: BUNDLE_FORMAT,
            version: BUNDLE_VERSION,
            schema: SCHEMA,
            session: WrittenSession { about: &self.about, start: &self.past.start, state: &self.state },
            turns: &self.past.turns,
            interludes: &self.past.interludes,
            aside: &self.past.aside,
            dice: WrittenDice { seeds: &self.seeds },
            campaign: campaign.transpose().map_err(failed)?,
        };
        serde_json::to_vec(&written).map_err(failed)
    }

    /// The commitments of the seeds that are left out.
    pub fn secret_commitments(&self) -> Vec<String> {
        self.seeds.iter().filter(|seed| seed.seed.is_none()).map(|seed| seed.commitment.clone()).collect()
    }
}

/// A game with another seed in its cup.
fn reseeded(game: &Game, seed: String) -> Game {
    let mut state: State = (**game).clone();
    state.dice.seed = seed;
    Game::new(state)
}
