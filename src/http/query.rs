//! Query strings, read as a whole, so that one answer names every wrong parameter.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use axum::{
    extract::{FromRequestParts, MatchedPath, Query as AxumQuery, Request},
    http::{Method, Uri, request::Parts},
    middleware::Next,
    response::Response,
};
use game::{hero::FieldError, listed};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::json_errors;

use super::{Error, openapi};

/// Maximum number of parameters named in one answer.
const MAX_ERRORS: usize = 20;

/// A query string. The document's macros know a query from a path by this name.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        let mut pairs = pairs(&parts.uri);
        let mut errors: Vec<FieldError> = Vec::new();
        loop {
            match read::<T>(&pairs) {
                Ok(query) if errors.is_empty() => return Ok(Self(query)),
                Err(error) if errors.len() < MAX_ERRORS && errors.iter().all(|other| other.field != error.field) => {
                    // Continue without the parameter, or with a readable value, to find further errors.
                    let n = pairs.len();
                    pairs.retain(|(name, _)| *name != error.field);
                    if pairs.len() == n {
                        pairs.push((error.field.clone(), "1".to_owned()));
                    }
                    errors.push(error);
                }
                _ => return Err(Error::invalid(errors)),
            }
        }
    }
}

/// The raw parameters of an address.
pub(super) fn pairs(uri: &Uri) -> Vec<(String, String)> {
    AxumQuery::try_from_uri(uri).map(|AxumQuery(pairs)| pairs).unwrap_or_default()
}

fn read<T: DeserializeOwned>(pairs: &[(String, String)]) -> Result<T, FieldError> {
    let read = serde_urlencoded::to_string(pairs).ok().and_then(|query| format!("/?{query}").parse::<Uri>().ok());
    let read = read.map(|uri| AxumQuery::<T>::try_from_uri(&uri));
    let rejection = match read {
        Some(Ok(AxumQuery(query))) => return Ok(query),
        Some(Err(rejection)) => rejection.body_text(),
        None => String::new(),
    };
    let message = rejection.rsplit("query string: ").next().unwrap_or_default();
    let (path, message) = match message.split_once(": ") {
        // The error names the parameter twice: in its path and in the message.
        Some((path, rest)) if !path.contains(' ') => {
            (path, rest.strip_prefix(path).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(rest))
        }
        _ => ("", message),
    };
    let mut error = json_errors::field_error("", path, message, &Value::Null);
    if error.field == json_errors::WHOLE {
        error.field = "query".to_owned();
    }
    Err(error)
}

/// The query parameters of every route, from the OpenAPI document.
static KNOWN: LazyLock<HashMap<(String, String), HashSet<String>>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for (path, method, operation) in openapi::operations(openapi::document()) {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let names = parameters.filter(|one| one["in"] == "query").filter_map(|one| one["name"].as_str());
        known.insert((method.to_uppercase(), path.to_owned()), names.map(str::to_owned).collect());
    }
    known
});

/// Rejects unknown query parameters, so that a misspelt one is not silently ignored.
pub(super) async fn only_known(path: MatchedPath, request: Request, next: Next) -> Result<Response, Error> {
    let is_api = request.uri().path().starts_with("/api/");
    if let Some(query) = request.uri().query().filter(|query| is_api && !query.is_empty()) {
        let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
        let known = KNOWN.get(&(method.to_string(), path.as_str().to_owned()));
        let is_known = |name: &str| known.is_some_and(|known| known.contains(name));
        let unknown: Vec<FieldError> = pairs(&format!("/?{query}").parse().unwrap_or_default())
            .into_iter()
            .filter(|(name, _)| !is_known(name))
            .take(MAX_ERRORS)
            .map(|(name, _)| FieldError::new(name, no_such_parameter(known)))
            .collect();
        if !unknown.is_empty() {
            return Err(Error::invalid(unknown));
        }
    }
    Ok(next.run(request).await)
}

fn no_such_parameter(known: Option<&HashSet<String>>) -> String {
    let mut known: Vec<&str> = known.into_iter().flatten().map(String::as_str).collect();
    known.sort_unstable();
    match known.as_slice() {
        [] => "This path takes no query parameters.".to_owned(),
        known => format!("There is no such query parameter here; there is {}.", listed(known.iter().copied())),
    }
}
