//! The browser app, embedded in the binary.

pub(super) mod art;
mod lean;

use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

use axum::{
    Extension,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use rust_embed::RustEmbed;

use super::{App, BasePath, Error, prefix};
use lean::{Encoding, Lean};

/// The files of the page. A debug build reads them from disk, so that an edit shows on reload.
#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

/// The key of a compressed file: its hash, and its encoding.
type CompressionKey = ([u8; 32], Encoding);

/// Every file that was asked for, by its hash and encoding, as it is sent. Not by its path: there are many spellings of
/// one where files are read from disk.
static SENT: LazyLock<Mutex<HashMap<CompressionKey, Lean>>> = LazyLock::new(Mutex::default);

/// Marks an answer that is a part of a document: a script or a style sheet.
#[derive(Clone)]
struct PagePart;

/// Marks an answer about a file of the page.
#[derive(Clone)]
struct OfPage;

/// Whether an answer is about a file of the page.
pub(super) fn is_file(response: &Response) -> bool {
    response.extensions().get::<OfPage>().is_some()
}

/// Serves a file of the page; anything else is an unknown route.
pub(super) async fn file(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let file = Files::get(path).ok_or_else(Error::unknown_route)?;
    if method != Method::GET && method != Method::HEAD {
        let allowed = [(header::ALLOW, "GET,HEAD")];
        return Ok((allowed, Extension(OfPage), Error::method_not_allowed()).into_response());
    }
    let kind = content_type(path);
    let encoding = if is_packed(kind) { Encoding::Plain } else { Encoding::asked_for(&headers) };
    let lean = lean(path, encoding, &file, &app.settings.server.base_path).await?;
    let etag = HeaderValue::try_from(&lean.etag).map_err(|_| Error::internal())?;
    let is_known = matches(&headers, &lean.etag);
    let mut response =
        if is_known { StatusCode::NOT_MODIFIED.into_response() } else { sent(path, encoding, lean.bytes) };
    response.headers_mut().extend([
        (header::ETAG, etag),
        (header::CACHE_CONTROL, HeaderValue::from_static(cache_control(kind))),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ]);
    response.extensions_mut().insert(OfPage);
    if matches!(path.rsplit('.').next(), Some("js" | "css" | "woff2")) {
        response.extensions_mut().insert(PagePart);
    }
    Ok(response)
}

fn sent(path: &str, encoding: Encoding, bytes: Bytes) -> Response {
    let mut response = Response::new(Body::from(bytes));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    if let Some(name) = encoding.name() {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    response
}

/// The file as it is sent: made lean once.
async fn lean(path: &str, encoding: Encoding, file: &rust_embed::EmbeddedFile, base: &BasePath) -> Result<Lean, Error> {
    let key = (file.metadata.sha256_hash(), encoding);
    let kept = SENT.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    if let Some(kept) = kept {
        return Ok(kept);
    }
    let kind = content_type(path);
    let data = match std::str::from_utf8(&file.data) {
        Ok(text) if !base.as_str().is_empty() => {
            let is_ours = |segment: &str| {
                ["api", art::FOLDER].contains(&segment)
                    || Files::iter().any(|file| file.split('/').next() == Some(segment))
            };
            prefix::add_to_file(text, base, kind.starts_with("text/javascript"), is_ours).into_bytes()
        }
        _ => file.data.to_vec(),
    };
    let made = tokio::task::spawn_blocking(move || Lean::make(data, kind, encoding));
    let made = made.await.map_err(|_| Error::internal())?;
    SENT.lock().unwrap_or_else(PoisonError::into_inner).insert(key, made.clone());
    Ok(made)
}

/// Takes from scripts and style sheets what only a document, or an answer of the API, has use for: there are dozens of
/// them, and these headers would be longer than many a script.
pub(super) async fn lighten(request: Request, next: Next) -> Response {
    const FOR_OTHERS: [HeaderName; 7] = [
        header::CONTENT_SECURITY_POLICY,
        header::REFERRER_POLICY,
        header::ACCESS_CONTROL_ALLOW_ORIGIN,
        header::ACCESS_CONTROL_ALLOW_CREDENTIALS,
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderName::from_static("x-request-id"),
    ];
    let mut response = next.run(request).await;
    if response.extensions_mut().remove::<PagePart>().is_some() {
        for name in FOR_OTHERS {
            response.headers_mut().remove(name);
        }
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

/// Whether a client has the current version, by its ETag.
pub(super) fn matches(headers: &HeaderMap, etag: &str) -> bool {
    let Some(asked) = headers.get(header::IF_NONE_MATCH) else { return false };
    let asked = asked.to_str().unwrap_or_default();
    asked.split(',').any(|one| one.trim().trim_start_matches("W/") == etag)
}

/// How long a browser may keep a file without asking.
fn cache_control(kind: &str) -> &'static str {
    match kind {
        // The name of a font contains its hash.
        FONT => "public, max-age=31536000, immutable",
        // Modules of two versions must never meet in one page, so a browser asks each time; the answer is mostly 304.
        _ => "no-cache",
    }
}

/// Whether files of this type are compressed in themselves.
fn is_packed(kind: &str) -> bool {
    matches!(kind, FONT | "image/png")
}

const FONT: &str = "font/woff2";

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        "json" => "application/json",
        "png" => "image/png",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => FONT,
        _ => "application/octet-stream",
    }
}
