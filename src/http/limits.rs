//! Rate limits for players and addresses, and limits on streams.

use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{Request, State},
    http::Method,
    middleware::Next,
    response::Response,
};
use ipnet::IpNet;

use super::{
    App, Error,
    auth::Player,
    chat::wants_events,
    guests::Member,
    policy::{PlayerLimit, RequestPolicy},
};

const MINUTE: Duration = Duration::from_secs(60);
/// The most wrong invitations and secrets of seats per minute and address.
const MAX_GUESSES: u32 = 30;
/// The most words to the others at a table per minute and person.
const MAX_WORDS: u32 = 30;
/// The most changes that a guest makes per minute beside turns: dice, levels, safety, their seat.
const MAX_CHANGES: u32 = 60;
const HOUR: Duration = Duration::from_secs(3600);
/// The most entries of a map.
const MAX_KEYS: usize = 10_000;
/// How many of the oldest entries a full map drops at once, so that it is searched for them rarely.
const EVICTED: usize = MAX_KEYS / 10;
/// The length of an IPv6 network that one client gets: the client can use all of its addresses.
const IPV6_PREFIX: u8 = 64;

/// The limits; 0 means unlimited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LimitOptions {
    /// Failed sign-ins per minute and address.
    pub sign_ins: u32,
    /// Turns and answers of the author per minute and player.
    pub turns: u32,
    /// New sessions per hour and player.
    pub sessions: u32,
    /// Imports of sessions and campaigns per hour and player.
    pub imports: u32,
    /// Open event streams per player.
    pub streams: u32,
    /// Concurrent requests to the model, of all players.
    pub model_calls: u32,
}

impl LimitOptions {
    /// The default limits with AUTH=token.
    pub const SIGNED_IN: Self =
        Self { sign_ins: 30, turns: 30, sessions: 120, imports: 30, streams: 20, model_calls: 32 };
}

/// The state of all limits.
#[derive(Debug)]
pub(super) struct Limits {
    /// Failed sign-ins, by network.
    sign_ins: RateLimiter<Option<IpAddr>>,
    /// When a player last signed in, by network and player: wrong guesses of others from there do not lock them out.
    known: Mutex<HashMap<(Option<IpAddr>, String), Instant>>,
    turns: RateLimiter<String>,
    sessions: RateLimiter<String>,
    imports: RateLimiter<String>,
    streams: Concurrency<String>,
    /// Wrong invitations and wrong secrets of seats, by network. These are limited also where sign-ins are not.
    guesses: RateLimiter<Option<IpAddr>>,
    talk: RateLimiter<String>,
    /// Changes by guests. These are limited also where players are not.
    changes: RateLimiter<String>,
}

impl Limits {
    pub(super) fn new(options: LimitOptions) -> Self {
        Self {
            sign_ins: RateLimiter::new(options.sign_ins, MINUTE),
            known: Mutex::default(),
            turns: RateLimiter::new(options.turns, MINUTE),
            sessions: RateLimiter::new(options.sessions, HOUR),
            imports: RateLimiter::new(options.imports, HOUR),
            streams: Concurrency::new(options.streams),
            guesses: RateLimiter::new(MAX_GUESSES, MINUTE),
            talk: RateLimiter::new(MAX_WORDS, MINUTE),
            changes: RateLimiter::new(MAX_CHANGES, MINUTE),
        }
    }
}

impl Limits {
    /// Whether a correct secret is accepted from this address. After too many wrong ones it is accepted only from players who
    /// signed in there before, because it could be a successful guess.
    ///
    /// # Errors
    /// The time to wait.
    pub(super) fn may_sign_in(&self, address: Option<IpAddr>, player: &str) -> Result<(), Duration> {
        self.may_sign_in_at(network(address), player, Instant::now())
    }

    fn may_sign_in_at(&self, network: Option<IpAddr>, player: &str, now: Instant) -> Result<(), Duration> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = (network, player.to_owned());
        if let Some(signed_in_at) = known.get_mut(&entry) {
            *signed_in_at = now;
            return Ok(());
        }
        self.sign_ins.check(&network)?;
        make_room(&mut known);
        known.insert(entry, now);
        Ok(())
    }

    /// Counts a wrong invitation or a wrong secret of a seat.
    ///
    /// # Errors
    /// The limit of this address is reached; the error is the time to wait.
    pub(super) fn count_wrong_guess(&self, address: Option<IpAddr>) -> Result<(), Duration> {
        self.guesses.count(network(address))
    }

    /// Counts a wrong secret.
    ///
    /// # Errors
    /// The limit of this address is reached; the error is the time to wait.
    pub(super) fn count_wrong_secret(&self, address: Option<IpAddr>) -> Result<(), Duration> {
        self.sign_ins.count(network(address))
    }
}

/// The address, or the IPv6 network it belongs to.
pub(super) fn network(address: Option<IpAddr>) -> Option<IpAddr> {
    let address = address?.to_canonical();
    match address {
        IpAddr::V4(_) => Some(address),
        IpAddr::V6(_) => Some(IpNet::new(address, IPV6_PREFIX).map_or(address, |net| net.network())),
    }
}

/// Drops the entries with the earliest times if the map is full.
fn make_room<K>(all: &mut HashMap<K, Instant>) {
    if all.len() < MAX_KEYS {
        return;
    }
    let mut times = all.values().copied().collect::<Vec<_>>();
    let (_, latest_evicted, _) = times.select_nth_unstable(EVICTED - 1);
    let (latest_evicted, mut n_left) = (*latest_evicted, EVICTED);
    all.retain(|_, time| {
        let is_evicted = *time <= latest_evicted && n_left > 0;
        n_left -= usize::from(is_evicted);
        !is_evicted
    });
}

/// Allows `n` events per period and key: a burst of `n`, then at an even rate (GCRA).
#[derive(Debug)]
pub(super) struct RateLimiter<K> {
    n: u32,
    period: Duration,
    /// When each key's full burst is available again.
    full_at: Mutex<HashMap<K, Instant>>,
}

impl<K: Eq + Hash> RateLimiter<K> {
    fn new(n: u32, period: Duration) -> Self {
        Self { n, period, full_at: Mutex::default() }
    }

    /// Counts one event.
    ///
    /// # Errors
    /// The limit is reached; the error is the time to wait.
    pub(super) fn count(&self, key: K) -> Result<(), Duration> {
        self.count_at(key, Instant::now())
    }

    /// As [`RateLimiter::count`], without counting.
    pub(super) fn check(&self, key: &K) -> Result<(), Duration> {
        let now = Instant::now();
        if self.n == 0 {
            return Ok(());
        }
        let full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied();
        self.wait(full_at.unwrap_or(now).max(now) + self.period / self.n, now)
    }

    fn count_at(&self, key: K, now: Instant) -> Result<(), Duration> {
        if self.n == 0 {
            return Ok(());
        }
        let mut all = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if !all.contains_key(&key) {
            make_room(&mut all);
        }
        let full_at = all.entry(key).or_insert(now);
        let next = (*full_at).max(now) + self.period / self.n;
        self.wait(next, now)?;
        *full_at = next;
        Ok(())
    }

    fn wait(&self, next: Instant, now: Instant) -> Result<(), Duration> {
        let over = (next - now).saturating_sub(self.period);
        if over > Duration::from_millis(1) { Err(over) } else { Ok(()) }
    }
}

/// Limits how many things of a kind each key has at the same time.
#[derive(Debug)]
pub(super) struct Concurrency<K> {
    max: u32,
    open: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K: Eq + Hash + Clone> Concurrency<K> {
    /// At most `max` per key; 0 means unlimited.
    pub(super) fn new(max: u32) -> Self {
        Self { max, open: Arc::default() }
    }

    /// Counts one more, if it is within the limit.
    pub(super) fn begin(&self, key: &K) -> Option<InProgress<K>> {
        let mut all = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let n = all.get(key).copied().unwrap_or_default();
        if self.max > 0 && n >= self.max {
            return None;
        }
        all.insert(key.clone(), n + 1);
        Some(InProgress { key: key.clone(), open: Arc::clone(&self.open) })
    }
}

/// Something in progress; it is counted until dropped.
pub(super) struct InProgress<K: Eq + Hash> {
    key: K,
    open: Arc<Mutex<HashMap<K, u32>>>,
}

impl<K: Eq + Hash> Drop for InProgress<K> {
    fn drop(&mut self) {
        let mut all = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(n) = all.get_mut(&self.key) {
            *n -= 1;
            if *n == 0 {
                all.remove(&self.key);
            }
        }
    }
}

/// The name that a person's requests are counted under.
fn counted_as(player: &str, member: Option<&Member>) -> String {
    match member {
        Some(Member::Guest(guest)) => format!("{player} {}", guest.seat.id),
        Some(Member::Host) | None => player.to_owned(),
    }
}

fn limit_reached(what: &str, wait: Duration) -> Error {
    Error::rate_limited(format!("You have reached the limit of {what} on this server."), wait)
}

/// Refuses a request that needs the model while many others wait for it.
fn check_crowd(app: &App) -> Result<(), Error> {
    match app.tables.models().model.is_crowded() {
        true => {
            let detail = "Too many requests are waiting for the model. Try again in a moment.";
            Err(Error::rate_limited(detail, Duration::from_secs(5)))
        }
        false => Ok(()),
    }
}

/// Counts a turn that is known only to the handler of its request.
pub(super) fn count_turn(app: &App, Player(player): &Player, member: &Member) -> Result<(), Error> {
    check_crowd(app)?;
    let counted = app.limits.turns.count(counted_as(player, Some(member)));
    counted.map_err(|wait| limit_reached("turns", wait))
}

/// Enforces a player's limits.
pub(super) async fn enforce(State(app): State<App>, request: Request, next: Next) -> Result<Response, Error> {
    let Some(Player(player)) = request.extensions().get::<Player>().cloned() else {
        return Ok(next.run(request).await);
    };
    let (limits, policy) = (&app.limits, RequestPolicy::of(request.method(), request.uri().path()));
    // A guest has limits of their own, so that none can use up the host's.
    let member = request.extensions().get::<Member>();
    let player = counted_as(&player, member);
    let limit = match member {
        Some(Member::Guest(_)) => {
            let change = (request.method() != Method::GET).then_some(PlayerLimit::Changes);
            policy.limit.or(change)
        }
        Some(Member::Host) | None => policy.limit,
    };
    if policy.limit == Some(PlayerLimit::Turns) {
        check_crowd(&app)?;
    }
    if let Some(limit) = limit {
        let (limiter, what) = match limit {
            PlayerLimit::Turns => (&limits.turns, "turns"),
            PlayerLimit::Sessions => (&limits.sessions, "new sessions"),
            PlayerLimit::Imports => (&limits.imports, "imports"),
            PlayerLimit::Talk => (&limits.talk, "words to the others at the table"),
            PlayerLimit::Changes => (&limits.changes, "changes by a guest"),
        };
        limiter.count(player.clone()).map_err(|wait| limit_reached(what, wait))?;
    }
    if !policy.is_stream && !wants_events(request.headers()) {
        return Ok(next.run(request).await);
    }
    let open = limits.streams.begin(&player).ok_or_else(|| {
        let detail = "You have reached the limit of open event streams. Close one first.";
        Error::rate_limited(detail, Duration::from_secs(5))
    })?;
    // A message that waits for others is answered late, but holds its connection from now on.
    let open = (open, app.metrics.stream_opens());
    let response = next.run(request).await;
    Ok(response.map(|body| Body::new(GuardedBody::new(body, open))))
}

/// A body that keeps a guard until it is sent or dropped.
pub(super) struct GuardedBody<T> {
    body: Body,
    _guard: T,
}

impl<T> GuardedBody<T> {
    pub(super) fn new(body: Body, guard: T) -> Self {
        Self { body, _guard: guard }
    }
}

impl<T: Unpin> HttpBody for GuardedBody<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> http_body::SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_limit_allows_a_burst_and_then_an_even_rate() {
        let limiter = RateLimiter::new(3, MINUTE);
        let start = Instant::now();
        let at = |seconds| limiter.count_at("ada", start + Duration::from_secs(seconds));
        assert!((0..3).all(|_| at(0).is_ok()));
        assert_eq!(at(0).unwrap_err().as_secs(), 20);
        assert!(limiter.count_at("grace", start).is_ok(), "each key has its own");
        assert!(at(20).is_ok() && at(20).is_err() && at(41).is_ok());
        assert!((0..3).all(|_| at(600).is_ok()) && at(600).is_err(), "quiet time is not saved up");
    }

    #[test]
    fn the_addresses_of_an_ipv6_network_share_their_wrong_secrets() {
        let limits = Limits::new(LimitOptions { sign_ins: 3, ..LimitOptions::default() });
        let address = |n: u32| format!("2001:db8:1:2::{n:x}").parse().ok();
        assert!((0..3).all(|n| limits.count_wrong_secret(address(n)).is_ok()));
        assert!(limits.count_wrong_secret(address(4)).is_err() && limits.may_sign_in(address(5), "ada").is_err());
        assert!(limits.count_wrong_secret("2001:db8:1:3::1".parse().ok()).is_ok(), "another network");
        let ipv4 = |text: &str| limits.count_wrong_secret(text.parse().ok()).is_ok();
        assert!((0..3).all(|_| ipv4("203.0.113.9")) && !ipv4("::ffff:203.0.113.9") && ipv4("203.0.113.10"));
    }

    #[test]
    fn what_is_in_progress_counts_for_its_own_key_until_it_is_dropped() {
        let limit = Concurrency::new(2);
        let first = limit.begin(&1);
        let second = limit.begin(&1);
        assert!(first.is_some() && second.is_some() && limit.begin(&1).is_none() && limit.begin(&2).is_some());
        drop(first);
        assert!(limit.begin(&1).is_some());
        drop(second);
        assert!(limit.open.lock().unwrap().is_empty());
    }

    #[test]
    fn full_maps_drop_the_oldest_entries_only() {
        let limits = Limits::new(LimitOptions { sign_ins: 1, ..LimitOptions::default() });
        let start = Instant::now();
        let address = |n: u32| Some(IpAddr::from(n.to_be_bytes()));
        let sign_in = |n: u32| limits.may_sign_in_at(address(n), "ada", start + Duration::from_millis(n.into()));
        let n = MAX_KEYS as u32 + 5;
        for n in 0..n {
            sign_in(n).unwrap();
            limits.sign_ins.count_at(address(n), start + Duration::from_millis(n.into())).unwrap();
        }
        let known = limits.known.lock().unwrap().keys().cloned().collect::<Vec<_>>();
        assert!(known.len() <= MAX_KEYS && known.len() >= MAX_KEYS - EVICTED);
        assert!(
            !known.contains(&(address(0), "ada".into())) && known.contains(&(address(EVICTED as u32), "ada".into()))
        );
        assert!(limits.sign_ins.full_at.lock().unwrap().len() <= MAX_KEYS);
        assert!(limits.sign_ins.check(&address(n - 1)).is_err(), "new ones still count");
        assert!(sign_in(n - 1).is_ok(), "who signed in lately is not locked out");
    }

    #[test]
    fn a_limit_of_zero_is_unlimited() {
        let limiter = RateLimiter::new(0, MINUTE);
        assert!((0..1_000).all(|_| limiter.count(1).is_ok()));
    }
}
