//! A session's memory.

use axum::{Json, extract::State, http::HeaderMap};
use game::{
    id::{SessionId, TurnId},
    journal::SupersededEvent,
    story::SupportingNpc,
    view::PlayerView,
    wording::is_blank,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::dm::{self, PassageSource, PastQuery};

use super::{
    App, Error,
    auth::Player,
    body::{Path, idempotency_key, text},
    query::Query,
    sessions::view,
};

/// The most characters of a question.
pub(super) const MAX_QUERY_CHARS: usize = 1_000;
const DEFAULT_FOUND: u32 = 5;
const MAX_FOUND: u32 = 20;

/// Which part.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct MemoryQuery {
    /// `importantEvents`, `supportingNPCs` or `all`; all if left out.
    kind: Option<String>,
}

/// A session's memory; parts that weren't requested are absent.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = Memory)]
pub(super) struct SessionMemory {
    /// Newest last.
    #[serde(rename = "importantEvents", skip_serializing_if = "Option::is_none")]
    important_events: Option<Vec<String>>,
    /// Important events that no longer hold, each with the turn that ended it; absent if all hold.
    #[serde(rename = "supersededEvents", skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    superseded_events: Vec<SupersededEvent>,
    /// Those the story will come back to.
    #[serde(rename = "supportingNPCs", skip_serializing_if = "Option::is_none")]
    supporting_npcs: Option<Vec<SupportingNpc>>,
}

/// Clear the history for prompts: from the next turn on, the Dungeon Master does not see earlier messages.
///
/// Heroes, world, memory and the story on the page are unchanged, and earlier texts can still be looked up. Undoing the turn
/// before undoes it as well. The built-in storyteller, which costs nothing, isn't affected.
#[utoipa::path(post, path = "/api/sessions/{id}/clear", operation_id = "clearHistory", tag = "memory",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the request, unique in its session"),
    ),
    responses(
        (status = 200, description = "The session as its player sees it now.", body = PlayerView),
    ))]
pub(super) async fn clear(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    headers: HeaderMap,
) -> Result<Json<PlayerView>, Error> {
    let key = idempotency_key(&headers)?;
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    let session = app.tables.clear(line, key).await?;
    Ok(Json(view(&app, &session)))
}

/// Read a session's memory.
///
/// These are the Dungeon Master's records as the player sees them, without secrets of people that the heroes have not found
/// out.
#[utoipa::path(get, path = "/api/sessions/{id}/memory", operation_id = "getMemory", tag = "memory",
    params(("id" = String, Path, description = "the session"), MemoryQuery),
    responses(
        (status = 200, description = "What the session remembers.", body = SessionMemory),
    ))]
pub(super) async fn recall(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Query(query): Query<MemoryQuery>,
) -> Result<Json<SessionMemory>, Error> {
    let (events, npcs) = match query.kind.as_deref() {
        None | Some("all") => (true, true),
        Some("importantEvents") => (true, false),
        Some("supportingNPCs") => (false, true),
        Some(_) => return Err(Error::invalid_field("kind", "Use importantEvents, supportingNPCs or all.")),
    };
    let session = app.session(&player, &id).await?;
    let superseded_events = match events {
        true => app.tables.superseded_events(&session).await?,
        false => Vec::new(),
    };
    Ok(Json(SessionMemory {
        superseded_events,
        important_events: events.then(|| session.game.important_events.clone()),
        supporting_npcs: npcs
            .then(|| session.game.supporting_npcs.iter().map(SupportingNpc::as_players_see_them).collect()),
    }))
}

/// Search parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemorySearchQuery {
    /// A question or keywords.
    q: String,
    /// Only what this hero or NPC said, by name.
    said_by: Option<String>,
    /// Only this day of the story.
    day: Option<u32>,
    /// Number of turns, 1 to 20 (more is 20); default: 5.
    #[param(minimum = 1)]
    limit: Option<u32>,
}

/// A turn that was found, with its best passage; or a player's note from before the first turn.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MemoryItem {
    /// The turn's id; absent before the first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    turn: Option<TurnId>,
    /// Its number; 0 before the first turn.
    seq: u32,
    /// How well it matches, about 0 to 1.
    score: f32,
    /// The source of the passage.
    kind: MemoryKind,
    /// The speaker; absent for narration.
    #[serde(skip_serializing_if = "Option::is_none")]
    speaker: Option<String>,
    /// The day in the story; absent before the first turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<u32>,
    /// The number of the turn that ended the passage's fact; absent if it still holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<u32>,
    /// The passage.
    excerpt: String,
}

/// The source of a passage: speech, narration, a record beside it, a player's edit of one, or a player's note.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum MemoryKind {
    Said,
    Told,
    Written,
    Edited,
    Note,
}

/// Search results, best first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MemoryFound {
    items: Vec<MemoryItem>,
}

impl MemoryItem {
    fn of(memory: dm::MemoryHit) -> Self {
        let dm::MemoryHit { turn, seq, score, whose, at, until, text, .. } = memory;
        let (kind, speaker) = match whose {
            PassageSource::Said(name) => (MemoryKind::Said, Some(name)),
            PassageSource::Told => (MemoryKind::Told, None),
            PassageSource::Written => (MemoryKind::Written, None),
            PassageSource::Edited => (MemoryKind::Edited, None),
            PassageSource::Note => (MemoryKind::Note, None),
        };
        Self { turn, seq, score, kind, speaker, day: at.map(|at| at.day), until, excerpt: text }
    }
}

/// Search a session's dialogue, narration and records. Passages are found by keywords and, if a model for it is installed, by
/// meaning. Each turn is listed once, with its best passage. Without a common word and without a model, nothing is found.
#[utoipa::path(get, path = "/api/sessions/{id}/memory/search", operation_id = "searchMemory", tag = "memory",
    params(("id" = String, Path, description = "the session"), MemorySearchQuery),
    responses(
        (status = 200, description = "The search results.", body = MemoryFound),
    ))]
pub(super) async fn search(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Query(query): Query<MemorySearchQuery>,
) -> Result<Json<MemoryFound>, Error> {
    let q = text("q", &query.q, MAX_QUERY_CHARS)?;
    if query.limit == Some(0) {
        return Err(Error::invalid_field("limit", "Ask for 1 at least, 20 at most."));
    }
    let limit = query.limit.unwrap_or(DEFAULT_FOUND).min(MAX_FOUND) as usize;
    let speaker = query.said_by.filter(|name| !is_blank(name));
    let session = app.session(&player, &id).await?;
    let wanted =
        PastQuery { query: q, speaker, day: query.day, after: None, before: None, limit, ..PastQuery::default() };
    let found = app.tables.recall(&session, wanted).await?;
    Ok(Json(MemoryFound { items: found.into_iter().map(MemoryItem::of).collect() }))
}

/// A line of what happened before.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RecapLine {
    /// The id of its turn.
    #[schema(value_type = String)]
    turn: TurnId,
    /// Its number.
    seq: u32,
    /// What happened.
    text: String,
    /// The number of the turn that ended it; absent if it still holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<u32>,
}

/// What happened before, in the order it happened.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Recap {
    items: Vec<RecapLine>,
}

/// Read a recap for returning players: summaries of the last scenes, records of later turns, and the end of the last one. Every
/// line names its turn.
#[utoipa::path(get, path = "/api/sessions/{id}/recap", operation_id = "getRecap", tag = "memory",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "What happened before.", body = Recap),
    ))]
pub(super) async fn recap(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
) -> Result<Json<Recap>, Error> {
    let session = app.session(&player, &id).await?;
    let lines = app.tables.recap(&session).await?;
    let line = |line: dm::Recapped| RecapLine { turn: line.turn, seq: line.seq, text: line.text, until: line.until };
    Ok(Json(Recap { items: lines.into_iter().map(line).collect() }))
}
