//! A day's spending on all servers that share a store.

use std::{collections::hash_map::Entry, fmt, sync::Arc, time::Duration};

use jiff::civil::Date;

use crate::store::{DaySpending, Store};

use super::{Account, Books, Budget, Caps, SharedBudget};

/// Retry interval and maximum number of attempts while the store is unavailable.
const SEND_EVERY: Duration = Duration::from_secs(2);
const MAX_SENDS: u32 = 300;

/// The store that holds the shared counters.
pub(super) struct SharedLedger(Arc<dyn Store>);

impl fmt::Debug for SharedLedger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedLedger")
    }
}

impl Budget {
    /// A budget whose daily caps apply to all servers of a store together.
    pub fn shared_by(caps: Caps, store: Arc<dyn Store>) -> Self {
        Self(Arc::new(SharedBudget { caps, shared: Some(SharedLedger(store)), ..SharedBudget::default() }))
    }

    /// Whether costs are added to shared counters.
    pub(super) fn is_shared(&self) -> bool {
        self.0.shared.is_some() && tokio::runtime::Handle::try_current().is_ok()
    }

    /// Adds a cost to the shared counters, in the background. The books hold it as unsent until then.
    pub(super) fn send(&self, day: Date, player: Option<&str>, cost: u64) {
        let Some(SharedLedger(store)) = &self.0.shared else { return };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (store, budget, player) = (Arc::clone(store), self.clone(), player.map(str::to_owned));
        runtime.spawn(async move {
            for _ in 0..MAX_SENDS {
                match store.add_spending(day, player.as_deref(), cost).await {
                    Ok(()) => return budget.sent(day, player, cost),
                    Err(error) => {
                        tracing::warn!(%error, "the cost of a call could not be added to the shared counters; retrying")
                    }
                }
                tokio::time::sleep(SEND_EVERY).await;
            }
            tracing::error!(cost_pico_usd = cost, "the cost of a call could not be added to the shared counters");
            budget.sent(day, player, cost);
        });
    }

    fn sent(&self, day: Date, player: Option<String>, cost: u64) {
        self.with(|books| books.remove_unsent(day, player, cost));
        self.0.changed.notify_waiters();
    }

    /// Waits until every cost is added to the store, at most as long as `patience`.
    pub async fn settled(&self, patience: Duration) {
        let all_sent = async {
            loop {
                let changed = self.0.changed.notified();
                if self.with(|books| books.unsent.is_empty()) {
                    return;
                }
                changed.await;
            }
        };
        if tokio::time::timeout(patience, all_sent).await.is_err() {
            tracing::error!("the costs of some calls could not be added to the shared counters");
        }
    }
}

impl Account {
    /// Reads the day's spending on all servers if a cap needs it.
    pub async fn refresh_caps(&self) {
        let caps = self.budget.0.caps;
        if caps.day.is_some() || caps.player_day.is_some() {
            self.refresh().await;
        }
    }

    /// Reads the day's spending on all servers.
    pub(super) async fn refresh(&self) {
        let Some(SharedLedger(store)) = &self.budget.0.shared else { return };
        let player = self.player.as_deref();
        let (day, sent) = self.budget.with(|books| (books.day, books.sent(player)));
        match store.spending(day, player).await {
            Ok(found) => self.budget.with(|books| books.set_spent((day, player), &found, sent)),
            Err(error) => tracing::warn!(%error, "the day's spending on other servers can't be read"),
        }
    }
}

impl Books {
    /// What this server added to today's shared counters: in total, and for a player.
    fn sent(&self, player: Option<&str>) -> DaySpending {
        let of_player = player.and_then(|player| self.sent.get(&Some(player.to_owned())));
        DaySpending { total: self.sent.values().sum(), player: of_player.copied().unwrap_or_default() }
    }

    /// Takes over a day's shared counters, and adds what they may lack: unsent amounts, and those sent since `before`, when
    /// reading began. Counters of past days are ignored.
    fn set_spent(&mut self, (day, player): (Date, Option<&str>), found: &DaySpending, before: DaySpending) {
        if self.day != day {
            return;
        }
        let sent = self.sent(player);
        let since = |sent: u64, before: u64| sent.saturating_sub(before);
        let of_day = self.unsent.iter().filter(|((of, _), _)| *of == day);
        let unsent = of_day.fold(0, |sum: u64, (_, unsent)| sum.saturating_add(unsent.cost));
        self.spent = found.total.saturating_add(unsent).saturating_add(since(sent.total, before.total));
        if let Some(player) = player {
            let key = (day, Some(player.to_owned()));
            let unsent = self.unsent.get(&key).map_or(0, |unsent| unsent.cost);
            self.players.entry(player.to_owned()).or_default().spent =
                found.player.saturating_add(unsent).saturating_add(since(sent.player, before.player));
        }
    }

    pub(super) fn add_unsent(&mut self, day: Date, player: Option<String>, cost: u64) {
        let unsent = self.unsent.entry((day, player)).or_default();
        unsent.n_calls += 1;
        unsent.cost = unsent.cost.saturating_add(cost);
    }

    fn remove_unsent(&mut self, day: Date, player: Option<String>, cost: u64) {
        if self.day == day {
            let sent = self.sent.entry(player.clone()).or_default();
            *sent = sent.saturating_add(cost);
        }
        let Entry::Occupied(mut unsent) = self.unsent.entry((day, player)) else { return };
        let left = unsent.get_mut();
        left.n_calls = left.n_calls.saturating_sub(1);
        left.cost = left.cost.saturating_sub(cost);
        if left.n_calls == 0 {
            unsent.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_that_are_not_yet_sent_count_for_their_own_day() {
        let day: Date = "2026-11-23".parse().unwrap();
        let next = day.tomorrow().unwrap();
        let mut books = Books { day, ..Books::default() };
        let ada = || Some("ada".to_owned());
        books.add_unsent(day, ada(), 40);
        let found = |total, player| DaySpending { total, player };
        let none = found(0, 0);
        books.set_spent((day, Some("ada")), &found(10, 5), none);
        assert_eq!((books.spent, books.player("ada").spent), (50, 45));
        books.on(next);
        books.add_unsent(next, ada(), 3);
        books.set_spent((next, Some("ada")), &found(1, 1), none);
        assert_eq!((books.spent, books.player("ada").spent), (4, 4));
        books.set_spent((day, Some("ada")), &found(70, 70), none);
        assert_eq!(books.spent, 4, "an answer that comes after midnight is of the day before");
        books.remove_unsent(day, ada(), 40);
        books.remove_unsent(next, ada(), 3);
        assert!(books.unsent.is_empty());
    }

    #[test]
    fn a_cost_that_is_sent_while_the_counters_are_read_is_not_forgotten() {
        let day: Date = "2026-11-23".parse().unwrap();
        let mut books = Books { day, ..Books::default() };
        let ada = || Some("ada".to_owned());
        books.add_unsent(day, ada(), 40);
        let before = books.sent(Some("ada"));
        // The counters are read, and only then the cost is added to them.
        let found = DaySpending { total: 10, player: 5 };
        books.remove_unsent(day, ada(), 40);
        books.set_spent((day, Some("ada")), &found, before);
        assert_eq!((books.spent, books.player("ada").spent), (50, 45));
        let before = books.sent(Some("ada"));
        books.set_spent((day, Some("ada")), &DaySpending { total: 50, player: 45 }, before);
        assert_eq!((books.spent, books.player("ada").spent), (50, 45), "the next look has it once");
    }
}
