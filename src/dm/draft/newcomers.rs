//! Profiles and stat blocks of new people and creatures, written by helpers.

use futures::future::join_all;
use tokio::time::Instant;

use crate::dm::{
    agents::{NPC_PROFILE, NPC_STATS},
    models::Provider,
    one_shot_completion::patience,
    profile::{self, Profile, ProfileInput},
    stat_blocks::arrivals,
};

use super::Draft;

/// The most kinds a helper writes the numbers of in one turn.
const MAX_WRITTEN: u32 = 3;

impl Draft {
    /// Lets the utility model write a supporting NPC's profile. Once the turn's time for profiles is used up, it is empty.
    pub(in crate::dm) async fn profile_of(&mut self, sketch: &ProfileInput<'_>) -> Profile {
        let left = patience::PROFILES.saturating_sub(self.waited_for_profiles);
        if left.is_zero() {
            return Profile::default();
        }
        let began = Instant::now();
        let patience = patience::PROFILE.min(left);
        let (profile, spent) = profile::write(&self.models_for(NPC_PROFILE, &[]), sketch, patience).await;
        self.waited_for_profiles += began.elapsed();
        if let Some((model, tokens)) = spent {
            self.count(NPC_PROFILE, &model, &tokens);
        }
        profile
    }

    /// The stat block of someone who comes into the scene.
    pub(in crate::dm) async fn numbers_of(&mut self, name: &str, slug: &str) -> arrivals::NewcomerStats {
        self.numbers_of_all(&[(name, slug)]).await.pop().unwrap_or_default()
    }

    /// A remark for the Dungeon Master on a kind that the library lacks.
    pub(in crate::dm) fn is_unknown_kind(&mut self, slug: &str) -> Option<String> {
        let is_known = arrivals::known(&self.look_ups.library(), &self.game, slug, slug).is_some();
        (!is_known).then(|| format!("The rules know no {slug}; the numbers are made up when they come into the scene."))
    }

    /// The numbers of those who come into the scene, each by name and kind, in this order. Helpers are asked for at once.
    pub(in crate::dm) async fn numbers_of_all(&mut self, coming: &[(&str, &str)]) -> Vec<arrivals::NewcomerStats> {
        let library = self.look_ups.library();
        let mut asks = Vec::with_capacity(coming.len());
        // No helper is called once the turn's time for stat blocks is used up.
        let left = patience::STATS_OF_TURN.saturating_sub(self.waited_for_numbers);
        let (began, patience) = (Instant::now(), patience::STATS.min(left));
        for (name, slug) in coming {
            let known = arrivals::known(&library, &self.game, name, slug);
            // The built-in storyteller has no helper.
            let has_helper = self.models.provider == Provider::Anthropic;
            let may_ask = known.is_none() && has_helper && self.n_written < MAX_WRITTEN && !left.is_zero();
            self.n_written += u32::from(may_ask);
            asks.push((known, may_ask.then(|| self.models_for(NPC_STATS, &[]))));
        }
        let (library, game) = (&library, &self.game);
        let answers = asks.into_iter().zip(coming).map(|((known, models), (name, slug))| async move {
            match known {
                Some(known) => (known, None),
                None => arrivals::made_up(models.as_ref().map(|it| (it, patience)), library, game, name, slug).await,
            }
        });
        let answers = join_all(answers).await;
        self.waited_for_numbers += began.elapsed();
        let mut all = Vec::with_capacity(answers.len());
        for (known, spent) in answers {
            if let Some((model, tokens)) = spent {
                self.count(NPC_STATS, &model, &tokens);
            }
            all.push(known);
        }
        all
    }
}
