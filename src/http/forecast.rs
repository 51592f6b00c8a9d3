//! The odds of the current fight.

use std::time::{Duration, Instant};

use axum::{Json, extract::State};
use game::{
    combat::forecast::{Forecast, OWN_SEED, forecast_while},
    combat::initiative::FightOpening,
    id::SessionId,
};
use serde::Serialize;
use tokio::{sync::Semaphore, task::spawn_blocking};
use utoipa::ToSchema;

use crate::dm::{NotPlayed, stat_blocks::Recited};

use super::{App, Error, auth::Player, body::Path};

/// Maximum number of simulated fights.
const MOST: u32 = 400;
/// Time limit; the simulations up to then count.
const LONGEST: Duration = Duration::from_millis(300);
/// How many forecasts are made at a time; others wait.
static AT_A_TIME: Semaphore = Semaphore::const_new(2);

/// The odds of the current fight.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Odds {
    /// The fight.
    encounter_id: String,
    /// The round of the fight at that time.
    round: u32,
    #[serde(flatten)]
    forecast: Forecast,
}

/// Forecast the current fight. The rules simulate it several hundred times, each fighter with its own tactics, with dice of
/// their own. Nothing is stored.
///
/// Without a fight the request is refused with 409 `no_encounter`.
#[utoipa::path(get, path = "/api/sessions/{id}/forecast", operation_id = "getForecast", tag = "play",
    params(("id" = String, Path, description = "the session")),
    responses(
        (status = 200, description = "The odds of the fight.", body = Odds),
    ))]
pub(super) async fn odds(
    State(app): State<App>,
    player: Player,
    Path(id): Path<SessionId>,
) -> Result<Json<Odds>, Error> {
    let game = app.session(&player, &id).await?.game;
    let Some(encounter) = game.encounter.as_deref() else { return Err(NotPlayed::NoEncounter.into()) };
    let (encounter_id, round) = (encounter.id.clone(), encounter.round);
    let library = app.tables.rules().library();
    let _turn = AT_A_TIME.acquire().await.map_err(|_| Error::internal())?;
    let fought = spawn_blocking(move || {
        let (book, start) = (Recited::of(&game.characters, &library, game.rules_edition), Instant::now());
        forecast_while(&game, &book, &FightOpening::default(), MOST, OWN_SEED, || start.elapsed() < LONGEST)
    });
    let forecast = fought.await.map_err(|_| Error::internal())?.map_err(|_| Error::internal())?;
    Ok(Json(Odds { encounter_id, round, forecast }))
}
