//! Reads request bodies, with errors that name every wrong field.

use axum::{
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path as AxumPath, Request, rejection::BytesRejection},
    http::{HeaderMap, StatusCode, header, request::Parts},
};
use game::{hero::FieldError, numbers::normalize_integers, wording::is_blank};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

use crate::json_errors;

use super::{App, Error, request_body::TooSlow};

/// The most characters of an Idempotency-Key.
pub(super) const MAX_KEY: usize = 200;
/// Maximum number of fields named in one answer.
const MAX_ERRORS: usize = 20;

/// A JSON body. No body at all is read as `{}`.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let is_json = says_json(request.headers());
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|rejection| incomplete(&rejection, "A request may have at most 64 KiB."))?;
        if bytes.is_empty() {
            return read(Value::Object(Map::new())).map(Self);
        }
        if !is_json {
            return Err(Error::unsupported_media_type());
        }
        read(json(&bytes)?).map(Self)
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
    let bytes = Bytes::from_request(request, app).await;
    let bytes = bytes.map_err(|rejection| incomplete(&rejection, too_large))?;
    if !bytes.is_empty() && !is_json { Err(Error::unsupported_media_type()) } else { Ok(bytes) }
}

/// Why a body was not read to its end.
fn incomplete(rejection: &BytesRejection, too_large: &str) -> Error {
    let mut causes = std::iter::successors(Some(rejection as &dyn std::error::Error), |error| error.source());
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::too_large(too_large),
        _ if causes.any(|error| error.is::<TooSlow>()) => Error::request_timeout(),
        _ => Error::invalid_json("The body broke off before it was whole. Send it again."),
    }
}

/// Whether the body is compressed, which isn't taken: its size could not be limited before it is unpacked.
fn is_encoded(headers: &HeaderMap) -> bool {
    let encodings = headers.get_all(header::CONTENT_ENCODING).iter();
    let is_plain = |encoding: &str| ["", "identity"].iter().any(|plain| encoding.trim().eq_ignore_ascii_case(plain));
    encodings.into_iter().any(|encoding| !encoding.to_str().is_ok_and(|encodings| encodings.split(',').all(is_plain)))
}

fn says_json(headers: &HeaderMap) -> bool {
    if is_encoded(headers) {
        return false;
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// Reads a text as JSON. Numbers such as `1.0` become integers.
pub(super) fn json(bytes: &[u8]) -> Result<Value, Error> {
    let text = std::str::from_utf8(bytes).map_err(|_| Error::invalid_json("The body is not UTF-8."))?;
    let mut value = serde_json::from_str(text).map_err(|error| Error::invalid_json(json_errors::not_json(&error)))?;
    normalize_integers(&mut value);
    Ok(value)
}

/// Reads a value as `T`; errors name every wrong field by its path.
pub(super) fn read<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    read_field(value, "")
}

/// As [`read`], for a value inside the field `within`.
pub(super) fn read_field<T: DeserializeOwned>(value: Value, within: &str) -> Result<T, Error> {
    match read_on(value, within) {
        (Some(read), errors) if errors.is_empty() => Ok(read),
        (_, errors) => Err(Error::invalid(errors)),
    }
}

/// Stand-ins for an unreadable value, so that the fields after it can be checked as well.
fn stand_ins() -> impl Iterator<Item = Option<Value>> {
    let values =
        [Value::from(""), Value::from(0), Value::from(false), Value::Array(Vec::new()), Value::Object(Map::new())];
    std::iter::once(None).chain(values.map(Some))
}

/// As [`read_field`], but continues after errors. Returns all errors, and the value if each wrong part could be replaced by a
/// placeholder.
pub(super) fn read_on<T: DeserializeOwned>(mut value: Value, within: &str) -> (Option<T>, Vec<FieldError>) {
    if value.is_array() {
        // Serde would take a list for the fields in their order.
        let field = if within.is_empty() { "body" } else { within };
        return (None, vec![FieldError::new(field, "This is a list; send an object with its fields by name.")]);
    }
    let (mut errors, mut others) = (Vec::<FieldError>::new(), stand_ins());
    loop {
        let error = match serde_path_to_error::deserialize(&value) {
            Ok(read) => return (Some(read), errors),
            Err(error) => error,
        };
        let message = error.inner().to_string();
        let wrong = json_errors::field_error(within, &error.path().to_string(), &message, &value);
        let mut path: Vec<String> = error.path().iter().filter_map(step).collect();
        let last = wrong.field.rsplit('.').next().unwrap_or_default();
        let is_lost = path.is_empty() && !json_errors::names_a_field(&message);
        if json_errors::names_a_field(&message) && path.last().is_none_or(|step| step != last) {
            path.push(last.to_owned());
        }
        if errors.last().is_none_or(|last| last.field != wrong.field) {
            if errors.len() == MAX_ERRORS || errors.iter().any(|known| known.field == wrong.field) {
                return (None, errors);
            }
            errors.push(wrong);
            others = stand_ins();
        }
        if is_lost || !others.next().is_some_and(|other| put(&mut value, &path, other)) {
            return (None, errors);
        }
    }
}

fn step(segment: &Segment) -> Option<String> {
    match segment {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key } => Some(key.clone()),
        Segment::Enum { .. } | Segment::Unknown => None,
    }
}

/// Replaces or removes the part of `value` at a path. Returns false if there is no such path.
fn put(value: &mut Value, path: &[String], other: Option<Value>) -> bool {
    let Some((last, parents)) = path.split_last() else { return false };
    let parent = parents.iter().try_fold(value, |value, step| match value {
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        value => value.get_mut(step),
    });
    match (parent, other) {
        (Some(Value::Object(fields)), None) => drop(fields.shift_remove(last)),
        (Some(Value::Object(fields)), Some(other)) => drop(fields.insert(last.clone(), other)),
        (Some(Value::Array(items)), other) => match last.parse::<usize>().ok().and_then(|at| items.get_mut(at)) {
            Some(item) => *item = other.unwrap_or_default(),
            None => return false,
        },
        _ => return false,
    }
    true
}

/// Collects all field errors of a request for one answer.
#[derive(Default)]
pub(super) struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    /// The value of a field, or `None` with its error recorded. Other errors end the request.
    pub(super) fn read<T>(&mut self, read: Result<T, Error>) -> Result<Option<T>, Error> {
        match read.map_err(Error::into_fields) {
            Ok(read) => Ok(Some(read)),
            Err(Ok(errors)) => {
                self.0.extend(errors);
                Ok(None)
            }
            Err(Err(error)) => Err(error),
        }
    }

    pub(super) fn none_wrong(self) -> Result<(), Error> {
        if self.0.is_empty() { Ok(()) } else { Err(self.into()) }
    }
}

impl From<FieldErrors> for Error {
    fn from(FieldErrors(errors): FieldErrors) -> Self {
        Self::invalid(errors)
    }
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

/// The Idempotency-Key of a request, if it has one.
pub(super) fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, Error> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    match key.to_str() {
        // `to_str` accepts tabs.
        Ok(key) if !key.trim().is_empty() && key.len() <= MAX_KEY && !key.contains('\t') => {
            Ok(Some(key.trim().to_owned()))
        }
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
        _ if is_blank(value) => Err(Error::invalid_field(field, "This may not be blank.")),
        n if n > most => {
            Err(Error::invalid_field(field, format!("At most {most} characters fit here; these are {n}.")))
        }
        _ => Ok(value.to_owned()),
    }
}
