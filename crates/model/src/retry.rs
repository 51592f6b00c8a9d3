//! Whether and when to retry a request. Pure: clock and random numbers are arguments.

use std::time::{Duration, SystemTime};

use reqwest::header::HeaderMap;

/// Larger values are implausible, and could overflow.
const SANE_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// How often and how patiently a request is tried again. The defaults are those of the provider's own
/// clients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Tries after the first one.
    pub max_retries: u32,
    /// The wait before the first retry where the provider names none; it doubles with every further one.
    pub first_backoff: Duration,
    /// The longest such wait.
    pub longest_backoff: Duration,
    /// The longest wait granted to a provider that asks for one.
    pub longest_wait: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_retries: 2,
            first_backoff: Duration::from_millis(500),
            longest_backoff: Duration::from_secs(8),
            longest_wait: Duration::from_secs(60),
        }
    }
}

/// Retry hints in a response's headers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct RetryHints {
    /// `x-should-retry`.
    pub(super) should_retry: Option<bool>,
    /// `retry-after-ms`, or else `retry-after`; never zero.
    pub(super) after: Option<Duration>,
}

impl RetryHints {
    /// Parses the headers; `now` is the reference for dates. Invalid ones are ignored.
    pub(super) fn read(headers: &HeaderMap, now: SystemTime) -> Self {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
        let should_retry = match text("x-should-retry") {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        };
        let in_ms = || text("retry-after-ms")?.parse::<f64>().ok().map(|ms| ms / 1000.0);
        let in_seconds = || text("retry-after")?.parse::<f64>().ok();
        let until_date = || {
            let date = httpdate::parse_http_date(text("retry-after")?).ok()?;
            date.duration_since(now).ok()
        };
        let after = in_ms().and_then(positive).or_else(|| in_seconds().and_then(positive)).or_else(until_date);
        Self { should_retry, after: after.filter(|wait| !wait.is_zero()).map(|wait| wait.min(SANE_WAIT)) }
    }
}

fn positive(seconds: f64) -> Option<Duration> {
    (seconds > 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(SANE_WAIT))
}

/// Whether a response of this status may turn out better the next time.
pub(super) fn may_pass(status: u16) -> bool {
    matches!(status, 408 | 409 | 429) || status >= 500
}

impl RetryPolicy {
    /// How long to wait before the next try, or `None` if there is none.
    ///
    /// `n_retries` were made already; `may_pass` says whether this kind of failure can be temporary, which the hints override;
    /// `luck` from 0 to 1 shortens an own wait by up to a quarter, so that clients don't retry at the same time.
    pub(super) fn wait(&self, n_retries: u32, may_pass: bool, hints: RetryHints, luck: f64) -> Option<Duration> {
        if n_retries >= self.max_retries || !hints.should_retry.unwrap_or(may_pass) {
            return None;
        }
        Some(match hints.after {
            Some(asked) => asked.min(self.longest_wait),
            None => {
                let doubled = self.first_backoff.saturating_mul(2_u32.saturating_pow(n_retries));
                doubled.min(self.longest_backoff).mul_f64(1.0 - luck.clamp(0.0, 1.0) / 4.0)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: RetryHints = RetryHints { should_retry: None, after: None };

    fn read(headers: &[(&'static str, &str)]) -> RetryHints {
        let map = headers.iter().map(|(name, value)| {
            (reqwest::header::HeaderName::from_static(name), value.parse().expect("a header value"))
        });
        let noon = httpdate::parse_http_date("Mon, 09 Nov 2026 12:00:00 GMT").expect("a date");
        RetryHints::read(&map.collect(), noon)
    }

    fn after(headers: &[(&'static str, &str)]) -> Option<Duration> {
        read(headers).after
    }

    fn ms(ms: u64) -> Option<Duration> {
        Some(Duration::from_millis(ms))
    }

    #[test]
    fn the_wait_is_read_from_every_kind_of_header() {
        assert_eq!(after(&[]), None);
        assert_eq!(after(&[("retry-after-ms", "250")]), ms(250));
        assert_eq!(after(&[("retry-after", "7")]), ms(7_000));
        assert_eq!(after(&[("retry-after", "1.5")]), ms(1_500));
        assert_eq!(after(&[("retry-after", "Mon, 09 Nov 2026 12:00:09 GMT")]), ms(9_000));
        assert_eq!(after(&[("retry-after-ms", "250"), ("retry-after", "7")]), ms(250), "the finer one wins");
        assert_eq!(after(&[("retry-after-ms", "soon"), ("retry-after", "7")]), ms(7_000));
    }

    #[test]
    fn a_wait_that_makes_no_sense_is_no_wait() {
        for nonsense in ["0", "-3", "NaN", "soon", "", "Mon, 09 Nov 2026 11:59:59 GMT"] {
            assert_eq!(after(&[("retry-after", nonsense)]), None, "{nonsense}");
        }
        assert_eq!(after(&[("retry-after", "1e300")]), Some(SANE_WAIT));
        assert_eq!(after(&[("retry-after", "inf")]), Some(SANE_WAIT));
    }

    #[test]
    fn only_what_may_pass_by_itself_is_tried_again() {
        for status in [408, 409, 429, 500, 502, 503, 504, 529] {
            assert!(may_pass(status), "{status}");
        }
        for status in [301, 400, 401, 402, 403, 404, 413, 418, 422] {
            assert!(!may_pass(status), "{status}");
        }
    }

    #[test]
    fn should_retry_overrules_the_status() {
        let policy = RetryPolicy::default();
        let yes = read(&[("x-should-retry", "true")]);
        let no = read(&[("x-should-retry", "false"), ("retry-after-ms", "1")]);
        assert!(policy.wait(0, false, yes, 0.0).is_some());
        assert!(policy.wait(0, true, no, 0.0).is_none());
        assert_eq!(read(&[("x-should-retry", "maybe")]), NONE);
    }

    #[test]
    fn two_retries_are_the_most() {
        let policy = RetryPolicy::default();
        let eager = RetryHints { should_retry: Some(true), ..NONE };
        assert!(policy.wait(1, true, eager, 0.0).is_some());
        assert_eq!(policy.wait(2, true, eager, 0.0), None);
    }

    #[test]
    fn backoff_doubles_up_to_its_limit_less_up_to_a_quarter() {
        let policy = RetryPolicy { max_retries: 99, ..RetryPolicy::default() };
        let waits: Vec<_> = (0..6).map(|n| policy.wait(n, true, NONE, 0.0)).collect();
        assert_eq!(waits, [ms(500), ms(1_000), ms(2_000), ms(4_000), ms(8_000), ms(8_000)]);
        assert_eq!(policy.wait(0, true, NONE, 1.0), ms(375));
        assert_eq!(policy.wait(98, true, NONE, 0.0), ms(8_000), "no overflow on the way");
    }

    #[test]
    fn an_asked_for_wait_is_kept_whole_and_capped() {
        let policy = RetryPolicy::default();
        let asked = |seconds| RetryHints { after: Some(Duration::from_secs(seconds)), ..NONE };
        assert_eq!(policy.wait(0, true, asked(7), 1.0), ms(7_000));
        assert_eq!(policy.wait(0, true, asked(3_600), 1.0), ms(60_000));
    }
}
