//! Heroes: the ready-made ones, those who join and leave, and their levels.

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::dm::NotPlayed;
use crate::game::{
    Change,
    character::Character,
    hero::{self, FieldError, NewHero},
    id::{CharacterId, SessionId, unique},
    level_up::{self, LevelUpChoices},
    listed, ready_made,
    room::MAX_HEROES,
    view::{CharacterView, PlayerView},
};

use super::{
    App, Error,
    auth::Player,
    body::{Body, Path, read_field},
    error::Problem,
    sessions::{HeroChoice, view},
};

/// The ready-made heroes.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Heroes {
    items: Vec<CharacterView>,
}

/// List the ready-made heroes.
#[utoipa::path(get, path = "/api/heroes", operation_id = "heroes", tag = "heroes", responses((status = 200, body = Heroes)))]
pub(super) async fn list() -> Json<Heroes> {
    Json(Heroes { items: ready_made::ready_made().iter().cloned().map(CharacterView::of).collect() })
}

/// The hero a request means: a ready-made one by id, or one of the player's own. Its id is none of those at the table.
pub(super) fn hero_of(asked: &Value, field: &str, at_table: &[Character]) -> Result<Character, Error> {
    let taken = |id: &str| at_table.iter().any(|hero| hero.id.as_str() == id);
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
    let new: NewHero = read_field(asked.clone(), field)?;
    hero::build(&new, taken).map_err(|mut errors| {
        for error in &mut errors {
            error.field = format!("{field}.{}", error.field);
        }
        Error::invalid(errors)
    })
}

/// A hero who joins.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct JoinRequest {
    /// A ready-made hero's id, or a hero of one's own.
    #[schema(value_type = HeroChoice)]
    character: Value,
}

/// A hero joins the table.
#[utoipa::path(post, path = "/api/sessions/{id}/characters", request_body = JoinRequest, tag = "heroes",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, body = PlayerView),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn join(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Body(request): Body<Value>,
) -> Result<Json<PlayerView>, Error> {
    // The hero may be wrapped or stand alone, as one would type it.
    let wrapped = request.get("character").is_some();
    let (hero, field) = match wrapped {
        true => (read_field::<JoinRequest>(request, "")?.character, "character"),
        false => (request, "character"),
    };
    hero_of(&hero, field, &[])?;
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    let (session, ()) = app
        .tables
        .between_turns(line, |session| {
            let heroes = &session.game.characters;
            if heroes.len() >= MAX_HEROES {
                return Err(Error::invalid_field(field, format!("The table is full: {MAX_HEROES} heroes sit at it.")));
            }
            let character = Box::new(hero_of(&hero, field, heroes)?);
            Ok((vec![Change::CharacterJoined { character }], ()))
        })
        .await?;
    Ok(Json(view(&app, &session)))
}

/// A hero leaves the table. With the last one the session is deleted.
#[utoipa::path(delete, path = "/api/sessions/{id}/characters/{cid}", tag = "heroes",
    params(
        ("id" = String, Path, description = "the session"),
        ("cid" = String, Path, description = "the hero"),
    ),
    responses(
        (status = 204, description = "the hero is gone"),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
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

/// Deletes a session if this is still its last hero; another may have joined since it was looked at.
async fn delete_if_last(app: &App, id: &SessionId, cid: &CharacterId) -> Result<(), Error> {
    match app.store().load(id).await?.game.characters.as_slice() {
        [last] if last.id == *cid => Ok(app.store().delete(id).await?),
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
    /// What `pendingLevelUp` lists; what is left out is chosen sensibly.
    #[serde(default)]
    choices: LevelUpChoices,
}

/// Errors of choices, named by where these stand in the request.
fn in_choices(mut errors: Vec<FieldError>) -> Error {
    for error in errors.iter_mut().filter(|error| error.field != "choices") {
        error.field = format!("choices.{}", error.field);
    }
    Error::invalid(errors)
}

/// Take a level that was earned.
#[utoipa::path(post, path = "/api/sessions/{id}/level-up", request_body = LevelUpRequest, tag = "heroes",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, body = PlayerView),
        (status = "4XX", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn level_up(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Body(request): Body<LevelUpRequest>,
) -> Result<Json<PlayerView>, Error> {
    let line = app.tables.line_up(&id);
    app.session(&player, &id).await?;
    let (session, ()) = app
        .tables
        .between_turns(line, |session| {
            let heroes = &session.game.characters;
            let hero = heroes.iter().find(|hero| hero.id == request.character_id);
            let hero = hero.ok_or_else(|| unknown(&request.character_id, heroes))?;
            let change = level_up::take(hero, &request.choices).map_err(in_choices)?;
            Ok::<_, Error>((vec![change], ()))
        })
        .await?;
    Ok(Json(view(&app, &session)))
}
