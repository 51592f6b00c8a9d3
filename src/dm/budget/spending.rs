//! Spent and remaining budget per payer, and a session's own cap.

use game::{Session, roster::Allowance, turn::Cost};
use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::dm::{Tables, models::Provider, session_queue::QueueTicket, words::NotPlayed};

use super::{Budget, end_of};

/// Spending and caps of a session.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Spending {
    /// US dollars spent on it here, including failed, undone and retold turns.
    #[schema(value_type = f64)]
    pub spent_usd: Cost,
    /// The effective cap; null for none.
    #[schema(value_type = Option<f64>)]
    pub cap_usd: Cost,
    /// The cap its player has set, if there is one. The server may have a smaller one.
    #[schema(value_type = Option<f64>)]
    pub own_cap_usd: Cost,
    pub today: SpentToday,
    /// The player's spending of the day in all sessions and plans.
    pub player_today: SpentToday,
    /// What that means for the next turn.
    pub standing: BudgetStatus,
    /// The model that would tell the next turn.
    pub model: String,
}

/// Spending and cap of a day.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpentToday {
    /// US dollars spent.
    #[schema(value_type = f64)]
    pub spent_usd: Cost,
    /// The cap; null for none.
    #[schema(value_type = Option<f64>)]
    pub cap_usd: Cost,
    /// When the next day begins.
    #[schema(value_type = String, format = DateTime)]
    pub until: Timestamp,
}

/// How far the caps are used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Standing)]
pub enum BudgetStatus {
    /// There is enough, or no bound.
    Open,
    /// A cap is nearly used up: the cheaper model plays, where there is one.
    Saving,
    /// A cap is used up: only what needs no model is played.
    Spent,
}

impl Budget {
    fn spent_today(&self) -> SpentToday {
        let (day, spent) = self.with(|books| (books.day, books.spent));
        spent_on(day, spent, self.0.caps.day)
    }

    fn player_today(&self, player: &str) -> SpentToday {
        let (day, spent) = self.with(|books| (books.day, books.player(player).spent));
        spent_on(day, spent, self.0.caps.player_day)
    }
}

fn spent_on(day: Date, spent: u64, cap: Option<u64>) -> SpentToday {
    SpentToday { spent_usd: Cost(Some(spent)), cap_usd: Cost(cap), until: end_of(day) }
}

impl Tables {
    /// Spending and caps of a session.
    pub async fn spending(&self, session: &Session) -> Spending {
        let (models, account) = (self.models(), self.budget().account(&session.head));
        account.refresh().await;
        let is_free = models.provider == Provider::Storyteller;
        let instead = account.plays_instead(models);
        let standing = match () {
            () if is_free => BudgetStatus::Open,
            () if account.reached().is_some() => BudgetStatus::Spent,
            () if account.saves() => BudgetStatus::Saving,
            () => BudgetStatus::Open,
        };
        Spending {
            spent_usd: Cost(Some(account.spent())),
            cap_usd: Cost(account.cap),
            own_cap_usd: Cost(account.own),
            today: self.budget().spent_today(),
            player_today: self.budget().player_today(&session.head.owner),
            standing,
            model: instead.unwrap_or_else(|| models.agents.dm.id.clone()),
        }
    }

    /// Gives a session a cap of its own, in pico-dollars, or none. Waits its turn like a message.
    ///
    /// # Errors
    /// A model has no known price, or the store failed.
    pub async fn set_cap(&self, line: QueueTicket, cap: Option<u64>) -> Result<Session, NotPlayed> {
        if let Some(id) = self.models().unpriced().filter(|_| cap.is_some()) {
            return Err(NotPlayed::NoPrice(id.to_owned()));
        }
        let turn = self.turn_between(line).await?;
        self.save_head(turn.session(), |head| head.cap_pico_usd = cap).await
    }

    /// Whether a model may be asked for a session, by the host or by a guest with an allowance.
    ///
    /// # Errors
    /// A cap is used up.
    pub(in crate::dm) async fn may_spend(
        &self,
        session: &Session,
        allowance: Option<Allowance>,
    ) -> Result<(), NotPlayed> {
        if self.models().provider == Provider::Storyteller {
            return Ok(());
        }
        let account = self.budget().account(&session.head).within(allowance);
        account.refresh_caps().await;
        account.reached().map_or(Ok(()), |reached| Err(NotPlayed::CapReached(reached)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::TimeZone;

    use crate::dm::budget::today;

    #[test]
    fn a_day_ends_where_the_next_begins() {
        let until = Budget::default().spent_today().until;
        assert!(
            until > Timestamp::now() && until.to_zoned_datetime(TimeZone::UTC).date() == today().tomorrow().unwrap()
        );
    }
}
