//! Heroes: the ready-made ones, those who join and leave, and their levels.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use game::{
    Change, Session,
    character::Character,
    combat::initiative,
    hero::{self, FieldError, NewHero},
    id::{CharacterId, SessionId, unique},
    level_up::{self, LevelUpChoices},
    limits::MAX_HEROES,
    listed, ready_made,
    view::{CharacterView, PlayerView},
    wording::same,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::dm::{NotPlayed, request_key};

use super::{
    App, Error,
    auth::Player,
    body::{JsonBody, Path, idempotency_key, read_field, read_on},
    guests::Member,
    sessions::{HeroChoice, view},
    settings::preferred_language,
};

/// The ready-made heroes.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Heroes {
    items: Vec<CharacterView>,
}

/// List the ready-made heroes.
///
/// Send the `id` of one as `character` of `POST /api/sessions` to play it. Each session gets a copy. If `Accept-Language`
/// prefers German, their backgrounds are in German, here and in sessions that are created with that header.
#[utoipa::path(get, path = "/api/heroes", operation_id = "listHeroes", tag = "heroes", responses((status = 200, description = "The ready-made heroes.", body = Heroes)))]
pub(super) async fn list(headers: HeaderMap) -> Json<Heroes> {
    let mut heroes = ready_made::ready_made().to_vec();
    ready_made::translate_backgrounds(&mut heroes, preferred_language(&headers).as_ref());
    Json(Heroes { items: heroes.into_iter().map(CharacterView::of).collect() })
}

/// The hero a request means: a ready-made one by id, or one of the player's own. Its id is not `taken`.
pub(super) fn hero_of(asked: &Value, field: &str, taken: impl Fn(&str) -> bool) -> Result<Character, Error> {
    if let Value::String(id) = asked {
        let Some(ready) = ready_made::by_id(id) else {
            let ids = listed(ready_made::ready_made().iter().map(|hero| hero.id.as_str()));
            return Err(Error::invalid_field(field, format!("There is no ready-made hero “{id}”; there is {ids}.")));
        };
        let id = CharacterId::from(unique(id.clone(), taken));
        return Ok(Character { id, ..ready.clone() });
    }
    if asked.get("abilities").is_some_and(Value::is_array) {
        return Err(Error::invalid_field(
            &format!("{field}.abilities"),
            "Name each score: str, dex, con, int, wis, cha.",
        ));
    }
    let (new, mut errors) = read_on::<NewHero>(asked.clone(), field);
    let built = new.map(|new| hero::build(&new, taken));
    match built {
        Some(Ok(hero)) if errors.is_empty() => return Ok(hero),
        // Unreadable values were replaced to find further errors; don't report them twice.
        Some(Err(others)) => {
            for FieldError { field: name, message } in others {
                let name = format!("{field}.{name}");
                if errors.iter().all(|error| error.field != name) {
                    errors.push(FieldError::new(name, message));
                }
            }
        }
        _ => {}
    }
    Err(Error::invalid(errors))
}

/// Checks that no hero at the table has the name of one who comes, in whatever letters. A ready-made hero may come twice.
pub(super) fn is_distinct(
    hero: Character,
    asked: &Value,
    heroes: &[Character],
    field: &str,
) -> Result<Character, Error> {
    let is_other = |other: &&Character| !(asked.is_string() && other.name == hero.name);
    match heroes.iter().filter(is_other).find(|other| same(&other.name, &hero.name)) {
        Some(other) => Err(Error::invalid_field(
            field,
            format!("There is a hero called {} already; each hero needs a name of their own.", other.name),
        )),
        None => Ok(hero),
    }
}

/// A hero who joins.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct JoinRequest {
    /// A ready-made hero's id, or a custom hero.
    #[schema(value_type = HeroChoice)]
    character: Value,
}

/// Add a hero to the table. During a fight, the hero rolls initiative and takes part.
#[utoipa::path(post, path = "/api/sessions/{id}/characters", operation_id = "addCharacter", request_body = JoinRequest, tag = "heroes",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the request, unique in its session"),
    ),
    responses(
        (status = 200, description = "The session as its player sees it now.", body = PlayerView),
    ))]
pub(super) async fn join(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<Value>,
) -> Result<Json<PlayerView>, Error> {
    // The hero may be wrapped or be the body itself.
    let hero = match request.get("character").is_some() {
        true => read_field::<JoinRequest>(request, "")?.character,
        false => request,
    };
    let key = idempotency_key(&headers)?;
    let (session, _) = bring(&app, &player, &id, key, &hero).await?;
    Ok(Json(view(&app, &session)))
}

/// The field of a request that describes a hero.
const CHARACTER: &str = "character";

/// Checks that this is a ready-made hero's id, or describes a hero, as far as that doesn't depend on a session.
pub(super) fn check(hero: &Value) -> Result<(), Error> {
    hero_of(hero, CHARACTER, |_| false).map(drop)
}

/// Lets a hero join the table: a ready-made one by id, or one that is described. Answers the session and the hero's id.
pub(super) async fn bring(
    app: &App,
    player: &Player,
    id: &SessionId,
    key: Option<String>,
    hero: &Value,
) -> Result<(Session, CharacterId), Error> {
    let field = CHARACTER;
    check(hero)?;
    let key = request_key(key, &["join", &hero.to_string()]);
    let line = app.tables.line_up(id);
    let seen = app.session(player, id).await?;
    let package = match &seen.game.plot {
        Some(plot) => Some(app.tables.campaign(&plot.campaign.digest).await?),
        None => None,
    };
    let interludes = app.store().interludes(id, 0).await?;
    let has_left = |id: &CharacterId| {
        let mut changes = interludes.iter().flat_map(|interlude| &interlude.changes);
        changes.any(|change| matches!(change, Change::CharacterLeft { character_id } if character_id == id))
    };
    let is_person = |id: &str| package.as_ref().is_some_and(|package| package.person(id).is_some());
    let (session, changes) = app
        .tables
        .once_between_turns(line, key, |session| {
            let heroes = &session.game.characters;
            if heroes.len() >= MAX_HEROES {
                return Err(Error::invalid_field(field, format!("The table is full: {MAX_HEROES} heroes sit at it.")));
            }
            let character = hero_of(hero, field, |id| session.game.is_id_taken(id) || is_person(id))?;
            let mut character = is_distinct(character, hero, heroes, field)?;
            ready_made::translate_backgrounds(std::slice::from_mut(&mut character), session.game.told_in());
            let returns = has_left(&character.id);
            let changes = initiative::come_to_the_table(&session.game, character, returns);
            changes.map_err(|refusal| Error::invalid_field(field, refusal.to_string()))
        })
        .await?;
    let came = changes.into_iter().find_map(|change| match change {
        Change::CharacterJoined { character } => Some(character.id),
        _ => None,
    });
    Ok((session, came.ok_or_else(Error::internal)?))
}

/// Remove a hero from the table. If it was the last one, the session is deleted.
#[utoipa::path(delete, path = "/api/sessions/{id}/characters/{cid}", operation_id = "removeCharacter", tag = "heroes",
    params(
        ("id" = String, Path, description = "the session"),
        ("cid" = String, Path, description = "the hero"),
    ),
    responses(
        (status = 204, description = "the hero has left"),
    ))]
pub(super) async fn leave(
    State(app): State<App>,
    player: Player,
    Path((id, cid)): Path<(SessionId, CharacterId)>,
) -> Result<StatusCode, Error> {
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    let left = app
        .tables
        .between_turns(line, |session| {
            let heroes = &session.game.characters;
            if !heroes.iter().any(|hero| hero.id == cid) {
                return Err(Leave::No(unknown(&cid, heroes)));
            }
            if heroes.len() == 1 {
                return Err(Leave::WasTheLast);
            }
            Ok((vec![Change::CharacterLeft { character_id: cid.clone() }], ()))
        })
        .await;
    match left {
        Ok(_) => {}
        Err(Leave::WasTheLast) => {
            let line = app.tables.line_up(&id);
            app.tables.while_nobody_plays(line, delete_if_last(&app, &id, &cid)).await?;
        }
        Err(Leave::No(error)) => return Err(error),
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a session if this is still its last hero; another may have joined since it was examined.
async fn delete_if_last(app: &App, id: &SessionId, cid: &CharacterId) -> Result<(), Error> {
    match app.store().load(id).await?.game.characters.as_slice() {
        [last] if last.id == *cid => {
            app.store().delete(id).await?;
            app.tables.forget(id);
            Ok(())
        }
        _ => Err(NotPlayed::InProgress.into()),
    }
}

enum Leave {
    WasTheLast,
    No(Error),
}

impl From<NotPlayed> for Leave {
    fn from(error: NotPlayed) -> Self {
        Self::No(error.into())
    }
}

pub(super) fn unknown(id: &CharacterId, heroes: &[Character]) -> Error {
    let ids = listed(heroes.iter().map(|hero| hero.id.as_str()));
    Error::unknown_character(format!("There is no hero “{id}” in this session; there is {ids}."))
}

/// A level to take.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct LevelUpRequest {
    /// The hero.
    character_id: CharacterId,
    /// Choices of `pendingLevelUp`; missing ones have sensible defaults.
    #[serde(default)]
    choices: LevelUpChoices,
}

/// Prefixes field names of errors with their place in the request.
fn in_choices(mut errors: Vec<FieldError>) -> Error {
    for error in errors.iter_mut().filter(|error| error.field != "choices") {
        error.field = format!("choices.{}", error.field);
    }
    Error::invalid(errors)
}

/// Take an earned level.
///
/// The hero's `pendingLevelUp` lists the choices; the server makes missing ones. Until the level is taken, turns are refused
/// with 409 `level_up_pending`.
#[utoipa::path(post, path = "/api/sessions/{id}/level-up", operation_id = "levelUpCharacter", request_body = LevelUpRequest, tag = "heroes",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the request, unique in its session"),
    ),
    responses(
        (status = 200, description = "The session as its player sees it now.", body = PlayerView),
    ))]
pub(super) async fn level_up(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<LevelUpRequest>,
) -> Result<Json<PlayerView>, Error> {
    let what = serde_json::to_string(&request.choices).unwrap_or_default();
    let key = request_key(idempotency_key(&headers)?, &["level-up", request.character_id.as_str(), &what]);
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    member.check_may_act(&app, &id, &request.character_id).await?;
    let (session, _) = app
        .tables
        .once_between_turns(line, key, |session| {
            let heroes = &session.game.characters;
            let hero = heroes.iter().find(|hero| hero.id == request.character_id);
            let hero = hero.ok_or_else(|| unknown(&request.character_id, heroes))?;
            let change = level_up::take(hero, &request.choices).map_err(in_choices)?;
            Ok::<_, Error>(vec![change])
        })
        .await?;
    Ok(Json(member.viewer().sees(view(&app, &session))))
}
