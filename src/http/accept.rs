//! Content negotiation: the formats a client accepts.

use axum::http::{HeaderMap, HeaderName};

/// Whether a list such as `Accept` names this and does not refuse it with `q=0`.
pub(super) fn accepts(headers: &HeaderMap, list: HeaderName, name: &str) -> bool {
    let lists = headers.get_all(list).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|one| {
        let mut parts = one.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|one| one.eq_ignore_ascii_case(name));
        let is_zero = |(of, q): (&str, &str)| of.trim().eq_ignore_ascii_case("q") && q.trim().parse() == Ok(0.0);
        is_named && !parts.filter_map(|part| part.split_once('=')).any(is_zero)
    })
}
