//! Settings of a table with friends, made by its host.

use std::ops::RangeInclusive;

use axum::{Json, extract::State};
use game::{
    Session,
    id::{CharacterId, SeatId, SessionId},
    roster::{HOST, Roster, SeatRole, TableMode, TableRules},
    turn::Cost,
};
use jiff::SignedDuration;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::dm::{NotPlayed, TableView, TalkRules};

use super::{
    App, Error,
    auth::Player,
    body::{JsonBody, Path},
    guests::Member,
    spending::pico_usd,
};

/// How many seconds a round may wait for those who send nothing.
pub(super) const AWAY_AFTER_S: RangeInclusive<i64> = 10..=86_400;

/// The spending of a guest.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SeatSpending {
    seat: SeatId,
    /// US dollars, also for failed and undone turns.
    #[schema(value_type = f64)]
    spent_usd: Cost,
}

/// The settings of a table.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TableSettings {
    #[serde(flatten)]
    table: TableView,
    /// Your own part of the round; absent without a round, or if you sent none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    own_part: Option<OwnPart>,
    /// The guests' spending. A guest sees only their own.
    spent: Vec<SeatSpending>,
}

/// A part of a round, as its sender sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OwnPart {
    /// The hero who acts; null if one passes.
    character_id: Option<CharacterId>,
    /// The hero's action; null for a pass.
    message: Option<String>,
}

impl TableSettings {
    pub(super) fn of(roster: &Roster, session: &Session, member: &Member) -> Self {
        let is_seen = |id: &SeatId| member.guest().is_none_or(|guest| guest == id);
        let guests = roster.seats().filter(|seat| seat.role != SeatRole::Host && is_seen(&seat.id));
        let spent = guests.map(|seat| {
            let spent_usd = Cost(Some(roster.spent(&seat.id)));
            SeatSpending { seat: seat.id.clone(), spent_usd }
        });
        let own = member.guest().cloned().unwrap_or_else(|| SeatId::from(HOST));
        let own_part = roster.round().and_then(|round| round.part_of(&own)).map(|part| {
            let (character_id, message) = part.deed.clone().map(|deed| (deed.character_id, deed.message)).unzip();
            OwnPart { character_id, message }
        });
        Self { table: TableView::of(roster, session), own_part, spent: spent.collect() }
    }
}

/// Read the settings of a table.
///
/// They include the guests' cost to the host; a guest sees only their own.
#[utoipa::path(get, path = "/api/sessions/{id}/table", operation_id = "getTable", tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The settings.", body = TableSettings),
    ))]
pub(super) async fn read(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
) -> Result<Json<TableSettings>, Error> {
    let session = app.session(&player, &id).await?;
    Ok(Json(TableSettings::of(&app.tables.roster(&session).await?, &session, &member)))
}

/// New settings of a table; missing ones stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TableChange {
    /// The order in which messages are played.
    #[serde(default)]
    mode: Option<TableMode>,
    /// How long a round waits for those who send nothing, 10 to 86,400 seconds.
    #[serde(default)]
    away_after_s: Option<i64>,
    #[serde(default)]
    talk: Option<TalkRules>,
    /// The cap on the cost of each guest's messages, 0 to 1,000,000 US dollars; null for none.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<f64>)]
    cap_per_seat_usd: Option<Option<f64>>,
}

/// A field that may be null, which is not the same as one that is left out.
fn nullable<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Option<f64>>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// Change the settings of a table.
///
/// `capPerSeatUsd` limits what each guest costs the host. Messages of a guest who has used it up are refused with 402
/// `seat_cap_reached`; what needs no model, such as the buttons of a fight, still works, and so does the host's play. In the
/// mode `rounds` everyone sends their hero's action with `POST …/ready`, and all actions are played as one turn; a fight keeps
/// its own order.
#[utoipa::path(put, path = "/api/sessions/{id}/table", operation_id = "setTable", request_body = TableChange, tag = "table",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The new settings.", body = TableSettings),
    ))]
pub(super) async fn set(
    State(app): State<App>,
    player: Player,
    member: Member,
    Path(id): Path<SessionId>,
    JsonBody(request): JsonBody<TableChange>,
) -> Result<Json<TableSettings>, Error> {
    let cap = request.cap_per_seat_usd.map(|cap| pico_usd("capPerSeatUsd", cap)).transpose()?;
    let away_after = match request.away_after_s {
        Some(seconds) if AWAY_AFTER_S.contains(&seconds) => Some(SignedDuration::from_secs(seconds)),
        Some(_) => {
            let (least, most) = (AWAY_AFTER_S.start(), AWAY_AFTER_S.end());
            return Err(Error::invalid_field("awayAfterS", format!("Use {least} to {most} seconds.")));
        }
        None => None,
    };
    if let Some(model) = app.tables.models().unpriced().filter(|_| cap.flatten().is_some()) {
        return Err(NotPlayed::NoPrice(model.to_owned()).into());
    }
    let session = app.session(&player, &id).await?;
    let changed = app.tables.change_roster_of(&session, |roster, session| {
        let before = roster.rules().clone();
        roster.set_rules(TableRules {
            spectators_talk: request.talk.map_or(before.spectators_talk, |talk| talk.spectators),
            cap_per_seat_pico_usd: cap.unwrap_or(before.cap_per_seat_pico_usd),
            mode: request.mode.unwrap_or(before.mode),
            away_after: away_after.unwrap_or(before.away_after),
        });
        Ok::<_, Error>(TableSettings::of(roster, session, &member))
    });
    Ok(Json(changed.await?))
}
