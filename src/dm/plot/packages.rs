//! Cache of the campaigns in play, by digest.

use std::sync::{Arc, Mutex, PoisonError};

use game::Game;

use crate::{
    campaign::CampaignPackage,
    dm::campaigns,
    store::{self, Store},
};

/// The most campaigns kept at hand.
const MAX_KEPT: usize = 32;

/// Campaigns that were read, the one used last first.
#[derive(Debug, Default)]
pub(in crate::dm) struct Packages {
    kept: Mutex<Vec<(String, Arc<CampaignPackage>)>>,
}

impl Packages {
    /// The campaign a game plays, if it plays one.
    ///
    /// # Errors
    /// The store hasn't got it, or could not say.
    pub(in crate::dm) async fn of(
        &self,
        store: &dyn Store,
        game: &Game,
    ) -> Result<Option<Arc<CampaignPackage>>, store::Error> {
        let Some(plot) = &game.plot else { return Ok(None) };
        self.by_digest(store, &plot.campaign.digest).await.map(Some)
    }

    /// The campaign of that digest.
    ///
    /// # Errors
    /// The store hasn't got it, or could not say.
    pub(in crate::dm) async fn by_digest(
        &self,
        store: &dyn Store,
        digest: &str,
    ) -> Result<Arc<CampaignPackage>, store::Error> {
        if let Some(package) = self.at_hand(digest) {
            return Ok(package);
        }
        let package = match campaigns::kept_package(store, digest).await {
            Ok(kept) => campaigns::read_kept(&kept),
            Err(error) => Err(error),
        };
        let package = Arc::new(package.map_err(|error| missing(error, digest))?);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(0, (digest.to_owned(), Arc::clone(&package)));
        kept.truncate(MAX_KEPT);
        Ok(package)
    }

    fn at_hand(&self, digest: &str) -> Option<Arc<CampaignPackage>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == digest)?;
        kept[..=at].rotate_right(1);
        kept.first().map(|(_, package)| Arc::clone(package))
    }
}

/// Why a campaign that is played can't be had: where the store has none of that digest or a damaged one, it is missing.
pub(in crate::dm) fn missing(error: store::Error, digest: &str) -> store::Error {
    match error {
        store::Error::NotFound | store::Error::Damaged(_) => {
            tracing::error!(%error, digest, "the campaign of a session is missing");
            store::Error::CampaignMissing { digest: digest.to_owned() }
        }
        error => error,
    }
}
