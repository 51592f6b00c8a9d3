//! Export and import of sessions.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use data_encoding::HEXLOWER;
use game::{
    hero::FieldError,
    id::{SessionId, kebab},
    view::PlayerView,
};
use sha2::{Digest, Sha256};

use crate::{
    dm::campaigns::check_bundled,
    store::{Bundle, BundleError},
};

use super::{
    App, Error,
    auth::Player,
    body::{Path, idempotency_key, large_body},
    sessions::begun,
};

/// Where sessions are imported: the one route that takes a large body.
pub(super) const IMPORT: &str = "/api/sessions/import";
/// The largest bundle, in bytes.
pub(super) const MAX_BUNDLE: usize = 32 << 20;

/// A whole session as one document, for `POST /api/sessions/import` here or elsewhere. It reveals the session's dice seeds so
/// far, and the session continues with a new seed.
#[utoipa::path(get, path = "/api/sessions/{id}/export", operation_id = "exportSession", tag = "sessions",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The bundle, as a file.", body = Object,
            headers(
                ("Content-Disposition" = String, description = "The file's name."),
                ("X-Left-Out" = String, description = "What is damaged and therefore missing in the bundle; absent if it is complete."),
            )),
    ))]
pub(super) async fn export(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
) -> Result<Response, Error> {
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    let (bundle, lost) = app.tables.export(line).await?;
    let title = bundle.about.title.clone();
    let json = tokio::task::spawn_blocking(move || bundle.write()).await.map_err(|_| Error::internal())??;
    let mut response = as_file(&title, json);
    if let Some(error) = lost {
        tracing::error!(%error, session = %id, "an export lacks damaged records");
        let what = HeaderValue::from_static("the other tellings or the journal");
        response.headers_mut().insert("x-left-out", what);
    }
    Ok(response)
}

/// JSON as a file to be saved.
pub(super) fn as_file(title: &str, json: Vec<u8>) -> Response {
    let mut response = ([(header::CONTENT_TYPE, "application/json")], json).into_response();
    if let Ok(disposition) = HeaderValue::try_from(disposition(title)) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}

/// The `Content-Disposition` of a download. The full title is in `filename*` (RFC 6266), its ASCII letters, digits and hyphens
/// in `filename` for older clients.
fn disposition(title: &str) -> String {
    let plain: String = title.chars().map(|c| if c.is_ascii() || c == '’' { c } else { ' ' }).collect();
    let (name, plain) = (kebab(title), kebab(&plain));
    let mut said = format!("attachment; filename=\"embertale-{plain}.json\"");
    if name != plain {
        said += "; filename*=UTF-8''embertale-";
        for byte in name.bytes() {
            if byte.is_ascii() { said.push(char::from(byte)) } else { said += &format!("%{byte:02X}") }
        }
        said += ".json";
    }
    said
}

/// Import an exported session. Everything about it is checked before anything is saved.
#[utoipa::path(post, path = IMPORT, operation_id = "importSession", tag = "sessions",
    request_body(content = Object, description = "a bundle of at most 32 MiB", content_type = "application/json"),
    params(("Idempotency-Key" = Option<String>, Header, description = "identifies the new session")),
    responses(
        (status = 201, description = "The session as its player sees it now.", body = PlayerView),
    ))]
pub(super) async fn import(
    State(app): State<App>,
    Player(owner): Player,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Error> {
    let too_large = "A session may have at most 32 MiB here; the command line imports larger ones.";
    let bytes = large_body(request, &app, MAX_BUNDLE, too_large).await?;
    let create_key = idempotency_key(&headers)?;
    let read = tokio::task::spawn_blocking(move || {
        let text = std::str::from_utf8(&bytes).map_err(|_| Error::invalid_json("The body is not UTF-8."))?;
        let digest = HEXLOWER.encode(&Sha256::digest(text));
        let bundle = Bundle::read(text)?;
        bundle.check_throws()?;
        check_bundled(&bundle)?;
        Ok::<_, Error>((bundle, digest))
    });
    let (bundle, fingerprint) = read.await.map_err(|_| Error::internal())??;
    let create_fingerprint = create_key.is_some().then(|| fingerprint.clone());
    let recorded = app.tables.import(bundle, owner, (create_key, create_fingerprint)).await?;
    begun(&app, recorded, &fingerprint, Vec::new())
}

impl From<BundleError> for Error {
    fn from(unusable: BundleError) -> Self {
        match unusable {
            BundleError::NotJson(message) => Self::invalid_json(message),
            BundleError::Invalid(FieldError { field, message }) => Self::invalid_field(&field, message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_files_name_is_plain_whatever_the_title_is() {
        let plain = |name: &str| format!("attachment; filename=\"embertale-{name}.json\"");
        assert_eq!(disposition("The tale of Kara’s dog"), plain("the-tale-of-karas-dog"));
        assert_eq!(disposition("../../etc/\"passwd\"\r\n"), plain("etc-passwd"));
        assert_eq!(disposition("龍 é"), plain("unnamed") + "; filename*=UTF-8''embertale-%E9%BE%8D-%C3%A9.json");
    }
}
