//! What players write into the journals of their sessions: one record a session, apart from its turns, so that writing disturbs
//! no turn and no turn loses what was written.

use async_trait::async_trait;

use game::{SCHEMA, id::SessionId, journal::Hand};

use super::{
    Error, Result,
    json::{self, whose},
    limits::Part,
    packed::{pack, unpack},
};

/// Where what players write into journals is kept. Every method is one atomic step.
#[async_trait]
pub trait Hands {
    /// What was written into a session's journal; nothing where that was never done. [`Error::NotFound`] if there is no such
    /// session.
    async fn hand(&self, session: &SessionId) -> Result<Hand>;

    /// Saves it in the place of what it was. [`Error::Conflict`] if that is no longer at `expected_version`, or if its own
    /// version isn't the next one; [`Error::NotFound`] if there is no such session; [`Error::TooLarge`] beyond the bounds of a
    /// record. The session's version stays, and a turn that plays meanwhile goes on.
    async fn save_hand(&self, session: &SessionId, hand: &Hand, expected_version: u64) -> Result<()>;
}

/// A hand as it is kept, if it is within its limits.
pub(super) fn packed(hand: &Hand) -> Result<Vec<u8>> {
    pack(Part::Hand, &json::encode(Part::Hand, hand)?)
}

/// A hand from what is kept of it.
///
/// # Errors
/// [`Error::Damaged`]: it is not what was saved.
pub(super) fn unpacked(session: &SessionId, schema: i64, body: &[u8]) -> Result<Hand> {
    let json = unpack(Part::Hand, &whose(session), body)?;
    json::decode(Part::Hand, &whose(session), schema, &json)
}

/// Whether what stands at `version` can become this.
///
/// # Errors
/// [`Error::Conflict`]: somebody else saved it first, or this isn't what follows.
pub(super) fn check_follows(hand: &Hand, version: u64, expected_version: u64) -> Result<()> {
    let follows = version == expected_version && Some(hand.version) == expected_version.checked_add(1);
    if follows { Ok(()) } else { Err(Error::Conflict) }
}

/// The number stored records carry.
pub(super) fn schema() -> i64 {
    SCHEMA.into()
}
