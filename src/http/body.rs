//! Reading bodies and queries, with errors that name the field.

use axum::{
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path as AxumPath, Query as AxumQuery, Request},
    http::{HeaderMap, header, request::Parts},
};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::game::hero::FieldError;

use super::{App, Error};

/// The most characters of an Idempotency-Key.
const MAX_KEY: usize = 200;

/// A JSON body. No body at all is read as `{}`.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let is_json = says_json(request.headers());
        let bytes =
            Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status().as_u16() {
                413 => Error::too_large("A request may have at most 64 KiB."),
                _ => Error::invalid_json("The body broke off before it was whole. Send it again."),
            })?;
        if bytes.is_empty() {
            return read(Value::Object(serde_json::Map::new())).map(Self);
        }
        if !is_json {
            return Err(Error::unsupported_media_type());
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| Error::invalid_json("The body is not UTF-8."))?;
        let value = serde_json::from_str(text)
            .map_err(|error| Error::invalid_json(format!("The body can't be read as JSON: {error}.")))?;
        read(value).map(Self)
    }
}

/// The bytes of a JSON body that may be larger than others.
pub(super) async fn large_body(
    mut request: Request,
    app: &App,
    most: usize,
    too_large: &'static str,
) -> Result<Bytes, Error> {
    DefaultBodyLimit::max(most).apply(&mut request);
    let is_json = says_json(request.headers());
    let bytes = Bytes::from_request(request, app).await.map_err(|rejection| match rejection.status().as_u16() {
        413 => Error::too_large(too_large),
        _ => Error::invalid_json("The body broke off before it was whole. Send it again."),
    })?;
    if !bytes.is_empty() && !is_json { Err(Error::unsupported_media_type()) } else { Ok(bytes) }
}

fn says_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// Reads a value as `T`; what does not fit is named by its path.
pub(super) fn read<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    read_field(value, "")
}

/// As [`read`], for a value that stands in the field `within`.
pub(super) fn read_field<T: DeserializeOwned>(value: Value, within: &str) -> Result<T, Error> {
    if value.is_array() {
        // Serde would take a list for the fields in their order.
        let field = if within.is_empty() { "body" } else { within };
        return Err(Error::invalid_field(field, "This is a list; send an object with its fields by name."));
    }
    serde_path_to_error::deserialize(value).map_err(|error| {
        let message = error.inner().to_string();
        // A field that is missing or unknown is named in the message, and the path leads only to where it should be.
        let named = message.split('`').nth(1).filter(|_| message.contains(" field `")).map(str::to_owned);
        let path = error.path().to_string();
        let parts = [Some(within.to_owned()), Some(path), named];
        let parts: Vec<String> = parts.into_iter().flatten().filter(|part| !part.is_empty() && part != ".").collect();
        let mut field = parts.join(".");
        if let [.., before, last] = parts.as_slice()
            && before.rsplit('.').next() == Some(last)
        {
            field.truncate(field.len() - last.len() - 1);
        }
        if field.is_empty() {
            field.push_str("body");
        }
        Error::invalid(vec![FieldError { field, message }])
    })
}

/// The ids in a path.
pub(super) struct Path<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        // A path that can't be decoded leads nowhere.
        let path = AxumPath::from_request_parts(parts, state).await;
        path.map(|AxumPath(ids)| Self(ids)).map_err(|_| Error::unknown_route())
    }
}

/// A query string.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let query = AxumQuery::<T>::from_request_parts(parts, state).await;
        query.map(|AxumQuery(query)| Self(query)).map_err(|rejection| {
            let message = rejection.body_text();
            let message = message.rsplit("query string: ").next().unwrap_or(&message).to_owned();
            let field = message.split(':').next().filter(|field| !field.contains(' ')).unwrap_or("query");
            Error::invalid_field(field, message.clone())
        })
    }
}

/// The Idempotency-Key of a request, where it has one.
pub(super) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Error> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    match key.to_str() {
        Ok(key) if !key.trim().is_empty() && key.len() <= MAX_KEY => Ok(Some(key.trim().to_owned())),
        _ => Err(Error::invalid_field(
            "Idempotency-Key",
            format!("A key has 1 to {MAX_KEY} printable ASCII characters, such as a UUID."),
        )),
    }
}

/// A text of a request: trimmed, `1` to `most` characters.
pub(super) fn text(field: &str, value: &str, most: usize) -> Result<String, Error> {
    let value = value.trim();
    let n = value.chars().count();
    match n {
        0 => Err(Error::invalid_field(field, "Say something: this may not be blank.")),
        n if n > most => {
            Err(Error::invalid_field(field, format!("At most {most} characters fit here; these are {n}.")))
        }
        _ => Ok(value.to_owned()),
    }
}
