//! Spending and its caps: per session, per day, and per player and day.
//!
//! Every model call that costs money goes through an [`Account`]. Before the call, its highest possible cost is reserved. Parallel
//! calls wait if their reservations together would exceed a cap, so at most one call can exceed it. The real cost counts even if
//! the turn fails or is undone later.
//!
//! Servers that share a store share its counters of the day and read them before each call. Reservations are not shared: together,
//! servers can exceed a daily cap by their calls in progress.

mod calls;
mod ledger;
mod measure;
mod meter;
mod shared;
mod spending;

pub use ledger::forget_player;
pub use spending::{BudgetStatus, Spending, SpentToday};

use std::{
    collections::HashMap,
    fmt, io,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use prometheus_client::registry::Registry;
use tokio::sync::Notify;

use game::{id::SessionId, roster::Allowance, session::SessionHead};

use self::{calls::CallMetrics, ledger::Ledger, measure::Measure, shared::SharedLedger};

/// The share of a cap from which on the cheaper model is used.
const SAVES_FROM_PERCENT: u64 = 80;

/// The cap in pico-dollars; none if there is no cap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Caps {
    /// On any one session.
    pub session: Option<u64>,
    /// On one day, as days begin in UTC, by all that is played and written here.
    pub day: Option<u64>,
    /// One player's cap for one day.
    pub player_day: Option<u64>,
}

impl Caps {
    /// Whether anything is bounded.
    pub fn any(&self) -> bool {
        self.session.is_some() || self.day.is_some() || self.player_day.is_some()
    }
}

/// The cap that is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CapReached {
    /// The session's own.
    Session(u64),
    /// The server's, for any one session.
    EachSession(u64),
    /// The day's.
    Day(u64),
    /// The player's cap for the day.
    PlayerDay(u64),
    /// The host's cap per guest.
    Seat(u64),
}

impl CapReached {
    /// How long until the cap is lifted by itself: a day's cap at midnight (UTC), a session's never.
    pub fn retry_after(self) -> Option<Duration> {
        match self {
            Self::Session(_) | Self::EachSession(_) | Self::Seat(_) => None,
            Self::Day(_) | Self::PlayerDay(_) => Duration::try_from(end_of(today()) - Timestamp::now()).ok(),
        }
    }
}

impl fmt::Display for CapReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session(cap) => write!(
                f,
                "The {} set aside for this adventure are spent. Everything is kept; raise its cap to play on.",
                dollars(*cap)
            ),
            Self::EachSession(cap) => write!(
                f,
                "The {} this server sets aside for one adventure are spent. Everything is kept.",
                dollars(*cap)
            ),
            Self::Day(cap) => write!(
                f,
                "The {} set aside for today are spent. Everything is kept; play goes on at midnight, UTC.",
                dollars(*cap)
            ),
            Self::PlayerDay(cap) => write!(
                f,
                "The {} set aside for you today are spent. Everything is kept; play goes on at midnight, UTC.",
                dollars(*cap)
            ),
            Self::Seat(cap) => write!(
                f,
                "The {} your host set aside for your words are spent. Play on by buttons, or ask your host for more.",
                dollars(*cap)
            ),
        }
    }
}

/// An amount in dollars and cents, with up to four more digits where it has them.
fn dollars(pico: u64) -> String {
    let usd = format!("{:.6}", pico as f64 / 1e12);
    let cents = usd.len() - 4;
    format!("${}{}", &usd[..cents], usd[cents..].trim_end_matches('0'))
}

/// The budget everything in this process is paid from.
#[derive(Debug, Clone, Default)]
pub struct Budget(Arc<SharedBudget>);

#[derive(Debug, Default)]
struct SharedBudget {
    caps: Caps,
    books: Mutex<Books>,
    changed: Notify,
    ledger: Option<Ledger>,
    shared: Option<SharedLedger>,
    measure: Mutex<Measure>,
    calls: CallMetrics,
}

#[derive(Debug, Default)]
struct Books {
    day: Date,
    spent: u64,
    /// Upper bound for the cost of calls in progress.
    held: u64,
    /// Today's spending of each player.
    players: HashMap<String, PlayerDay>,
    /// Costs that are not yet added to the shared counters, by day and player.
    unsent: HashMap<(Date, Option<String>), Unsent>,
    /// Costs of today that were added to them, by player.
    sent: HashMap<Option<String>, u64>,
    sessions: HashMap<SessionId, Open>,
}

/// One player's share of the day.
#[derive(Debug, Clone, Copy, Default)]
struct PlayerDay {
    spent: u64,
    held: u64,
}

/// Costs of calls that are being added to the shared counters.
#[derive(Debug, Clone, Copy, Default)]
struct Unsent {
    n_calls: u32,
    cost: u64,
}

/// Spending that is not yet saved in a session's record.
#[derive(Debug, Default)]
struct Open {
    unsaved: u64,
    held: u64,
}

impl Books {
    fn on(&mut self, day: Date) -> &mut Self {
        // If the clock goes backwards, the day's spending is kept.
        if self.day < day {
            (self.day, self.spent) = (day, 0);
            self.players.retain(|_, player| player.held > 0);
            self.players.values_mut().for_each(|player| player.spent = 0);
            self.sent.clear();
        }
        self
    }

    fn player(&self, player: &str) -> PlayerDay {
        self.players.get(player).copied().unwrap_or_default()
    }
}

impl Budget {
    /// A budget with these caps, which forgets the day's spending with its process.
    pub fn new(caps: Caps) -> Self {
        Self(Arc::new(SharedBudget { caps, ..SharedBudget::default() }))
    }

    /// A budget with these caps that keeps what each day has cost in a file.
    ///
    /// # Errors
    /// The file can't be read or written.
    pub fn kept_in(caps: Caps, file: &Path) -> io::Result<Self> {
        let day = today();
        let (ledger, kept) = Ledger::open(file, day)?;
        let players = kept.players.into_iter();
        let players = players.map(|(player, spent)| (player, PlayerDay { spent, ..PlayerDay::default() })).collect();
        let books = Mutex::new(Books { day, spent: kept.total, players, ..Books::default() });
        Ok(Self(Arc::new(SharedBudget { caps, books, ledger: Some(ledger), ..SharedBudget::default() })))
    }

    /// The account of a session at the version of this head.
    pub fn account(&self, head: &SessionHead) -> Account {
        let own = head.cap_pico_usd;
        let cap = [own, self.0.caps.session].into_iter().flatten().min();
        let (session, player) = (Some(head.id.clone()), Some(head.owner.clone()));
        let (saved, seat, paid) = (head.spent_pico_usd, None, Arc::default());
        Account { budget: self.clone(), session, player, saved, own, cap, seat, paid }
    }

    /// The account for a player's calls outside of sessions; only the caps of the day apply.
    pub fn account_of_player(&self, player: &str) -> Account {
        let (player, paid) = (Some(player.to_owned()), Arc::default());
        Account { budget: self.clone(), session: None, player, saved: 0, own: None, cap: None, seat: None, paid }
    }

    /// Registers the metrics of paid calls.
    pub(super) fn register(&self, registry: &mut Registry) {
        self.0.calls.register(registry);
    }

    fn with<T>(&self, look: impl FnOnce(&mut Books) -> T) -> T {
        look(self.0.books.lock().unwrap_or_else(PoisonError::into_inner).on(today()))
    }
}

/// The account of one turn, or one answer of the author.
#[derive(Debug, Clone)]
pub struct Account {
    budget: Budget,
    session: Option<SessionId>,
    player: Option<String>,
    /// Spending in the session's record.
    saved: u64,
    /// The session's own cap, and the one that holds.
    own: Option<u64>,
    cap: Option<u64>,
    /// The acting guest's allowance.
    seat: Option<Allowance>,
    /// Payments from this account and its clones.
    paid: Arc<AtomicU64>,
}

/// Why an entry is kept in memory.
enum RetentionReason {
    Now,
    /// Not in addition to the calls in progress.
    NotYet,
}

impl Account {
    /// The account of a guest's turn.
    #[must_use]
    pub fn within(self, seat: Option<Allowance>) -> Self {
        Self { seat, ..self }
    }

    pub fn paid(&self) -> u64 {
        self.paid.load(Ordering::Relaxed)
    }

    fn spent_by(&self, seat: &Allowance) -> u64 {
        seat.spent.saturating_add(self.paid())
    }

    /// All spending on the session so far.
    pub fn spent(&self) -> u64 {
        self.budget.with(|books| self.spent_in(books))
    }

    fn spent_in(&self, books: &Books) -> u64 {
        let open = self.session.as_ref().and_then(|session| books.sessions.get(session));
        self.saved.saturating_add(open.map_or(0, |open| open.unsaved))
    }

    /// The cap that is used up, if one is.
    pub fn reached(&self) -> Option<CapReached> {
        self.budget.with(|books| self.reached_in(books))
    }

    fn reached_in(&self, books: &Books) -> Option<CapReached> {
        let whose = |cap| if self.own == Some(cap) { CapReached::Session(cap) } else { CapReached::EachSession(cap) };
        let session = self.cap.filter(|cap| self.spent_in(books) >= *cap).map(whose);
        let caps = self.budget.0.caps;
        let player = self.player.as_ref().map_or(0, |player| books.player(player).spent);
        session
            .or_else(|| caps.day.filter(|cap| books.spent >= *cap).map(CapReached::Day))
            .or_else(|| caps.player_day.filter(|cap| player >= *cap).map(CapReached::PlayerDay))
            .or_else(|| self.seat.filter(|seat| self.spent_by(seat) >= seat.cap).map(|seat| CapReached::Seat(seat.cap)))
    }

    /// Whether a cap is used up so far that the cheaper model takes over.
    pub fn saves(&self) -> bool {
        let nearly = |spent: u64, cap: u64| u128::from(spent) * 100 >= u128::from(cap) * u128::from(SAVES_FROM_PERCENT);
        self.budget.with(|books| {
            self.cap.is_some_and(|cap| nearly(self.spent_in(books), cap))
                || self.budget.0.caps.day.is_some_and(|cap| nearly(books.spent, cap))
                || self
                    .budget
                    .0
                    .caps
                    .player_day
                    .zip(self.player.as_ref())
                    .is_some_and(|(cap, player)| nearly(books.player(player).spent, cap))
        })
    }

    /// Reserves an amount for a call, once it and the calls under way can't exceed a cap together.
    async fn hold(&self, most: u64) -> Result<(), CapReached> {
        loop {
            let mut changed = std::pin::pin!(self.budget.0.changed.notified());
            changed.as_mut().enable();
            // Also after a wait: other servers have spent, too.
            self.refresh_caps().await;
            match self.budget.with(|books| self.try_hold(books, most))? {
                RetentionReason::Now => return Ok(()),
                RetentionReason::NotYet => changed.await,
            }
        }
    }

    fn try_hold(&self, books: &mut Books, most: u64) -> Result<RetentionReason, CapReached> {
        if let Some(reached) = self.reached_in(books) {
            return Err(reached);
        }
        let open = self.session.as_ref().and_then(|session| books.sessions.get(session));
        let (of_session, of_day) = (open.map_or(0, |open| open.held), books.held);
        let fits = |cap: Option<u64>, spent: u64, held: u64| cap.is_none_or(|cap| spent.saturating_add(held) < cap);
        let caps = self.budget.0.caps;
        let player = self.player.as_ref().map(|player| books.player(player)).unwrap_or_default();
        // Everything that is reserved for the session is reserved for the turn in progress.
        if !fits(self.cap, self.spent_in(books), of_session)
            || self.seat.is_some_and(|seat| !fits(Some(seat.cap), self.spent_by(&seat), of_session))
            || !fits(caps.day, books.spent, of_day)
            || !fits(caps.player_day, player.spent, player.held)
        {
            return Ok(RetentionReason::NotYet);
        }
        books.held = books.held.saturating_add(most);
        if let Some(player) = &self.player {
            let day = books.players.entry(player.clone()).or_default();
            day.held = day.held.saturating_add(most);
        }
        if let Some(session) = &self.session {
            let open = books.sessions.entry(session.clone()).or_default();
            open.held = open.held.saturating_add(most);
        }
        Ok(RetentionReason::Now)
    }

    /// Replaces the amount reserved for a call by its real cost.
    fn pay(&self, cost: u64, held: u64) {
        self.paid.fetch_add(cost, Ordering::Relaxed);
        let is_sent = cost > 0 && self.budget.is_shared();
        let day = self.budget.with(|books| {
            if is_sent {
                books.add_unsent(books.day, self.player.clone(), cost);
            }
            books.held = books.held.saturating_sub(held);
            books.spent = books.spent.saturating_add(cost);
            if let Some(player) = &self.player {
                let day = books.players.entry(player.clone()).or_default();
                day.held = day.held.saturating_sub(held);
                day.spent = day.spent.saturating_add(cost);
            }
            if let Some(session) = &self.session {
                let open = books.sessions.entry(session.clone()).or_default();
                open.held = open.held.saturating_sub(held);
                open.unsaved = open.unsaved.saturating_add(cost);
                if open.held == 0 && open.unsaved == 0 {
                    books.sessions.remove(session);
                }
            }
            books.day
        });
        if let Some(ledger) = self.budget.0.ledger.as_ref().filter(|_| cost > 0) {
            ledger.write(day, cost, self.player.as_deref());
        }
        if is_sent {
            self.budget.send(day, self.player.as_deref(), cost);
        }
        self.budget.0.changed.notify_waiters();
    }

    /// Whether more was spent on the session than its record says.
    pub(super) fn has_unsaved(&self) -> bool {
        self.spent() > self.saved
    }

    /// Notes the amount that the session's record has as spent.
    pub(super) fn saved(&self, spent: u64) {
        let Some(session) = &self.session else { return };
        self.budget.with(|books| {
            let Some(open) = books.sessions.get_mut(session) else { return };
            open.unsaved = open.unsaved.saturating_sub(spent.saturating_sub(self.saved));
            if open.held == 0 && open.unsaved == 0 {
                books.sessions.remove(session);
            }
        });
    }
}

/// The midnight (UTC) a day ends at.
fn end_of(day: Date) -> Timestamp {
    let next = day.tomorrow().unwrap_or(day).to_zoned_datetime(TimeZone::UTC);
    next.map_or_else(|_| Timestamp::now(), |next| next.timestamp())
}

fn today() -> Date {
    Timestamp::now().to_zoned_datetime(TimeZone::UTC).date()
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn head(cap: Option<u64>) -> SessionHead {
        let head = SessionHead::begin(SessionId::from("one"), "local".into(), "One".into(), Timestamp::UNIX_EPOCH);
        SessionHead { cap_pico_usd: cap, ..head }
    }

    #[test]
    fn calls_side_by_side_can_not_pass_a_cap_together() {
        let budget = Budget::new(Caps { session: Some(100), ..Caps::default() });
        let account = budget.account(&head(None));
        assert!(account.hold(60).now_or_never().is_some_and(|held| held.is_ok()));
        assert!(account.hold(60).now_or_never().is_some_and(|held| held.is_ok()), "60 may still leave something");
        assert!(account.hold(60).now_or_never().is_none(), "the first two may come to the cap");
        account.pay(10, 60);
        assert!(account.hold(60).now_or_never().is_some_and(|held| held.is_ok()));
        account.pay(95, 60);
        assert_eq!(account.hold(60).now_or_never(), Some(Err(CapReached::EachSession(100))));
    }

    #[tokio::test]
    async fn who_waits_goes_on_when_a_call_came_to_less() {
        let budget = Budget::new(Caps { day: Some(100), ..Caps::default() });
        let (one, other) = (budget.account(&head(None)), budget.account_of_player("ada"));
        one.hold(1_000).await.unwrap();
        let waits = tokio::spawn(async move { other.hold(1_000).await });
        tokio::task::yield_now().await;
        assert!(!waits.is_finished());
        one.pay(5, 1_000);
        assert_eq!(waits.await.unwrap(), Ok(()));
    }

    #[test]
    fn the_smaller_of_two_caps_holds_and_what_is_saved_counts_once() {
        let budget = Budget::new(Caps { session: Some(100), ..Caps::default() });
        let account = budget.account(&head(Some(50)));
        account.pay(40, 0);
        assert_eq!((account.spent(), account.saves(), account.reached()), (40, true, None));
        account.saved(40);
        let account = budget.account(&SessionHead { spent_pico_usd: 40, ..head(Some(50)) });
        assert_eq!(account.spent(), 40);
        account.pay(10, 0);
        assert_eq!(account.reached(), Some(CapReached::Session(50)));
    }

    #[test]
    fn a_day_is_remembered_beyond_its_process_and_others_do_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("spending.log");
        let mut kept = format!("2001-01-01 70\nnonsense\n{} 30\n{} 4", today(), today()).into_bytes();
        kept.splice(0..0, *b"\xff\xfe\n");
        std::fs::write(&file, kept).unwrap();
        let caps = Caps { day: Some(40), ..Caps::default() };
        let budget = Budget::kept_in(caps, &file).unwrap();
        assert_eq!(budget.account_of_player("ada").reached(), None);
        budget.account_of_player("ada").pay(6, 0);
        assert_eq!(budget.account_of_player("ada").reached(), Some(CapReached::Day(40)));
        drop(budget);
        let again = Budget::kept_in(caps, &file).unwrap();
        assert_eq!(again.account_of_player("ada").reached(), Some(CapReached::Day(40)));
        let kept = std::fs::read_to_string(&file).unwrap();
        assert_eq!(kept, format!("2001-01-01 70\n{0} 34\n{0} 6 ada\n", today()), "a line for each player's day");
    }

    #[test]
    fn two_processes_write_down_what_each_has_spent() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("spending.log");
        let caps = Caps { day: Some(100), ..Caps::default() };
        let one = Budget::kept_in(caps, &file).unwrap();
        one.account_of_player("ada").pay(1, 0);
        let other = Budget::kept_in(caps, &file).unwrap();
        other.account_of_player("ada").pay(2, 0);
        one.account_of_player("ada").pay(4, 0);
        drop((one, other));
        let later = Budget::kept_in(caps, &file).unwrap();
        assert_eq!(later.with(|books| books.spent), 7);
    }

    #[test]
    fn a_players_cap_limits_that_player_only() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("spending.log");
        let caps = Caps { player_day: Some(50), ..Caps::default() };
        let budget = Budget::kept_in(caps, &file).unwrap();
        budget.account_of_player("ada").pay(50, 0);
        budget.account_of_player("grace").pay(49, 0);
        let reached = |budget: &Budget, player: &str| budget.account_of_player(player).reached();
        assert_eq!((reached(&budget, "ada"), reached(&budget, "grace")), (Some(CapReached::PlayerDay(50)), None));
        drop(budget);
        let again = Budget::kept_in(caps, &file).unwrap();
        assert_eq!((reached(&again, "ada"), reached(&again, "grace")), (Some(CapReached::PlayerDay(50)), None));
        assert_eq!(again.with(|books| books.spent), 99);
    }

    #[test]
    fn a_guest_pays_within_what_was_set_aside_for_them() {
        let budget = Budget::default();
        let account = budget.account(&head(None)).within(Some(Allowance { cap: 50, spent: 30 }));
        let clone = account.clone();
        assert!(clone.hold(40).now_or_never().is_some_and(|held| held.is_ok()));
        assert!(clone.hold(40).now_or_never().is_none(), "the first may come to the cap");
        clone.pay(20, 40);
        assert_eq!((account.paid(), account.reached()), (20, Some(CapReached::Seat(50))));
        assert_eq!(budget.account(&head(None)).reached(), None, "the host plays on");
    }

    #[test]
    fn amounts_read_as_people_write_them() {
        assert_eq!(dollars(1_500_000_000_000), "$1.50");
        assert_eq!(dollars(2_000_000), "$0.000002");
        assert_eq!(dollars(12_000_000_000), "$0.012");
        assert_eq!(dollars(0), "$0.00");
    }
}
