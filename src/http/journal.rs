//! The journal of a session.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use game::{
    id::SessionId,
    journal::{EntryFilter, EntryPosition, EntryWording, FactKind, JournalCounts, JournalEntry, MAX_TEXT, Revision},
    wording::is_blank,
};

use super::{
    App, Error,
    auth::Player,
    body::{JsonBody, Path, idempotency_key, text},
    query::Query,
};

const DEFAULT_PAGE: u32 = 100;
const MAX_PAGE: u32 = 500;
/// The most characters of the words that are looked for.
pub(super) const MAX_QUERY_CHARS: usize = 200;

/// Which entries.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct JournalQuery {
    /// Only entries that held after the turn of this number; default: all entries.
    as_of: Option<u32>,
    /// Only entries with all these words.
    q: Option<String>,
    /// `event`, `person`, `place`, `thing`, `quest` or `note`.
    #[param(value_type = Option<FactKind>, inline)]
    kind: Option<String>,
    /// Whether to include forgotten entries.
    forgotten: Option<bool>,
    /// 1 to 500, clamped; default: 100.
    limit: Option<u32>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

/// A page of the journal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JournalPage {
    items: Vec<JournalEntry>,
    counts: JournalCounts,
    /// Where the next page begins; null on the last.
    next_cursor: Option<String>,
}

/// List the entries of the journal. These are the facts of the story, each with its turn, and the players' notes; pinned ones
/// first, then the newest. A fact that no longer holds has the turn that ended it.
#[utoipa::path(get, path = "/api/sessions/{id}/journal", operation_id = "listJournalEntries", tag = "memory",
    params(("id" = String, Path, description = "the session"), JournalQuery),
    responses(
        (status = 200, description = "A page of the journal.", body = JournalPage),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Query(query): Query<JournalQuery>,
) -> Result<Json<JournalPage>, Error> {
    let JournalQuery { as_of, q, kind, forgotten, limit, cursor } = query;
    let words = q.filter(|q| !is_blank(q)).map(|q| text("q", &q, MAX_QUERY_CHARS)).transpose()?;
    let kind = kind.map(|kind| {
        let unknown = || Error::invalid_field("kind", "Use event, person, place, thing, quest or note.");
        FactKind::read(&kind).ok_or_else(unknown)
    });
    let after = cursor.map(|cursor| {
        let unknown = "This is no cursor of ours; leave it out to start from the beginning.";
        EntryPosition::read(&cursor).ok_or_else(|| Error::invalid_field("cursor", unknown))
    });
    let wanted = EntryFilter {
        as_of,
        words,
        kind: kind.transpose()?,
        forgotten: forgotten.unwrap_or(false),
        after: after.transpose()?,
        limit: limit.unwrap_or(DEFAULT_PAGE).clamp(1, MAX_PAGE) as usize,
    };
    let session = app.session(&player, &id).await?;
    let found = app.tables.journal(&session, &wanted).await?;
    let next_cursor = found.next.map(EntryPosition::write);
    Ok(Json(JournalPage { items: found.items, counts: found.counts, next_cursor }))
}

/// A note to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewJournalNote {
    /// 1 to 2000 characters in one line.
    text: String,
    /// Whether it is pinned; default: no.
    #[serde(default)]
    #[schema(required = false)]
    pinned: bool,
}

/// Changes of an entry: at least one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct JournalRevision {
    /// The new text, 1 to 2000 characters in one line.
    text: Option<String>,
    /// `true` restores the story's own words. It can't be combined with `text` or used for a player's note, which has none.
    as_told: Option<bool>,
    /// Whether it is pinned: the Dungeon Master is reminded of pinned entries in every turn.
    pinned: Option<bool>,
    /// Whether it is hidden from everyone.
    forgotten: Option<bool>,
}

/// Add a note to the journal, at the newest turn. Undoing that turn removes the note. `Idempotency-Key` makes it safe to send
/// twice.
#[utoipa::path(post, path = "/api/sessions/{id}/journal", operation_id = "createJournalNote", tag = "memory",
    request_body = NewJournalNote,
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the note"),
    ),
    responses(
        (status = 201, description = "The journal entry.", body = JournalEntry),
    ))]
pub(super) async fn write(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<NewJournalNote>,
) -> Result<(StatusCode, Json<JournalEntry>), Error> {
    let (text, key) = (line(&request.text)?, idempotency_key(&headers)?);
    let session = app.session(&player, &id).await?;
    let entry = app.tables.note(&session, text, request.pinned, key.as_deref()).await?;
    Ok((StatusCode::CREATED, Json(entry)))
}

/// Reword, pin or forget an entry of the journal, or undo that.
///
/// Fields that are left out stay as they are, and at least one must be given. `asTold: true` restores the original words.
#[utoipa::path(patch, path = "/api/sessions/{id}/journal/{entryId}", operation_id = "updateJournalEntry", tag = "memory",
    request_body = JournalRevision,
    params(
        ("id" = String, Path, description = "the session"),
        ("entryId" = String, Path, description = "the entry"),
    ),
    responses(
        (status = 200, description = "The journal entry.", body = JournalEntry),
    ))]
pub(super) async fn revise(
    State(app): State<App>,
    player: Player,
    Path((id, entry)): Path<(SessionId, String)>,
    JsonBody(request): JsonBody<JournalRevision>,
) -> Result<Json<JournalEntry>, Error> {
    let JournalRevision { text, as_told, pinned, forgotten } = request;
    let as_told = as_told.filter(|as_told| *as_told);
    if text.is_none() && as_told.is_none() && pinned.is_none() && forgotten.is_none() {
        return Err(Error::invalid_field("body", "Give `text`, `asTold`, `pinned` or `forgotten`."));
    }
    let text = match (text, as_told) {
        (None, None) => None,
        (None, Some(_)) => Some(EntryWording::AsTold),
        (Some(text), None) => Some(EntryWording::Put(line(&text)?)),
        (Some(_), Some(_)) => return Err(Error::invalid_field("asTold", "Give either this or `text`.")),
    };
    let revision = Revision { text, pinned, forgotten };
    let session = app.session(&player, &id).await?;
    Ok(Json(app.tables.revise(&session, &entry, &revision).await?))
}

/// Delete a note from the journal, or mark a fact as forgotten: the fact stays in the story, and `forgotten: false` restores
/// it.
#[utoipa::path(delete, path = "/api/sessions/{id}/journal/{entryId}", operation_id = "deleteJournalEntry", tag = "memory",
    params(
        ("id" = String, Path, description = "the session"),
        ("entryId" = String, Path, description = "the entry"),
    ),
    responses(
        (status = 204, description = "the note is deleted, or the fact forgotten"),
    ))]
pub(super) async fn take_out(
    State(app): State<App>,
    player: Player,
    Path((id, entry)): Path<(SessionId, String)>,
) -> Result<StatusCode, Error> {
    let session = app.session(&player, &id).await?;
    app.tables.take_out(&session, &entry).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A text of the journal.
fn line(value: &str) -> Result<String, Error> {
    let line = text("text", value, MAX_TEXT)?;
    match line.chars().any(char::is_control) {
        true => Err(Error::invalid_field("text", "Use a single line without control characters.")),
        false => Ok(line),
    }
}
