//! The browser app, embedded in the binary.

use axum::{
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

use super::Error;

/// The files of the page. A debug build reads them from disk, so that an edit shows on reload.
#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

/// Answers a file of the page; anything else is an unknown route.
pub(super) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Result<Response, Error> {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let file = Files::get(path).ok_or_else(Error::unknown_route)?;
    if method != Method::GET && method != Method::HEAD {
        return Ok(([(header::ALLOW, "GET,HEAD")], Error::method_not_allowed()).into_response());
    }
    let hash: String = file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let etag = HeaderValue::try_from(format!("\"{hash}\"")).map_err(|_| Error::internal())?;
    // Modules of two versions must never meet in one page, so a browser asks each time; the answer is mostly 304.
    let headers_out = [(header::ETAG, etag.clone()), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    if matches(&headers, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, headers_out).into_response());
    }
    let kind = [(header::CONTENT_TYPE, content_type(path))];
    Ok((headers_out, kind, file.data).into_response())
}

fn matches(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let (Some(asked), Ok(etag)) = (headers.get(header::IF_NONE_MATCH), etag.to_str()) else { return false };
    let asked = asked.to_str().unwrap_or_default();
    asked.split(',').any(|one| one.trim().trim_start_matches("W/") == etag)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "webmanifest" => "application/manifest+json",
        "json" => "application/json",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}
