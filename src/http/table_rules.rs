//! How a table with friends is played, as its host sets it.

use axum::{Json, extract::State};
use game::{
    id::{SeatId, SessionId},
    roster::{Roster, SeatRole, TableRules},
    turn::Cost,
};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::dm::NotPlayed;

use super::{
    App, Error,
    auth::Player,
    body::{Body, Path},
    guests::Member,
    spending::pico_usd,
};

/// In which order words are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum TableMode {
    /// In the order they come.
    Free,
}

/// What people who only watch may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TalkRules {
    /// Whether spectators may talk to the others.
    spectators: bool,
}

/// What the turns of a guest have cost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SeatSpending {
    seat: SeatId,
    /// US dollars, also for turns that failed or were taken back.
    #[schema(value_type = f64)]
    spent_usd: Cost,
}

/// How a table is played.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TableSettings {
    mode: TableMode,
    talk: TalkRules,
    /// The most that the words of each guest may cost, in US dollars; null for no bound.
    #[schema(value_type = Option<f64>)]
    cap_per_seat_usd: Cost,
    /// What the guests' turns have cost. A guest sees only their own.
    spent: Vec<SeatSpending>,
}

impl TableSettings {
    fn of(roster: &Roster, member: &Member) -> Self {
        let rules = roster.rules();
        let is_seen = |id: &SeatId| member.guest().is_none_or(|guest| guest == id);
        let guests = roster.seats().filter(|seat| seat.role != SeatRole::Host && is_seen(&seat.id));
        let spent = guests.map(|seat| {
            let spent_usd = Cost(Some(roster.spent(&seat.id)));
            SeatSpending { seat: seat.id.clone(), spent_usd }
        });
        Self {
            mode: TableMode::Free,
            talk: TalkRules { spectators: rules.spectators_talk },
            cap_per_seat_usd: Cost(rules.cap_per_seat_pico_usd),
            spent: spent.collect(),
        }
    }
}

/// Read how a table is played.
///
/// With what its guests have cost the host; a guest reads only what they have cost themselves.
#[utoipa::path(get, path = "/api/sessions/{id}/table", operation_id = "getTable", tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "How it is played.", body = TableSettings),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
) -> Result<Json<TableSettings>, Error> {
    let session = app.session(&player, &id).await?;
    Ok(Json(TableSettings::of(&app.tables.roster(&session).await?, &member)))
}

/// How a table is to be played. What is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TableChange {
    /// In which order words are played.
    #[serde(default, rename = "mode")]
    _mode: Option<TableMode>,
    /// Who may talk.
    #[serde(default)]
    talk: Option<TalkRules>,
    /// The most that the words of each guest may cost, 0 to 1,000,000 US dollars; null for no bound.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<f64>)]
    cap_per_seat_usd: Option<Option<f64>>,
}

/// A field that may be null, which is not the same as one that is left out.
fn nullable<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Option<f64>>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// Set how a table is played.
///
/// `capPerSeatUsd` bounds what each guest costs the host. A guest who has used it up gets 402 `seat_cap_reached` for words; what needs
/// no model, such as the buttons of a fight, goes on, and the host plays on.
#[utoipa::path(put, path = "/api/sessions/{id}/table", operation_id = "setTable", request_body = TableChange, tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "How it is played now.", body = TableSettings),
    ))]
pub(super) async fn set(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
    Body(request): Body<TableChange>,
) -> Result<Json<TableSettings>, Error> {
    let cap = request.cap_per_seat_usd.map(|cap| pico_usd("capPerSeatUsd", cap)).transpose()?;
    if let Some(model) = app.tables.models().unpriced().filter(|_| cap.flatten().is_some()) {
        return Err(NotPlayed::NoPrice(model.to_owned()).into());
    }
    let session = app.session(&player, &id).await?;
    let changed = app.tables.change_roster(&session, |roster| {
        let before = roster.rules().clone();
        roster.set_rules(TableRules {
            spectators_talk: request.talk.map_or(before.spectators_talk, |talk| talk.spectators),
            cap_per_seat_pico_usd: cap.unwrap_or(before.cap_per_seat_pico_usd),
        });
        Ok::<_, Error>(TableSettings::of(roster, &member))
    });
    Ok(Json(changed.await?))
}
