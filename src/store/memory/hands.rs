//! What players wrote into journals, in memory.

use async_trait::async_trait;
use game::{id::SessionId, journal::Hand};

use crate::store::{Hands, Result, hands};

use super::MemoryStore;

#[async_trait]
impl Hands for MemoryStore {
    async fn hand(&self, session: &SessionId) -> Result<Hand> {
        let kept = self.kept();
        let body = kept.session(session)?.hand.as_deref();
        body.map_or(Ok(Hand::default()), |body| hands::unpacked(session, hands::schema(), body))
    }

    async fn save_hand(&self, session: &SessionId, hand: &Hand, expected_version: u64) -> Result<()> {
        let body = hands::packed(hand)?;
        let mut kept = self.kept();
        let kept = kept.session_mut(session)?;
        let before = kept.hand.as_deref().map(|body| hands::unpacked(session, hands::schema(), body)).transpose()?;
        hands::check_follows(hand, before.map_or(0, |before| before.version), expected_version)?;
        kept.hand = Some(body);
        Ok(())
    }
}
