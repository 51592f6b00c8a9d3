//! Sessions: begin, list, read, rename, delete.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};

use crate::{
    dm::campaigns::{self, NotShelved},
    game::{
        Session,
        character::Character,
        edition::Edition,
        hero::NewHero,
        id::SessionId,
        ready_made,
        room::{MAX_HEROES, MAX_TITLE},
        view::PlayerView,
    },
    store::{NewSession, Recorded, SessionSummary},
};

use super::{
    App, Error,
    auth::Player,
    body::{Body, Path, Query, idempotency_key, text},
    error::Problem,
    heroes::hero_of,
};

const DEFAULT_PAGE: u32 = 20;
const MAX_PAGE: u32 = 100;

/// A session to begin. Everything may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct CreateSession {
    /// 1 to 120 characters; made from the hero's name if left out.
    title: Option<String>,
    /// The campaign's slug.
    campaign: Option<String>,
    /// A ready-made hero's id, or a hero of one's own.
    #[schema(value_type = Option<HeroChoice>)]
    character: Option<Value>,
    /// Several of them, at most six.
    #[schema(value_type = Option<Vec<HeroChoice>>)]
    characters: Option<Vec<Value>>,
    /// The rules the table plays by: `2014` (SRD 5.1, if left out) or `2024` (SRD 5.2).
    #[schema(value_type = Option<Edition>)]
    rules_edition: Option<Value>,
}

/// A ready-made hero's id, or a hero of one's own.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "a shape for the OpenAPI document; the body is read by hand for its errors' sake")]
pub(super) enum HeroChoice {
    /// A ready-made hero's id.
    ReadyMade(String),
    /// A hero of one's own.
    New(NewHero),
}

/// Begin a session. `Idempotency-Key` makes it safe to send twice.
#[utoipa::path(post, path = "/api/sessions", request_body = Option<CreateSession>, tag = "sessions",
    params(("Idempotency-Key" = Option<String>, Header, description = "names the session to begin")),
    responses(
        (status = 201, body = PlayerView),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn create(
    State(app): State<App>,
    Player(owner): Player,
    headers: HeaderMap,
    Body(request): Body<CreateSession>,
) -> Result<Response, Error> {
    let create_key = idempotency_key(&headers)?;
    let fingerprint = fingerprint(&request);
    let heroes = heroes(&request)?;
    let title = request.title.as_ref().map(|title| text("title", title, MAX_TITLE)).transpose()?;
    let edition = edition(&request)?;
    let mut session = match &request.campaign {
        Some(slug) => playing(&app, owner, title, heroes, edition, slug).await?,
        None => app.tables.new_session(owner, title, heroes, edition),
    };
    session.head.create_fingerprint = create_key.is_some().then(|| fingerprint.clone());
    let new = NewSession { session, past: None, create_key };
    let recorded = app.store().create(new).await?;
    begun(&app, recorded, &fingerprint)
}

/// A session that plays the campaign of this slug, whose package is kept from now on.
async fn playing(
    app: &App,
    owner: String,
    title: Option<String>,
    heroes: Vec<Character>,
    edition: Edition,
    slug: &str,
) -> Result<Session, Error> {
    let chosen = match campaigns::find(app.store(), &owner, slug).await {
        Err(NotShelved::Unknown(slug)) => {
            let message = format!("There is no campaign “{slug}”. Leave it out to play freely.");
            return Err(Error::invalid_field("campaign", message));
        }
        found => found?,
    };
    app.store().keep_package(&chosen.kept).await?;
    let begun = app.tables.new_campaign(owner, title, heroes, edition, &chosen);
    begun.map_err(|refusal| Error::invalid_field("campaign", refusal.to_string()))
}

/// Answers with a session that has begun, now or under the same key before.
pub(super) fn begun(app: &App, recorded: Recorded<Session>, fingerprint: &str) -> Result<Response, Error> {
    let session = match recorded {
        Recorded::Now(session) => session,
        Recorded::Before(session) if session.head.create_fingerprint.as_deref() == Some(fingerprint) => session,
        Recorded::Before(_) => {
            return Err(Error::idempotency_mismatch(
                "This Idempotency-Key was used for another session. Use a new key for a new one.",
            ));
        }
    };
    Ok(created(app, &session))
}

/// The answer that a session was begun.
pub(super) fn created(app: &App, session: &Session) -> Response {
    let location = format!("/api/sessions/{}", session.head.id);
    (StatusCode::CREATED, [(header::LOCATION, location)], Json(view(app, session))).into_response()
}

/// What was asked for, in short. Fields are hashed in a fixed order, so that only their values count.
fn fingerprint(request: &CreateSession) -> String {
    let CreateSession { title, campaign, character, characters, rules_edition } = request;
    let mut values = vec![serde_json::json!([title, campaign, character, characters])];
    // Only where it is given, so that a request that was sent before there was a choice is still the same one.
    values.extend(rules_edition.clone());
    let text: Vec<String> = values.iter().map(Value::to_string).collect();
    format!("{:x}", Sha256::digest(text.concat()))
}

/// The rules a request asks for, as a text or as a number.
fn edition(request: &CreateSession) -> Result<Edition, Error> {
    let Some(asked) = &request.rules_edition else { return Ok(Edition::default()) };
    let year = asked.as_str().map_or_else(|| asked.to_string(), str::to_owned);
    Edition::read(&year).ok_or_else(|| Error::invalid_field("rulesEdition", "Use 2014 or 2024."))
}

/// The heroes a request asks for: a ready-made one where it names none.
fn heroes(request: &CreateSession) -> Result<Vec<Character>, Error> {
    let asked: Vec<(String, &Value)> = match (&request.character, &request.characters) {
        (Some(_), Some(_)) => {
            return Err(Error::invalid_field("characters", "Give `character` or `characters`, not both."));
        }
        (Some(one), None) => vec![("character".to_owned(), one)],
        (None, Some(several)) => {
            several.iter().enumerate().map(|(i, hero)| (format!("characters[{i}]"), hero)).collect()
        }
        (None, None) => return Ok(ready_made::ready_made().iter().take(1).cloned().collect()),
    };
    if asked.is_empty() || asked.len() > MAX_HEROES {
        return Err(Error::invalid_field("characters", format!("1 to {MAX_HEROES} heroes sit at a table.")));
    }
    asked.into_iter().try_fold(Vec::new(), |mut heroes: Vec<Character>, (field, hero)| {
        heroes.push(hero_of(hero, &field, &heroes)?);
        Ok(heroes)
    })
}

pub(super) fn view(app: &App, session: &Session) -> PlayerView {
    PlayerView::of(session, &app.tables.models().dm)
}

/// Which page of the list.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct ListQuery {
    /// 1 to 100; 20 if left out.
    limit: Option<u32>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

/// A page of sessions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionPage {
    items: Vec<SessionSummary>,
    /// Where the next page begins; null on the last.
    next_cursor: Option<String>,
}

/// List sessions, the one played last first.
#[utoipa::path(get, path = "/api/sessions", tag = "sessions", params(ListQuery), responses(
    (status = 200, body = SessionPage),
    (status = "4XX", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn list(
    State(app): State<App>,
    Player(owner): Player,
    Query(query): Query<ListQuery>,
) -> Result<Json<SessionPage>, Error> {
    let limit = query.limit.unwrap_or(DEFAULT_PAGE).clamp(1, MAX_PAGE);
    let page = app.store().list(&owner, limit, query.cursor.as_deref()).await?;
    Ok(Json(SessionPage { items: page.items, next_cursor: page.next_cursor }))
}

/// Read a session as its player sees it.
#[utoipa::path(get, path = "/api/sessions/{id}", tag = "sessions",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, body = PlayerView),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
) -> Result<Json<PlayerView>, Error> {
    Ok(Json(view(&app, &app.session(&player, &id).await?)))
}

/// A new title.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RenameSession {
    /// 1 to 120 characters.
    title: String,
}

/// Rename a session.
#[utoipa::path(patch, path = "/api/sessions/{id}", request_body = RenameSession, tag = "sessions",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, body = PlayerView),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn rename(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Body(request): Body<RenameSession>,
) -> Result<Json<PlayerView>, Error> {
    let title = text("title", &request.title, MAX_TITLE)?;
    app.session(&player, &id).await?;
    app.store().rename(&id, &title).await?;
    Ok(Json(view(&app, &app.session(&player, &id).await?)))
}

/// Delete a session with everything that hangs on it.
#[utoipa::path(delete, path = "/api/sessions/{id}", tag = "sessions",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 204, description = "it is gone"),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn delete(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
) -> Result<StatusCode, Error> {
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    app.tables.while_nobody_plays(line, app.store().delete(&id)).await?;
    app.tables.forget(&id);
    Ok(StatusCode::NO_CONTENT)
}
