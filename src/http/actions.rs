//! Button actions: the actions available now, and playing one.

use axum::{Json, extract::State, http::HeaderMap, response::Response};
use game::{
    combat::{
        act::FighterAction,
        fighter::FighterId,
        intent::{self, Intent},
        legal, rounds,
    },
    id::{CharacterId, SessionId},
    listed,
    view::TurnView,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use crate::dm::{Ally, Ask, ButtonAction, PlayerWords, Rest, feed::TurnEvent, stat_blocks::Grimoire};

use super::{
    App, Error,
    auth::Player,
    body::{JsonBody, Path, idempotency_key, read_field},
    chat::answer,
    guests::Member,
    heroes::unknown,
    query::Query,
};

/// The longest name in a request, in characters.
pub(super) const MAX_NAME: usize = 200;
/// The most names in a list.
pub(super) const MAX_NAMES: usize = 60;
/// Combat actions.
const ACTS: [&str; 20] = [
    "attack",
    "do",
    "use",
    "useItem",
    "move",
    "standUp",
    "grapple",
    "shove",
    "escape",
    "dodge",
    "dash",
    "disengage",
    "hide",
    "help",
    "ready",
    "stabilise",
    "deathSave",
    "endTurn",
    "react",
    "pass",
];

/// A hero's button action.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActionRequest {
    /// The acting hero; default: the one whose turn it is in a fight, or the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    character_id: Option<CharacterId>,
    /// The action.
    #[serde(flatten)]
    order: ButtonAction,
}

impl ActionRequest {
    fn read(body: Value) -> Result<Self, Error> {
        let Value::Object(mut fields) = body else {
            return Err(Error::invalid_field("body", "Send an object with its fields by name."));
        };
        for (field, value) in &fields {
            let long = |value: &Value| value.as_str().is_some_and(|text| text.chars().count() > MAX_NAME);
            if long(value) || value.as_array().is_some_and(|all| all.len() > MAX_NAMES || all.iter().any(long)) {
                let most = format!("At most {MAX_NAME} characters fit here, and at most {MAX_NAMES} names.");
                return Err(Error::invalid_field(field, most));
            }
        }
        let character_id = match fields.remove("characterId") {
            None | Some(Value::Null) => None,
            Some(Value::String(id)) => Some(CharacterId::from(id)),
            Some(_) => return Err(Error::invalid_field("characterId", "A hero's id is a text.")),
        };
        let known = || listed(ACTS.into_iter().chain(ButtonAction::CAMP).chain([ButtonAction::ACCEPT]));
        let action = match fields.get("action") {
            Some(Value::String(action)) => action.clone(),
            _ => return Err(Error::invalid_field("action", format!("Say what is done: {}.", known()))),
        };
        let body = Value::Object(fields);
        let order = match action.as_str() {
            camp if ButtonAction::CAMP.contains(&camp) => ButtonAction::Camp(read_field::<Rest>(body, "")?),
            ButtonAction::ACCEPT => ButtonAction::Ally(read_field::<Ally>(body, "")?),
            act if ACTS.contains(&act) => ButtonAction::Fight(read_field::<FighterAction>(body, "")?),
            other => {
                let detail = format!("There is no action “{other}”; there is {}.", known());
                return Err(Error::invalid_field("action", detail));
            }
        };
        Ok(Self { character_id, order })
    }
}

/// Play a turn by a button. The rules resolve it in plain text, without a model. In a fight the action is part of a hero's
/// turn; afterwards all fighters without a player act, up to the next hero who can act. Outside a fight it is a rest, a change
/// of armour, a potion, or an attack on a hostile creature in the scene, which begins a fight. `accept` lets the next ally
/// follow the plan that `GET` shows. The response is that of a chat.
///
/// A turn that reaches a reaction of a hero ends there: the session's `awaiting` has the question, and the fight accepts only
/// `react` or `pass` until it is answered; then it continues.
///
/// An action that the rules forbid is 422 `illegal_action` and lists alternatives; a combat action outside a fight is 409
/// `no_encounter`, and anything but an answer to an open question 409 `reaction_pending`. None of them costs anything.
#[utoipa::path(post, path = "/api/sessions/{id}/actions", operation_id = "playAction", request_body = ActionRequest, tag = "play",
    params(
        ("id" = String, Path, description = "the session"),
        ("Idempotency-Key" = Option<String>, Header, description = "identifies the turn, unique in its session"),
    ),
    responses(
        (status = 200, description = "the turn, or its events as they happen", content(
            (TurnView = "application/json"),
            (TurnEvent = "text/event-stream"),
        )),
    ))]
pub(super) async fn act(
    State(app): State<App>,
    Player(owner): Player,
    member: Member,
    Path(session): Path<SessionId>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<Value>,
) -> Result<Response, Error> {
    let ActionRequest { character_id: character, order } = ActionRequest::read(request)?;
    let key = idempotency_key(&headers)?;
    let (guest, ask) = (member.guest().cloned(), Ask::Order { order, character });
    answer(&app, PlayerWords { session, owner, guest, ask, key }, &headers).await
}

/// Whose actions.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Whose {
    /// The hero; default: the one whose turn it is.
    #[serde(default)]
    character_id: Option<String>,
}

/// Available actions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LegalActs {
    /// Everything the hero can do in this turn of the fight; empty if it isn't that hero's turn, or there is no fight. If the
    /// fight waits for a reaction of the hero, the possible answers.
    items: Vec<legal::Legal>,
    /// The id of the hero the fight waits for.
    #[schema(required)]
    waits_for: Option<CharacterId>,
    /// The plan of the ally whose turn comes right after that hero's. To accept it, send `{"action": "accept", "ally": its id}`:
    /// the hero's turn ends, and the ally takes its turn. Null if no ally comes next.
    #[schema(required)]
    ally: Option<Intent>,
}

/// List a hero's available actions in the fight, and the plan of the next ally. Listed actions are not refused.
#[utoipa::path(get, path = "/api/sessions/{id}/actions", operation_id = "listActions", tag = "play",
    params(("id" = String, Path, description = "the session"), Whose),
    responses(
        (status = 200, description = "The available actions.", body = LegalActs),
    ))]
pub(super) async fn legal(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
    Query(asked): Query<Whose>,
) -> Result<Json<LegalActs>, Error> {
    let game = app.session(&player, &id).await?.game;
    let asked = asked.character_id.map(CharacterId::from);
    if let Some(hero) = asked.as_ref().filter(|id| game.characters.iter().all(|hero| hero.id != **id)) {
        return Err(unknown(hero, &game.characters));
    }
    let waits_for = match rounds::waits_for(&game) {
        Some(FighterId::Hero(id)) => Some(id.clone()),
        _ => None,
    };
    let book = Grimoire::new(app.tables.rules().library(), game.rules_edition);
    let whose = asked.as_ref().or(waits_for.as_ref());
    let items = whose.map(|id| legal::legal(&game, &book, &FighterId::Hero(id.clone()))).unwrap_or_default();
    let ally = intent::intent(&game, &book);
    Ok(Json(LegalActs { items, waits_for, ally }))
}
