//! Sessions: begin, list, read, rename, delete.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use data_encoding::HEXLOWER;
use game::{
    GameSettings, Session,
    character::Character,
    edition::Edition,
    hero::NewHero,
    house_rules::HouseRules,
    id::{CharacterId, SessionId, unique},
    language_tag::LanguageTag,
    limits::{MAX_HEROES, MAX_TITLE},
    ready_made,
    safety::Safety,
    view::PlayerView,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::{IntoParams, ToSchema};

use crate::{
    campaign::CampaignPackage,
    dm::campaigns::{self, NotShelved},
    store::{NewSession, Recorded, SessionSummary},
};

use super::{
    App, Error,
    auth::Player,
    body::{FieldErrors, JsonBody, Path, idempotency_key, text},
    guests::Member,
    heroes::{hero_of, is_distinct},
    query::Query,
    safety::{self, NamedTag},
    settings,
};

const DEFAULT_PAGE: u32 = 20;
const MAX_PAGE: u32 = 100;

/// A session to start. All fields are optional.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct CreateSession {
    /// 1 to 120 characters; made from the hero's name if left out.
    title: Option<String>,
    /// The campaign's slug.
    campaign: Option<String>,
    /// A ready-made hero's id, or a custom hero.
    #[schema(value_type = Option<HeroChoice>)]
    character: Option<Value>,
    /// Several heroes, at most six.
    #[schema(value_type = Option<Vec<HeroChoice>>)]
    characters: Option<Vec<Value>>,
    /// The rules the table plays by: `2014` (SRD 5.1, if left out) or `2024` (SRD 5.2).
    #[schema(value_type = Option<Edition>)]
    rules_edition: Option<Value>,
    /// The language of the story as a BCP 47 tag. By default or if null: the campaign's if it isn't English, else the preferred
    /// one of `Accept-Language`, else that of the player's messages.
    #[schema(value_type = Option<String>)]
    language: Option<Value>,
    /// House rules.
    #[schema(value_type = Option<HouseRules>)]
    house_rules: Option<Value>,
    /// Lines, veils and dials, as `PUT /api/sessions/{id}/safety` takes them.
    #[schema(value_type = Option<Safety>)]
    safety: Option<Value>,
}

/// A ready-made hero's id, or a custom hero.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "a shape for the OpenAPI document; the body is read by hand for its errors' sake")]
pub(super) enum HeroChoice {
    /// A ready-made hero's id.
    ReadyMade(String),
    /// A custom hero.
    New(NewHero),
}

/// Start a session. `Idempotency-Key` makes it safe to send twice.
#[utoipa::path(post, path = "/api/sessions", operation_id = "createSession", request_body = Option<CreateSession>, tag = "sessions",
    params(("Idempotency-Key" = Option<String>, Header, description = "identifies the new session")),
    responses(
        (status = 201, description = "The session as its player sees it, and the player's lines that its campaign crosses.", body = BegunSession),
    ))]
pub(super) async fn create(
    State(app): State<App>,
    Player(owner): Player,
    headers: HeaderMap,
    JsonBody(request): JsonBody<CreateSession>,
) -> Result<Response, Error> {
    let create_key = idempotency_key(&headers)?;
    let fingerprint = fingerprint(&request);
    let mut fields = FieldErrors::default();
    let heroes = fields.read(heroes(&request))?;
    let title = fields.read(request.title.as_ref().map(|title| text("title", title, MAX_TITLE)).transpose())?;
    let edition = fields.read(edition(&request))?;
    let language = fields.read(request.language.as_ref().map(settings::language).transpose())?;
    let house_rules = fields.read(request.house_rules.clone().map(settings::house_rules).transpose())?;
    let safety = fields.read(request.safety.clone().map(|asked| safety::safety(asked, "safety")).transpose())?;
    let (Some(heroes), Some(title)) = (heroes, title) else { return Err(fields.into()) };
    let (Some(edition), Some(language), Some(house_rules), Some(safety)) = (edition, language, house_rules, safety)
    else {
        return Err(fields.into());
    };
    let (house_rules, safety) = (house_rules.unwrap_or_default(), safety.unwrap_or_default());
    let mut crossed = Vec::new();
    let settings = GameSettings { edition, language: language.flatten(), house_rules };
    let preferred = settings::preferred_language(&headers);
    let mut heroes = heroes;
    ready_made::translate_backgrounds(&mut heroes, settings.language.as_ref().or(preferred.as_ref()));
    let mut session = match &request.campaign {
        Some(slug) => {
            let (session, content_tags) = playing(&app, owner, title, heroes, (settings, preferred), slug).await?;
            crossed = safety::crossed(&safety, &content_tags);
            session
        }
        None => {
            let settings = GameSettings { language: settings.language.or(preferred), ..settings };
            app.tables.new_session(owner, title, heroes, settings, &safety)
        }
    };
    session.head.safety.host = safety;
    session.head.create_fingerprint = create_key.is_some().then(|| fingerprint.clone());
    let new = NewSession { session, past: None, create_key };
    let recorded = app.store().create(new).await?;
    begun(&app, recorded, &fingerprint, crossed)
}

/// A session that plays the campaign of this slug, whose package is kept from now on.
async fn playing(
    app: &App,
    owner: String,
    title: Option<String>,
    heroes: Vec<Character>,
    (settings, preferred): (GameSettings, Option<LanguageTag>),
    slug: &str,
) -> Result<(Session, Vec<String>), Error> {
    let chosen = match campaigns::find(app.store(), &owner, slug).await {
        Err(NotShelved::Unknown(slug)) => {
            let message = format!("There is no campaign “{slug}”. Leave it out to play freely.");
            return Err(Error::invalid_field("campaign", message));
        }
        found => found?,
    };
    app.store().keep_package(&chosen.kept).await?;
    let heroes = with_ids_of_their_own(heroes, &chosen.package);
    let language = settings.language.or_else(|| chosen.language()).or(preferred);
    let settings = GameSettings { language, ..settings };
    let begun = app.tables.new_campaign(owner, title, heroes, settings, &chosen);
    let begun = begun.map_err(|refusal| Error::invalid_field("campaign", refusal.to_string()))?;
    Ok((begun, chosen.package.content_tags))
}

/// Gives heroes ids that no person of the campaign has.
fn with_ids_of_their_own(heroes: Vec<Character>, package: &CampaignPackage) -> Vec<Character> {
    let given: Vec<CharacterId> = heroes.iter().map(|hero| hero.id.clone()).collect();
    let is_person = |id: &str| package.person(id).is_some();
    let is_taken = |id: &str| is_person(id) || given.iter().any(|given| given.as_str() == id);
    let own = |hero: Character| match is_person(hero.id.as_str()) {
        true => Character { id: CharacterId::from(unique(hero.id.to_string(), is_taken)), ..hero },
        false => hero,
    };
    heroes.into_iter().map(own).collect()
}

/// Responds with a session that was created now or earlier with the same key.
pub(super) fn begun(
    app: &App,
    recorded: Recorded<Session>,
    fingerprint: &str,
    crossed: Vec<NamedTag>,
) -> Result<Response, Error> {
    let session = match recorded {
        Recorded::Now(session) => session,
        Recorded::Before(session) if session.head.create_fingerprint.as_deref() == Some(fingerprint) => session,
        Recorded::Before(_) => {
            return Err(Error::idempotency_mismatch(
                "This Idempotency-Key was used for another session. Use a new key for a new one.",
            ));
        }
    };
    Ok(created_with(app, &session, crossed))
}

/// The answer that a session was begun.
pub(super) fn created(app: &App, session: &Session) -> Response {
    created_with(app, session, Vec::new())
}

fn created_with(app: &App, session: &Session, crossed: Vec<NamedTag>) -> Response {
    let location = format!("/api/sessions/{}", session.head.id);
    let begun = BegunSession { session: view(app, session), crossed };
    (StatusCode::CREATED, [(header::LOCATION, location)], Json(begun)).into_response()
}

/// A session that was begun.
#[derive(Serialize, ToSchema)]
pub(super) struct BegunSession {
    #[serde(flatten)]
    session: PlayerView,
    /// The player's lines that the campaign crosses, by its own description; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    crossed: Vec<NamedTag>,
}

/// A hash of the request. Fields are hashed in a fixed order, so that only their values count.
fn fingerprint(request: &CreateSession) -> String {
    let CreateSession { title, campaign, character, characters, rules_edition, language, house_rules, safety } =
        request;
    let mut values = vec![serde_json::json!([title, campaign, character, characters])];
    // Only if present, so that requests of older clients keep their fingerprint.
    values.extend(rules_edition.clone());
    values.extend(language.as_ref().map(|language| serde_json::json!({"language": language})));
    values.extend(house_rules.as_ref().map(|rules| serde_json::json!({"houseRules": rules})));
    values.extend(safety.as_ref().map(|safety| serde_json::json!({"safety": safety})));
    let text: Vec<String> = values.iter().map(Value::to_string).collect();
    HEXLOWER.encode(&Sha256::digest(text.concat()))
}

/// The rules a request asks for, as a text or as a number.
fn edition(request: &CreateSession) -> Result<Edition, Error> {
    let Some(asked) = &request.rules_edition else { return Ok(Edition::default()) };
    let year = asked.as_str().map_or_else(|| asked.to_string(), str::to_owned);
    Edition::read(&year).ok_or_else(|| Error::invalid_field("rulesEdition", "Use 2014 or 2024."))
}

/// The requested heroes; a ready-made one by default.
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
    let (mut heroes, mut fields) = (Vec::new(), FieldErrors::default());
    for (field, hero) in asked {
        let is_taken = |id: &str| heroes.iter().any(|hero: &Character| hero.id.as_str() == id);
        let hero = hero_of(hero, &field, is_taken).and_then(|it| is_distinct(it, hero, &heroes, &field));
        heroes.extend(fields.read(hero)?);
    }
    fields.none_wrong().map(|()| heroes)
}

pub(super) fn view(app: &App, session: &Session) -> PlayerView {
    PlayerView::of(session, &app.tables.models().agents.dm.id)
}

/// Which page of the list.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct ListQuery {
    /// 1 to 100, clamped; default: 20.
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
///
/// Only the player's own sessions are listed, in short. Send `nextCursor` as `cursor` for the next page.
#[utoipa::path(get, path = "/api/sessions", operation_id = "listSessions", tag = "sessions", params(ListQuery), responses(
    (status = 200, description = "A page of sessions.", body = SessionPage),
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
///
/// What only the Dungeon Master knows is left out. The session is the state after the last turn: a turn in progress does not show
/// in it, and without one the answer is the same, byte for byte.
#[utoipa::path(get, path = "/api/sessions/{id}", operation_id = "getSession", tag = "sessions",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The session as its player sees it now.", body = PlayerView),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
) -> Result<Json<PlayerView>, Error> {
    Ok(Json(member.viewer().sees(view(&app, &app.session(&player, &id).await?))))
}

/// A new title.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RenameSession {
    /// 1 to 120 characters.
    title: String,
}

/// Rename a session.
///
/// Does not wait for a turn in progress.
#[utoipa::path(patch, path = "/api/sessions/{id}", operation_id = "renameSession", request_body = RenameSession, tag = "sessions",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The session as its player sees it now.", body = PlayerView),
    ))]
pub(super) async fn rename(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    JsonBody(request): JsonBody<RenameSession>,
) -> Result<Json<PlayerView>, Error> {
    let title = text("title", &request.title, MAX_TITLE)?;
    app.session(&player, &id).await?;
    app.store().rename(&id, &title).await?;
    let session = app.session(&player, &id).await?;
    app.tables.session_changed(&session);
    Ok(Json(view(&app, &session)))
}

/// Delete a session and everything that belongs to it.
///
/// Waits for a turn in progress. A deleted session can't be restored, except from an export or a backup.
#[utoipa::path(delete, path = "/api/sessions/{id}", operation_id = "deleteSession", tag = "sessions",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 204, description = "it is gone"),
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
